"""Layers that learn from data by adapt()."""

import numpy as np
from keras import layers, ops

LOOKUPS = (layers.StringLookup, layers.IntegerLookup, layers.TextVectorization)


def not_adapted(model):
    """The names of layers that have learned nothing: those that cannot be used, and those that pass on their
    inputs unchanged."""
    learning = [layer for layer in all_layers(model) if isinstance(layer, (layers.Normalization, *LOOKUPS))]
    without = [layer for layer in learning if lacks_data(layer)]
    return [[layer.name for layer in without if is_unusable(layer) is kind] for kind in (True, False)]


def all_layers(model):
    for layer in getattr(model, "layers", ()):
        yield layer
        yield from all_layers(layer)


def lacks_data(layer):
    if isinstance(layer, LOOKUPS):
        return layer.vocabulary_size() < 20 and not layer.get_vocabulary(include_special_tokens=False)
    if layer.input_mean is not None:
        return False
    return not layer.built or is_all(layer.adapt_mean, 0) and is_all(layer.adapt_variance, 1)


def is_all(variable, value):
    return bool(np.all(ops.convert_to_numpy(variable) == value))


def is_unusable(layer):
    return isinstance(layer, LOOKUPS) or not layer.built
