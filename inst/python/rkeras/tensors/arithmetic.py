"""R's operators for tensors."""

import math
import operator

import numpy as np
from keras import KerasTensor, Operation, Variable, backend, saving

from rkeras.tensors.library import in_library, in_own_library, library_beside, library_in_use, ops
from rkeras.tensors.subset import Eager, is_unranked


def add(x, y):
    try:
        return ops.add(x, y)
    except ValueError:
        if not (is_unranked(x) or is_unranked(y)):
            raise
        # Keras's add() looks at the lengths of the axes, its subtract() does not.
        return ops.subtract(x, -y if isinstance(y, (int, float)) else ops.negative(y))


IN_KERAS = {
    "-": "subtract", "*": "multiply", "/": "divide", "^": "power", "%%": "mod", "%/%": "floor_divide",
    "==": "equal", "!=": "not_equal", "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal",
    "&": "logical_and", "|": "logical_or",
}  # fmt: skip
IN_PYTHON = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "^": operator.pow, "%%": operator.mod, "%/%": operator.floordiv, "==": operator.eq,
    "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "&": operator.and_, "|": operator.or_,
}  # fmt: skip
if Eager:
    import tensorflow as tf

    FLOATS = {tf.float32, tf.float64}
    # Not all: Keras has rules of its own for powers, remainders and equality.
    DIRECT = {
        "+": tf.raw_ops.AddV2, "-": tf.raw_ops.Sub, "*": tf.raw_ops.Mul, "/": tf.raw_ops.RealDiv,
        "<": tf.raw_ops.Less, "<=": tf.raw_ops.LessEqual, ">": tf.raw_ops.Greater,
        ">=": tf.raw_ops.GreaterEqual,
    }  # fmt: skip
    OF_FLOATS = "abs sign sqrt floor exp expm1 log1p cos sin tan cosh sinh tanh".split()
    DIRECT_OF_ONE = {name: getattr(tf.raw_ops, name.capitalize()) for name in OF_FLOATS}
else:
    FLOATS, DIRECT, DIRECT_OF_ONE = (), {}, {}
OF_ONE = {"-": "negative", "!": "logical_not"}
OF_ONE_IN_PYTHON = {"-": operator.neg, "+": operator.pos, "!": operator.invert}
ARITHMETIC = ("+", "-", "*", "^", "%%", "%/%")
LARGEST = {"float16": 65504.0, "bfloat16": 3.3895e38, "float32": 3.4028235e38}


def operate(name, x, *other):
    if not other:
        return operate_one(name, x)
    if name in DIRECT and is_direct(x, *other):
        return DIRECT[name](x=x, y=other[0])
    return in_library(library_beside((x, *other)), operate_by_rules, name, x, *other)


def operate_by_rules(name, x, y):
    if not (is_for_keras(x) and is_for_keras(y)):
        return IN_PYTHON[name](with_own_type(x, y), with_own_type(y, x))
    x, y = as_partner(x, y, name), as_partner(y, x, name)
    return add(x, y) if name == "+" else getattr(ops, IN_KERAS[name])(x, y)


def is_direct(x, y):
    """Whether TensorFlow's operation does the same as Keras's, which takes three times as long: of eager tensors
    of one type of float, and of one and an R number, which TensorFlow makes a tensor of this type."""
    if type(x) is Eager:
        return x.dtype in FLOATS and (type(y) is Eager and y.dtype is x.dtype or is_small(y))
    return type(y) is Eager and y.dtype in FLOATS and is_small(x)


def is_small(x):
    """Whether an R number keeps its value in 32 bits, but for rounding."""
    return type(x) is float and (abs(x) <= LARGEST["float32"] or math.isinf(x) or x != x)


@in_own_library
def elementwise(name, x):
    """One of Keras's operations for each element. As in R, True counts as 1."""
    if type(x) is Eager and name in DIRECT_OF_ONE and x.dtype in FLOATS:
        return DIRECT_OF_ONE[name](x=x)
    if is_bool(x):
        x = ops.cast(x, "int32")
    return getattr(ops, name)(x)


@in_own_library
def operate_one(name, x):
    if type(x) is not Eager and not is_for_keras(x):
        return OF_ONE_IN_PYTHON[name](x)
    if name in "+-" and is_bool(x):
        x = ops.cast(x, "int32")
    return x if name == "+" else getattr(ops, OF_ONE[name])(x)


def is_for_keras(x):
    """False for tensors of strings."""
    return isinstance(x, (KerasTensor, Variable)) or not hasattr(x, "dtype") or not is_text(x)


def is_text(x):
    return "string" in str(x.dtype) or "variant" in str(x.dtype)


def as_partner(x, other, name):
    """R numbers are doubles: combined with a tensor they take its floating-point type, and whole ones
    become ints beside ints."""
    if name in ARITHMETIC and is_bool(x):
        return ops.cast(x, "int32")
    if not hasattr(other, "dtype") or isinstance(other, np.ndarray):
        return x
    dtype = backend.standardize_dtype(other.dtype)
    if isinstance(x, (int, float)) and not isinstance(x, bool):
        x = number_beside(x, dtype, name)
        # Of two tensors without axes PyTorch takes the larger type.
        is_weak = type(x) is (int if "int" in dtype else float) and library_in_use() == "torch"
        return ops.convert_to_tensor(x, dtype) if is_weak and ops.is_tensor(other) and name != "/" else x
    if isinstance(x, np.ndarray) and x.dtype == "float64":
        return ops.convert_to_tensor(x, dtype=dtype if "float" in dtype else "float64")
    return x


