"""The memory used by an object, if it can be determined quickly."""

import operator
import sys

from rkeras import borrowed

# The first `shape` of a tensor takes longer than a small operation.
COUNT = borrowed.spelled("element_count")
count = operator.methodcaller(COUNT)


def function_for(cls):
    """The function that tells the size of an object of this class in bytes, or None."""
    if cls in BUILT_IN:
        return BUILT_IN[cls]
    if hasattr(cls, "get_total_buffer_size"):
        return of_arrow
    if hasattr(cls, "nbytes"):
        return of_array
    if hasattr(cls, COUNT):
        return of_eager
    # Frames of other libraries may have to be computed first.
    if cls.__module__.split(".")[0] == "pandas" and hasattr(cls, "columns"):
        return of_frame
    return of_tensor if hasattr(cls, "shape") and hasattr(cls, "numpy") else None


def of_array(x):
    size = x.nbytes
    return size if isinstance(size, int) else 0


def of_frame(x):
    """pandas counts columns one by one, which takes longer than many a method."""
    rows, columns = x.shape
    return rows * columns * 8


def of_eager(x):
    return count(x) * x.dtype.size


def of_arrow(x):
    """The property `nbytes` reads the offsets in the buffers, which may not be there."""
    return x.get_total_buffer_size()


def of_tensor(x):
    """Of TensorFlow's other tensors; 0 if it is unknown, as for a symbolic tensor."""
    count = getattr(x.shape, "num_elements", lambda: None)()
    size = count and count * x.dtype.size
    return size if isinstance(size, int) else 0


def of_items(x):
    """As if all items were of the size of the first."""
    return sys.getsizeof(x) + len(x) * sys.getsizeof(x[0]) if x else 0


def of_pairs(x):
    """Likewise."""
    return sys.getsizeof(x) + len(x) * sum(map(sys.getsizeof, next(iter(x.items())))) if x else 0


BUILT_IN = {list: of_items, tuple: of_items, dict: of_pairs} | dict.fromkeys((str, bytes, bytearray), sys.getsizeof)
