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
    """`values` is R's environment. `steps`, and the numbers of axes of the data that each step had, hold while the
    model consists of `signs`. `loops` are compiled (rkeras.resident.loop)."""

    __slots__ = ("values", "steps", "axes", "signs", "loops")

    def __init__(self):
        self.values = rpycall.rkeras("new_memory")
        self.renew(None)

    def renew(self, signs):
        self.steps = {}
        self.axes = {}
        self.signs = signs
        self.loops = {}

    def is_for(self, signs):
        known = self.signs
        return known is not None and len(known) == len(signs) and all(a is b for a, b in zip(known, signs))


def values(model):
    """R's environment; None for what can hold nothing."""
    memory = of(model)
    if memory is None and hasattr(model, "__dict__"):
        memory = model.__dict__[ATTRIBUTE] = Memory()
    return memory and memory.values


def of(model):
    return getattr(model, "__dict__", {}).get(ATTRIBUTE)


def of_steps(model):
    """The memory, with what holds for the model as it is now; None if it is not known when that ends."""
    memory, signs = of(model), signs_of(model)
    if memory is None or signs is None:
        return None
    if not memory.is_for(signs):
        memory.renew(signs)
    return memory


def signs_of(model):
    """The objects that are replaced when the model changes; None if they are unknown."""
    signs = SIGNS.get(type(model))
    return signs(model) if signs is not None else None


def renew_step(model, step, axes):
    """TensorFlow's graph of a step is for data with fixed numbers of axes; others need a new graph. `step` is the
    attribute of the model: "train_function" or the like."""
    memory = of_steps(model)
    if memory is not None:
        if memory.axes.get(step, axes) != axes:
            setattr(model, step, None)
        memory.axes[step] = axes
