"""Tensors and Keras objects in the console: briefly, whatever their size."""

import contextlib
import inspect
import math
import re
import sys

import numpy as np

from rkeras import borrowed
from rkeras.bridge.arrays import as_array

LINES = 20
# The maximum number of elements that are formatted, and that are read to compute the range.
FEW, MANY = 1000, 10**8


def tensor(x, width):
    """The text of `str()` for a tensor, with the ends of each axis if the tensor is large."""
    with _eagerly():
        if not _has_values(x):
            return _symbolic(x)
        facts = _facts(x)
        text, is_cut = _values(x, width)
        facts += _range(x) if is_cut else ""
        if hasattr(x, "path"):
            return f"<Variable path={x.path}, {facts}, value={_below(text)}>"
        if "Variable" in type(x).__name__:
            return f"<tf.Variable '{x.name}', {facts}, value={_below(text)}>"
        return f"{_kind(x)}({_with(text, facts, width, _kind(x))})"


def sparse(x, width):
    places, values = (_below(_values(part, width)[0]) for part in (x.indices, x.values))
    return f"tf.SparseTensor({values}, at {places}, {_facts(x)})"


# The properties follow the values if they fit in the line.
def _with(text, facts, width, kind):
    room = width - (len(f"{kind}(") if "\n" not in text else 0)
    fits = len(text.splitlines()[-1]) + len(", " + facts + ")") <= room
    return _below(text) + (", " if fits else ",\n") + facts


def sparse_line(x):
    return f"<tf.SparseTensor {type_and_shape(x)}> {x.values.shape[0]} values"


def tensor_line(x, width):
    """The same in one line: only the first elements."""
    with _eagerly():
        if not _has_values(x):
            return _symbolic(x)
        kind = "tf.Variable" if "Variable" in type(x).__name__ else _kind(x)
        line = f"<{'Variable' if hasattr(x, 'path') else kind} {type_and_shape(x)}>"
        items = [_item(value) for value in _first(x, 10)]
        if items and math.prod(x.shape) > len(items):
            items.append("...")
        while items and len(line) + 1 + len(" ".join(items)) > width:
            items = [*items[:-2], "..."] if len(items) > 1 else []
        return " ".join([line, *items])


def type_and_shape(x):
    """For example `float32 [2, 3]`; an axis of unknown length is NA, as in R."""
    return f"{_type(x)} [{_lengths(x)}]"


def _lengths(x):
    rank = getattr(x.shape, "rank", 0)
    return "..." if rank is None else ", ".join("NA" if n is None else str(n) for n in x.shape)


def _symbolic(x):
    """A tensor of a model that has no values, as others are shown."""
    if type(x).__name__ != "KerasTensor":
        return repr(x)
    kinds = "".join(f", {kind}=True" for kind in ("sparse", "ragged") if getattr(x, kind, False))
    return f"<KerasTensor {_facts(x)}{kinds}, name={x.name}>"


def settings(x):
    """The class and settings of an object whose `repr` is only an address."""
    text = repr(x)
    if text.startswith(f"<{type(x).__name__} name=") and hasattr(x, "get_config"):
        return _with_arguments(x, text)
    if " at 0x" not in text:
        return text
    try:
        known = x.get_config() if hasattr(x, "get_config") else _arguments(x)
    except Exception:
        return text
    known = {**known, **getattr(x, borrowed.spelled("loss_settings"), {})}
    known = {name: value for name, value in map(_setting, known.items()) if _is_shown(name, value, known)}
    shown = [f"{name}={_item(value)}" for name, value in known.items()]
    return f"<{type(x).__name__}{' ' if shown else ''}{', '.join(shown)}>"


def _with_arguments(layer, text):
    """The `repr` of a layer, with the arguments that are not the defaults after its name."""
    try:
        config = layer.get_config()
        parameters = inspect.signature(type(layer).__init__).parameters.values()
        chosen = [(p.name, config[p.name]) for p in parameters if p.name in config]
        defaults = {p.name: p.default for p in parameters}
    except Exception:
        return text
    shown = "".join(f", {name}={_setting_text(value)}" for name, value in chosen if _is_chosen(value, defaults[name]))
    return text.replace(", built=", f"{shown}, built=")


def _is_chosen(value, default):
    if isinstance(value, (list, tuple)):
        is_default = bool(value) and all(part == default for part in value)
        return all(isinstance(part, (int, float)) for part in value) and not is_default and tuple(value) != default
    if _is_r_function(value):
        return True
    if default is None and value in ("linear", "channels_last"):
        return False
    return isinstance(value, (int, float, str)) and value != default


def _is_r_function(value):
    """Whether it is the description of an R function (rkeras.keras.code)."""
    return isinstance(value, dict) and (value.get("module"), value.get("class_name")) == ("R", "function")


def _setting_text(value):
    if _is_r_function(value):
        name = re.sub(r"^R>|_[0-9a-f]{12}$", "", value["config"])
        return "function" if name == "r_function" else name
    return f"({', '.join(map(str, value))})" if isinstance(value, (list, tuple)) else _item(value)


