"""Attributions: a model's gradients on the way from baselines to the data (R/explain-attributions.R).

Where a layer looks codes or text up, its input has no gradient. There the way leads from the layer's outputs for the
baseline to those for the data, and their attributions are those of the layer's input.
"""

from contextlib import ExitStack

import keras
import numpy as np
from keras import backend, layers, ops


def inputs_of_layer(model, name, x):
    """What the layer is called with when the model is called with `x`."""
    # R's NA is a signalling NaN, of which NumPy warns.
    with Tap(model.get_layer(name)) as tap, np.errstate(invalid="ignore"):
        model(x, training=False)
    inputs = tap.inputs[0]
    return list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]


def attribute(model, x, baseline, draws, alphas, weights, is_mean, target, link, batch_size):
    """For each row of `draws`: the sum over its columns of weight * gradient * (x - baseline).

    The gradient is that of the output `target` where a share `alphas` of the way to `x` is done, from the row `draws`
    of the baseline, or from the mean of its rows.
    """
    n = len(draws)
    with Parted(model, x, batch_size) as parted:
        starts, _ = parted.parts(baseline)
        ends, outputs = parted.parts(x)
        if is_mean:
            starts = [None if start is None else ops.mean(start, axis=0, keepdims=True) for start in starts]
        target = np.argmax(outputs, axis=1) if target is None else np.broadcast_to(np.asarray(target), n)
        way = Way(parted, starts, ends, target.astype("int32"), link)
        rows = np.arange(n).repeat(draws.shape[1])
        sums = way.integral(n, rows, draws.ravel(), alphas.ravel(), weights.ravel())
        return {
            "values": parted.by_input(sums),
            "prediction": way.mean(n, np.arange(n), np.zeros(n, "int32"), np.ones(n), 1.0),
            "baseline": way.mean(n, rows, draws.ravel(), weights.ravel(), 0.0),
            "target": target,
            "names": parted.names,
        }


class Tap:
    """A layer whose calls are recorded, or answered with given outputs in their order."""

    def __init__(self, layer):
        self.layer, self.inputs, self.outputs, self.given = layer, [], [], None

    def __enter__(self):
        self.call = self.layer.call
        # Keras would track the function as a part of the layer.
        object.__setattr__(self.layer, "call", self.answer)
        return self

    def __exit__(self, *error):
        object.__delattr__(self.layer, "call")

    def answer(self, *args, **kwargs):
        if self.given is not None:
            return self.given.pop(0)
        self.inputs.append(args[0] if args else next(iter(kwargs.values())))
        self.outputs.append(self.call(*args, **kwargs))
        return self.outputs[-1]


# ---- The model as a function of its parts --------------------------------------------------------


