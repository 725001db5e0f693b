"""What a Python program does at its end, done when R ends."""

import atexit
import sys
import threading

from rkeras import borrowed

# So long threads are waited for that would keep Python itself running.
PATIENCE = 5.0


def wait_for_threads():
    """Called on another thread than R's, which serves meanwhile: this waits as long as they run.

    As `threading._shutdown()` does, which wants to be called by the main thread.
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
