"""What a forked process must not do, said instead of hanging there."""

import os
import sys


def after_fork():
    """TensorFlow, once it has run, waits for threads that a forked process does not have."""
    context = getattr(sys.modules.get("tensorflow.python.eager.context"), "_context", None)
    if getattr(context, "_initialized", False):
        tfe = sys.modules["tensorflow.python.pywrap_tfe"]
        for name in ("TFE_Py_Execute", "TFE_Py_ExecuteCancelable", "TFE_Py_FastPathExecute"):
            if hasattr(tfe, name):
                setattr(tfe, name, refuse)


def refuse(*args, **kwargs):
    raise RuntimeError(
        "TensorFlow does not work in a forked process: it ran before the fork, and its threads are not "
        "here. Use processes that start anew, as of parallel::makePSOCKcluster(), "
        "future::multisession or callr."
    )


os.register_at_fork(after_in_child=after_fork)
