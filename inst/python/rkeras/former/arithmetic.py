"""For models and pickles of earlier versions."""

from rkeras.tensors.arithmetic import Special  # noqa: F401
