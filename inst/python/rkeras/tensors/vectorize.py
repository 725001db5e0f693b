"""keras.ops.vectorize() for TensorFlow, where Keras does not support it."""

import re

import numpy as np
from keras import ops


def vectorize(function, excluded=None, signature=None):
    """As in NumPy: `function` takes single numbers, or arrays with the axes that `signature` names. It
    is applied over the preceding axes, which are broadcast."""
    excluded = set(excluded or ())
    ranks = _ranks(signature)

    def vectorized(*args, **named):
        if not excluded.issuperset(named):
            raise TypeError("arguments by name must be among those that are excluded")
        places = [i for i in range(len(args)) if i not in excluded]
        tensors = [ops.convert_to_tensor(args[i]) for i in places]
        cores = ranks if ranks is not None else [0] * len(tensors)
        if len(cores) != len(tensors):
            raise ValueError(f"`signature` has {len(cores)} arguments: {len(tensors)} are given")
        splits = [_split(x, core) for x, core in zip(tensors, cores)]
        outer = np.broadcast_shapes(*(shape for shape, _ in splits))
        flat = [
            ops.reshape(ops.broadcast_to(x, outer + core), (-1, *core))
            for x, (_, core) in zip(tensors, splits)
        ]

        def one(items):
            given = list(args)
            for i, item in zip(places, items):
                given[i] = item
            return function(*given, **named)

        results = ops.vectorized_map(one, tuple(flat))
        if isinstance(results, (list, tuple)):
            return type(results)(ops.reshape(x, outer + tuple(x.shape[1:])) for x in results)
        return ops.reshape(results, outer + tuple(results.shape[1:]))

    return vectorized


def _ranks(signature):
    """The number of axes of each argument in "(m,n),(n)->(m)"."""
    if signature is None:
        return None
    arguments = re.findall(r"\(([^)]*)\)", signature.split("->")[0])
    return [len([name for name in argument.split(",") if name.strip()]) for argument in arguments]


def _split(x, core):
    shape = tuple(x.shape)
    if len(shape) < core:
        raise ValueError(f"`signature` wants {core} axes: there are {len(shape)}")
    return shape[: len(shape) - core], shape[len(shape) - core :]
