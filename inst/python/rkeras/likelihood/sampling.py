"""Predictions with active dropout: Monte Carlo dropout."""

import contextlib

import numpy as np
from keras import layers, ops, tree

DROPOUT = (layers.Dropout, layers.GaussianDropout, layers.AlphaDropout)


def sampled(model, x, samples, rows):
    """The outputs for `x`, once for each sample: the samples one after the other. `rows` go into one call. Other
    layers, such as batch normalization, are in inference mode."""
    n = len(tree.flatten(x)[0])
    order = np.tile(np.arange(n), samples)
    with active(dropouts(model)):
        outputs = [
            ops.convert_to_numpy(model(tree.map_structure(lambda a: a[order[i : i + rows]], x), training=False))
            for i in range(0, len(order), rows)
        ]
    return np.concatenate(outputs)


def dropouts(model):
    """The layers of dropout, also those of nested models and of layers that wrap one."""
    parts = [*getattr(model, "layers", []), getattr(model, "layer", None), getattr(model, "forward_layer", None)]
    found = [model] if isinstance(model, DROPOUT) else []
    for part in parts:
        if part is not None:
            found += dropouts(part)
    return found


@contextlib.contextmanager
def active(found):
    for layer in found:
        layer.call = training_call(layer)
    try:
        yield
    finally:
        for layer in found:
            if "call" in vars(layer):
                del layer.call


def training_call(layer):
    call = type(layer).call

    def with_dropout(inputs, training=None):
        return call(layer, inputs, training=True)

    return with_dropout
