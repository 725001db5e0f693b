"""What rkeras knows of a model: one object in the model's `__dict__`.

Keras tracks and saves what is set by `setattr()`, but not this.
"""

from operator import attrgetter

import rpycall
from keras import Sequential

from rkeras import borrowed

ATTRIBUTE = "_rkeras_memory"
# Attributes that are replaced when a model changes, by exact class: properties of subclasses may compute
# anything.
SIGNS = {}
if borrowed.is_there("functional_of_sequential"):
    SIGNS[Sequential] = attrgetter(*borrowed.names("functional_of_sequential"), "loss")
if borrowed.is_there("functional") and borrowed.is_there("structures"):
    SIGNS[borrowed.get("functional")] = attrgetter(*borrowed.names("structures"), "loss")


class Memory:
    """`values` is R's environment. `steps`, and the facts in `values`, hold while the model consists of `signs`:
    to compare these takes less time than to compute a model's shapes. `loops` are compiled (rkeras.keras.loop)."""

    __slots__ = ("values", "steps", "signs", "loops")

    def __init__(self, values):
        self.values = values
        self.steps = {}
        self.signs = None
        self.loops = {}

    def is_for(self, signs):
        known = self.signs
        return known is not None and len(known) == len(signs) and all(a is b for a, b in zip(known, signs))


def recall(model):
    """R's environment. Its facts hold; it has none if it is not known when they end. None for what can hold nothing,
    such as the output of a layer that is not built."""
    memory = of(model)
    if memory is None and not hasattr(model, "__dict__"):
        return None
    if memory is None:
        memory = model.__dict__[ATTRIBUTE] = Memory(rpycall.rkeras("new_memory"))
    signs = signs_of(model)
    if signs is not None and not memory.is_for(signs):
        rpycall.rkeras("renew_facts", memory.values)
        memory.signs = signs
        memory.steps = {}
    return memory.values


def of(model):
    return getattr(model, "__dict__", {}).get(ATTRIBUTE)


def signs_of(model):
    """The objects that are replaced when the model changes; None if they are unknown."""
    signs = SIGNS.get(type(model))
    return signs(model) if signs is not None else None
