"""The activity of a Python thread and the locks that it may hold, as its frames show them.

The bridge checks this before it runs an R function for one thread on top of another thread's activity or
of the main thread's: that activity is suspended until the function returns
(src/rust/src/threads/turn.rs).
"""

import functools
import os
import sys
import threading

from rkeras import borrowed, rpycall
from rkeras.bridge import locks

# States as in turn.rs: the thread waits for a new thread to start, which happens by itself; waits for
# others; waits for others and holds locks; runs or sleeps; runs or sleeps and holds locks.
STARTING, WAITING, WAITING_HOLDING, RUNNING, HOLDING = range(5)

# Functions of the standard library, by file, that wait for something outside this thread.
WAITS = {
    "multiprocessing/connection.py": (*borrowed.names("waits_of_connections"), "accept", "wait"),
    "multiprocessing/popen_fork.py": ("poll", "wait"),
    "selectors.py": (*borrowed.names("waits_of_selectors"), "select"),
    "socket.py": ("accept", "readinto"),
    "ssl.py": ("read", "recv", "recv_into"),
    "subprocess.py": (*borrowed.names("waits_of_processes"), "communicate", "wait"),
    "threading.py": (*borrowed.names("joins"), "join"),
}

# Other code in these files and folders makes progress by itself, and may hold its own lock.
LIBRARY = (
    "asyncio", "concurrent", "logging", "multiprocessing", "queue.py", "selectors.py", "socket.py",
    "ssl.py", "subprocess.py", "threading.py", "weakref.py",
)  # fmt: skip

FOLDER = os.path.dirname(os.path.abspath(threading.__file__)) + os.sep
FIND = borrowed.spelled("import_frame")
IMPORT_FILES = {"<frozen importlib._bootstrap>", "<frozen importlib._bootstrap_external>"}

# TensorFlow's compiled code calls these and uses the result, also where they failed: all of a module, and a function.
SHAPES, CONTEXT, HANDLE = borrowed.module("shapes"), borrowed.module("handle"), borrowed.spelled("handle")

# What code is: that which waits only until a new thread runs; the wait for a condition; another wait;
# other code of the standard library; a finalizer; code of the program.
START, CONDITION, WAIT, PROGRESS, FINALIZER, PROGRAM = range(6)
KNOWN = {threading.Thread.start.__code__: START, threading.Condition.wait.__code__: CONDITION}

# A wait of this module holds no other lock than what it waits for.
OWN_LOCKS = threading.Thread.start.__code__.co_filename

# The threads that run a call of the main thread, while R waits for it.
working = set()

# Limits the number of frames that are read, for infinite recursion.
DEPTH = 400


def waiting(function):
    """To the bridge, a thread in this function waits for others."""
    KNOWN[function.__code__] = WAIT
    return function


@functools.lru_cache(maxsize=4096)
def role(code):
    if code in KNOWN:
        return KNOWN[code]
    file, function = code.co_filename, code.co_name
    if file in IMPORT_FILES:
        return PROGRESS
    if file.startswith(FOLDER):
        file = file[len(FOLDER) :].replace(os.sep, "/")
        if file.split("/")[0] in LIBRARY:
            return WAIT if function in WAITS.get(file, ()) else PROGRESS
    return FINALIZER if function == "__del__" else PROGRAM


def look(thread, frame, places):
    """The thread's state; a number that stays the same while the thread makes no progress; the thread
    that it joins. Where the thread runs, locks count only at `places`: elsewhere it makes progress."""
    frame = frame or frame_of(thread)
    if frame is None:
        return RUNNING, 0, 0
    library = in_library(frame)
    if any(role(each.f_code) == START for each in library):
        return STARTING, 0, 0
    state, at = at_top(frame, thread), place(frame)
    if state == WAITING or state == RUNNING and at in places:
        state += holds_lock(frame, thread, [each.f_locals["self"] for each in library if "self" in each.f_locals])
    return state, at, joined(frame)


def at_top(frame, thread):
    """The state as far as the innermost frame shows it."""
    top = role(frame.f_code)
    if top == CONDITION:
        # Before and after the wait, the thread holds the condition's lock.
        return HOLDING if locks.is_held(frame.f_locals.get("self"), thread) else WAITING
    return {WAIT: WAITING, PROGRAM: RUNNING}.get(top, HOLDING)


def frame_of(thread):
    if thread == threading.get_ident():
        return sys._getframe().f_back.f_back
    return rpycall.current_frames().get(thread)


def in_library(frame):
    """The innermost frames, which are those of the standard library."""
    found = []
    while frame is not None and START <= role(frame.f_code) <= PROGRESS:
        found.append(frame)
        frame = frame.f_back
    return found


def joined(frame):
    """The thread that is joined here; 0 if none is."""
    target = frame.f_locals.get("self") if role(frame.f_code) == WAIT else None
    return isinstance(target, threading.Thread) and target.ident or 0


def holds_lock(frame, thread, waited_for):
    """Whether the thread may hold a lock, other than those that it waits for."""
    found = (x for at in outward(frame) if at.f_code.co_filename != OWN_LOCKS for x in locks.named(at))
    held = (locks.inner(x) for x in found if x is None or locks.is_held(x, thread))
    return any(not any(x is locks.inner(each) for each in waited_for) for x in held)


def outward(frame):
    for _ in range(DEPTH):
        if frame is None:
            return
        yield frame
        frame = frame.f_back


def place(frame):
    """An identifier of the thread's position. During an import, that of the imported module."""
    top, above = frame, None
    for at in outward(frame):
        if at.f_code.co_filename in IMPORT_FILES and above is not None:
            return number(above)
        above = at
    return number(top)


def number(frame):
    return (id(frame.f_code) * 31 + frame.f_lasti) % 2**64


def is_importing(thread, frame=None):
    frame = frame or frame_of(thread)
    # Modules that are already imported are looked up by other functions.
    return any(at.f_code.co_filename in IMPORT_FILES and at.f_code.co_name == FIND for at in outward(frame))


def is_unchecked(thread, frame=None):
    """Whether an exception here would reach compiled code that does not look for it, and ends the process."""
    frame = frame or frame_of(thread)
    found = ((at.f_globals.get("__name__"), at.f_code.co_name) for at in outward(frame))
    return any(module == SHAPES or module == CONTEXT and name == HANDLE for module, name in found)
