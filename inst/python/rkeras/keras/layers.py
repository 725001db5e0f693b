"""Layers of Keras that answer odd data or names wrongly, mended."""

import functools
import re

import keras
import numpy as np

from rkeras import borrowed
from rkeras.tensors.around import around


def install():
    layers = keras.layers
    for kind, name, change in (
        (layers.Embedding, "call", _refusing_negative),
        (layers.Normalization, "call", _of_weights),
        (layers.Normalization, "adapt", _adapting),
        (layers.TextVectorization, "compute_output_shape", _without_ones),
    ):
        changed = change(getattr(kind, name))
        # TensorFlow would translate its source.
        changed.autograph_info__ = {}
        setattr(kind, name, changed)
    for name in ("input", "output"):
        setattr(keras.Sequential, name, _only(name))
    if keras.backend.backend() == "tensorflow":
        borrowed.replace("scopes", _any_name)


def called(kind, settings, inputs):
    """A new layer of Keras, called on the inputs."""
    return getattr(keras.layers, kind)(**dict(settings))(inputs)


def inputs(names, widths, dtypes):
    """Inputs of rows, each of some columns."""
    return [keras.Input((width,), name=name, dtype=dtype) for name, width, dtype in zip(names, widths, dtypes)]


@around
def _any_name(init, self, name, **kwargs):
    """TensorFlow's scopes have names of English letters. Keras's own paths keep the name."""
    scope = re.sub(r"[^A-Za-z0-9_.\\/>-]", "_", name)
    init(self, scope if re.match("[A-Za-z0-9.]", scope) else f"u{scope}", **kwargs)
    self.name = name


@around
def _refusing_negative(call, self, inputs):
    """Negative positions count from the end, so that -1 would be the last row of the table."""
    # Those of PyTorch have a method of this name.
    is_dense = keras.ops.is_tensor(inputs) and callable(getattr(inputs, "values", callable))
    if is_dense and not keras.backend.standardize_dtype(inputs.dtype).startswith(("uint", "bool")):
        # TensorFlow's error names the position.
        of_tensorflow = keras.backend.backend() == "tensorflow"
        inputs = keras.ops.where(inputs < 0, inputs - self.input_dim if of_tensorflow else self.input_dim, inputs)
    return call(self, inputs)


def _of_weights(call):
    """The layer computes the mean and the variance for a call from its weights when it learns them. Weights that are set
    later, by set_weights() or an average, would have no effect."""

    @functools.wraps(call)
    def call_anew(self, inputs):
        learned = self.mean, self.variance
        self.finalize_state()
        try:
            return call(self, inputs)
        finally:
            # Those may be tensors of a graph.
            object.__setattr__(self, "mean", learned[0])
            object.__setattr__(self, "variance", learned[1])

    return call_anew


@around
def _adapting(adapt, self, *args, **kwargs):
    """A constant column has no scale. Keras divides it by 1e-7, and rounding errors of 32 bits become ones."""
    adapt(self, *args, **kwargs)
    mean, variance = (keras.ops.convert_to_numpy(x) for x in (self.adapt_mean, self.adapt_variance))
    is_constant = variance <= (np.finfo("float32").eps * np.abs(mean)) ** 2
    if is_constant.any():
        self.adapt_variance.assign(np.where(is_constant, 1, variance))
        self.finalize_state()


@around
def _without_ones(compute, self, input_shape):
    """Texts of shape (n, 1) are split as those of shape (n)."""
    shape = tuple(input_shape)
    is_split = self.get_config()["split"] is not None
    return compute(self, shape[:-1] if len(shape) > 1 and shape[-1] == 1 and is_split else shape)


def _only(name):
    """The input or output of a sequential model, which Keras has for functional models alone."""

    def only(self):
        tensors = getattr(self, name + "s")
        return tensors[0] if len(tensors) == 1 else tensors

    return property(only)
