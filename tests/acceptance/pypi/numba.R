# https://numba.readthedocs.io/en/stable/user/5minguide.html
py_run_string("
from numba import njit, prange
import numpy as np

@njit
def go_fast(a):
    trace = 0.0
    for i in range(a.shape[0]):
        trace += np.tanh(a[i, i])
    return a + trace
")
x <- matrix(as.numeric(0:99), 10)
stopifnot(all.equal(py$go_fast(x), x + sum(tanh(diag(x)))))
stopifnot(inherits(py_get_attr(py, "go_fast"), "numba.core.registry.CPUDispatcher"))
