"""What the steps of classes made in R tell of their loss."""

import functools

import keras

from rkeras.bridge.classes import named
from rkeras.keras.code import r_function


def know(made):
    """A new class of R."""
    if issubclass(made, keras.Model):
        for name in ("train_step", "test_step"):
            method = vars(made).get(name)
            if r_function(method) is not None:
                setattr(made, name, named(_telling(method), name, method.__doc__))


def _telling(method):
    """Keras shows the mean loss of the batches that its metric has seen, and 0 if a step has told it none."""

    # On JAX, the first argument is the state, and the loss is in it.
    def step(self, *data):
        tracker = next((metric for metric in self.metrics if metric.name == "loss"), None)
        if not isinstance(tracker, keras.metrics.Mean):
            return method(self, *data)
        told = []
        update = tracker.update_state
        object.__setattr__(tracker, "update_state", functools.partial(_noting, told, update))
        try:
            logs = method(self, *data)
        finally:
            object.__delattr__(tracker, "update_state")
        if not told and isinstance(logs, dict) and "loss" in logs:
            update(logs["loss"], sample_weight=keras.ops.shape(keras.tree.flatten(data)[0])[0])
        return logs

    return step


def _noting(told, update, *args, **kwargs):
    told.append(True)
    return update(*args, **kwargs)
