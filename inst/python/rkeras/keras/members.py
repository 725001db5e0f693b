"""Several networks in one, each trained without some of the rows (R/tabular-members.R).

While they are trained, the members are the first axis of their layers: the shapes are (members, rows, units), so that
one product of matrices is one of TensorFlow's kernels. The trained network has layers of Keras alone, with the rows
first.
"""

import keras
import numpy as np
from keras import backend, initializers, layers, ops

from rkeras.keras import memory

# Adam moves the factor of an input, which begins at 1, by this many times its learning rate (the scaling layer of
# RealMLP: Holzmüller, Grinsztajn and Steinwart, 2024).
PACE = 6.0


class Glorot(initializers.Initializer):
    """Glorot's initial kernel of each member, and zeros for the units that come after. Keras's own takes the axis of
    members for part of a filter."""

    def __init__(self, inputs, units):
        self.inner, self.units = initializers.RandomUniform(*limits(inputs, units)), units

    def __call__(self, shape, dtype=None):
        kernel = self.inner((*shape[:-1], self.units), dtype)
        more = shape[-1] - self.units
        return ops.concatenate([kernel, ops.zeros((*shape[:-1], more), dtype)], axis=-1) if more else kernel


def limits(inputs, units):
    limit = np.sqrt(6 / (inputs + units))
    return -limit, limit


class Members(layers.Layer):
    """A dense layer of each member. With `scaled` each input has a factor: members learn which inputs to leave out."""

    def __init__(self, members, units, initial, bias=True, scaled=False, **settings):
        super().__init__(**settings)
        self.members, self.units, self.initial, self.has_bias, self.scaled = members, units, initial, bias, scaled

    def build(self, shape):
        lengths = self.lengths(shape[-1])
        self.kernel = self.add_weight((*lengths, self.units), self.initial, name="kernel")
        if self.scaled:
            self.factor = self.add_weight(lengths, initializers.Constant(1 / PACE), name="factor")
        if self.has_bias:
            self.bias = self.add_weight((self.members, 1, self.units), "zeros", name="bias")

    def lengths(self, inputs):
        return self.members, inputs

    def scaled_kernel(self):
        return self.kernel * (PACE * self.factor)[..., None] if self.scaled else self.kernel

    def call(self, inputs):
        outputs = self.product(inputs, self.scaled_kernel())
        return outputs + self.bias if self.has_bias else outputs

    def product(self, inputs, kernel):
        return ops.matmul(inputs, kernel)

    def compute_output_shape(self, shape):
        return self.members, shape[-2], self.units


class OfShared(Members):
    """Of inputs that the members share, (rows, inputs): the kernel is (inputs, members, units). The inputs from
    `unseen[0]` to `unseen[1]` are nothing to the members from `unseen[2]` on: kernel and factor begin at 0, and so have no
    gradient."""

    def __init__(self, unseen, *args, **settings):
        super().__init__(*args, scaled=True, **settings)
        self.unseen = unseen

    def build(self, shape):
        super().build(shape)
        first, last, member = self.unseen
        seen = np.ones(self.factor.shape, "float32")
        seen[first:last, member:] = 0
        self.factor.assign(self.factor * seen)
        self.kernel.assign(self.kernel * seen[..., None])

    def lengths(self, inputs):
        return inputs, self.members

    def product(self, inputs, kernel):
        outputs = ops.matmul(inputs, ops.reshape(kernel, (-1, self.members * self.units)))
        # Transposing takes TensorFlow longer.
        return ops.stack(ops.split(outputs, self.members, axis=-1), axis=0)


class RowsFirst(layers.Layer):
    """From (members, rows, units) to (rows, members, units), or back."""

    def __init__(self, members, axis=0, **settings):
        super().__init__(**settings)
        self.members, self.axis = members, axis

    def call(self, inputs):
        parts = [inputs[k] if self.axis == 0 else inputs[:, k] for k in range(self.members)]
        return ops.stack(parts, axis=1 - self.axis)


def dense(x, members, inputs, units, columns, bias, scaled, unseen, name):
    """Called on `x`. Of the `columns`, those after `units` begin at zero. Inputs of the linear part and of the first
    units are the same. `unseen` is of inputs that the members share."""
    initial = Glorot(inputs, units)
    if unseen is not None:
        return OfShared(unseen, members, columns, initial, bias, name=name)(x)
    return Members(members, columns, initial, bias, scaled, name=name)(x)


def rows_first(x, members):
    return RowsFirst(members)(x)


def members_first(x, members):
    return RowsFirst(members, axis=1)(x)


def fold(trained, network):
    """Gives a network of Keras's own layers, of the same names, the trained weights."""
    for layer in trained.layers:
        weights = layer.get_weights()
        if isinstance(layer, Members):
            weights = [ops.convert_to_numpy(layer.scaled_kernel())]
            if layer.has_bias:
                weights.append(ops.convert_to_numpy(layer.bias)[:, 0])
        if weights:
            network.get_layer(layer.name).set_weights(weights)


