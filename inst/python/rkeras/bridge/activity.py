"""The activity of a Python thread and the locks it holds, read from its frames.

The bridge checks this before it runs an R function for one thread on top of another thread's activity or
of the main thread's: that activity is suspended until the function returns
(src/rust/src/threads/turn.rs).
"""

import dis
import functools
import importlib.util
import os
import sys
import threading

import rpycall

from rkeras import borrowed

# States as in turn.rs: the thread waits for a new thread to start, which happens by itself; waits for
# others; waits for others and holds locks; runs or sleeps; runs or sleeps and holds locks.
STARTING, WAITING, WAITING_HOLDING, RUNNING, HOLDING = range(5)

# Code that waits only until a new thread runs.
STARTS = {threading.Thread.start.__code__}

CONDITION_WAIT = threading.Condition.wait.__code__
JOINS = {
    function.__code__
    for function in (threading.Thread.join, getattr(threading.Thread, borrowed.spelled("joins"), None))
    if function is not None
}

# Functions in which the main thread waits for another thread.
SERVING = set()

# The threads that run a call of the main thread, while R waits for it.
working = set()

# Functions of the standard library, by file, that wait for something outside this thread.
WAITS = {
    "multiprocessing/connection.py": (*borrowed.names("waits_of_connections"), "accept", "wait"),
    "multiprocessing/popen_fork.py": ("poll", "wait"),
    "selectors.py": (*borrowed.names("waits_of_selectors"), "select"),
    "socket.py": ("accept", "readinto"),
    "ssl.py": ("read", "recv", "recv_into"),
    "subprocess.py": (*borrowed.names("waits_of_processes"), "communicate", "wait"),
}

# Other code in these files and folders makes progress by itself, and may hold its own lock.
LIBRARY = (
    "asyncio", "concurrent", "logging", "multiprocessing", "queue.py", "selectors.py", "socket.py",
    "ssl.py", "subprocess.py", "threading.py", "weakref.py",
)  # fmt: skip

FOLDER = os.path.dirname(os.path.abspath(threading.__file__))
LOCK, CONDITION = borrowed.spelled("condition_lock"), borrowed.spelled("semaphore_lock")
FIND = borrowed.spelled("import_frame")
IMPORT_FILES = {"<frozen importlib._bootstrap>", "<frozen importlib._bootstrap_external>"}

# Limits the number of frames that are read, for infinite recursion.
DEPTH = 400


def look(thread, frame=None):
    """The thread's state; a number that stays the same while the thread makes no progress; the thread
    that it joins."""
    if frame is None:
        own = thread == threading.get_ident()
        frame = sys._getframe().f_back if own else rpycall.current_frames().get(thread)
    if frame is None:
        return RUNNING, 0, 0
    state, conditions, target = at_top(frame, thread)
    if state == STARTING:
        return state, 0, 0
    holds = state == HOLDING or any(True for _ in held_locks(frame, conditions))
    if state in (WAITING, RUNNING):
        state += holds
    return state, place(frame), target


def at_top(frame, thread):
    """The state as far as the innermost frames show it; conditions released while waiting; the joined
    thread."""
    code = frame.f_code
    if code is CONDITION_WAIT:
        condition = frame.f_locals.get("self")
        return condition_state(frame, condition, thread), own_locks(condition), 0
    if code in JOINS:
        target = getattr(frame.f_locals.get("self"), "ident", None) or 0
        # join() of a thread that has ended returns at once.
        state = WAITING if target in rpycall.current_frames() else HOLDING
        return state, (frame.f_locals.get("lock"),), target
    if code in SERVING:
        return WAITING, (), 0
    role = file_role(code.co_filename)
    if role is None:
        return (HOLDING if code.co_name == "__del__" else RUNNING), (), 0
    return (WAITING if code.co_name in role else HOLDING), (), 0


def condition_state(frame, condition, thread):
    while frame is not None and file_role(frame.f_code.co_filename) is not None:
        if frame.f_code in STARTS:
            return STARTING
        frame = frame.f_back
    # Before and after the wait, the thread holds the condition's lock.
    lock = getattr(condition, LOCK, None)
    return HOLDING if owner(lock) in (thread, None) and is_locked(lock) else WAITING


def own_locks(condition):
    return (condition, getattr(condition, LOCK, None))


