"""NumPy arrays of tensors, Arrow's of tables and columns."""

import numpy as np

from rkeras.bridge.told import InRWords


def has_lost_gradient(x):
    """Whether R would compute where a gradient is needed (torch/gradients.py)."""
    return False


def as_r_array(x):
    if has_lost_gradient(x):
        raise InRWords(
            "R would compute here without the gradient, which the training of the model needs: use functions of "
            "tensors, such as op_*(), or an r_operator() with a gradient. op_stop_gradient(x) is without one."
        )
    return as_array(x)


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