def predicting(model, layer):
    """A model of the same inputs whose output is that of the layer."""
    memory.values(model)
    known = memory.of(model).parts
    if layer not in known:
        known[layer] = keras.Model(model.input, model.get_layer(layer).output)
    return known[layer]


# ---- Training ------------------------------------------------------------------------------------


class BestOfEach(keras.callbacks.Callback):
    """After each epoch, the loss of each member on the rows that it is judged by. Each keeps its best weights, and
    training ends when none has improved for `patience` epochs."""

    def __init__(self, x, y, weights, patience):
        """`weights` of the rows and members are zero where a row does not judge the member. The targets `y` are a dict
        if there are several outputs."""
        super().__init__()
        self.weights, self.patience = weights, patience
        self.x, self.y = x, y

    def on_train_begin(self, logs=None):
        n = self.weights.shape[1]
        self.best, self.waited, self.kept = np.full(n, np.inf), np.zeros(n), None
        self.evaluate = losses_of(self.model, self.x, self.y, self.weights)

    def on_epoch_end(self, epoch, logs=None):
        losses = self.evaluate()
        has_improved = losses < self.best
        self.best = np.where(has_improved, losses, self.best)
        self.waited = np.where(has_improved, 0, self.waited + 1)
        if has_improved.any():
            self.keep(has_improved)
        if logs is not None:
            logs["val_loss"] = float(losses.mean())
        if (self.waited >= self.patience).all():
            self.model.stop_training = True

    def keep(self, members):
        weights = self.model.get_weights()
        if self.kept is None:
            self.kept = [np.array(weight) for weight in weights]
            return
        n = len(members)
        for kept, weight, above in zip(self.kept, weights, axes_above(self.model)):
            # Views whose second axis is that of the members.
            kept.reshape(above, n, -1)[:, members] = weight.reshape(above, n, -1)[:, members]

    def on_train_end(self, logs=None):
        if self.kept is not None:
            self.model.set_weights(self.kept)


def axes_above(model):
    """The length of what is above the axis of members, for each weight."""
    return [
        weight.shape[0] if isinstance(layer, (OfShared, layers.Embedding)) and weight.name != "bias" else 1
        for layer in model.layers for weight in layer.weights
    ]


def losses_of(model, x, y, weights, rows=4096):
    """A function that computes the loss of each member by these rows."""
    losses = [keras.losses.get(loss) for loss in as_list(model.loss)]
    judging = np.flatnonzero(weights.any(axis=1))
    batches = [judging[i : i + rows] for i in range(0, len(judging), rows)]
    parts = [(as_list(x, batch), as_list(y, batch), weights[batch]) for batch in batches]
    parts = keras.tree.map_structure(tensor, parts)
    totals = weights.sum(0)

    def sums(x, y, weights):
        outputs = as_list(model(x if len(x) > 1 else x[0], training=False))
        each = sum(loss_of(loss, a, b) for loss, a, b in zip(losses, y, outputs))
        return ops.sum(each * weights, axis=0)

    compiled = compiled_for(model, sums)

    def evaluate():
        with np.errstate(invalid="ignore"):
            return sum(ops.convert_to_numpy(compiled(*part)).astype("float64") for part in parts) / totals

    return evaluate


def tensor(values):
    return ops.convert_to_tensor(values if values.dtype.kind == "i" else values.astype("float32"))


def loss_of(loss, y, outputs):
    """Of each row and member, whatever the object makes of them."""
    return (loss.call if isinstance(loss, keras.losses.Loss) else loss)(y, outputs)


def as_list(x, rows=None):
    """Dicts in the order of their names: that of Keras's outputs differs between backends."""
    if isinstance(x, dict):
        x = [x[name] for name in sorted(x)]
    values = list(x) if isinstance(x, (list, tuple)) else [x]
    return values if rows is None else [value[rows] for value in values]


def compiled_for(model, function):
    """The function, compiled by the backend, with the model's present weights at each call."""
    kind = backend.backend()
    if kind == "tensorflow":
        import tensorflow as tf

        traced = tf.function(function, autograph=False)
        known = {}

        def of_shapes(*args):
            # TensorFlow warns of functions that are traced again and again, also where these are of new models.
            shape = tuple(args[-1].shape)
            if shape not in known:
                known[shape] = traced.get_concrete_function(*args)
            return known[shape](*args)

        return of_shapes
    if kind == "jax":
        import jax

        variables = model.variables

        @jax.jit
        def stateless(values, *args):
            with keras.StatelessScope(state_mapping=list(zip(variables, values))):
                return function(*args)

        return lambda *args: stateless([variable.value for variable in variables], *args)
    import torch

    return torch.no_grad()(function)
