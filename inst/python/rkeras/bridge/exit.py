"""The work at the end of a Python program, done when R ends."""

import atexit
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
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