@functools.cache
def file_role(name):
    """The names of the functions of a standard library file that wait; None for all other files."""
    if name in IMPORT_FILES:
        return ()
    if not name.startswith(FOLDER + os.sep):
        return None
    name = name[len(FOLDER) + 1 :].replace(os.sep, "/")
    return WAITS.get(name, ()) if name.split("/")[0] in LIBRARY else None


def place(frame):
    """An identifier of the thread's position. During an import, that of the imported module."""
    top, above = frame, None
    for _ in range(DEPTH):
        if frame is None:
            break
        if frame.f_code.co_filename in IMPORT_FILES and above is not None:
            return number(id(above), above.f_lasti)
        above, frame = frame, frame.f_back
    return number(id(top.f_code), top.f_lasti)


def number(what, where):
    return (what * 31 + where) % 2**64


def is_importing(thread, frame=None):
    frame = frame or rpycall.current_frames().get(thread)
    while frame is not None:
        # Modules that are already imported are looked up by other functions.
        if frame.f_code.co_filename in IMPORT_FILES and frame.f_code.co_name == FIND:
            return True
        frame = frame.f_back
    return False


# Locks ----------------------------------------------------------------------------------------------

UNKNOWN = object()


def held_locks(frame, except_for=()):
    """(frame, lock) for each lock that the thread holds in `with`, or in `try` with `finally:
    release()`."""
    for _ in range(DEPTH):
        if frame is None:
            return
        for expression in guards(frame.f_code, frame.f_lasti):
            lock = evaluate(expression, frame)
            if lock is not None and not any(lock is other for other in except_for):
                yield frame, lock
        frame = frame.f_back


def wanted_lock(frame):
    """The lock that the thread waits for in `with lock:` or `lock.acquire()`."""
    instructions = instructions_of(frame.f_code)
    at = index_at(instructions, frame.f_lasti)
    found = entered(instructions, at) or acquired(instructions, at)
    lock = found and evaluate(found, frame)
    return lock if lock is not None and lock is not UNKNOWN and is_locked(lock) else None


def is_lock(x):
    return hasattr(type(x), "acquire") and hasattr(type(x), "release")


def is_locked(lock):
    lock = inner(lock)
    if hasattr(lock, "locked"):
        return lock.locked()
    return "unlocked" not in repr(lock)


def owner(lock):
    """The thread that holds the lock; None if the lock does not record it."""
    text = repr(inner(lock))
    return int(text.split("owner=")[1].split()[0]) if "owner=" in text else None


def count(lock):
    """How often the thread that holds the lock, an RLock, has taken it."""
    return int(repr(inner(lock)).split("count=")[1].split()[0])


def inner(lock):
    """The lock inside a condition or semaphore."""
    while type(lock).__module__ == "threading":
        inside = getattr(lock, LOCK, None) or getattr(lock, CONDITION, None)
        if inside is None:
            return lock
        lock = inside
    return lock


def evaluate(expression, frame):
    """The lock that the expression `a.b.c` refers to in the frame; None if it is no lock. Runs no code
    of the program."""
    name, *attributes = expression
    if name is None:
        # Created by a call, so only its name is known.
        said = "".join(attributes).lower()
        return UNKNOWN if "lock" in said or "mutex" in said else None
    kind, name = name
    spaces = (frame.f_globals,) if kind == "global" else (frame.f_locals, frame.f_globals)
    found = [space[name] for space in spaces if name in space]
    if not found:
        return None
    x = found[0]
    for attribute in attributes:
        x = stored(x, attribute)
    return x if x is UNKNOWN or is_lock(x) else None


def stored(x, name):
    own = getattr(x, "__dict__", None)
    if isinstance(own, dict) and name in own:
        return own[name]
    for cls in type(x).__mro__:
        found = vars(cls).get(name)
        if found is not None:
            is_slot = type(found).__name__ == "member_descriptor"
            return getattr(x, name, None) if is_slot else found
    return UNKNOWN if "lock" in name.lower() else None


# Byte code ------------------------------------------------------------------------------------------

