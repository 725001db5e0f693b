"""Errors in place of deadlocks in forked processes."""

import os
import sys
import warnings

from rkeras import borrowed


def after_fork():
    """Libraries that have been used wait for threads that do not exist in a forked process."""
    context = getattr(borrowed.loaded("context"), borrowed.spelled("context"), None)
    if getattr(context, borrowed.spelled("initialized"), False):
        borrowed.replace("execution", lambda execute: refusal("TensorFlow"))
    if borrowed.loaded("jax_backends") and borrowed.get("jax_backends")():
        # A new value of this option, which every version has, makes JAX discard its compiled functions.
        config = sys.modules["jax"].config
        config.update("jax_random_seed_offset", config.jax_random_seed_offset + 1)
        borrowed.replace("jax_compiler", lambda compile: refusal("JAX"))


def refusal(library):
    def refuse(*args, **kwargs):
        raise RuntimeError(
            f"{library} does not work in a forked process: it ran before the fork, and its threads are "
            "not here. Use processes that start anew, as of parallel::makePSOCKcluster(), "
            "future::multisession or callr."
        )

    return refuse


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=after_fork)

# JAX warns about each fork, and R forks to start any program.
warnings.filterwarnings("ignore", r"os\.fork\(\) was called", RuntimeWarning)
