"""Positions in R count from 1, in Python from 0."""

import numpy as np
from keras import backend, ops


def from_one(positions):
    """R's positions as Python's. Negative ones count from the end in both; 0, which is none in R, becomes one
    that no tensor has."""
    dtype = np.dtype(backend.standardize_dtype(positions.dtype))
    if dtype.kind not in "iu":
        raise TypeError(f"positions must be integers, not {dtype}")
    limits = np.iinfo(dtype)
    if dtype.kind == "u":
        return ops.where(positions > 0, positions - 1, limits.max)
    return ops.where(positions > 0, positions - 1, ops.where(positions < 0, positions, limits.min))


def to_one(positions):
    """Python's positions as R's: a tensor, or a list of tensors."""
    if isinstance(positions, (list, tuple)):
        return [to_one(item) for item in positions]
    return ops.add(positions, 1)


def to_one_if_found(positions):
    """The same where -1 says that there is none."""
    return ops.where(positions < 0, positions, positions + 1)


def beyond(start, end, step):
    """A stop for arange(), which leaves it out, that lets `end` be the last number, for tensors."""
    types = [getattr(x, "dtype", type(x)) for x in (start, end, step)]
    is_whole = "int" in backend.result_type(*types)
    return end + ops.sign(step) if is_whole else end + step * 1e-6


def nonzero(x):
    """Where x is not 0: a row for each such element, a column for each axis of x."""
    return to_one(ops.stack(ops.nonzero(x), axis=-1))
