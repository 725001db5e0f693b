"""R has no arrays of PyTorch's tensors whose gradient is needed: R's functions would lose it, in silence.

On other backends such tensors have no values. PyTorch computes at once: a tensor of a loss or of a layer has values
while the model is trained.
"""

import contextvars
import functools

import keras
from rkeras.bridge import arrays

is_needed = contextvars.ContextVar("is_needed", default=False)


def install():
    arrays.has_lost_gradient = lambda x: is_needed.get() and getattr(x, "requires_grad", False)
    trainer = keras.Model
    trainer.train_step = within(trainer.train_step, True)
    trainer.compute_metrics = within(trainer.compute_metrics, False)
    keras.losses.Loss.__call__ = within(keras.losses.Loss.__call__, True)


def within(function, value):
    @functools.wraps(function)
    def call(*args, **kwargs):
        token = is_needed.set(value)
        try:
            return function(*args, **kwargs)
        finally:
            is_needed.reset(token)

    return call