def number_beside(x, dtype, name):
    """The R number, as a tensor of a larger type if it has no place in that of the tensor."""
    if "int" in dtype:
        if name == "/" or isinstance(x, float) and not x.is_integer():
            return x
        limits = np.iinfo(dtype)
        return int(x) if limits.min <= x <= limits.max else ops.convert_to_tensor(x, larger_int(x))
    if math.isfinite(x) and abs(x) > LARGEST.get(dtype, math.inf):
        return ops.convert_to_tensor(x, "float32" if abs(x) <= LARGEST["float32"] else "float64")
    return x


def larger_int(x):
    if abs(x) <= np.iinfo("int32").max:
        return "int32"
    # JAX has 64 bits only if they are enabled.
    return "int64" if abs(x) < 2**63 and library_in_use() != "jax" else "float64"


@in_own_library
def alike(values):
    """Tensors of one type, of tensors and R values: these become partners of the first tensor."""
    tensor = next(x for x in values if is_tensor(x) and not isinstance(x, np.ndarray))
    made = [x if is_tensor(x) and not isinstance(x, np.ndarray) else as_tensor_beside(x, tensor) for x in values]
    if any(is_text(x) for x in made):
        return made
    dtype = backend.result_type(*(backend.standardize_dtype(x.dtype) for x in made))
    return [ops.cast(x, dtype) for x in made]


def as_tensor_beside(x, tensor):
    if is_text(tensor):
        return ops.convert_to_tensor(x)
    dtype = backend.standardize_dtype(tensor.dtype)
    x = as_partner(x, tensor, "+") if dtype != "bool" else x
    is_weak = isinstance(x, float) and "float" in dtype
    return ops.convert_to_tensor(x, dtype=dtype if is_weak else None)


@in_own_library
def special(name, x):
    """lgamma, digamma and trigamma, for which Keras has no operations."""
    if isinstance(x, KerasTensor):
        return Special(name).symbolic_call(x)
    if "float" not in backend.standardize_dtype(x.dtype):
        x = ops.cast(x, backend.floatx())
    functions = {"tensorflow": special_tensorflow, "jax": special_jax, "torch": special_torch}
    return functions[library_in_use()](name, x)


def special_tensorflow(name, x):
    import tensorflow as tf

    x = tf.convert_to_tensor(x)
    return tf.math.polygamma(tf.ones_like(x), x) if name == "trigamma" else getattr(tf.math, name)(x)


def special_jax(name, x):
    from jax.scipy import special as jsp

    x = ops.convert_to_tensor(x)
    return {"lgamma": jsp.gammaln, "digamma": jsp.digamma, "trigamma": lambda x: jsp.polygamma(1, x)}[name](x)


def special_torch(name, x):
    import torch

    x = ops.convert_to_tensor(x)
    return torch.special.polygamma(1, x) if name == "trigamma" else getattr(torch, name)(x)


@saving.register_keras_serializable(package="rkeras")
class Special(Operation):
    """The same in a functional model."""

    def __init__(self, function, *, name=None):
        super().__init__(name=name)
        self.function = function

    def call(self, x):
        return special(self.function, x)

    def compute_output_spec(self, x):
        dtype = backend.standardize_dtype(x.dtype)
        return KerasTensor(x.shape, dtype=dtype if "float" in dtype else backend.floatx())


@in_own_library
def cumulate(name, x):
    """R's cummax() and cummin() of a tensor with one axis."""
    combine = {"cummax": ops.maximum, "cummin": ops.minimum}[name]
    return ops.associative_scan(combine, x, axis=0) if x.shape[0] != 0 else x


@in_own_library
def sort(x, decreasing, na_last):
    """Along the last axis, NaN first or last. If `na_last` is None, a vector has none, as in R."""
    if "float" not in backend.standardize_dtype(x.dtype):
        x = ops.cast(ops.sort(ops.cast(x, "int32")), "bool") if is_bool(x) else ops.sort(x)
        return ops.flip(x, axis=-1) if decreasing else x
    missing = ops.isnan(x)
    is_last = na_last is not False
    ends = ops.sort(ops.where(missing, math.inf if is_last != decreasing else -math.inf, x))
    ends = ops.flip(ends, axis=-1) if decreasing else ends
    count = ops.sum(ops.cast(missing, "int32"), axis=-1, keepdims=True)
    length = tf.shape(x)[-1] if is_unranked(x) else ops.shape(x)[-1]
    if na_last is None and not is_unranked(x) and len(x.shape) == 1:
        return ends[: length - count[0]]
    place = ops.arange(length, dtype="int32")
    return ops.where(place >= length - count if is_last else place < count, math.nan, ends)


def with_own_type(x, other):
    """R doubles combined with a tensor of another library: TensorFlow would truncate them to the
    tensor's int type."""
    is_other = type(other).__module__.split(".")[0] == "tensorflow"
    if is_other and isinstance(x, np.ndarray) and x.dtype == "float64":
        import tensorflow as tf

        return tf.convert_to_tensor(x, dtype=other.dtype if other.dtype.is_floating else None)
    return x


def float_type(*values):
    """The common type of the floating-point tensors among the values."""
    types = [backend.standardize_dtype(x.dtype) for x in values if is_tensor(x)]
    floats = [x for x in types if "float" in x]
    return backend.result_type(*floats) if floats else None


def is_tensor(x):
    return isinstance(x, (KerasTensor, Variable, np.ndarray)) or ops.is_tensor(x) or library_beside(x) is not None


def is_bool(x):
    return isinstance(x, bool) or str(getattr(x, "dtype", "")).endswith(("bool", "bool'>"))
