"""What has been worked out about a model, kept in the model until it changes.

To ask Keras for a model's shapes takes longer than to ask whether the model is still the same.
"""

from keras.src.models.functional import Functional
from keras.src.models.sequential import Sequential

ATTRIBUTE = "_rkeras_facts"


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
    """The objects that are replaced when the model changes; None for classes whose properties may compute anything."""
    if type(model) is Sequential:
        return model._functional, model.loss
    if type(model) is Functional:
        return model._inputs_struct, model._outputs_struct, model.loss
    return None


def are_same(known, signs):
    return len(known) == len(signs) and all(a is b for a, b in zip(known, signs))
