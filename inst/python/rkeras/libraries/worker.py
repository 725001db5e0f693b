"""Gives a worker thread the state of the main thread that Python libraries use."""

import sys
import threading

from rkeras import borrowed, rpycall
from rkeras.bridge import elsewhere
from rkeras.libraries import tapes

# The thread-local state of libraries: a scope that R code entered must apply to a call on another thread
# too.
STATES = ("layer_states", "autograph", "replica", "default_graph", "session", "summaries")
LOCALS = [(borrowed.module(name), borrowed.names(name)) for name in STATES]
EAGER_STATE = borrowed.names("eager_state")
CONTEXT, GRAPHS = (borrowed.module(name) for name in ("context", "default_graph"))
CONTEXT_NAME, THREAD_STATE, GRAPH_STACK, GLOBAL_GRAPH, STRATEGIES = (
    borrowed.spelled(name) for name in ("context", "thread_state", "default_graph", "global_graph", "strategies")
)
# Without one of these, a call would run in a different state from the calling code.
NEEDED = {*STATES, "global_graph", "strategies", "context", "thread_state", "eager_state", "records"}


class State:
    """The state of the main thread, and its changes by a call on another thread."""

    def __init__(self):
        self.locals = [(local, local.__dict__) for local in locals_in_use()]
        self.eager = eager_state()
        self.recorders = []
        self.after = None
        self.stacks = {}

    def enter(self):
        for local, state in self.locals:
            copy({name: self.separate(value) for name, value in state.items()}, local.__dict__)
        set_eager_state(self.eager)
        tapes.put(self.recorders)

    def separate(self, value):
        """A stack of scopes is a list: the scopes that one thread enters must not be those of the other."""
        if type(value) is not list:
            return value
        separate = value.copy()
        self.stacks[id(separate)] = separate, value
        return separate

    def joined(self, value):
        """The main thread's stack with the changes: scopes are left only if the stack is the same object."""
        separate, stack = self.stacks.get(id(value), (None, value))
        if separate is not None:
            stack[:] = separate
        return stack

    def leave(self):
        recorders = tapes.take()
        self.after = recorders, [(dict(local.__dict__), state) for local, state in self.locals]

    def end(self):
        """An abandoned call keeps its own state, and the main thread's state is restored."""
        recorders, locals = self.after or (self.recorders, ())
        for state, local in locals:
            copy({name: self.joined(value) for name, value in state.items()}, local)
        tapes.put(recorders)


def take():
    """None if the state cannot be transferred: an unknown object records gradients, or libraries store their state
    in another way."""
    if any(map(borrowed.is_unknown, ("keras", "tensorflow"))):
        rpycall.rkeras("warn_of_missing_names")
    if not NEEDED.isdisjoint(borrowed.missing):
        return None
    state = State()
    recorders = tapes.take()
    if tapes.records_gradients():
        tapes.put(recorders)
        return None
    state.recorders = recorders
    return state


elsewhere.STATES.append(take)


def locals_in_use():
    found = [getattr(sys.modules.get(module), name, None) for module, names in LOCALS for name in names]
    # The distribution strategy whose scope is active.
    graphs = getattr(sys.modules.get(GRAPHS), GRAPH_STACK, None)
    found.append(getattr(getattr(graphs, GLOBAL_GRAPH, None), STRATEGIES, None))
    return [local for local in found if isinstance(local, threading.local)]


def copy(state, to):
    to.clear()
    to.update(state)


def thread_state():
    context = getattr(sys.modules.get(CONTEXT), CONTEXT_NAME, None)
    return getattr(context, THREAD_STATE, None)


def eager_state():
    state = thread_state()
    return {name: getattr(state, name) for name in EAGER_STATE if hasattr(state, name)}


def set_eager_state(eager):
    state = thread_state()
    for name, value in eager.items():
        setattr(state, name, value)
