"""R's interrupt, raised in a thread that R waits for."""

from threading import get_ident


class Interrupt(KeyboardInterrupt):
    """Python makes an instance when the exception is raised: then it has been delivered."""

    delivered = 0

    def __init__(self, *args):
        Interrupt.delivered += 1
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
            raise Interrupt


def _take_pending():
    """Python raises what the thread was sent before when a function begins: this one, not f."""


def has_to_wait(thread):
    if thread not in shielded:
        return False
    waiting.add(thread)
    return True
