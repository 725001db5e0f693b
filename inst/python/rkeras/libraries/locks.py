"""Locks that libraries leave taken.

TensorFlow's functions take a lock at the beginning of a call, and keep it if the arguments do not fit. On the thread
of that call nobody notices, because the thread may take the lock again. But calls from R may run on different
threads, and the next one would wait for ever.
"""

import functools

from rkeras import borrowed
from rkeras.bridge import imports
from rkeras.bridge.locks import count

LOCK = borrowed.spelled("function_lock")


def releasing(call):
    """As `call`, a method of TensorFlow's functions, which after an exception holds the lock as often as before."""

    @functools.wraps(call)
    def call_and_release(self, *args, **kwargs):
        lock = getattr(self, LOCK)
        before = count(lock)
        try:
            return call(self, *args, **kwargs)
        except BaseException:
            for _ in range(before, count(lock)):
                lock.release()
            raise

    return call_and_release


def install():
    if borrowed.is_there("function_lock"):
        borrowed.replace("function_call", releasing)


imports.after(borrowed.module("function_call"), install)
