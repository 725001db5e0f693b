"""For models and pickles of earlier versions."""

from rkeras.keras.features import DenseFeatures, Linear  # noqa: F401
