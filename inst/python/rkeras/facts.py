"""What has been worked out about a model, kept in the model until it changes.

To ask Keras for a model's shapes takes longer than to ask whether the model is still the same.
"""

from operator import attrgetter

from keras import Sequential

from rkeras import borrowed

ATTRIBUTE = "_rkeras_facts"
# What is replaced when a model changes, by its very class: properties of other classes may compute anything.
SIGNS = {}
if borrowed.is_there("functional_of_sequential"):
    SIGNS[Sequential] = attrgetter(*borrowed.names("functional_of_sequential"), "loss")
if borrowed.is_there("functional") and borrowed.is_there("structures"):
    SIGNS[borrowed.get("functional")] = attrgetter(*borrowed.names("structures"), "loss")


class Facts:
    """What `keep()` kept, and the objects that the model consisted of then."""

    __slots__ = ("signs", "facts")

    def __init__(self, signs, facts):
        self.signs = signs
        self.facts = facts


def recall(model):
    """What `keep()` kept; None if the model has changed since, False if nothing can be kept."""
    signs = signs_of(model)
    if signs is None:
        return False
    known = model.__dict__.get(ATTRIBUTE)
    return known.facts if known is not None and are_same(known.signs, signs) else None


def keep(model, facts):
    # Not by `setattr()`: Keras tracks attributes, and saves what it tracks.
    model.__dict__[ATTRIBUTE] = Facts(signs_of(model), facts)


def signs_of(model):
    """The objects that are replaced when the model changes; None where they are not known."""
    signs = SIGNS.get(type(model))
    return signs(model) if signs is not None else None


def are_same(known, signs):
    return len(known) == len(signs) and all(a is b for a, b in zip(known, signs))
