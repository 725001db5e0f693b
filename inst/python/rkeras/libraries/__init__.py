"""TensorFlow, JAX and Keras in the process of R: imports, threads, forks and signals."""

# These prepare for a library before it is imported.
from rkeras.libraries import allocation, deferred, execution, fork, locks, profiling, tapes, together, worker  # noqa: F401
