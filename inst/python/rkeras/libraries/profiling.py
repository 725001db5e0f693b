"""Keeps the signals of profilers, such as R's `Rprof()`, from the threads of TensorFlow.

A signal that reaches a thread in a matrix product of oneDNN damages memory, also without R. Threads do not
get the signals that were blocked in the thread that started them. Threads of rkeras block this one
(src/rust/src/os/unix/thread.rs), so only threads that the main thread starts are left.
"""

import signal

from rkeras import borrowed
from rkeras.bridge import imports


def wrap_initialization():
    """The first call, which starts the threads, is made without signals; then TensorFlow's method is back."""
    if not borrowed.is_there("initialization"):
        return
    owner, name = borrowed.owner("initialization"), borrowed.spelled("initialization")
    usual = getattr(owner, name)

    def initialize_unprofiled(context):
        setattr(owner, name, usual)
        unprofiled(usual, context)

    setattr(owner, name, initialize_unprofiled)


def unprofiled(f, *args):
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})
    try:
        return f(*args)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# Windows has no such signals.
if hasattr(signal, "pthread_sigmask"):
    imports.after(borrowed.module("initialization"), wrap_initialization)
