"""Cached facts about a model, stored in the model until it changes.

Computing a model's shapes in Keras takes longer than checking whether the model is unchanged.
"""

from operator import attrgetter

import numpy as np
from keras import Sequential, layers, ops

from rkeras import borrowed

ATTRIBUTE = "_rkeras_facts"
# Attributes that are replaced when a model changes, by exact class: properties of subclasses may compute
# anything.
SIGNS = {}
if borrowed.is_there("functional_of_sequential"):
    SIGNS[Sequential] = attrgetter(*borrowed.names("functional_of_sequential"), "loss")
if borrowed.is_there("functional") and borrowed.is_there("structures"):
    SIGNS[borrowed.get("functional")] = attrgetter(*borrowed.names("structures"), "loss")


class Facts:
    """The stored facts, and the objects that the model consisted of at that time."""

    __slots__ = ("signs", "facts")

    def __init__(self, signs, facts):
        self.signs = signs
        self.facts = facts


def recall(model):
    """The facts that `keep()` stored; None if the model has changed since, False if facts cannot be
    stored."""
    signs = signs_of(model)
    if signs is None:
        return False
    known = model.__dict__.get(ATTRIBUTE)
    return known.facts if known is not None and are_same(known.signs, signs) else None


def keep(model, facts):
    # Not by `setattr()`: Keras tracks attributes, and saves those that it tracks.
    model.__dict__[ATTRIBUTE] = Facts(signs_of(model), facts)


def signs_of(model):
    """The objects that are replaced when the model changes; None if they are unknown."""
    signs = SIGNS.get(type(model))
    return signs(model) if signs is not None else None


def are_same(known, signs):
    return len(known) == len(signs) and all(a is b for a, b in zip(known, signs))


# ---- Layers that learn from data by adapt() -----------------------------------------------------------

LOOKUPS = (layers.StringLookup, layers.IntegerLookup, layers.TextVectorization)


def not_adapted(model):
    """The names of layers that have learned nothing: those that cannot be used, and those that pass on their
    inputs unchanged."""
    without = [layer for layer in preprocessing(model) if lacks_data(layer)]
    return [[layer.name for layer in without if is_unusable(layer) is kind] for kind in (True, False)]


def preprocessing(model):
    for layer in getattr(model, "layers", ()):
        if isinstance(layer, (layers.Normalization, *LOOKUPS)):
            yield layer
        yield from preprocessing(layer)


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
