"""Whether a model can predict on top of what the main thread waits for."""

import sys

from rkeras.libraries import tapes


def is_possible():
    """False where TensorFlow adds operations to a graph, or records them for gradients."""
    executes = getattr(sys.modules.get("tensorflow"), "executing_eagerly", None)
    return executes is None or executes() and not tapes.records_gradients()