LOADS = {
    "LOAD_GLOBAL": "global",
    "LOAD_NAME": "local",
    "LOAD_FAST": "local",
    "LOAD_FAST_BORROW": "local",
    "LOAD_FAST_CHECK": "local",
    "LOAD_DEREF": "local",
    "LOAD_CLASSDEREF": "local",
}
ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
SILENT = ("CACHE", "COPY_FREE_VARS", "EXTENDED_ARG", "NOP", "NOT_TAKEN", "PRECALL", "PUSH_NULL", "RESUME")


@functools.lru_cache(maxsize=512)
def instructions_of(code):
    return [x for x in dis.get_instructions(code) if x.opname not in SILENT]


def index_at(instructions, offset):
    for i in range(len(instructions) - 1, -1, -1):
        if instructions[i].offset <= offset:
            return i
    return 0


@functools.lru_cache(maxsize=4096)
def guards(code, offset):
    """The expressions of `with` and of `release()` that an exception raised here would release."""
    regions = regions_of(code)
    if not regions:
        return ()
    found, at, seen = [], offset, set()
    while True:
        region = next((r for r in regions if r[0] <= at < r[1] and r[2] not in seen), None)
        if region is None:
            return tuple(found)
        seen.add(region[2])
        found.extend(region[3])
        # The regions that protect the handler protect this code too.
        at = region[2] if sys.version_info >= (3, 11) else at


@functools.lru_cache(maxsize=512)
def regions_of(code):
    """(start, end, handler, expressions) for code protected by `with` or `try`, the innermost first."""
    instructions = instructions_of(code)
    if sys.version_info >= (3, 11):
        parse = getattr(dis, borrowed.spelled("guards"), lambda code: ())
        entries = [(e.start, e.end, e.target) for e in parse(code)]
    else:
        entries = [
            (x.offset + 2, x.argval, x.argval)
            for x in instructions
            if x.opname in ("SETUP_WITH", "SETUP_FINALLY")
        ]
        entries.sort(key=lambda entry: entry[1] - entry[0])
    first = {}
    for start, _, handler in entries:
        first[handler] = min(start, first.get(handler, start))
    return [
        (start, end, handler, released(instructions, first[handler], handler))
        for start, end, handler in entries
    ]


def released(instructions, start, handler):
    at = index_at(instructions, handler)
    names = [x.opname for x in instructions[at : at + 3]]
    if "WITH_EXCEPT_START" in names:
        expression = entered(instructions, index_at(instructions, start) - 1)
        return (expression,) if expression else ()
    found = []
    for i in range(at, len(instructions)):
        if instructions[i].opname in ATTRIBUTES and instructions[i].argval in ("release", "__exit__"):
            found.append(chain(instructions, i))
        if instructions[i].opname == "RERAISE":
            break
    return tuple(found)


def entered(instructions, at):
    """The expression of the `with` whose context is entered here."""
    if instructions[at].opname in ("BEFORE_WITH", "SETUP_WITH"):
        return chain(instructions, at)
    # Python 3.14 looks up the methods separately: COPY, LOAD_SPECIAL, SWAP, SWAP, LOAD_SPECIAL, CALL.
    for i in range(at, max(at - 7, -1), -1):
        if instructions[i].opname == "COPY" and instructions[i + 1].opname == "LOAD_SPECIAL":
            return chain(instructions, i)
    return None


def acquired(instructions, at):
    if not instructions[at].opname.startswith("CALL"):
        return None
    # Arguments are supported if they are simple.
    for i in range(at - 1, max(at - 6, -1), -1):
        x = instructions[i]
        if x.opname in ATTRIBUTES and x.argval == "acquire":
            return chain(instructions, i)
    return None


def chain(instructions, end):
    """The expression `a.b.c` just before `end`, as a tuple: (kind, "a"), "b", "c". For a call, None and
    its names."""
    attributes = []
    for i in range(end - 1, -1, -1):
        x = instructions[i]
        if x.opname in LOADS:
            return ((LOADS[x.opname], x.argval), *reversed(attributes))
        if x.opname.endswith(("LOAD_FAST", "LOAD_FAST_BORROW")):
            # Two instructions combined, as in Python 3.13.
            return (("local", x.argval[-1]), *reversed(attributes))
        if x.opname not in ATTRIBUTES:
            break
        attributes.append(x.argval)
    names = [x.argval for x in instructions[max(end - 8, 0) : end] if isinstance(x.argval, str)]
    return (None, *names)
