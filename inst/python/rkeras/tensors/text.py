"""Text vectorization that makes all letters small. Keras's makes A to Z small.

A layer that was made here has its encoding in capitals. Keras takes both spellings, also in other programs, and a file
that was saved elsewhere, or before, computes what it did there.
"""

import inspect

from rkeras import borrowed
from rkeras.tensors.around import around

ALL_LETTERS = "UTF-8"


def install():
    if borrowed.is_there("text_settings"):
        borrowed.replace("text_steps", lowered)
        set_default(borrowed.owner("text_steps").__init__, "encoding", ALL_LETTERS)


def set_default(function, argument, value):
    """Keras reads the signature of the function, so that no other can be in its place."""
    function = inspect.unwrap(function)
    names = function.__code__.co_varnames[:function.__code__.co_argcount]
    defaults = dict(zip(reversed(names), reversed(function.__defaults__)))
    defaults[argument] = value
    function.__defaults__ = tuple(reversed(defaults.values()))


@around
def lowered(original, layer, inputs):
    standardize, encoding = (getattr(layer, name) for name in borrowed.names("text_settings"))
    if encoding == ALL_LETTERS and standardize in ("lower", "lower_and_strip_punctuation"):
        import tensorflow as tf

        if not isinstance(inputs, tf.RaggedTensor):
            inputs = tf.convert_to_tensor(inputs, tf.string)
        inputs = tf.strings.lower(inputs, encoding="utf-8")
    return original(layer, inputs)
