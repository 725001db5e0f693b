"""What a forked process must not do, said instead of hanging there."""

import os
import sys
import warnings


def after_fork():
    """Libraries that have run wait for threads that a forked process does not have."""
    context = getattr(sys.modules.get("tensorflow.python.eager.context"), "_context", None)
    if getattr(context, "_initialized", False):
        tfe = sys.modules["tensorflow.python.pywrap_tfe"]
        for name in ("TFE_Py_Execute", "TFE_Py_ExecuteCancelable", "TFE_Py_FastPathExecute"):
            if hasattr(tfe, name):
                setattr(tfe, name, refusal("TensorFlow"))
    bridge = sys.modules.get("jax._src.xla_bridge")
    if bridge is not None and bridge.backends_are_initialized():
        # Another setting makes JAX look anew for what it has compiled; every version has this one.
        config = sys.modules["jax"].config
        config.update("jax_random_seed_offset", config.jax_random_seed_offset + 1)
        sys.modules["jax._src.compiler"].compile_or_get_cached = refusal("JAX")


def refusal(library):
    def refuse(*args, **kwargs):
        raise RuntimeError(
            f"{library} does not work in a forked process: it ran before the fork, and its threads are "
            "not here. Use processes that start anew, as of parallel::makePSOCKcluster(), "
            "future::multisession or callr."
        )

    return refuse


os.register_at_fork(after_in_child=after_fork)

# JAX warns of each fork, and R forks to start any program.
warnings.filterwarnings("ignore", r"os\.fork\(\) was called", RuntimeWarning)
