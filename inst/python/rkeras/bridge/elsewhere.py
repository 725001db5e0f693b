"""A call on another thread in the state of the main thread."""

import contextvars
import threading

from rkeras.bridge import activity, caller, interrupt

# What libraries keep for each thread. A library registers a function that takes the main thread's state, as an
# object with the methods `enter()` and `leave()`, called on the other thread, and `end()`, called on the main thread
# again; None if the state cannot be transferred.
STATES = []


class Elsewhere:
    """A call on another thread, and the changes of state that it makes."""

    def __init__(self, states):
        self.states = states
        self.context = contextvars.copy_context()
        self.is_shielded = threading.get_ident() in interrupt.shielded

    def enter(self):
        activity.working.add(threading.get_ident())
        if self.is_shielded:
            interrupt.shielded.add(threading.get_ident())
        for state in self.states:
            state.enter()

    def __call__(self, f, args, kwargs):
        return self.context.run(caller.call_named, f, args, kwargs or {})

    def leave(self):
        activity.working.discard(threading.get_ident())
        # An interrupt that had to wait is raised on the main thread.
        interrupt.shielded.discard(threading.get_ident())
        interrupt.waiting.discard(threading.get_ident())
        for state in self.states:
            state.leave()

    def end(self):
        """Called on the main thread, also if the call has been abandoned."""
        for state in self.states:
            state.end()


caller.OWN.add(Elsewhere.__call__.__code__.co_filename)


def as_r_thread():
    """Called on the main thread. None if its state cannot be transferred."""
    states = []
    for take in STATES:
        state = take()
        if state is None:
            for taken in states:
                taken.end()
            return None
        states.append(state)
    return Elsewhere(states)
