"""How much memory an object keeps, where that is easily told."""


def is_told(cls):
    """Have the objects of this class a size?"""
    return hasattr(cls, "nbytes") or (hasattr(cls, "shape") and hasattr(cls, "numpy"))


def of(x):
    """In bytes; 0 where it is unknown, as that of a symbolic tensor."""
    size = getattr(x, "nbytes", None)
    if size is None:
        # TensorFlow's tensors.
        count = getattr(x.shape, "num_elements", lambda: None)()
        size = count and count * x.dtype.size
    return size if isinstance(size, int) else 0
