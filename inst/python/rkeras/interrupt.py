"""R's interrupt, raised in R's thread or in one that R waits for."""

import sys
from threading import get_ident

import rpycall

from rkeras import activity


class RKeyboardInterrupt(KeyboardInterrupt):
    """R's interrupt. The name is what compiled code tells of it that hands on no exception."""


class RKeyboardInterruptSent(RKeyboardInterrupt):
    """One that was sent to a thread. Python makes an instance when it is raised: then it has been delivered."""

    delivered = 0
    def __init__(self, *args):
        RKeyboardInterruptSent.delivered += 1
        super().__init__(*args)


# Threads that an interrupt has to wait for, and those where one does.
shielded, waiting = set(), set()


def shield(f, *args, **kwargs):
    """Calls f. An interrupt that comes meanwhile is raised when it has ended."""
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
    """Python raises what the thread was sent before when a function begins: this one, not f."""


def has_to_wait(thread):
    if thread not in shielded:
        return False
    waiting.add(thread)
    return True


def is_importing(thread, frame=None):
    return activity.is_importing(thread, frame)


def cause(exception):
    """The interrupt of R's of which the exception came; None if there is none."""
    at, seen = exception, set()
    while at is not None and id(at) not in seen:
        if isinstance(at, RKeyboardInterrupt):
            return at
        if RKeyboardInterrupt.__name__ in str(at):
            interrupt = RKeyboardInterrupt()
            interrupt.__cause__ = exception
            return interrupt
        seen.add(id(at))
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return None


def watch_dropped():
    """An interrupt that comes in a finalizer, where Python would only print it, is raised again."""
    sys.unraisablehook = rpycall.unraisable(sys.unraisablehook)
