"""Elements of datasets that R functions compute.

TensorFlow calls the R functions from threads of its own, as operators (operators.py) and through
generators; the bridge runs each call on R's thread. Values of R are fitted to the types and shapes that the
dataset declares, because TensorFlow would fail with an error that names neither.
"""

import numpy as np
import tensorflow as tf


class Unlike(ValueError):
    """A value that is not as the dataset declares."""


# ---- Types and shapes ----------------------------------------------------------------------------


def spec_of(value, is_batch=False):
    """The specs of an example. The first axis of a batch may have any length."""
    return tf.nest.map_structure(lambda part: leaf_spec(np.asarray(part), is_batch), value)


def leaf_spec(array, is_batch):
    shape = (None, *array.shape[1:]) if is_batch and array.ndim else array.shape
    return tf.TensorSpec(shape, as_dtype(array))


def as_dtype(array):
    return tf.string if array.dtype.kind in "OUS" else tf.as_dtype(array.dtype)


def has_batches(dataset):
    """Whether the first axis of each part may have any length."""
    shapes = [spec.shape for spec in tf.nest.flatten(dataset.element_spec)]
    return all(shape.rank is not None and shape.rank > 0 and shape[0] is None for shape in shapes)


class Fit:
    """Makes arrays of the declared types and shapes of a value."""

    def __init__(self, specs):
        self.specs = specs
        self.flat = tf.nest.flatten(specs)

    def __call__(self, value):
        if not is_alike(self.specs, value):
            raise Unlike(f"has the parts {parts(value)}, not {parts(self.specs)}")
        return [fitted(part, spec) for part, spec in zip(tf.nest.flatten(value), self.flat)]

    def pack(self, arrays):
        return tf.nest.pack_sequence_as(self.specs, arrays)


def is_alike(specs, value):
    """Whether a value has the same parts. A tuple may be a list."""
    if isinstance(specs, dict):
        return isinstance(value, dict) and specs.keys() == value.keys() and all(is_alike(specs[key], value[key]) for key in specs)
    if isinstance(specs, (tuple, list)):
        return isinstance(value, (tuple, list)) and len(specs) == len(value) and all(map(is_alike, specs, value))
    return not isinstance(value, (dict, tuple, list))


def parts(value):
    if isinstance(value, dict):
        return "(" + ", ".join(f"{name}: {parts(part)}" if is_nested(part) else name for name, part in value.items()) + ")"
    if isinstance(value, (list, tuple)):
        return "(" + ", ".join(parts(part) if is_nested(part) else str(i + 1) for i, part in enumerate(value)) + ")"
    return "of a single tensor"


def is_nested(value):
    return isinstance(value, (dict, list, tuple))


def fitted(part, spec):
    array = np.asarray(part)
    if as_dtype(array) != spec.dtype:
        array = cast(array, spec.dtype)
    if not spec.shape.is_compatible_with(array.shape):
        # R has no difference between a number and a vector of length 1.
        if array.size == 1 and spec.shape.rank in (0, 1) and array.ndim < 2:
            array = array.reshape((1,) * spec.shape.rank)
        if not spec.shape.is_compatible_with(array.shape):
            raise Unlike(f"has the shape {array.shape}, not {spec.shape}")
    return array


def cast(array, dtype):
    is_text = array.dtype.kind in "OUS"
    if is_text or dtype == tf.string:
        raise Unlike(f"is of type {as_dtype(array).name}, not {dtype.name}")
    if dtype.is_integer and array.dtype.kind == "f" and not np.array_equal(array, np.trunc(array)):
        raise Unlike(f"has fractions, but is declared as {dtype.name}")
    return array.astype(dtype.as_numpy_dtype)


# ---- Mapping -------------------------------------------------------------------------------------


def first(dataset):
    """The first element as R receives it, in a list; an empty list if there is none."""
    return [arguments(element) for element in dataset.take(1).as_numpy_iterator()]


def arguments(element):
    """The arguments of the R function: the parts of a tuple, or the element."""
    element = tf.nest.map_structure(readable, element)
    return list(element) if isinstance(element, tuple) else [element]


def readable(value):
    """Strings are bytes in TensorFlow."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if isinstance(value, (np.ndarray, np.generic)) and value.ndim == 0:
        return readable(value.item())
    if isinstance(value, np.ndarray) and value.dtype == object:
        text = [item.decode("utf-8", "surrogateescape") for item in value.ravel()]
        return np.array(text, dtype=object).reshape(value.shape)
    return value


def map_in_r(dataset, function, fit, parallel=None):
    """A dataset of what the R function returns, a list of values in the order of the tensors of `fit`."""
    from rkeras.tensorflow.operators import Operator

    operator = Operator(function, "f", [spec.dtype for spec in fit.flat], True, None, None, True)
    # Files do not contain the code of datasets.
    operator.own_code = ""
    is_tuple = isinstance(dataset.element_spec, tuple)

    @tf.autograph.experimental.do_not_convert
    def transform(*element):
        results = operator(*tf.nest.flatten(element if is_tuple else element[0]))
        for result, spec in zip(results, fit.flat):
            result.set_shape(spec.shape)
        return fit.pack(results)

    return dataset.map(transform, num_parallel_calls=parallel)


# ---- Generating ----------------------------------------------------------------------------------


def generate(passes, specs):
    """A dataset of the items of the iterators that `passes()` returns, one iterator for each pass.

    An item is a list of arrays that `Fit` made.
    """
    fit = Fit(specs)

    def items():
        for arrays in passes():
            yield fit.pack(arrays)

    return tf.data.Dataset.from_generator(items, output_signature=specs)
