"""The history of a training that also records the epoch of each value."""

import math
import time

import keras
from rkeras.bridge import notices

# Seconds after which the first epoch of data of unknown length may be one without end.
PATIENCE = 60


class History(keras.callbacks.History):
    """Keras's lists are shorter for metrics that are not computed after each epoch, such as validation
    metrics with `validation_freq`: `epochs` has the epochs of each list, from 0. `has_trained` is true
    after the first step, which changes the weights even if the training fails later. `current` is the
    epoch that runs. `lines` show the progress: the values of all callbacks are known at the end of an epoch only to
    the last one."""

    # Allows Keras to call batch hooks on another thread, as it does without this callback, and rkeras.resident.loop to
    # call them after some batches only.
    async_safe = True
    few_batches = True

    def __init__(self, lines=None):
        super().__init__()
        self.lines = lines
        self.has_trained = False
        self.current = None

    def on_train_batch_end(self, batch, logs=None):
        self.has_trained = True
        if time.monotonic() > self.ask_at:
            self.ask_at = math.inf
            notices.tell_r(
                "message",
                f"The first epoch has had {batch + 1} batches and has not ended. If the data have no end, interrupt "
                "and set `steps_per_epoch`; a function ends an epoch by returning `NULL`.",
                [],
                __file__,
                0,
            )

    def on_train_begin(self, logs=None):
        super().on_train_begin(logs)
        self.epochs = {}

    def on_epoch_begin(self, epoch, logs=None):
        self.current = epoch
        is_open = self.params.get("steps") is None and not self.epoch
        self.ask_at = time.monotonic() + PATIENCE if is_open else math.inf

    def on_epoch_end(self, epoch, logs=None):
        super().on_epoch_end(epoch, logs)
        for name in logs or {}:
            self.epochs.setdefault(name, []).append(epoch)
        if self.lines is not None:
            self.lines.on_last(logs)


def values(history):
    """What R takes of it; also of Keras's own, which has no `epochs`."""
    return {name: getattr(history, name, None) for name in ("history", "epoch", "epochs", "params")}