def _arguments(x):
    names = inspect.signature(type(x).__init__).parameters
    return {name: getattr(x, name) for name in names if hasattr(x, name)}


def _setting(setting):
    name, value = setting
    return name, value["class_name"] if isinstance(value, dict) and "class_name" in value else value


def _is_shown(name, value, known):
    if name == "name" or (name == "ema_momentum" and not known.get("use_ema")):
        return False
    return value is True or (isinstance(value, (int, float, str)) and value is not False)


# A tensor that a graph captures can still be read outside the graph.
def _eagerly():
    tf = sys.modules.get("tensorflow")
    return tf.init_scope() if tf else contextlib.nullcontext()


def _kind(x):
    library = borrowed.library_of(type(x).__module__)
    return {"jax": "jax.Array", "torch": "torch.Tensor"}.get(library, "tf.Tensor")


def _has_values(x):
    value = getattr(x, borrowed.spelled("value"), None) if hasattr(x, "path") else x
    return hasattr(value, "__array__") and _can_be_read(value) and None not in tuple(x.shape)


def is_traced(x):
    return isinstance(x, getattr(getattr(sys.modules.get("jax"), "core", None), "Tracer", ()))


# Symbolic tensors have `__array__()`, but it only raises an error.
def _can_be_read(x):
    graph = getattr(sys.modules.get("tensorflow"), "Graph", None)
    placeholder = getattr(sys.modules.get("keras"), "KerasTensor", ())
    of_graph = graph and isinstance(getattr(x, "graph", None), graph)
    return not (of_graph or is_traced(x) or isinstance(x, placeholder))


def _facts(x):
    return f"shape=({_lengths(x)}), dtype={_type(x)}"


def _type(x):
    return getattr(x.dtype, "name", None) or str(x.dtype)


def _values(x, width):
    """The elements as text, and whether some were omitted."""
    size = math.prod(x.shape)
    # Empty axes would not be visible among others.
    if size <= FEW:
        text = _text(_array(x), width, size + 1, 3)
        if text.count("\n") < LINES:
            return text, False
    # For a batch of images, the numbers at the corners are not informative.
    for edge in (3, 2, 1) if len(x.shape) <= 3 else ():
        text = _text(_ends(x, edge), width, 0, edge)
        if text.count("\n") < LINES or edge == 1:
            return text, True
    return "...", True


def _ends(x, edge):
    """The array without its middle, but long enough for NumPy to insert dots there."""
    # The longest axis is cut first, so that little is copied.
    axes = sorted(range(len(x.shape)), key=lambda axis: x.shape[axis])
    return _cut(x, axes, edge)


def _cut(x, axes, edge):
    if not axes:
        return _array(x)
    *rest, axis = axes
    length = x.shape[axis]
    if length <= 2 * edge + 1:
        return _cut(x, rest, edge)
    ends = slice(0, edge + 1), slice(length - edge, length)
    return np.concatenate([_cut(x[(slice(None),) * axis + (end,)], rest, edge) for end in ends], axis)


def _first(x, count):
    """The first elements in row-major order."""
    key = []
    for length in reversed(tuple(x.shape)):
        key.insert(0, slice(0, max(count, 1)))
        count = -(-count // max(length, 1))
    part = _array(x[tuple(key)] if key else x)
    return part.ravel()[:10].tolist() if part.dtype.kind in "OSU" else list(part.ravel()[:10])


def _array(x):
    value = as_array(x)
    return value.astype(object) if value.dtype.kind in "SU" else value


def _text(value, width, threshold, edge):
    return np.array2string(
        value, max_line_width=width, threshold=threshold, edgeitems=edge, formatter={"object": _item},
        suppress_small=_is_plain(value),
    )


# NumPy would format 1 and 2000 as 1.e+00 and 2.e+03.
def _is_plain(value):
    with np.errstate(all="ignore"):
        return value.dtype.kind == "f" and not np.any((value != 0) & (np.abs(value) < 1e-4))


def _item(value):
    if isinstance(value, bytes):
        try:
            value = value.decode()
        except UnicodeDecodeError:
            return repr(value if len(value) <= 40 else value[:37] + b"...")
        return '"' + (value if len(value) <= 40 else value[:37] + "...").translate(_ESCAPES) + '"'
    if isinstance(value, (bool, np.bool_, str)):
        return str(value)
    try:
        return f"{value:.4g}"
    except (TypeError, ValueError):
        return str(value)


# As R prints strings.
_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r", "\t": r"\t"})


def _range(x):
    value = getattr(x, borrowed.spelled("value"), x)
    if _type(x) in ("bool", "string", "complex64", "complex128") or math.prod(x.shape) > MANY:
        return ""
    try:
        import keras

        low, high = (as_array(f(value)).item() for f in (keras.ops.min, keras.ops.max))
    except Exception:
        return ""
    return f", from {_item(low)} to {_item(high)}"


def _below(text):
    return "\n" + text if "\n" in text else text
