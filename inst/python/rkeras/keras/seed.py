"""One seed for all random numbers of Keras."""

import keras

from rkeras import borrowed


def set_random_seed(seed):
    keras.utils.set_random_seed(seed)
    # Keras 3.12 goes on with the generator that it has made for functions without a seed of their own.
    if borrowed.is_there("global_attribute"):
        borrowed.get("global_attribute")("global_seed_generator", None)
