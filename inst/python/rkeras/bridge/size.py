"""The memory used by an object, if it can be determined quickly."""


def is_told(cls):
    """Whether objects of this class have a known size."""
    return hasattr(cls, "nbytes") or (hasattr(cls, "shape") and hasattr(cls, "numpy"))


def of(x):
    """In bytes; 0 if it is unknown, as for a symbolic tensor."""
    size = getattr(x, "nbytes", None)
    if size is None:
        # TensorFlow's tensors.
        count = getattr(x.shape, "num_elements", lambda: None)()
        size = count and count * x.dtype.size
    return size if isinstance(size, int) else 0
