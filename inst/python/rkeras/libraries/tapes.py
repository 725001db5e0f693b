"""The gradient recorders of each thread, so that a call on another thread can use them.

TensorFlow keeps gradient tapes and forward accumulators per thread, and cannot list them. So the
functions that add and remove them are wrapped to record them here.
"""

import collections
import functools
import sys
import threading
from operator import attrgetter

from rkeras import borrowed
from rkeras.bridge import imports


# A tape or an accumulator, and the functions that add it to a thread and remove it.
Recorder = collections.namedtuple("Recorder", ("what", "add", "remove"))


class Recording(threading.local):
    def __init__(self):
        # The outermost first.
        self.recorders = []

    def begins(self, recorder):
        self.recorders.append(recorder)

    def ends(self, what):
        self.recorders = [recorder for recorder in self.recorders if recorder.what is not what]


recording = Recording()


def take():
    """Removes the recorders from this thread."""
    taken, recording.recorders = recording.recorders, []
    for recorder in reversed(taken):
        recorder.remove(recorder.what)
    return taken


def put(recorders):
    """Adds the recorders to this thread."""
    for recorder in recorders:
        recorder.add(recorder.what)
        recording.begins(recorder)


# TensorFlow's function that tells, once it has been imported.
records = None


def records_gradients():
    """True also if this is unknown."""
    global records
    if records is None:
        if borrowed.module("records") not in sys.modules:
            return False
        if not borrowed.is_there("records"):
            return True
        records = borrowed.get("records")
    return records()


def watch_tapes(module):
    names = borrowed.names("tapes")
    new, add, remove = attrgetter(*names)(module)

    def push_new_tape(*args, **kwargs):
        tape = new(*args, **kwargs)
        recording.begins(Recorder(tape, add, remove))
        return tape

    def push_tape(tape):
        add(tape)
        recording.begins(Recorder(tape, add, remove))

    def pop_tape(tape):
        remove(tape)
        recording.ends(tape)

    for name, function in zip(names, (push_new_tape, push_tape, pop_tape)):
        setattr(module, name, function)


def watch_accumulators(module):
    push_name, pop_name, accumulator = borrowed.names("accumulators")
    cls = borrowed.owner("accumulators")
    add, remove = attrgetter(*borrowed.names("accumulator_set"))(borrowed.owner("accumulator_set"))
    push, pop = getattr(cls, push_name), getattr(cls, pop_name)

    def push_accumulator(self):
        push(self)
        recording.begins(Recorder(getattr(self, accumulator), add, remove))

    def pop_accumulator(self):
        pop(self)
        recording.ends(getattr(self, accumulator))

    setattr(cls, push_name, push_accumulator)
    setattr(cls, pop_name, pop_accumulator)


def attempt(wrap, name):
    try:
        wrap(sys.modules[name])
    except (AttributeError, borrowed.Missing):
        # An unsupported version of TensorFlow, which is reported to R: calls stay on the recording thread.
        pass


WATCHED = {borrowed.module("tapes"): watch_tapes, borrowed.module("accumulators"): watch_accumulators}
for name, wrap in WATCHED.items():
    imports.after(name, functools.partial(attempt, wrap, name))
