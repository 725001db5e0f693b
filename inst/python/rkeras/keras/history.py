"""The history of a training that also records the epoch of each value."""

import keras


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

    def on_train_begin(self, logs=None):
        super().on_train_begin(logs)
        self.epochs = {}

    def on_epoch_begin(self, epoch, logs=None):
        self.current = epoch

    def on_epoch_end(self, epoch, logs=None):
        super().on_epoch_end(epoch, logs)
        for name in logs or {}:
            self.epochs.setdefault(name, []).append(epoch)
        if self.lines is not None:
            self.lines.on_last(logs)


def values(history):
    """What R takes of it; also of Keras's own, which has no `epochs`."""
    return {name: getattr(history, name, None) for name in ("history", "epoch", "epochs", "params")}
