"""The end of the data in training, evaluation and prediction."""

from rkeras import borrowed
from rkeras.tensors.around import around


def install():
    borrowed.replace("data_ended", _unless_expected)


@around
def _unless_expected(warn, self):
    """Keras learns the number of batches of a dataset of unknown length from its end in the first epoch,
    which it also warns about. It is a fault if the user or an earlier epoch promised more batches."""
    seen, expected = borrowed.names("batches_seen")
    # The step that found the end is counted.
    if self.steps_per_execution == 1 and getattr(self, seen, 0) <= 1:
        raise ValueError("the data of an epoch have no batches")
    if self.steps_per_epoch or getattr(self, seen, 0) < (getattr(self, expected, 0) or 0):
        warn(self)
