"""What a Python program does at its end, done when R ends."""

import atexit
import sys
import threading

# So long threads are waited for that would keep Python itself running.
PATIENCE = 5.0


def wait_for_threads():
    """Called on another thread than R's, which serves meanwhile: this waits as long as they run.

    As `threading._shutdown()` does, which wants to be called by the main thread.
    """
    for end in reversed(threading._threading_atexits):
        end()
    while threads := running():
        threads[0].join()


def running():
    not_ours = (threading.main_thread(), threading.current_thread())
    return [t for t in threading.enumerate() if not t.daemon and t not in not_ours]


def names():
    return [thread.name for thread in running()]


def run_handlers():
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
