"""NumPy arrays of tensors, Arrow's of tables and columns."""

import numpy as np


def as_array(x):
    x = readable(x)
    try:
        return np.asarray(x)
    except ValueError:
        # TensorFlow returns no array for a single number of bfloat16 or float8.
        if not hasattr(x, "numpy"):
            raise
        return np.asarray(x.numpy())


def readable(x):
    """NumPy reads none of PyTorch's tensors on a GPU, with gradients, or of bfloat16."""
    if not hasattr(x, "detach"):
        return x
    x = x.detach().cpu()
    return x.float() if str(x.dtype) == "torch.bfloat16" else x


def through_arrow(x):
    import pyarrow

    try:
        return pyarrow.RecordBatchReader.from_stream(x).read_all()
    except pyarrow.ArrowInvalid:
        return pyarrow.chunked_array(x)  # A column has no fields.
