"""R's interrupt, raised in the main thread or in a thread that R waits for."""

import sys
from threading import get_ident

from rkeras import rpycall


class RKeyboardInterrupt(KeyboardInterrupt):
    """R's interrupt. Compiled code that drops the exception may still report this name."""


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


def watch_dropped():
    """Raises an interrupt again that occurs in a finalizer, where Python would only print it."""
    sys.unraisablehook = rpycall.unraisable(sys.unraisablehook)
