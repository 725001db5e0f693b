"""Parts of tensors with R's conventions: positions start at 1, ranges include their end.

A key is a list: ["all"], ["rest"] (the axes that no key refers to), ["new"] (an axis of length 1),
["range", start, stop, step] or ["at", positions]. The rules say how their numbers are read.
"""

import functools
import math
from typing import NamedTuple

import numpy as np
from keras import Variable, backend

from rkeras import borrowed
from rkeras.tensors.library import in_own_library, library_in_use, ops
from rkeras.tensors.positions import from_one

Eager = OneDevice = None
if backend.backend() == "tensorflow":
    import tensorflow as tf

    Eager = tf.__internal__.EagerTensor
    OneDevice = borrowed.get("resource_variable") if borrowed.is_there("resource_variable") else None


class Rules(NamedTuple):
    base: int = 1
    inclusive: bool = True
    checked: bool = True
    tensors_as_is: bool = False

    def place(self, position):
        """The position from 0; those from the end are the same in R and in Python."""
        return position if position < 0 else position - self.base

    def places(self, positions):
        """The same for a NumPy array."""
        return np.where(positions < 0, positions, positions - self.base)

    def tensor(self, positions):
        return positions if self.tensors_as_is or self.base == 0 else from_one(positions)


@in_own_library
def get(x, keys, rules=(), drop=True):
    rules = Rules(*rules)
    if rank(x) == 0 and sum(key[0] not in ("rest", "new") for key in keys) == 1:
        # R has no scalars: a single number is a vector of one.
        x = ops.reshape(x, (1,))
    whole = of_all_axes(x, keys)
    if whole is not None:
        return masked(x, whole) if is_mask(whole) else elements(x, whole, rules)
    keys = expanded(keys, rank(x))
    x = of_mask_lengths(x, keys)
    basic = placed(x, keys, drop, rules)
    several = [(i, place) for i, place in enumerate(basic) if is_several(place)]
    for i, _ in several:
        basic[i] = slice(None)
    if any(not isinstance(place, slice) or place != slice(None) for place in basic):
        x = part(x, basic)
    for i, positions in several:
        x = taken(x, positions, axis_after(basic, i))
    return x


def axis_after(basic, i):
    """The axis of the part to which place `i` belongs: from the end after axes of unknown number."""
    is_from_end = any(place is ... for place in basic[:i])
    kept = sum(place is None or isinstance(place, slice) for place in (basic[i:] if is_from_end else basic[:i]))
    return -kept if is_from_end else kept


def of_all_axes(x, keys):
    """The mask or the matrix of positions, if the only subscript is one for all axes at once."""
    if len(keys) != 1 or keys[0][0] != "at":
        return None
    whole = keys[0][1]
    if rank(x) is None:
        return whole if is_mask(whole) and rank(whole) not in (-1, 0, 1) else None
    is_one = rank(whole) == rank(x) != 1 if is_mask(whole) else rank(whole) == 2
    return whole if is_one else None


def masked(x, mask):
    """The elements column by column."""
    if rank(x) is not None:
        check_mask(x, mask)
        return ops.transpose(x)[ops.transpose(mask)]
    import tensorflow as tf

    tf.debugging.assert_equal(tf.shape(x), tf.shape(mask), "a mask must have the shape of the tensor")
    return tf.boolean_mask(tf.reshape(tf.transpose(x), [-1]), tf.reshape(tf.transpose(mask), [-1]))


def part(x, places):
    """x[places]; of eager tensors of TensorFlow in a fraction of the time."""
    slicing = slicing_of(places) if is_eager(x) else None
    if slicing is not None:
        return tf.raw_ops.StridedSlice(input=x, **slicing)
    return x[tuple(places)] if library_in_use() != "torch" else part_of_torch(x, places)


def part_of_torch(x, places):
    """PyTorch's slices have positive steps: ranges that go down are read upwards and turned."""
    lengths, turned = iter(x.shape), []
    places = list(places)
    for i, place in enumerate(places):
        length = None if place is None else next(lengths)
        if isinstance(place, slice) and is_number(place.step) and place.step < 0:
            chosen = range(length)[place][::-1]
            places[i] = slice(chosen.start, chosen.stop, chosen.step) if chosen else slice(0, 0)
            turned.append(axis_after(places, i))
    x = x[tuple(places)]
    return ops.flip(x, axis=turned) if turned else x


def is_eager(x):
    return type(x) is Eager and tf.executing_eagerly()


