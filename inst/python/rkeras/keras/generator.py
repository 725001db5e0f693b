"""Python iterators as the generators that Keras takes."""

import numpy as np


def generate(iterator):
    """The same as a generator, because Keras accepts no other iterator."""
    yield from iterator


def as_generator(iterator):
    """Keras takes generators and no other iterators, batches as tuples, and arrays in them."""
    def array(part):
        return np.asarray(part) if isinstance(part, (list, int, float)) else part

    for item in iterator:
        yield tuple(map(array, item)) if isinstance(item, list) else item
