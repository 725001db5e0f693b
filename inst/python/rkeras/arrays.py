"""NumPy arrays of tensors."""

import numpy as np


def as_array(x):
    try:
        return np.asarray(x)
    except ValueError:
        # TensorFlow returns no array for a single number of bfloat16 or float8.
        if not hasattr(x, "numpy"):
            raise
        return np.asarray(x.numpy())
