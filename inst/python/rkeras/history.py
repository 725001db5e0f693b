"""The history of a training that also records the epoch of each value."""

import keras


class History(keras.callbacks.History):
    """Keras's lists are shorter for metrics that are not computed after each epoch, as those of the
    validation with `validation_freq`: `epochs` has the epochs of each list, counted from 0."""

    def on_train_begin(self, logs=None):
        super().on_train_begin(logs)
        self.epochs = {}

    def on_epoch_end(self, epoch, logs=None):
        super().on_epoch_end(epoch, logs)
        for name in logs or {}:
            self.epochs.setdefault(name, []).append(epoch)
