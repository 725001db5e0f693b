"""The locks that code on a thread's stack can name, and whether the thread may hold them.

Python records which thread holds an RLock, but not which holds a Lock. So a thread may hold a Lock that is taken if
code on its stack can name it, as `a`, `a.b` or `a.b.c`. Nothing here runs code of the program.
"""

import functools
import re
import threading
from types import BuiltinFunctionType, FunctionType, MemberDescriptorType, MethodType

LOCK, RLOCK = type(threading.Lock()), type(threading.RLock())
# Names of what may create or look up a lock, as in `with lock_of(x):`. Not `block`, `clock` or `locked`.
SAYS_LOCK = re.compile("(?<![bc])lock(?!ed)|mutex", re.IGNORECASE)
MAKERS = {id(threading.Lock), id(threading.RLock)}
# What has no attributes that could be locks.
PLAIN = {bool, bytes, dict, float, int, list, set, str, tuple, type(None)}
PLAIN |= {BuiltinFunctionType, FunctionType, MethodType}


def named(frame):
    """The locks that the frame's code can name. None stands for one that only a call would give."""
    names = names_of(frame.f_code)
    if not names:
        return
    found, seen = variables(frame), set()
    unknown = set(filter(SAYS_LOCK.search, names))
    for _ in range(3):
        objects = []
        for name, x in found:
            if id(x) in MAKERS or not callable(x):
                unknown.discard(name)
            if type(x) not in PLAIN and id(x) not in seen:
                seen.add(id(x))
                objects.append(x)
                if is_lock(type(x)):
                    yield x
        found = [one for x in objects for one in stored(x, names)]
    if unknown:
        yield None


@functools.lru_cache(maxsize=4096)
def names_of(code):
    """The names of globals and attributes, if the code may hold a lock: it handles exceptions, as `with` does, or
    calls `acquire()`."""
    handles = getattr(code, "co_exceptiontable", True)
    return frozenset(code.co_names) if handles or "acquire" in code.co_names else frozenset()


def variables(frame):
    code = frame.f_code
    names = (*code.co_varnames, *code.co_cellvars, *code.co_freevars, *code.co_names)
    spaces = (frame.f_locals, frame.f_globals)
    return [(name, space[name]) for name in names for space in spaces if name in space]


def stored(x, names):
    """The attributes of x with these names, and their values."""
    is_class = issubclass(type(x), type)
    for name, value in of_class(x if is_class else type(x), names):
        yield name, getattr(x, name, None) if type(value) is MemberDescriptorType else value
    space = {} if is_class else space_of(x)
    for name in names & space.keys():
        yield name, space[name]


@functools.lru_cache(maxsize=4096)
def of_class(cls, names):
    """Locks of the class, and its slots."""
    found = [(name, space[name]) for space in map(vars, cls.__mro__) for name in names & space.keys()]
    return [(name, x) for name, x in found if type(x) is MemberDescriptorType or is_lock(type(x))]


def space_of(x):
    try:
        return object.__getattribute__(x, "__dict__")
    except AttributeError:
        return {}


@functools.lru_cache(maxsize=4096)
def is_lock(cls):
    # A condition has its lock's methods as attributes of its own.
    return issubclass(cls, threading.Condition) or hasattr(cls, "acquire") and hasattr(cls, "release")


def inner(lock):
    """The lock inside a condition or a logging handler."""
    if type(lock) in (LOCK, RLOCK):
        return lock
    within = [x for x in space_of(lock).values() if type(x) in (LOCK, RLOCK)]
    return within[0] if len(within) == 1 else lock


def owner(lock):
    """The thread that holds the lock; 0 if none does; None if that is unknown."""
    lock = inner(lock)
    if type(lock) is RLOCK:
        return int(repr(lock).split("owner=")[1].split()[0])
    return 0 if type(lock) is LOCK and not lock.locked() else None


def is_held(lock, thread):
    """Whether the thread may hold the lock."""
    return owner(lock) in (thread, None)


def wanted(frame, thread):
    """A lock for which the thread may wait: its innermost frame can name it, and it is not the thread's."""
    return next((x for x in named(frame) if x is not None and owner(x) not in (thread, 0)), None)


def count(lock):
    """How often this thread has taken the lock, an RLock."""
    is_own = owner(lock) == threading.get_ident()
    return int(repr(lock).split("count=")[1].split()[0]) if is_own else 0
