"""Locks that libraries leave taken.

TensorFlow's functions take a lock at the beginning of a call, and keep it if the arguments do not fit. On the thread
of that call nobody notices, because the thread may take the lock again. But calls from R may run on different
threads, and the next one would wait for ever.
"""

import functools
import threading

from rkeras import borrowed
from rkeras.bridge import activity, imports

LOCK = borrowed.spelled("function_lock")


def releasing(call):
    """As `call`, a method of TensorFlow's functions, which after an exception holds the lock as often as before."""

    @functools.wraps(call)
    def call_and_release(self, *args, **kwargs):
        lock = getattr(self, LOCK)
        before = times_held(lock)
        try:
            return call(self, *args, **kwargs)
        except BaseException:
            for _ in range(before, times_held(lock)):
                lock.release()
            raise

    return call_and_release


def times_held(lock):
    """How often this thread holds the lock, which is an RLock."""
    return activity.count(lock) if activity.owner(lock) == threading.get_ident() else 0


def install():
    if borrowed.is_there("function_lock"):
        borrowed.replace("function_call", releasing)


imports.after(borrowed.module("function_call"), install)
