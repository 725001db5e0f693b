"""What makes a thread of the bridge's look like R's to Python's libraries."""

import contextvars
import sys
import threading
import traceback

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


def as_r_thread():
    """Called on R's thread: a function that calls another one in the state that this thread is in.

    None where that cannot be: TensorFlow records gradients for the thread that began to.
    """
    if records_gradients():
        return None
    context = contextvars.copy_context()
    theirs = [(local, local.__dict__) for local in locals_in_use()]
    eager = eager_state()

    def run(f, args, kwargs):
        for local, state in theirs:
            copy(state, local.__dict__)
        if eager is not None:
            set_eager_state(eager)
        try:
            return context.run(f, *args, **(kwargs or {}))
        finally:
            for local, state in theirs:
                copy(local.__dict__, state)

    return run


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


def records_gradients():
    record = sys.modules.get("tensorflow.python.eager.record")
    return record is not None and record.could_possibly_record()


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
    """Where the thread that waits is, and where R's is."""
    frames = sys._current_frames()
    text = []
    for title, ident in (
        ("The thread that waits", thread),
        ("R's thread", threading.main_thread().ident),
    ):
        frame = frames.get(ident)
        lines = traceback.format_stack(frame) if frame else ["  (no Python code)\n"]
        text += [title, ":\n", *lines]
    return "".join(text)
