"""Keras callbacks whose hooks are R functions (R/train-callback.R)."""

import functools

import keras

from rkeras.bridge.classes import named
from rkeras.rpycall import Handle
from rkeras.tensors.around import around


def install():
    kind = keras.callbacks.ModelCheckpoint
    kind.set_model = _judging_anew(kind.set_model)


@around
def _judging_anew(set_model, self, model):
    """The best value of one model says nothing about another. A second training of the same model continues."""
    before = vars(self).setdefault("_rkeras_first", (self.best,))
    if self.model is not None and self.model is not model:
        (self.best,) = before
    set_model(self, model)


class RCallback(keras.callbacks.Callback):
    """Has only the given hooks: Keras skips the work for hooks that are not overridden."""

    def __init__(self, hooks, set_model, set_params):
        super().__init__()
        self._tell_model = set_model
        self._tell_params = set_params
        for name, hook in hooks.items():
            setattr(self, name, hook)

    def set_model(self, model):
        super().set_model(model)
        if self._tell_model is not None:
            self._tell_model(model)

    def set_params(self, params):
        super().set_params(params)
        if self._tell_params is not None:
            self._tell_params(params)


def of_step(hook, taken):
    """The function that Keras calls for an epoch or a batch, which count from 1 in R; the hook gets
    `taken` arguments."""
    return (
        lambda step, logs=None: hook(),
        lambda step, logs=None: hook(step + 1),
        lambda step, logs=None: add(logs, hook(step + 1, as_logs(logs))),
    )[taken]


def of_run(hook, taken):
    """The same for the start or end of a training, evaluation or prediction."""
    return (lambda logs=None: hook(), lambda logs=None: hook(as_logs(logs)))[taken]


def method(of, hook, taken, name, doc):
    """The same, `of_step` or `of_run`, as a method, whose hook gets the instance first."""

    def call(self, *args, **kwargs):
        return of(functools.partial(hook, Handle(self)), taken)(*args, **kwargs)

    return named(call, name, doc)


def add(logs, result):
    """Hooks of Python add metrics to `logs`. Those of R have a copy, and return it."""
    if type(logs) is dict and type(result) is dict and logs.keys() < result.keys():
        new = {name: value for name, value in result.items() if name not in logs}
        logs.update({name: value for name, value in new.items() if isinstance(value, (int, float))})


def as_logs(logs):
    """R converts logs lazily. A few numbers are converted here, which takes less time than that."""
    is_cheap = type(logs) is dict and all(type(value) is float for value in logs.values())
    return logs if is_cheap or logs is None else Handle(logs)
