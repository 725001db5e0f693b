"""Compiled loops of a model for others of the same structure (structure.py): they have no need to be traced again."""

import collections
import copy
import math

import keras

from rkeras.resident import structure

# How many loops are kept, and how many bytes their variables have in all: these stay in memory.
MANY = 32
BYTES = 1 << 26
LOOPS = collections.OrderedDict()


class Shared:
    """A loop, with the places of what its functions capture among the variables of the model."""

    def __init__(self, loop, found):
        self.loop = copy.copy(loop)
        # It belongs to the model.
        self.loop.made_for = ()
        # TensorFlow's function knows the variables by weak references.
        self.structure, self.variables = found
        self.nbytes = sum(variable.value.dtype.size * math.prod(variable.shape) for variable in self.variables)
        places = {id(variable.value.handle): place for place, variable in enumerate(self.variables)}
        # Raises KeyError if a function captures anything else, such as a table of strings.
        self.places = {
            name: [places[id(capture)] for capture in function.captured_inputs] for name, function in functions(loop)
        }

    def of(self, model, found, kind, batches):
        """The loop with the variables of another model, in which `found` was found; None if the models are not alike
        after all."""
        if kind != "predict" and found[0] != self.structure:
            build(model, batches)
            found = structure.of(model)
        if found is None or found[0] != self.structure:
            return None
        loop = copy.copy(self.loop)
        for name, places in self.places.items():
            function = copy.copy(getattr(loop, name))
            function.set_external_captures([found[1][place].value.handle for place in places])
            setattr(loop, name, function)
        return loop


def loop_of(model, kind, batches, make):
    """That of another model of the same structure, if there is one, and otherwise what `make()` makes."""
    found = structure.of(model)
    if found is None:
        return make()
    key = (kind, *batches.key, found[0])
    shared = LOOPS.get(key)
    loop = shared and shared.of(model, found, kind, batches)
    if loop is not None:
        LOOPS.move_to_end(key)
        return loop
    loop = make()
    if loop.call is not None:
        keep(key, loop, model)
    return loop


def keep(key, loop, model):
    # Tracing has built what was not built.
    found = structure.of(model)
    if found is None:
        return  # Its layers keep something that was traced.
    try:
        LOOPS[key] = Shared(loop, found)
    except KeyError:
        return
    while len(LOOPS) > MANY or sum(shared.nbytes for shared in LOOPS.values()) > BYTES:
        LOOPS.popitem(last=False)


def forget():
    LOOPS.clear()


def functions(loop):
    return [(name, getattr(loop, name)) for name in ("step", "call", "reset") if getattr(loop, name) is not None]


def build(model, batches):
    """The loss and the metrics have variables when they have seen data."""
    x, y, sample_weight = keras.utils.unpack_x_y_sample_weight(batches.first())
    with keras.StatelessScope():
        outputs = model(x, training=False)
    model.compute_loss(x, y, outputs, sample_weight, training=False)
    model.compute_metrics(x, y, outputs, sample_weight)
    model.reset_metrics()
