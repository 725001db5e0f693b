"""R's interrupt, raised in the main thread or in a thread that R waits for."""

import sys
from threading import get_ident

from rkeras import rpycall
from rkeras.bridge.raised import PACKAGES, package_of


class RKeyboardInterrupt(KeyboardInterrupt):
    """R's interrupt. Compiled code that drops the exception may still report this name."""

    last = None

    def __init__(self, *args):
        RKeyboardInterrupt.last = self
        super().__init__(*args)


class RKeyboardInterruptSent(RKeyboardInterrupt):
    """An interrupt that was sent to a thread. Python creates the instance when it raises it, which marks
    it as delivered."""

    delivered = 0

    def __init__(self, *args):
        RKeyboardInterruptSent.delivered += 1
        super().__init__(*args)


# Threads in which an interrupt must be delayed, and those with a delayed interrupt.
shielded, waiting = set(), set()


def shield(f, *args, **kwargs):
    """Calls f. An interrupt that arrives meanwhile is raised after f has returned."""
    thread = get_ident()
    if thread in shielded:
        return f(*args, **kwargs)
    try:
        shielded.add(thread)
        _take_pending()
        return f(*args, **kwargs)
    finally:
        shielded.discard(thread)
        if thread in waiting:
            waiting.discard(thread)
            raise RKeyboardInterruptSent


def _take_pending():
    """Python raises a pending exception when a function starts: in this function instead of in f."""


def has_to_wait(thread):
    if thread not in shielded:
        return False
    waiting.add(thread)
    return True


def was_dropped():
    """Whether a library took the last interrupt: compiled code, and then no Python code has seen the exception, or a
    bare `except` of Keras, whose frame is the first of the traceback. The next call knows it no longer."""
    last, RKeyboardInterrupt.last = RKeyboardInterrupt.last, None
    if last is None:
        return False
    frame = last.__traceback__
    if frame is None:
        # That of an R function may be on its way to another thread.
        return not hasattr(last, "condition")
    return package_of(frame) in PACKAGES


def was_taken():
    """Code of rkeras has taken the last interrupt on purpose."""
    RKeyboardInterrupt.last = None


def watch_dropped():
    """Raises an interrupt again that occurs in a finalizer, where Python would only print it."""
    sys.unraisablehook = rpycall.unraisable(sys.unraisablehook)
