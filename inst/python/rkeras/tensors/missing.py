"""Propagation of NaN through backend operations that would replace NaN by a number.

TensorFlow's max pooling returns the least number for NaN, PyTorch's sign() 0, and comparisons with NaN are false in
all backends. The wrapped functions are those that operations, activations and layers have in common.
"""

import sys
import warnings

import numpy as np
from keras import backend as keras_backend
from keras import layers as keras_layers
from keras import ops

from rkeras import borrowed
from rkeras.bridge.told import InRWords, positions_in_r
from rkeras.tensors.around import around
from rkeras.tensors.shown import is_traced

# Keras's backend functions, which have the same names in all backends.
backend = sys.modules[borrowed.module("nan_nn")]


def install():
    borrowed.replace("nan_nn", elementwise)
    borrowed.replace("nan_numpy", elementwise)
    borrowed.replace("nan_pixels", of_pixels)
    if keras_backend.backend() == "torch":
        borrowed.replace("nan_sign", elementwise)
    if keras_backend.backend() == "tensorflow":
        borrowed.replace("nan_pooling", of_windows)
        borrowed.replace("nan_adaptive_pooling", of_windows)
    # R's NA is a signalling NaN, of which NumPy warns when Keras casts data to float32.
    of_data = r"keras\.src\.(trainers\.data_adapters|layers\.preprocessing)\."
    warnings.filterwarnings("ignore", "invalid value encountered in ", RuntimeWarning, of_data)
    for name in OF_CATEGORIES:
        layer = getattr(keras_layers, name)
        layer.__call__ = of_categories(layer.__call__)


def is_float(x):
    if isinstance(x, np.ndarray) and x.dtype.kind not in "fV":
        # Keras refuses types such as text; V is bfloat16.
        return False
    return keras_backend.is_float_dtype(keras_backend.standardize_dtype(x.dtype))


def where_nan(condition, result):
    nan = backend.convert_to_tensor(float("nan"), dtype=result.dtype)
    return backend.numpy.where(condition, nan, result)


@around
def elementwise(function, x, *args, **kwargs):
    x = backend.convert_to_tensor(x)
    result = function(x, *args, **kwargs)
    return where_nan(backend.numpy.isnan(x), result) if is_float(x) else result


@around
def of_pixels(function, images, data_format=None):
    """The hue of a colour is undefined if one of its channels is NaN."""
    result = function(images, data_format=data_format)
    channels = -3 if backend.standardize_data_format(data_format) == "channels_first" else -1
    missing = backend.numpy.isnan(backend.convert_to_tensor(images))
    return where_nan(backend.numpy.any(missing, axis=channels, keepdims=True), result)


# Layers that take categories or return integers, which cannot be NaN.
OF_CATEGORIES = (
    "CategoryEncoding", "Discretization", "Embedding", "HashedCrossing", "Hashing", "IntegerLookup",
    "StringLookup", "TextVectorization",
)


@around
def of_categories(call, self, inputs, *args, **kwargs):
    """Graphs are not checked: fit() and predict() check their data first."""
    rows = sorted({row for part in parts_of(inputs) for row in missing_rows(part)})
    if rows:
        raise InRWords(
            f"The input has missing values (NA) at {positions_in_r(rows)}, for which layer `{self.name}` has no result. "
            "Fill them in, for example with a category of their own, or leave them out."
        )
    return call(self, inputs, *args, **kwargs)


def parts_of(inputs):
    """The inputs of a layer that takes several are in a list, but a list of numbers or texts is one."""
    if isinstance(inputs, (list, tuple)) and any(is_several(part) for part in inputs):
        return inputs
    return [inputs]


def is_several(x):
    return isinstance(x, (list, tuple)) or hasattr(x, "shape")


def missing_rows(x):
    """Counted from 1, along the first axis."""
    if is_missing(x):
        return [1]
    if isinstance(x, (list, tuple)) or type(x).__module__.split(".")[0] == "pandas":
        x = np.asarray(x, dtype=object)
    if isinstance(x, np.ndarray) and x.dtype == object:
        missing = np.vectorize(is_missing, otypes=[bool])(x)
    else:
        missing = nan_places(x)
    if missing is None:
        return []
    return sorted({int(place[0]) + 1 for place in np.argwhere(np.atleast_1d(missing))})


def is_missing(x):
    return x is None or isinstance(x, float) and x != x


@around
def of_windows(function, inputs, *args, **kwargs):
    """Pools the mask of missing values too, if there are any. This is not done in compiled graphs: fit()
    and predict() check their data first."""
    result = function(inputs, *args, **kwargs)
    missing = missing_in(inputs)
    if missing is None:
        return result
    marks = backend.cast(missing, result.dtype)
    return where_nan(function(marks, *args, **kwargs) > 0, result)


def marks(x):
    """An array that is NaN where the tensor or array is; None if it is nowhere, or for other objects."""
    missing = nan_places(x)
    return None if missing is None else np.where(missing, np.nan, 0.0)


def nan_places(x):
    """Whether each element is NaN; None if none is, or for other objects."""
    if not is_array(x) or not is_float(x):
        return None
    missing = np.isnan(x if isinstance(x, np.ndarray) else ops.convert_to_numpy(x))
    return missing if missing.any() else None


def is_array(x):
    """Tensors of TensorFlow may be ragged or symbolic, and are data on any backend. JAX traces some without values."""
    if isinstance(x, np.ndarray) or keras_backend.backend() != "tensorflow" and ops.is_tensor(x):
        return not is_traced(x)
    tf = sys.modules.get("tensorflow")
    return tf is not None and isinstance(x, tf.__internal__.EagerTensor)


def missing_in(inputs):
    import tensorflow as tf

    x = tf.convert_to_tensor(inputs)
    if not isinstance(x, tf.__internal__.EagerTensor) or not x.dtype.is_floating:
        return None
    missing = tf.math.is_nan(x)
    return missing if tf.reduce_any(missing) else None
