"""The memory used by an object, if it can be determined quickly."""


def function_for(cls):
    """The function that tells the size of an object of this class in bytes, or None."""
    if hasattr(cls, "get_total_buffer_size"):
        return of_arrow
    if hasattr(cls, "nbytes"):
        return of_array
    return of_tensor if hasattr(cls, "shape") and hasattr(cls, "numpy") else None


def of_array(x):
    return x.nbytes if isinstance(x.nbytes, int) else 0


def of_arrow(x):
    """The property `nbytes` reads the offsets in the buffers, which may not be there."""
    return x.get_total_buffer_size()


def of_tensor(x):
    """Of TensorFlow's tensors; 0 if it is unknown, as for a symbolic tensor."""
    count = getattr(x.shape, "num_elements", lambda: None)()
    size = count and count * x.dtype.size
    return size if isinstance(size, int) else 0