class Parted:
    """A model as a function of parts: its inputs, then the outputs of layers that look something up."""

    def __init__(self, model, x, batch_size):
        self.model, self.batch_size = model, batch_size
        self.names = sorted(x) if isinstance(x, dict) else None
        self.structure = x
        values = keras.tree.flatten(x)
        tensors = self.symbols(len(values))
        self.dtypes = [dtype_of(tensor, value) for tensor, value in zip(tensors, values)]
        self.taps = [Tap(layer) for layer in lookups(model)]
        self.owners = [owner(tap.layer, tensors) for tap in self.taps]

    def symbols(self, n):
        """The symbolic inputs, in the order of Keras's trees; None where they are unknown."""
        known = getattr(self.model, "input", None) if getattr(self.model, "inputs", None) else None
        if isinstance(known, (list, tuple)) and self.names:
            known = {tensor.name: tensor for tensor in known}
        if isinstance(known, dict):
            return [known.get(name) for name in self.names] if self.names else list(known.values())
        return list(known) if isinstance(known, (list, tuple)) else [known] * n

    def __enter__(self):
        self.stack = ExitStack()
        for tap in self.taps:
            self.stack.enter_context(tap)
        return self

    def __exit__(self, *error):
        self.stack.close()

    def parts(self, x):
        """The parts for data, None for inputs that are not floats, and the outputs as a matrix. Other inputs stay as
        in the latest data."""
        values = zip(keras.tree.flatten(x), self.dtypes)
        self.inputs = [ops.convert_to_tensor(value, dtype) for value, dtype in values]
        found, outputs = [], []
        for start in range(0, len(self.inputs[0]), self.batch_size):
            for tap in self.taps:
                tap.outputs, tap.given = [], None
            batch = [value[start : start + self.batch_size] for value in self.inputs]
            outputs.append(ops.convert_to_numpy(self.outputs_for(batch)))
            made = (output for tap in self.taps for output in tap.outputs)
            found.append([ops.stop_gradient(ops.cast(output, backend.floatx())) for output in made])
            # A layer that is called several times has as many parts.
            self.calls = [len(tap.outputs) for tap in self.taps]
        moving = [value if is_float(dtype) else None for value, dtype in zip(self.inputs, self.dtypes)]
        return moving + [ops.concatenate(list(part)) for part in zip(*found)], np.concatenate(outputs)

    def __call__(self, parts, rows):
        """The outputs for parts of these rows; where a part is None, the input of the latest data."""
        n = len(self.inputs)
        given = list(parts[n:])
        for tap, count in zip(self.taps, self.calls):
            tap.given, given = given[:count], given[count:]
        inputs = [rows_of(self.inputs[i], rows) if part is None else part for i, part in enumerate(parts[:n])]
        return self.outputs_for(inputs)

    def outputs_for(self, inputs):
        outputs = self.model(keras.tree.pack_sequence_as(self.structure, inputs), training=False)
        if isinstance(outputs, (list, tuple, dict)):
            raise NotImplementedError("the model has several outputs")
        return ops.reshape(outputs, (len(outputs), -1))

    def by_input(self, sums):
        """The attributions of each input; of codes and text, one for each that is looked up."""
        n = len(self.inputs)
        totals = sums[:n]
        owners = [at for at, count in zip(self.owners, self.calls) for _ in range(count)]
        for at, value in zip(owners, sums[n:]):
            if value is None:
                continue
            value = value.sum(axis=-1)
            shape = tuple(self.inputs[at].shape)
            value = value.reshape(shape) if value.size == np.prod(shape) else value
            totals[at] = value if totals[at] is None else totals[at] + value
        return [np.zeros(tuple(x.shape)) if total is None else total for x, total in zip(self.inputs, totals)]


def dtype_of(tensor, value):
    dtype = str(getattr(tensor, "dtype", None) or getattr(value, "dtype", "float32"))
    return backend.floatx() if is_float(dtype) else dtype if "int" in dtype or dtype == "bool" else None


def is_float(dtype):
    return dtype is not None and "float" in dtype


LOOKUPS = (layers.StringLookup, layers.IntegerLookup, layers.TextVectorization, layers.Hashing,
           layers.HashedCrossing, layers.CategoryEncoding, layers.Discretization)


def lookups(layer, seen=None):
    """The layers whose inputs have no gradient, but whose outputs are numbers."""
    seen = set() if seen is None else seen
    if id(layer) in seen:
        return
    seen.add(id(layer))
    if isinstance(layer, layers.Embedding) or isinstance(layer, LOOKUPS) and layer.get_config().get("output_mode") != "int":
        yield layer
        return
    for value in vars(layer).values():
        for part in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(part, layers.Layer):
                yield from lookups(part, seen)


def owner(layer, tensors):
    """The position of the input that the layer depends on; 0 if it cannot be known."""
    if len(tensors) == 1 or any(tensor is None for tensor in tensors):
        return 0
    return next((i for i, tensor in enumerate(tensors) if depends(layer, tensor, tensors)), 0)


def depends(layer, tensor, tensors):
    try:
        looked_up = layer.input
        # Keras 3.12 makes a model of one input and another one.
        if any(looked_up is other for other in tensors):
            return looked_up is tensor
        return bool(keras.Model(tensor, looked_up))
    except (AttributeError, ValueError):
        return False


# ---- The way -------------------------------------------------------------------------------------


