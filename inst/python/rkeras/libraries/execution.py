"""TensorFlow's execution of graphs and datasets that may call R.

TensorFlow runs them on its own threads while the thread that asked for it waits in compiled code. Where that
is the main thread, nothing could run the R functions that they call. So from the first graph of the process
that may call R, by an operator of R or a Python function, the main thread hands such computations to a worker
thread and serves R meanwhile (src/rust/src/threads/blocking.rs). Until then TensorFlow is not changed.
"""

import functools
import re
import threading

from rkeras import borrowed, rpycall
from rkeras.bridge import activity, imports

MAIN = threading.main_thread().ident
# Operations that run functions, or elements of datasets.
RUNS = re.compile("Dataset|Iterator|Call$|Case$|If$|While$|^For$|MapDefun|SymbolicGradient|BatchFunction")
# Operations that create what waits for its threads when it is destroyed.
CREATES = re.compile("^Anonymous.*Iterator")
PLAIN, RUNNING, CREATING = range(3)
# Which argument of TensorFlow's functions is the name of the operation.
NAME_AT = (2, 2, 1)

serves = False


def serve():
    """From here on the main thread serves R while TensorFlow computes for it."""
    global serves
    if serves or not borrowed.is_there("execution"):
        return
    serves = True
    owner, names = borrowed.owner("execution"), borrowed.names("execution")
    for name, at in zip(names, NAME_AT):
        setattr(owner, name, operation(getattr(owner, name), at))
    borrowed.replace("session_runs", run)


def operation(execute, at):
    """As `execute`, a function of TensorFlow whose argument number `at` is the name of an operation."""

    def execute_operation(*args):
        kind = kind_of(args[at])
        if kind == PLAIN:
            return execute(*args)
        if kind == RUNNING:
            return rpycall.call_elsewhere(execute, args) if threading.get_ident() == MAIN else execute(*args)
        created = execute(*args)
        for tensor in created if isinstance(created, (list, tuple)) else [created]:
            rpycall.release_on_worker(tensor)
        return created

    return activity.waiting(execute_operation)


def run(execute):
    """As `execute`, a function of TensorFlow that runs a session."""

    def execute_session(*args):
        return rpycall.call_elsewhere(execute, args)

    return activity.waiting(execute_session)


@functools.lru_cache(maxsize=4096)
def kind_of(name):
    # Some callers in TensorFlow give bytes.
    name = name.decode() if isinstance(name, bytes) else name
    if CREATES.search(name):
        return CREATING
    # Other names are those of functions.
    is_operation = borrowed.get("operator_definitions")(name) is not None
    return PLAIN if is_operation and not RUNS.search(name) else RUNNING


def inserting(insert):
    @functools.wraps(insert)
    def insert_and_serve(*args, **kwargs):
        serve()
        return insert(*args, **kwargs)

    return insert_and_serve


imports.after(borrowed.module("python_functions"), lambda: borrowed.replace("python_functions", inserting))
