"""Batches that an iterator supplies to Keras, and the end of the data in training, evaluation and prediction."""

import weakref

import numpy as np

from rkeras import borrowed
from rkeras.bridge.told import InRWords
from rkeras.tensors.around import around

# For each generator of an R function's batches, the function that makes the generator of another epoch.
AGAIN = weakref.WeakKeyDictionary()


def install():
    borrowed.replace("first_batches", _first_batches)
    borrowed.replace("data_ended", _unless_expected)


def generate(iterator, convert=None):
    """The same as a generator, because Keras accepts no other iterator."""
    generator = map_items(iterator, convert)
    AGAIN[generator] = lambda: map_items(iterator.again(), convert)
    return generator


def map_items(iterator, convert):
    for item in iterator:
        yield item if convert is None else convert(item)


def as_generator(iterator):
    """Batches as tuples, and arrays in them, which Keras requires."""

    def array(part):
        return np.asarray(part) if isinstance(part, (list, int, float)) else part

    return generate(iterator, lambda item: tuple(map(array, item)) if isinstance(item, list) else item)


def _first_batches(peek):
    """Keras looks at the first batches, and begins each epoch with these again."""

    def first_batches(generator):
        first, _ = peek(generator)
        return first, _Passes(first, generator)

    return first_batches


class _Passes:
    def __init__(self, first, generator):
        self.first = first
        self.generator = generator

    def __call__(self):
        if self.first is None:
            return _later_pass(AGAIN[self.generator]() if self.generator in AGAIN else self.generator)
        return self.first_pass()

    def first_pass(self):
        """Keras may look at a batch to build the model, and then begin again."""
        yield from self.first
        self.first = None
        yield from self.generator


def _later_pass(batches):
    is_empty = True
    for batch in batches:
        is_empty = False
        yield batch
    if is_empty:
        raise InRWords(
            "The batches have ended, and there is none for another epoch. A function that returns `NULL` after the "
            "last batch of an epoch is called again for the next one: let it begin anew. Or let it return batches "
            "without end, with `steps_per_epoch` (or `validation_steps`). A generator of Python serves one epoch."
        )


@around
def _unless_expected(warn, self):
    """Keras learns the number of batches of a dataset of unknown length from its end in the first epoch,
    which it also warns about. It is a fault if the user or an earlier epoch promised more batches."""
    seen, expected = borrowed.names("batches_seen")
    # The step that found the end is counted.
    if self.steps_per_execution == 1 and getattr(self, seen, 0) <= 1:
        raise InRWords(
            "The data have no batch: nothing is left of them, or they served one pass only. Check what filters the "
            "data, and that a later epoch begins anew."
        )
    if self.steps_per_epoch or getattr(self, seen, 0) < (getattr(self, expected, 0) or 0):
        warn(self)
