"""Conversion between positions in R, from 1, and in Python, from 0."""

import numpy as np
from keras import backend, ops


def from_one(positions):
    """Converts R positions to Python positions. Negative ones count from the end in both; 0, which is
    invalid in R, becomes a position that no tensor has."""
    dtype = np.dtype(backend.standardize_dtype(positions.dtype))
    if dtype.kind not in "iu":
        raise TypeError(f"positions must be integers, not {dtype}")
    limits = np.iinfo(dtype)
    if dtype.kind == "u":
        return ops.where(positions > 0, positions - 1, limits.max)
    return ops.where(positions > 0, positions - 1, ops.where(positions < 0, positions, limits.min))


def to_one(positions):
    """Converts Python positions to R positions: a tensor, or a list of tensors."""
    if isinstance(positions, (list, tuple)):
        return [to_one(item) for item in positions]
    return ops.add(positions, 1)


def to_one_if_found(positions):
    """The same for operations that return -1 if nothing is found."""
    return ops.where(positions < 0, positions, positions + 1)


def beyond(start, end, step):
    """A stop for arange(), which excludes it, so that `end` can be the last number; for tensors."""
    types = [getattr(x, "dtype", type(x)) for x in (start, end, step)]
    is_whole = "int" in backend.result_type(*types)
    return end + ops.sign(step) if is_whole else end + step * 1e-6


def nonzero(x):
    """The positions of nonzero elements of x: a row for each element, a column for each axis."""
    return to_one(ops.stack(ops.nonzero(x), axis=-1))