def slicing_of(places):
    """The arguments of TensorFlow's operation; None if bounds are tensors."""
    # Slices have no hash before Python 3.12.
    known = tuple((place.start, place.stop, place.step) if isinstance(place, slice) else place for place in places)
    bounds = (bound for place in known for bound in (place if isinstance(place, tuple) else (place,)))
    is_plain = all(bound is None or is_number(bound) and abs(bound) < 2**31 - 1 for bound in bounds)
    return slicing_at(known) if known and is_plain else None


# Loops often read the same parts of many tensors. The arguments are tensors, which take longer to make than
# the part.
@functools.lru_cache(maxsize=1024)
def slicing_at(places):
    begin, end, strides = [], [], []
    masks = {"begin_mask": 0, "end_mask": 0, "ellipsis_mask": 0, "new_axis_mask": 0, "shrink_axis_mask": 0}
    for axis, place in enumerate(places):
        if place is None:
            start, stop, step = 0, 0, 1
            masks["new_axis_mask"] |= 1 << axis
        elif is_number(place):
            start, stop, step = place, place + 1, 1
            masks["shrink_axis_mask"] |= 1 << axis
        else:
            start, stop, step = place
            masks["begin_mask"] |= (start is None) << axis
            masks["end_mask"] |= (stop is None) << axis
        begin.append(start or 0)
        end.append(stop or 0)
        strides.append(1 if step is None else step)
    return {"begin": tf.constant(begin), "end": tf.constant(end), "strides": tf.constant(strides), **masks}


def taken(x, positions, axis):
    """The positions of one axis. Keras's take() is for tensors, of which it reads no values."""
    if is_eager(x) and isinstance(positions, np.ndarray):
        positions = np.where(positions < 0, positions + x.shape[axis], positions)
        return tf.raw_ops.GatherV2(params=x, indices=positions, axis=axis)
    return ops.take(x, positions, axis=axis)


def get_ragged(x, keys, rules=(), drop=True):
    """The same for a ragged tensor, of which only the first axis can have several positions."""
    places = placed(x, expanded(keys, rank(x)), drop, Rules(*rules))
    for i, positions in enumerate(places):
        if is_several(positions):
            if any(place is not None for place in places[:i]):
                raise IndexError("of a ragged tensor, only the first axis can have several positions")
            import tensorflow as tf

            x = tf.gather(x, positions)
            places[i] = slice(None)
    return x[tuple(places)]


@in_own_library
def put(x, keys, rules, value):
    """x with this part replaced by `value`, which is broadcast. Assigns a variable, or returns a new
    tensor."""
    place = place_in_variable(x, keys, Rules(*rules))
    if place is not None:
        assign_part(*place, as_stored(value, x))
        return x
    shape = ops.shape(x)
    places, block = places_of(x, keys, Rules(*rules))
    value = ops.broadcast_to(as_stored(value, x), (*ops.shape(places), *block))
    width = math.prod(block)
    flat = ops.scatter_update(
        ops.reshape(x, (-1, width)), ops.reshape(places, (-1, 1)), ops.reshape(value, (-1, width))
    )
    made = ops.reshape(flat, shape)
    if hasattr(x, "assign"):
        x.assign(made)
        return x
    return made


def assign_part(variable, places, value):
    slicing = slicing_of(places) if is_plain_variable(variable) else None
    if slicing is None:
        old = variable[places]
        old.assign(ops.broadcast_to(value, ops.shape(old)))
        return
    shape = [len(range(n)[place]) for n, place in zip(variable.shape, places) if isinstance(place, slice)]
    value = value if value.shape == shape else tf.broadcast_to(value, shape)
    tf.raw_ops.ResourceStridedSliceAssign(ref=variable.handle, value=value, **slicing)


def is_plain_variable(x):
    """Not of several devices, and outside graphs."""
    return type(x) is OneDevice and tf.executing_eagerly() and x.shape.is_fully_defined()


def place_in_variable(x, keys, rules):
    """The variable of TensorFlow and the key of a part that it can assign without reading all of itself."""
    variable = getattr(x, "value", x) if isinstance(x, Variable) else x
    if not hasattr(variable, "scatter_nd_update") or any(key[0] == "new" for key in keys):
        return None
    if len(keys) == 1 and keys[0][0] == "at" and not is_number(keys[0][1]):
        return None
    places = placed(x, expanded(keys, rank(x)), True, rules)
    is_part = all(place.step is None or place.step > 0 for place in places if isinstance(place, slice))
    return (variable, tuple(places)) if is_part and not any(map(is_several, places)) else None