class Way:
    """The straight ways from the parts `starts` to the parts `ends`, and the outputs `target` on them."""

    def __init__(self, parted, starts, ends, target, link):
        self.parted, self.starts, self.ends, self.target, self.link = parted, starts, ends, target, link
        self.leave_out_lookups_inputs()

    def leave_out_lookups_inputs(self):
        """Codes among numbers stay as they are: only their lookups have gradients."""
        owners = set(self.parted.owners)
        first = np.zeros(1, "int32")
        # JAX has gradients of 0 in place of None, and traced codes are no masks of recurrent layers.
        is_jax = backend.backend() == "jax"
        gradients = [None] * len(self.starts) if is_jax else self.gradients(first, first, np.ones(1))
        for i in owners:
            if gradients[i] is None:
                self.starts[i] = self.ends[i] = None

    def at(self, rows, draws, alphas):
        alphas = np.asarray(alphas, backend.floatx())
        parts = []
        for start, end in zip(self.starts, self.ends):
            if start is None:
                parts.append(None)
                continue
            start, end = rows_of(start, draws), rows_of(end, rows)
            parts.append(start + (end - start) * alphas.reshape((-1,) + (1,) * (len(end.shape) - 1)))
        return parts

    def value(self, parts, rows):
        outputs = self.parted(parts, rows)
        outputs = ops.take_along_axis(outputs, self.target[rows][:, None], axis=1)[:, 0]
        if self.link == "identity":
            return outputs
        outputs = ops.clip(outputs, 1e-7, 1 - 1e-7 if self.link == "logit" else np.inf)
        return ops.log(outputs) - ops.log1p(-outputs) if self.link == "logit" else ops.log(outputs)

    def gradients(self, rows, draws, alphas):
        """Of the values, with respect to the parts; None where a part is None, or has no gradient."""
        parts = self.at(rows, draws, alphas)
        which = [i for i, part in enumerate(parts) if part is not None]

        def value(moving):
            full = list(parts)
            for i, part in zip(which, moving):
                full[i] = part
            return ops.sum(self.value(full, rows))

        found = dict(zip(which, gradient(value, [parts[i] for i in which])))
        return [found.get(i) for i in range(len(parts))]

    def integral(self, n, rows, draws, alphas, weights):
        """The sums over the points of each row, for each part."""
        sums = [None] * len(self.starts)
        for batch in self.batches(len(rows)):
            at, first = rows[batch], rows[batch][0]
            for i, part in enumerate(self.gradients(at, draws[batch], alphas[batch])):
                if part is None:
                    continue
                step = rows_of(self.ends[i], at) - rows_of(self.starts[i], draws[batch])
                weight = weights[batch].astype(backend.floatx()).reshape((-1,) + (1,) * (len(step.shape) - 1))
                count = int(at[-1] - first + 1)
                sum_ = ops.segment_sum(part * step * weight, at - first, num_segments=count)
                if sums[i] is None:
                    sums[i] = np.zeros((n, *step.shape[1:]))
                sums[i][first : first + count] += ops.convert_to_numpy(sum_)
        return sums

    def mean(self, n, rows, draws, weights, alpha):
        """The weighted mean of the values at one point of the ways, each of which is computed once."""
        ways, which = np.unique(np.stack([rows, draws]), axis=1, return_inverse=True)
        values = np.concatenate([
            ops.convert_to_numpy(self.value(self.at(at, of, np.full(len(at), alpha)), at))
            for at, of in ((ways[0][batch], ways[1][batch]) for batch in self.batches(ways.shape[1]))
        ])
        return np.bincount(rows, weights * values[np.ravel(which)], minlength=n)

    def batches(self, n):
        return [slice(i, i + self.parted.batch_size) for i in range(0, n, self.parted.batch_size)]


def rows_of(part, rows):
    rows = np.asarray(rows, "int32")
    if backend.backend() == "tensorflow":
        # Keras's function does not take text.
        import tensorflow as tf

        return tf.gather(part, rows)
    return ops.take(part, rows, axis=0)


def gradient(value, parts):
    if backend.backend() == "tensorflow":
        import tensorflow as tf

        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(parts)
            total = value(parts)
        found = tape.gradient(total, parts)
        return [None if g is None else tf.convert_to_tensor(g) for g in found]
    if backend.backend() == "torch":
        return gradient_of_torch(value, parts)
    import jax

    return jax.grad(value)(parts)


def gradient_of_torch(value, parts):
    import torch

    parts = [ops.convert_to_tensor(part).detach() for part in parts]
    moving = [part.requires_grad_() for part in parts if part.is_floating_point()]
    found = iter(torch.autograd.grad(value(parts), moving, allow_unused=True))
    return [next(found) if part.requires_grad else None for part in parts]
