"""The structure of a model, as a key: models with equal keys have the same graphs, of different variables.

Folds, ensembles and searches make many models that differ in their weights alone, and tracing takes most of the time
of training a small one. All that Keras's code can ask of a model while it is traced is in the model's objects, so
these are walked through. A model that holds anything but Keras's objects and plain values has no key: other code may
ask anything.
"""

import functools
import inspect
import math
import re
import types

import keras
import numpy as np
import tensorflow as tf

from rkeras import borrowed
from rkeras.keras import memory

PLAIN = (type(None), bool, int, float, complex, str, bytes, type(...), tf.DType)
# These follow from the rest, or are in the key as they are.
MADE = {"train_function", "test_function", "predict_function", "history", "output_names", memory.ATTRIBUTE}
# TensorFlow's notes for checkpoints, in objects that are its own as well as Keras's.
NOTES = "_self_"
# Optimizers that do not look at the paths of variables, as others and `DTypePolicyMap` do.
OPTIMIZERS = tuple(
    getattr(keras.optimizers, name)
    for name in (
        "SGD", "RMSprop", "Adam", "AdamW", "Adadelta", "Adagrad", "Adamax", "Adafactor", "Nadam", "Ftrl", "Lion",
        "Lamb", "LossScaleOptimizer",
    )
)
TRACKER = borrowed.get("tracker") if borrowed.is_there("tracker") else None
LABELS = ("name", "path", "parent_path")
ADDRESS = re.compile(r"\d{9,}")
# TensorFlow's names of variables end so.
UNIQUE = re.compile(r"_\d+$")
# Constants up to this size are compared.
SMALL = 4096
NAMED = (keras.Variable, keras.Operation, keras.KerasTensor, keras.optimizers.Optimizer)


class Foreign(Exception):
    """What is done with this value is not known."""


def of(model):
    """A key that can be compared and hashed, and the variables in their order in it; None if the model has none."""
    if type(model) not in memory.SIGNS or not model.built or TRACKER is None:
        return None
    walk = Walk()
    try:
        held = walk.through(model)
    except Foreign:
        return None
    names = tuple(variable.name for variable in model.trainable_variables)
    outputs = tuple(model.output_names) if len(model.outputs) > 1 else None
    return (held, names, outputs, settings()), [x for x in walk.objects if isinstance(x, keras.Variable)]


def settings():
    """What Keras's code asks of the session."""
    config = keras.config
    flags = config.floatx(), config.epsilon(), config.image_data_format(), config.is_flash_attention_enabled()
    return (*flags, tf.zeros(()).device)


class Label(str):
    """A name, or an address of an object. These differ from model to model; the object does not."""


class Same:
    """An object that equals itself alone, whatever its class says of equality."""

    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return isinstance(other, Same) and self.x is other.x

    def __hash__(self):
        return id(self.x)


class Walk:
    def __init__(self):
        # In the order in which they are met. Their numbers are known by their addresses, names and paths.
        self.objects = []
        self.numbers = {}

    def through(self, model):
        self.value(model)
        # The list grows meanwhile.
        held = [self.held(x) for x in self.objects]
        return tuple(self.resolved(x) for x in held)

    def value(self, x):
        if isinstance(x, PLAIN):
            return type(x), repr(x)
        if isinstance(x, type):
            return known(x, x.__module__)
        number = self.numbers.setdefault(str(id(x)), len(self.objects))
        if number == len(self.objects):
            self.objects.append(x)
            if isinstance(x, NAMED):
                self.numbers.setdefault(x.name, number)
                self.numbers.setdefault(getattr(x, "path", x.name), number)
        return number

    def label(self, x):
        return Label(x) if isinstance(x, (str, int)) else self.value(x)

    def held(self, x):
        kind = type(x)
        if isinstance(x, keras.Variable):
            return kind, tuple(x.shape), x.dtype, x.trainable
        if isinstance(x, keras.random.SeedGenerator):
            return kind, self.value(x.state)
        if isinstance(x, (keras.initializers.Initializer, TRACKER)):
            return kind  # All variables are there; a layer itself holds what it tracks.
        if isinstance(x, dict):
            return kind, tuple((self.label(key), self.value(value)) for key, value in x.items())
        if isinstance(x, (list, tuple)):
            return kind, tuple(map(self.value, x))
        if isinstance(x, (set, frozenset)):
            return kind, frozenset(map(self.label, x))
        if isinstance(x, types.FunctionType):
            holds = (x.__defaults__, x.__kwdefaults__, *map(contents, x.__closure__ or ()))
            return known(x.__code__, x.__module__), tuple(map(self.value, holds))
        if isinstance(x, types.MethodType):
            return self.value(x.__func__), self.value(x.__self__)
        if isinstance(x, functools.partial):
            return kind, self.value(x.func), self.value(x.args), self.value(x.keywords)
        if isinstance(x, slice):
            # Not hashable before Python 3.12.
            return kind, self.value(x.start), self.value(x.stop), self.value(x.step)
        if isinstance(x, inspect.Signature):
            return kind, str(x)
        is_optimizer = isinstance(x, keras.optimizers.Optimizer)
        if is_optimizer and kind not in OPTIMIZERS or isinstance(x, keras.dtype_policies.DTypePolicyMap):
            raise Foreign(x)
        if isinstance(x, (np.ndarray, tf.Tensor)):
            return kind, constant(x)
        known(x, kind.__module__)
        if kind.__module__.partition(".")[0] == "keras" and hasattr(x, "__dict__"):
            items = (item for item in vars(x).items() if item[0] not in MADE and not item[0].startswith(NOTES))
            return kind, tuple(self.attribute(x, *item) for item in items)
        return Same(x)

    def attribute(self, owner, name, value):
        if isinstance(owner, NAMED) and isinstance(value, str) and name.strip("_") in LABELS:
            return name, Label(value)
        return name, self.value(value)

    def resolved(self, x):
        if isinstance(x, Label):
            known = self.numbers
            number = known.get(x, known.get(UNIQUE.sub("", x)))
            return ADDRESS.sub(lambda found: str(known.get(found[0], found[0])), x) if number is None else number
        if isinstance(x, (tuple, frozenset)):
            return type(x)(map(self.resolved, x))
        return x


def known(x, module):
    if (module or "").partition(".")[0] not in ("keras", "tensorflow", "numpy", "builtins"):
        raise Foreign(x)
    return x


def contents(cell):
    try:
        return cell.cell_contents
    except ValueError:  # It is empty.
        raise Foreign(cell) from None


def constant(x):
    if tf.is_tensor(x) and (tf.is_symbolic_tensor(x) or x.dtype == tf.string) or math.prod(x.shape) > SMALL:
        raise Foreign(x)
    x = np.asarray(x)
    if x.dtype == object:
        raise Foreign(x)
    return x.dtype.str, x.shape, x.tobytes()
