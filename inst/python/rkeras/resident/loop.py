"""The steps of a model for many batches of data in memory, in few calls: what all backends have in common."""

import functools
import math
import time

import keras
import numpy as np

from rkeras.keras import memory

# A call runs for about this long, in seconds: R serves its user between calls.
PAUSE = 0.07
# Up to this size, in bytes, data are in the memory of a GPU.
ON_DEVICE = 1 << 30


class Unsuitable(Exception):
    """Keras's own loop has to do this."""


class Batches:
    """Data as tensors whose first axis are samples. The last batch may be smaller. A backend's own has the class of
    its tensors, `TENSOR`, `spec()` and `converted()`."""

    def __init__(self, data, size=None):
        self.n = self.samples(data)
        self.size = size or 32
        self.count = math.ceil(self.n / self.size)
        self.given = keras.tree.lists_to_tuples(data)

    @functools.cached_property
    def data(self):
        return keras.tree.map_structure(self.converted, self.given)

    @functools.cached_property
    def key(self):
        """What is the same for all data that a compiled loop takes."""
        structure = str(keras.tree.map_structure(lambda x: 0, self.given))
        return structure, *((x.dtype, *x.shape) for x in keras.tree.flatten(self.spec()))

    @classmethod
    def samples(cls, data):
        """The number of samples. Other data than arrays and dense tensors are Keras's."""
        flat = keras.tree.flatten(data)
        if not flat or not all(isinstance(x, (np.ndarray, cls.TENSOR)) and len(x.shape) > 0 for x in flat):
            raise Unsuitable
        lengths = {x.shape[0] for x in flat}
        if len(lengths) > 1 or 0 in lengths:
            raise Unsuitable
        return lengths.pop()


def nbytes(data):
    return sum(
        math.prod(x.shape) * (x.dtype.size if hasattr(x.dtype, "size") else x.dtype.itemsize)
        for x in keras.tree.flatten(data)
    )


def floats(x):
    """NumPy's floats become those of Keras's configuration, as in Keras."""
    # NumPy warns of R's NA.
    with np.errstate(invalid="ignore"):
        return x.astype(keras.config.floatx(), order="C", copy=False)


class Loop:
    """The steps of a kind, "train", "test" or "predict", for data of a structure. A backend's own has `steps()`,
    `reset_metrics()` and `wait()`."""

    is_suitable = True

    def __init__(self, kind):
        self.kind = kind
        # What the model consists of, which loop_of() notes.
        self.made_for = ()
        # Steps in a call: the first call is for one, because it takes longer than others.
        self.pace = 1

    def is_suitable_for(self, watching):
        return self.is_suitable

    def run(self, batches, watching, shuffle=False):
        """The logs of the last step, or all predictions."""
        steps = self.steps(batches, shuffle)
        stride = self.stride(watching)
        results = []
        first = 0
        while first < batches.count:
            last = min(first + (stride or self.pace), batches.count)
            watching.begin(self.kind, first)
            began = time.monotonic()
            result = steps(first, last)
            if stride is None:
                took = self.seconds_since(began, result) + 1e-9
                self.pace = max(1, int((last - first) * PAUSE / took))
            # Keras counts the steps that are missing at the end.
            watching.end(self.kind, (first + stride if stride else last) - 1, result)
            if self.kind != "predict":
                results.clear()
            results.append(result)
            if watching.stops(self.kind):
                break
            first = last
        return self.outputs(results) if self.kind == "predict" else results[-1]

    def seconds_since(self, began, result):
        self.wait(result)
        return time.monotonic() - began

    def outputs(self, results):
        return arrays(results)

    def stride(self, watching):
        return watching.stride(self.kind)


def arrays(results):
    return keras.tree.map_structure(lambda *parts: np.concatenate([np.asarray(part) for part in parts]), *results)


def loop_of(model, kind, batches, make):
    """Made once for each kind of data, and again when the model makes its function for steps again, as after
    `compile()`."""
    getattr(model, f"make_{kind}_function")()
    loop = known_loop(model, kind, batches)
    if loop is None:
        loop = make(model, kind, batches)
        loop.made_for = made_for(model, kind)
        known = memory.of(model)
        known.loops = {key: loop for key, loop in known.loops.items() if is_of(loop, model, key[0])}
        known.loops[(kind, *batches.key)] = loop
    return loop


def known_loop(model, kind, batches):
    memory.values(model)
    loop = memory.of(model).loops.get((kind, *batches.key))
    return loop if loop is not None and is_of(loop, model, kind) else None


def is_of(loop, model, kind):
    """Whether the model is as it was when the loop was made."""
    return all(a is b for a, b in zip(loop.made_for, made_for(model, kind)))


def made_for(model, kind):
    return getattr(model, f"{kind}_function"), *memory.signs_of(model)


def has_kerass_metrics(model, kind):
    """Whether all that computes the logs of a step is Keras's own: then these are the values of the metrics, and no
    value of Python changes them."""
    names = (f"{kind}_step", "reset_metrics", "get_metrics_result", "compute_metrics", "compute_loss", "metrics")
    metrics = [inner for metric in model.metrics for inner in (metric, *getattr(metric, "metrics", ()))]
    return has_kerass(model, *names) and all(type(metric).__module__.startswith("keras.") for metric in metrics)


def has_kerass(model, *names):
    """Whether the class of the model has Keras's own attributes of these names."""
    return all(getattr(type(model), name) is getattr(keras.Model, name) for name in names)
