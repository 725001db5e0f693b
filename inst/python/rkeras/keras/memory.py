"""What rkeras knows of a model: one object in the model's `__dict__`.

Keras tracks and saves what is set by `setattr()`, but not this.
"""

from operator import attrgetter

from keras import Sequential

from rkeras import borrowed, rpycall

ATTRIBUTE = "_rkeras_memory"
# Attributes that are replaced when a model changes, by exact class: properties of subclasses may compute
# anything.
SIGNS = {}
if borrowed.is_there("functional_of_sequential"):
    SIGNS[Sequential] = attrgetter(*borrowed.names("functional_of_sequential"), "loss")
if borrowed.is_there("functional") and borrowed.is_there("structures"):
    SIGNS[borrowed.get("functional")] = attrgetter(*borrowed.names("structures"), "loss")


class Memory:
    """`values` is R's environment, `loops` are compiled (rkeras.resident.loop), and `axes` are the numbers of axes of
    the data that each of Keras's functions for steps was made for (rkeras.resident.tensorflow_loop). `parts` are models
    of its layers (rkeras.keras.members)."""

    __slots__ = ("values", "loops", "axes", "parts")

    def __init__(self):
        self.values = rpycall.rkeras("new_memory")
        self.loops = {}
        self.axes = {}
        self.parts = {}


def values(model):
    """R's environment; None for what can hold nothing."""
    memory = of(model)
    if memory is None and hasattr(model, "__dict__"):
        memory = model.__dict__[ATTRIBUTE] = Memory()
    return memory and memory.values


def of(model):
    return getattr(model, "__dict__", {}).get(ATTRIBUTE)


def signs_of(model):
    """The objects that are replaced when the model changes; () if they are unknown."""
    signs = SIGNS.get(type(model))
    return signs(model) if signs is not None else ()
