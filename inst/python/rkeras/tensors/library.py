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
        self._parts = [getattr(of_library, part) for part in ("numpy", "core", "math", "nn", "linalg")]

    def __getattr__(self, name):
        for part in self._parts:
            if hasattr(part, name):
                setattr(self, name, with_64_bits(getattr(part, name)))
                return getattr(self, name)
        raise AttributeError(f"Keras has no operation `{name}` for this library")


WIDE = {name: name for name in ("int64", "uint64", "float64", "complex128")}
changing = threading.RLock()


def with_64_bits(function):
    """Where Keras's backend is JAX, Keras halves the types of all results."""
    if backend.backend() != "jax" or not borrowed.is_there("halved_types"):
        return function
    halved = borrowed.get("halved_types")
    own = {name: halved[name] for name in WIDE if name in halved}

    @functools.wraps(function)
    def call(*args, **kwargs):
        with changing:
            halved.update((name, name) for name in own)
            try:
                return function(*args, **kwargs)
            finally:
                halved.update(own)

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


def result_type(*types):
    of_library = backend.result_type if in_use.library in (None, "jax") else with_64_bits(backend.result_type)
    return of_library(*types)


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


def in_library(library, function, *args):
    if library is None or library == in_use.library:
        return function(*args)
    before, in_use.library = in_use.library, library
    try:
        return function(*args)
    finally:
        in_use.library = before
