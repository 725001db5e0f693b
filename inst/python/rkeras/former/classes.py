"""For models and pickles of earlier versions."""

from rkeras.bridge.classes import PrivateState, _find, _make  # noqa: F401
