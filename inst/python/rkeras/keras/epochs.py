"""The end of the data in training, evaluation and prediction."""

import functools

from rkeras import borrowed


def install():
    borrowed.replace("data_ended", _unless_expected)


def _unless_expected(warn):
    """Keras learns the number of batches of a dataset of unknown length from its end in the first epoch,
    which it also warns about. It is a fault if the user or an earlier epoch promised more batches."""
    seen, expected = borrowed.names("batches_seen")

    @functools.wraps(warn)
    def warn_of_fewer(self):
        if self.steps_per_epoch or getattr(self, seen, 0) < (getattr(self, expected, 0) or 0):
            warn(self)

    return warn_of_fewer
