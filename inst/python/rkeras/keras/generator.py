"""Batches that an iterator supplies to Keras, and the end of the data in training, evaluation and prediction."""

import functools
import types
import weakref

import keras
import numpy as np

from rkeras import borrowed
from rkeras.bridge.iterator import RIterator
from rkeras.bridge.told import InRWords
from rkeras.tensors.around import around

# The batches of each generator of an R function's batches.
SUPPLIED = weakref.WeakKeyDictionary()


def install():
    if borrowed.is_there("epoch") and borrowed.is_there("epoch_batches"):
        borrowed.replace("epoch", _in_passes)
        borrowed.replace("epoch_batches", lambda _: property(lambda self: getattr(self.generator, "steps", None)))
    borrowed.replace("epoch_reset", _after_a_look)
    borrowed.replace("first_batches", _first_batches)
    borrowed.replace("data_ended", _unless_expected)
    borrowed.replace("batches_of_dataset", _one_ahead)


def in_tuples(batch):
    """Keras takes the parts of a batch, and those for several inputs or outputs, as tuples."""
    return tuple(map(in_tuples, batch)) if type(batch) is list else batch


def generate(iterator, convert=in_tuples):
    """The same as a generator, because Keras accepts no other iterator."""
    batches = _Batches(iterator, convert)
    generator = batches.one_pass()
    SUPPLIED[generator] = batches
    return generator


class _Batches:
    """Those of an iterator, in passes: of an epoch's steps each if Keras is told how many, so that no batch is made
    that no step takes, also by what makes batches ahead."""

    def __init__(self, iterator, convert):
        self.iterator = iterator
        self.convert = convert
        self.steps = None
        self.most = None

    def limit(self, steps, steps_per_execution):
        self.steps = steps
        # The last execution of an epoch takes as many as others.
        self.most = -(-steps // steps_per_execution) * steps_per_execution

    def one_pass(self):
        self.iterator = self.iterator.again()
        for item in self.iterator.taking(self.most):
            yield self.convert(item)


@around
def _in_passes(begin, self, x, *args, steps_per_epoch=None, steps_per_execution=1, **kwargs):
    supplied = SUPPLIED.get(x) if isinstance(x, types.GeneratorType) else None
    if supplied and steps_per_epoch:
        most = keras.config.max_steps_per_epoch() or steps_per_epoch
        supplied.limit(min(most, steps_per_epoch), steps_per_execution)
    steps = {"steps_per_epoch": steps_per_epoch, "steps_per_execution": steps_per_execution}
    begin(self, x, *args, **steps, **kwargs)


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
        self.supplied = SUPPLIED.get(generator)
        # The number of batches in a pass, if it is known.
        self.steps = self.supplied and self.supplied.steps
        self.looked_at = None

    def __call__(self):
        if self.first is not None:
            return self.first_pass()
        self.looked_at = None
        return _later_pass(self.supplied.one_pass() if self.supplied else self.generator)

    def first_pass(self):
        self.first, self.looked_at = None, self.first
        yield from self.looked_at
        self.looked_at = None
        yield from self.generator

    def begin_again(self):
        if self.looked_at is not None:
            self.first, self.looked_at = self.looked_at, None


@around
def _after_a_look(reset, self):
    """Keras may look at a batch to build the model, and then begins again."""
    reset(self)
    passes = getattr(self.data_adapter, "generator", None)
    if isinstance(passes, _Passes):
        passes.begin_again()


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
def _one_ahead(batches_of, self):
    """R makes the next batch of a PyDataset() while a step runs, as those of an R function."""
    batches = batches_of(self)
    is_of_r = hasattr(type(self.py_dataset), "__r_class__")
    if not is_of_r or self.enqueuer is not None or self.py_dataset.num_batches is None:
        return batches
    end = object()
    return RIterator(functools.partial(next, batches, end), end, ahead=1).taking(None)


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
