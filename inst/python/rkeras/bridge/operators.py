"""What the R function of an operator returns, for libraries that take NumPy's arrays (R/operator-values.R)."""

import numpy as np

from rkeras import rpycall


def values(operator, inputs, shapes, dtypes):
    """Arrays of these types, and of these shapes unless they are None."""
    what = "gradient" if operator.of_inputs else "output"
    names = [np.dtype(dtype).name for dtype in dtypes]
    found = rpycall.rkeras("operator_outputs", operator.function, list(inputs), shapes, names, operator.name, what)
    # R's arrays have one more axis, the first.
    return tuple(
        np.ascontiguousarray(value, dtype).reshape(value.shape[1:]) for value, dtype in zip(found, dtypes)
    )
