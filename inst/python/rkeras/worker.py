"""What makes a thread of the bridge's look like R's to Python's libraries."""

import contextvars
import sys
import threading
import traceback

from rkeras import caller, tapes

# What libraries keep by thread: with a scope that R code entered, a call on another thread is in it too.
LOCALS = {
    "keras.src.backend.common.global_state": ("GLOBAL_STATE_TRACKER", "GLOBAL_SETTINGS_TRACKER"),
    "tensorflow.python.autograph.core.ag_ctx": ("stacks",),
    "tensorflow.python.distribute.distribute_lib": (
        "_update_replica_id",
        "_variable_sync_on_read_context",
    ),
    "tensorflow.python.framework.ops": ("_default_graph_stack",),
    "tensorflow.python.framework.stack": ("_default_session_stack",),
    "tensorflow.python.ops.summary_ops_v2": ("_summary_state",),
}

EAGER_STATE = (
    "device_name",
    "device_spec",
    "function_call_options",
    "invoking_op_callbacks",
    "is_eager",
    "op_callbacks",
    "scope_name",
)


class Elsewhere:
    """A call on another thread, in the state that R's is in, and what comes back of that state."""

    def __init__(self):
        self.context = contextvars.copy_context()
        self.locals = [(local, local.__dict__) for local in locals_in_use()]
        self.eager = eager_state()
        self.recorders = []
        self.after = None

    def enter(self):
        for local, state in self.locals:
            copy(state, local.__dict__)
        if self.eager is not None:
            set_eager_state(self.eager)
        tapes.put(self.recorders)

    def __call__(self, f, args, kwargs):
        return self.context.run(caller.call_named, f, args, kwargs or {})

    def leave(self):
        recorders = tapes.take()
        self.after = recorders, [(dict(local.__dict__), state) for local, state in self.locals]

    def end(self):
        """Called on R's thread. A call that was given up keeps its own state, and R's is as before."""
        recorders, locals = self.after or (self.recorders, ())
        for state, local in locals:
            copy(state, local)
        tapes.put(recorders)


caller.OWN.add(Elsewhere.__call__.__code__.co_filename)


def as_r_thread():
    """Called on R's thread. None where its state cannot go along: something unknown records gradients."""
    call = Elsewhere()
    recorders = tapes.take()
    if tapes.records_gradients():
        tapes.put(recorders)
        return None
    call.recorders = recorders
    return call


def locals_in_use():
    for module, names in LOCALS.items():
        module = sys.modules.get(module)
        for name in names:
            local = getattr(module, name, None)
            if isinstance(local, threading.local):
                yield local
    # The strategy whose scope it is in.
    ops = sys.modules.get("tensorflow.python.framework.ops")
    graph = getattr(getattr(ops, "_default_graph_stack", None), "_global_default_graph", None)
    local = getattr(graph, "_thread_local", None)
    if isinstance(local, threading.local):
        yield local


def copy(state, to):
    to.clear()
    to.update(state)


def thread_state():
    module = sys.modules.get("tensorflow.python.eager.context")
    context = getattr(module, "_context", None)
    return getattr(context, "_thread_local_data", None)


def eager_state():
    state = thread_state()
    return state and {name: getattr(state, name) for name in EAGER_STATE if hasattr(state, name)}


def set_eager_state(eager):
    state = thread_state()
    for name, value in eager.items():
        setattr(state, name, value)


def stacks(thread):
    """Where the thread that waits is, and where R's is. `<R>` is the file of what R calls."""
    frames = sys._current_frames()

    def python_stack(ident):
        frame = frames.get(ident)
        return traceback.format_stack(frame) if frame else ["  (no Python code)\n"]

    parts = {
        "The thread that waits": python_stack(thread),
        "R's thread": python_stack(threading.main_thread().ident),
    }
    return "".join(f"{title}:\n{''.join(lines)}" for title, lines in parts.items())
