"""NumPy arrays of tensors."""

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
