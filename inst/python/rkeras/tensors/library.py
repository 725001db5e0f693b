"""Keras's operations for arrays of libraries other than its backend: a function of R returns arrays of the
library that it is given."""

import functools
import threading

from keras import KerasTensor, Variable, backend, ops as keras_ops

from rkeras import borrowed

BACKENDS = ("tensorflow", "jax", "torch")


class Operations:
    """Keras's operations as a library has them."""

    def __init__(self, library):
        of_library = borrowed.get("dynamic_backend")(library)
        self._library = library
        self._parts = [getattr(of_library, part) for part in ("numpy", "core", "math", "nn", "linalg")]

    def __getattr__(self, name):
        for part in self._parts:
            if hasattr(part, name):
                setattr(self, name, in_its_library(self._library, getattr(part, name)))
                return getattr(self, name)
        raise AttributeError(f"Keras has no operation `{name}` for this library")


def in_its_library(library, function):
    @functools.wraps(function)
    def call(*args, **kwargs):
        return in_library(library, function, *args, **kwargs)

    return call


@functools.cache
def operations(library):
    return Operations(library)


def operation(library, name):
    return getattr(operations(library), name)


class InUse(threading.local):
    library = None


class OpsInUse:
    """Stands for `keras.ops`, or for the operations of the library that is in use on this thread."""

    def __getattr__(self, name):
        return getattr(keras_ops if in_use.library is None else operations(in_use.library), name)


in_use, ops = InUse(), OpsInUse()


class HalvedTypes(dict):
    """Keras's table where its backend is JAX: results of other libraries keep their 64 bits."""

    def get(self, name, default=None):
        return default if in_use.library else super().get(name, default)


def whole_types(table):
    """PyTorch has 64 bits, as TensorFlow, for which Keras's table halves none."""
    return {**table, "int64": "int64", "float64": "float64"}


if backend.backend() == "jax":
    borrowed.replace("halved_types", HalvedTypes)
elif backend.backend() == "torch":
    borrowed.replace("halved_types", whole_types)


def library_in_use():
    return in_use.library or backend.backend()


@functools.cache
def library_of_type(kind):
    library = borrowed.library_of(kind.__module__)
    is_other = library in BACKENDS and library != backend.backend()
    return library if is_other and not issubclass(kind, (KerasTensor, Variable)) and is_array(kind) else None


def is_array(kind):
    return hasattr(kind, "dtype") and hasattr(kind, "shape")


def library_beside(x):
    """The library of an array, or of the first such array in a list; None if the backend has it."""
    if isinstance(x, (list, tuple)):
        return next(filter(None, map(library_beside, x)), None)
    return library_of_type(type(x))


def in_own_library(function):
    """Decides by the first argument, after the name of an operation if there is one."""

    @functools.wraps(function)
    def call(*args):
        library = library_beside(args[type(args[0]) is str])
        return function(*args) if library is None else in_library(library, function, *args)

    return call


def in_library(library, function, *args, **kwargs):
    if library is None or library == in_use.library:
        return function(*args, **kwargs)
    before, in_use.library = in_use.library, library
    try:
        return function(*args, **kwargs)
    finally:
        in_use.library = before
