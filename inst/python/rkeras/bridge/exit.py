"""The work at the end of a Python program, done when R ends."""

import atexit
import gc
import sys
import threading

from rkeras import borrowed

# The maximum time to wait for threads that would keep Python itself running.
PATIENCE = 5.0


def wait_for_threads():
    """Waits for these threads. Called on another thread than the main thread, which serves meanwhile.

    As `threading._shutdown()`, which must be called on the main thread.
    """
    for end in reversed(getattr(threading, borrowed.spelled("exit_of_threads"), ())):
        end()
    while threads := running():
        threads[0].join()


def running():
    not_ours = (threading.main_thread(), threading.current_thread())
    return [t for t in threading.enumerate() if not t.daemon and t not in not_ours]


def names():
    return [thread.name for thread in running()]


def run_handlers():
    getattr(atexit, borrowed.spelled("exit_functions"), lambda: None)()
    drop_frames()
    gc.collect()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def drop_frames():
    """Drops the frames that exceptions keep. R keeps handled exceptions to the end, and functions that libraries
    have given to C's `atexit()`, as HDF5 has, run later: they free again what objects in these frames use, which is
    a segmentation fault."""
    for x in gc.get_objects():
        if issubclass(type(x), BaseException):
            x.__traceback__ = None