def places_of(x, keys, rules):
    """The same part of a tensor of positions, from 0, in blocks, and the shape of a block: the last axes that the
    part contains completely."""
    lengths, block = list(ops.shape(x)), []
    if of_all_axes(x, keys) is None:
        keys = expanded(keys, rank(x))
        while keys and keys[-1][0] == "all":
            keys.pop()
            block.insert(0, lengths.pop())
    # JAX has int64 only if it is enabled.
    size = math.prod(x.shape) if None not in x.shape else 0
    dtype = "int64" if size > np.iinfo("int32").max else "int32"
    positions = ops.reshape(ops.arange(math.prod(lengths), dtype=dtype), lengths)
    return get(positions, keys, rules), tuple(block)


def as_stored(value, x):
    """The value in the type of x; an error if that would lose information."""
    dtype = backend.standardize_dtype(x.dtype)
    if type(value) is float and Eager and "float" in dtype:
        return tf.constant(value, dtype)
    if not hasattr(value, "dtype"):
        value = np.asarray(value)
    is_text = isinstance(value, np.ndarray) and value.dtype.kind in "OSU"
    given = "string" if is_text else backend.standardize_dtype(value.dtype)
    if "string" in (dtype, given):
        if dtype != given:
            raise TypeError(f"a tensor of {dtype} cannot hold values of {given}")
        return ops.convert_to_tensor(value)
    if "int" in dtype and "float" in given:
        if not isinstance(value, np.ndarray) or not np.all(value == np.trunc(value)):
            raise TypeError(f"a tensor of {dtype} cannot hold values of {given}: cast either of them")
    if dtype == "bool" and given != "bool":
        raise TypeError(f"a tensor of bool cannot hold values of {given}")
    return ops.cast(ops.convert_to_tensor(value), dtype)


def expanded(keys, axes):
    """One key for each axis (and for each new one); `axes` is None if their number is not known."""
    named = sum(key[0] not in ("rest", "new") for key in keys)
    rests = [i for i, key in enumerate(keys) if key[0] == "rest"]
    if axes is not None and named > axes:
        raise IndexError(f"{named} subscripts for a tensor of {axes} dimensions")
    if len(rests) > 1:
        raise IndexError("`..` can stand in one place only")
    place = rests[0] if rests else len(keys)
    fill = [["rest"]] if axes is None else [["all"]] * (axes - named)
    return [*keys[:place], *fill, *keys[place + 1 :]]


def placed(x, keys, drop, rules):
    """What Python's brackets take in place of each of the expanded keys; for several positions, a vector."""
    shape, axis, places = x.shape, 0, []
    is_known = ["rest"] not in keys
    for key in keys:
        if key[0] in ("new", "rest"):
            places.append(None if key[0] == "new" else ...)
        else:
            places.append(of_axis(key, shape[axis] if is_known else None, axis, drop, rules))
            axis += 1
    return places


def of_axis(key, length, axis, drop, rules):
    if key[0] == "all":
        return slice(None)
    if key[0] == "range":
        return range_slice(*key[1:], length, axis, rules)
    return at(key[1], length, axis, drop, rules)


def range_slice(start, stop, step, length, axis, rules):
    if step == 0:
        raise IndexError("the step of a range cannot be 0")
    within = length if rules.checked else None
    check(start, within, axis, rules)
    check(stop, within, axis, rules, beyond=0 if rules.inclusive else 1)
    if step is None and rules.inclusive and is_number(start) and is_number(stop):
        step = -1 if start > stop and (start >= 0) == (stop >= 0) else None
    down = is_number(step) and step < 0
    return slice(first(start, rules), end(stop, down, rules), step)


def first(start, rules):
    if start is None:
        return None
    return rules.place(start) if is_number(start) else rules.tensor(start)


def end(stop, down, rules):
    """The end of a Python range, which excludes it."""
    if stop is None or (not is_number(stop) and rules.tensors_as_is):
        return stop
    place = rules.place(stop) if is_number(stop) else stop - rules.base
    if not rules.inclusive:
        return place
    # Beyond the first or the last place there is no position to name: the range is open.
    if is_number(stop) and place == (0 if down else -1):
        return None
    return place - 1 if down else place + 1


