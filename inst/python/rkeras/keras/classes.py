"""Methods that Keras requires of classes and that R code does not define (R/subclass-make.R)."""

import functools
import inspect

import keras
import numpy as np

from rkeras import borrowed
from rkeras.bridge import classes
from rkeras.keras import callbacks, code, csv, files, generator, layers, metrics, targets
from rkeras.bridge.interrupt import shield
from rkeras.tensors.around import around


class MadeInR:
    """The base class before Keras's class in classes defined in R."""

    def __new__(cls, *args, **kwargs):
        base = super().__new__
        made = base(cls) if base is object.__new__ else base(cls, *args, **kwargs)
        object.__setattr__(made, "_r_arguments", _arguments(cls, args, kwargs))
        return made

    def add_weight(self, shape=..., *args, **kwargs):
        # Layers and metrics have different defaults.
        given = () if shape is ... else (_shape(shape),)
        return super().add_weight(*given, *args, **kwargs)

    def add_variable(self, shape, *args, **kwargs):
        return super().add_variable(_shape(shape), *args, **kwargs)

    def get_config(self):
        """The configuration of Keras's class and, unless the R class defines get_config(), the
        constructor's arguments."""
        try:
            known = super().get_config()
        except NotImplementedError:
            known = {}
        if _is_r(type(self).get_config) or not _is_r(type(self).__init__):
            return known
        parameters = inspect.signature(type(self).__init__).parameters
        takes_all = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
        accepted = {k: v for k, v in known.items() if takes_all or k in parameters}
        given = {k: _serialize(v) for k, v in self._given().items()}
        # The name may have been changed since.
        return {**accepted, **given, **{k: accepted[k] for k in STATE & accepted.keys()}}

    def _given(self):
        if self._r_arguments is None:
            raise NotImplementedError(
                f"{type(self).__name__} was made from arguments without names, in `...`: Keras can keep it if "
                "it has a method get_config(), or if they are named."
            )
        return self._r_arguments

    @classmethod
    def from_config(cls, config, *args, **kwargs):
        if _is_r(cls.get_config) or not _is_r(cls.__init__):
            return super().from_config(config, *args, **kwargs)
        # Keras's own classes accept a dtype policy directly.
        deserialize = keras.saving.deserialize_keras_object
        return cls(**{k: v if k == "dtype" else deserialize(v) for k, v in config.items()})


STATE = {"name", "dtype", "trainable", "reduction"}


def _arguments(cls, args, kwargs):
    signature = inspect.signature(cls.__init__)
    try:
        bound = signature.bind(None, *args, **kwargs).arguments
    except TypeError:
        return {}  # __init__() will refuse them.
    for name, parameter in list(signature.parameters.items())[1:]:
        if parameter.kind is parameter.VAR_POSITIONAL and bound.pop(name, None):
            return None
        if parameter.kind is parameter.VAR_KEYWORD:
            bound.update(bound.pop(name, {}))
    bound.pop(next(iter(signature.parameters)), None)
    return bound


def _is_r(function):
    return getattr(function, "__module__", None) == "R"


def _serialize(value):
    if isinstance(value, np.ndarray):
        value = np.array(value)
    return keras.saving.serialize_keras_object(value)


def _shape(shape):
    """Converts R doubles to ints; a single number is a shape with one axis."""
    if shape is None or isinstance(shape, str):
        return shape
    if not hasattr(shape, "__iter__"):
        shape = (shape,)
    return tuple(int(x) if isinstance(x, float) and x.is_integer() else x for x in shape)


def _bases(bases):
    for i, base in enumerate(bases):
        if issubclass(base, MadeInR):
            return bases
        is_keras = any(kind.__module__.startswith("keras.") for kind in base.__mro__)
        if is_keras and hasattr(base, "get_config"):
            return (*bases[:i], MadeInR, *bases[i:])
    return bases


@around
def _joining_models(call, self, *args, **kwargs):
    """In R, a layer that is called on a sequential model is added to it, as in a pipe. Keras itself
    accepts only tensors."""
    if len(args) == 1 and not kwargs and isinstance(args[0], keras.Sequential):
        args[0].add(self)
        return args[0]
    return call(self, *args, **kwargs)


def _naming_missing_categories(call):
    """A missing string is a category of a feature space, as in as_feature_columns() of R."""

    # R matches arguments by this name.
    @functools.wraps(call)
    def call_named(self, data):
        if isinstance(data, dict):
            data = {name: _named(column) for name, column in data.items()}
        return call(self, data)

    return call_named


def _named(column):
    is_list = isinstance(column, list) or isinstance(column, np.ndarray) and column.dtype == object
    if not is_list or not any(isinstance(value, str) for value in column):
        return column
    return ["[NA]" if value is None else value for value in column]


CALLS = {keras.layers.Layer: _joining_models, keras.utils.FeatureSpace: _naming_missing_categories}


def _take_functions(name, own_name):
    """Keras 3.12 refuses functions as values that a variable only calls; later versions accept them."""
    variable = borrowed.get("class_variable")
    known = getattr(variable, name)

    def set(self, value):
        if callable(value):
            setattr(self, own_name, value)
        else:
            known.fset(self, value)

    setattr(variable, name, known.setter(set))


def install():
    if _bases not in classes.PREPARE:
        classes.PREPARE.append(_bases)
        classes.MADE.extend((code.know, targets.know, metrics.know))
        code.install()
        targets.install()
        metrics.install()
        layers.install()
        callbacks.install()
        files.install()
        csv.install()
        for kind, change in CALLS.items():
            kind.__call__ = change(kind.__call__)
            # TensorFlow would translate this function's source, because it is not part of Keras.
            kind.__call__.autograph_info__ = {}
        if borrowed.is_there("variable_functions") and borrowed.is_there("class_variable"):
            for name, own_name in zip(("regularizer", "constraint"), borrowed.names("variable_functions")):
                _take_functions(name, own_name)
        # Keras waits there for the numbers of a batch, and treats any exception, including an interrupt, as a value
        # that is not a number.
        borrowed.replace("logs", _shielded)
        if borrowed.loaded("logs_of_trainer"):
            borrowed.replace("logs_of_trainer", _shielded)
        generator.install()
        if keras.backend.backend() == "jax":
            from rkeras.jax import training

            training.install()
        if keras.backend.backend() == "torch":
            from rkeras.torch import gradients

            gradients.install()


@around
def _shielded(function, *args):
    return shield(function, *args)
