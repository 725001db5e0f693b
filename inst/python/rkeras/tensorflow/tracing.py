"""TensorFlow functions made of R functions (R/graph-function.R)."""

import functools
import itertools
import sys

from rkeras import rpycall
from rkeras.bridge import classes, imports


def is_tracing():
    """Whether operations are recorded, as far as it is known: JAX does not say."""
    tf = sys.modules.get("tensorflow")
    if tf is not None and hasattr(tf, "executing_eagerly") and not tf.executing_eagerly():
        return True
    keras = sys.modules.get("keras")
    return hasattr(keras, "backend") and keras.backend.backend() not in ("tensorflow", "numpy", "torch")


def is_in_function():
    """Whether TensorFlow traces a function, outside of whose graph variables are created."""
    tf = sys.modules.get("tensorflow")
    return hasattr(tf, "inside_function") and tf.inside_function()


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
    imports.after("tensorflow", _take_r_functions)


def _take_r_functions():
    import tensorflow as tf

    rpycall.watch_random_numbers()
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


def dtype_and_shape(x):
    return {"dtype": dtype_name(x), "shape": static_shape(x)}


def dtype_names(*tensors):
    return [dtype_name(x) for x in tensors]


def common_dtype(x, y):
    from keras import backend

    return backend.result_type(x, y)


def in_range(index, n):
    """The index, or the last branch, the default, if there is no such branch."""
    from keras import ops

    return ops.where((index < 0) | (index >= n), n - 1, index)


def index_of_name(selector, names):
    """The position of a string tensor among the names, or their number if it is none of them."""
    import tensorflow as tf

    found = tf.equal(tf.constant(names, tf.string), selector)
    return tf.where(tf.reduce_any(found), tf.argmax(tf.cast(found, tf.int32), output_type=tf.int32), len(names))


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
    """R's `start:end`, which counts down if `start` is larger, and ends before a fractional `end`."""
    import tensorflow as tf

    start, end = one_number(start), one_number(end)
    whole = 1e-10 + tf.abs(tf.cast(end, tf.float64) - tf.cast(start, tf.float64))
    steps = tf.range(tf.cast(tf.floor(whole), tf.int32) + 1)
    down = tf.cast(start, tf.float64) > tf.cast(end, tf.float64)
    return start + tf.cast(tf.where(down, -steps, steps), start.dtype)


def one_number(x):
    """A scalar: an error if it is missing when the graph runs."""
    import tensorflow as tf

    x = tf.reshape(x, [])
    return tf.debugging.check_numerics(x, "NA/NaN argument of a range") if x.dtype.is_floating else x


def seq_len(n):
    import tensorflow as tf

    n = tf.cast(one_number(n), tf.int32)
    at_least_zero = tf.debugging.assert_non_negative(n, "seq_len() needs a number of at least 0")
    with tf.control_dependencies([] if at_least_zero is None else [at_least_zero]):
        return tf.range(1, tf.identity(n) + 1)


def seq_by(start, end, by):
    """R's `seq(start, end, by)`: an error if `by` leads away from `end`."""
    import tensorflow as tf

    start, end, by = one_number(start), one_number(end), one_number(by)
    steps = tf.cast(end - start, tf.float64) / tf.cast(by, tf.float64)
    steps = tf.where(tf.equal(start, end), tf.zeros_like(steps), steps)
    steps = _where_true(steps >= 0, "wrong sign in `by` of seq()", steps)
    return start + tf.cast(tf.range(tf.cast(tf.floor(steps + 1e-10), tf.int32) + 1), start.dtype) * by


def repeated(x, times):
    """R's `rep(x, times)` of a vector and a number."""
    import tensorflow as tf

    times = tf.cast(one_number(times), tf.int32)
    times = _where_true(times >= 0, "rep() needs `times` of at least 0", times)
    return tf.tile(tf.reshape(x, [-1]), [times])


def not_empty(x):
    import tensorflow as tf

    return _where_true(tf.size(x) > 0, "integers have no extreme if there are none", x)


def as_integer(x):
    """R's `as.integer()`: an error where R has NA."""
    from keras import ops

    return ops.cast(_without_missing(x, lambda: ops.all(ops.abs(x) < 2.0**31), "as.integer()"), "int32")


def as_logical(x):
    """R's `as.logical()`: an error where R has NA."""
    from keras import ops

    return ops.cast(_without_missing(x, lambda: ops.all(x == x), "as.logical()"), "bool")


def _without_missing(x, known, function):
    from keras import backend

    if "float" not in backend.standardize_dtype(x.dtype):
        return x
    tf = sys.modules.get("tensorflow")
    if tf is None or not tf.is_tensor(x):
        raise TypeError(f"{function} of floating-point tensors cannot be checked for NA here: use op_cast().")
    return _where_true(known(), f"{function} gives NA, which a tensor cannot hold", x)


def _where_true(condition, message, x):
    """`x`, whose use is an error when the graph runs and the condition is false."""
    import tensorflow as tf

    with tf.control_dependencies([tf.debugging.Assert(condition, [message])]):
        return tf.identity(x)


def is_in(x, table):
    """R's `x %in% table`, for which NaN equals NaN."""
    from keras import ops

    return ops.any(equal(ops.expand_dims(x, -1), ops.reshape(table, (-1,))), axis=-1)


def is_identical(x, y):
    from keras import ops

    return ops.all(equal(ops.reshape(x, (-1,)), ops.reshape(y, (-1,))))


def equal(x, y):
    from keras import backend, ops

    same = x == y
    if "float" not in backend.standardize_dtype(x.dtype):
        return same
    return ops.logical_or(same, ops.logical_and(ops.isnan(x), ops.isnan(y)))