def at(positions, length, axis, drop, rules):
    """As of_axis(), for single positions."""
    if is_mask(positions):
        return which(positions, length, axis)
    if is_number(positions):
        check(positions, length, axis, rules)
        place = rules.place(positions)
        return place if drop else slice(place, None if place == -1 else place + 1)
    if isinstance(positions, (list, np.ndarray)):
        positions = np.asarray(positions, dtype="int64") if len(positions) else np.zeros(0, "int32")
        for position in extremes(positions):
            check(position, length, axis, rules)
        return rules.places(positions).astype("int32")
    if rank(positions) > 1:
        raise IndexError("several subscripts can be numbers or vectors, not matrices")
    place = rules.tensor(positions)
    return place if rank(positions) == 0 and drop else ops.reshape(place, (-1,))


def elements(x, places, rules):
    """The elements at the positions in the rows of a matrix."""
    return ops.take(ops.reshape(x, (-1,)), flat_places(x, places, rules), axis=0)


def flat_places(x, places, rules):
    if places.shape[1] != rank(x):
        raise IndexError(f"a matrix of positions needs a column for each of the {rank(x)} axes")
    flat = 0
    for axis, length in enumerate(ops.shape(x)):
        column = places[:, axis]
        if isinstance(places, np.ndarray):
            column = at(column, x.shape[axis], axis, True, rules)
        else:
            column = rules.tensor(column)
        flat = flat * length + ops.where(column < 0, column + length, column)
    return flat


def extremes(positions):
    """The positions that can be invalid: if these are not, none is."""
    if not positions.size:
        return []
    return [0] * bool((positions == 0).any()) + [int(positions.min()), int(positions.max())]


def check(position, length, axis, rules, beyond=0):
    if not is_number(position):
        return
    if position == 0 and rules.base == 1:
        raise IndexError("positions count from 1; there is no position 0")
    if length is not None and (position > length - 1 + rules.base + beyond or position < -length):
        counted = "" if rules.base else ", and positions count from 0"
        raise IndexError(f"position {position} is out of bounds: axis {axis + 1} has length {length}{counted}")


def check_mask(x, mask):
    for axis, (length, given) in enumerate(zip(x.shape, mask.shape)):
        check_mask_length(given, length, axis)


def check_mask_length(given, length, axis):
    if None not in (length, given) and length != given:
        raise IndexError(f"a mask of length {given} for axis {axis + 1}, which has length {length}")


def which(mask, length, axis):
    if isinstance(mask, bool):
        mask = [mask] * (length or 1)
    if isinstance(mask, (list, np.ndarray)):
        mask = np.reshape(mask, -1)
        check_mask_length(len(mask), length, axis)
        return ops.convert_to_tensor(np.flatnonzero(mask), dtype="int32")
    mask = ops.reshape(mask, (-1,))
    check_mask_length(mask.shape[0], length, axis)
    return ops.nonzero(mask)[0]


def of_mask_lengths(x, keys):
    """x, which fails when a graph runs if an axis has another length than its mask. Lengths that are known are
    compared before."""
    if Eager is None or tf.executing_eagerly() or not tf.is_tensor(x):
        return x
    named = [key for key in keys if key[0] != "new"]
    rest = named.index(["rest"]) if ["rest"] in named else len(named)
    for i, key in enumerate(named):
        if key[0] == "at" and is_mask(key[1]) and not isinstance(key[1], bool):
            x = of_mask_length(x, tf.reshape(key[1], [-1]), i if i < rest else i - len(named))
    return x


def of_mask_length(x, mask, axis):
    if None not in (mask.shape[0], x.shape.rank and x.shape[axis]):
        return x
    words = f"a mask needs the length of axis {axis + 1}" if axis >= 0 else "a mask needs the length of its axis"
    with tf.control_dependencies([tf.debugging.assert_equal(tf.shape(x)[axis], tf.size(mask), words)]):
        return tf.identity(x)


def is_mask(x):
    if isinstance(x, list):
        return len(x) > 0 and all(isinstance(item, bool) for item in x)
    return isinstance(x, bool) or str(getattr(x, "dtype", "")).endswith(("bool", "bool'>"))


def is_number(x):
    return isinstance(x, int) and not isinstance(x, bool)


def is_several(place):
    """Whether this is a vector of positions."""
    return not isinstance(place, (slice, int)) and place is not None and place is not ... and rank(place) == 1


def is_unranked(x):
    """Whether not even the number of axes is known, as of some tensors while a graph is traced."""
    return getattr(getattr(x, "shape", None), "rank", 0) is None


def rank(x):
    """None if it is not known, -1 for what has no axes."""
    shape = getattr(x, "shape", None)
    if shape is None:
        return -1
    return shape.rank if hasattr(shape, "rank") else len(shape)
