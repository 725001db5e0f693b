"""TensorFlow functions made of R functions (R/graph-function.R)."""

import functools
import itertools
import sys

import rpycall

from rkeras.bridge import classes
from rkeras.session import load_hooks


def is_tracing():
    """Whether operations are recorded, as far as it is known: JAX does not say."""
    tf = sys.modules.get("tensorflow")
    if tf is not None and hasattr(tf, "executing_eagerly") and not tf.executing_eagerly():
        return True
    keras = sys.modules.get("keras")
    return hasattr(keras, "backend") and keras.backend.backend() not in ("tensorflow", "numpy", "torch")


class Unset:
    """The default of an argument that R computes."""

    def __repr__(self):
        return "..."


UNSET = Unset()


def function(call, name, formals, doc):
    """A Python function with the signature of an R function, for tf.function()."""
    constants = formals["constants"]
    for parameter in formals["names"]:
        if parameter != "..." and parameter not in formals["required"]:
            constants.setdefault(parameter, UNSET)
    made = classes.function(call, name, formals, doc)
    # TensorFlow counts how often equal code is traced.
    made.__code__ = made.__code__.replace(co_firstlineno=next(NUMBERS))
    return made


NUMBERS = itertools.count(1)


def watch_tensorflow():
    """Makes tf.function() take R functions, also after its import from Python."""
    load_hooks.register("tensorflow", _take_r_functions)


def _take_r_functions():
    import tensorflow as tf

    original = tf.function

    @functools.wraps(original)
    def function(func=None, *args, **kwargs):
        if isinstance(func, rpycall.RFunction):
            func = rpycall.rkeras("traceable", func, kwargs.pop("autograph", True))
            kwargs["autograph"] = False
        return original(func, *args, **kwargs)

    tf.function = function


def static_shape(x):
    """The shape as a list with None for unknown sizes; None if the rank is unknown."""
    shape = getattr(x, "shape", None)
    if shape is None or getattr(shape, "rank", 0) is None:
        return None
    return [None if not isinstance(n, int) else n for n in shape]


def dtype_name(x):
    dtype = x.dtype
    return getattr(dtype, "name", None) or str(dtype)


def in_range(index, n):
    """The index, or the last branch, the default, if there is no such branch."""
    from keras import ops

    return ops.where((index < 0) | (index >= n), n - 1, index)


def index_of_name(selector, names):
    """The position of a string tensor among the names, or their number if it is none of them."""
    import tensorflow as tf

    found = tf.equal(tf.constant(names, tf.string), selector)
    return tf.where(tf.reduce_any(found), tf.argmax(tf.cast(found, tf.int32), output_type=tf.int32), len(names))


def both(x, y):
    from keras import ops

    return ops.logical_and(x, y)


def slices(x):
    """The number of slices of a tensor along its first axis, and a function of the position."""
    tf = sys.modules.get("tensorflow")
    if tf is not None and isinstance(x, tf.RaggedTensor):
        return [x.nrows(out_type=tf.int32), lambda i: x[i]]
    if tf is not None and tf.is_tensor(x):
        n = x.shape[0] if x.shape.rank else None
        n = tf.shape(x)[0] if n is None else n
        array = tf.TensorArray(x.dtype, size=n, element_shape=x.shape[1:]).unstack(x)
        return [n, array.read]
    return [x.shape[0], lambda i: x[i]]


def reduce_data(data, start, step, goes_on):
    """Runs step(count, element, *state) for the elements of a dataset or iterator while goes_on(*state)."""
    import tensorflow as tf

    if not isinstance(data, tf.data.Dataset):
        return _reduce_iterator(data, start, step, goes_on)
    if goes_on is None:
        return data.reduce(tuple(start), lambda state, *item: tuple(step(state[0], _item(item), *state[1:])))

    def scan(state, *item):
        go = goes_on(*state)
        new = tf.cond(go, lambda: tuple(step(state[0], _item(item), *state[1:])), lambda: state)
        return new, (go, new)

    kept = data.scan(tuple(start), scan).take_while(lambda go, state: go)
    return kept.reduce(tuple(start), lambda old, item: item[1])


def _item(item):
    return item[0] if len(item) == 1 else item


def _reduce_iterator(iterator, start, step, goes_on):
    import tensorflow as tf

    def test(has_next, *state):
        return has_next if goes_on is None else tf.logical_and(has_next, goes_on(*state))

    def body(has_next, *state):
        item = iterator.get_next_as_optional()
        has_next = item.has_value()
        new = tf.cond(has_next, lambda: tuple(step(state[0], item.get_value(), *state[1:])), lambda: state)
        return (has_next, *new)

    return tf.while_loop(test, body, (tf.constant(True), *start))[1:]


def colon(start, end):
    """R's `start:end`, which counts down if `start` is larger."""
    import tensorflow as tf

    dtype = next(x.dtype for x in (start, end) if tf.is_tensor(x))
    start, end = tf.cast(start, dtype), tf.cast(end, dtype)
    step = tf.where(start <= end, tf.ones([], dtype), -tf.ones([], dtype))
    return tf.range(start, end + step, step)


def seq_len(n):
    import tensorflow as tf

    return tf.range(1, n + 1)
