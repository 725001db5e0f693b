"""The memory used by an object, if it can be determined quickly."""

import operator

from rkeras import borrowed

# The first `shape` of a tensor takes longer than a small operation.
COUNT = borrowed.spelled("element_count")
count = operator.methodcaller(COUNT)


def function_for(cls):
    """The function that tells the size of an object of this class in bytes, or None."""
    if hasattr(cls, "get_total_buffer_size"):
        return of_arrow
    if hasattr(cls, "nbytes"):
        return of_array
    if hasattr(cls, COUNT):
        return of_eager
    return of_tensor if hasattr(cls, "shape") and hasattr(cls, "numpy") else None


def of_array(x):
    size = x.nbytes
    return size if isinstance(size, int) else 0


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
