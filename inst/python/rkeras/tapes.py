"""What records gradients on each thread, so that it can go along when a call runs on another thread.

TensorFlow keeps gradient tapes and forward accumulators by thread, and cannot list them. So the few
functions by which it adds and removes them take notes here.
"""

import importlib.machinery
import sys
import threading


class Recorder:
    """A tape or an accumulator, and how TensorFlow adds it to a thread and removes it."""

    __slots__ = ("what", "add", "remove")

    def __init__(self, what, add, remove):
        self.what = what
        self.add = add
        self.remove = remove


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
    """Takes them off this thread."""
    taken, recording.recorders = recording.recorders, []
    for recorder in reversed(taken):
        recorder.remove(recorder.what)
    return taken


def put(recorders):
    """Puts them onto this thread."""
    for recorder in recorders:
        recorder.add(recorder.what)
        recording.begins(recorder)


def records_gradients():
    record = sys.modules.get("tensorflow.python.eager.record")
    return record is not None and record.could_possibly_record()


def watch_tapes(module):
    new, add, remove = module.push_new_tape, module.push_tape, module.pop_tape

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

    module.push_new_tape, module.push_tape, module.pop_tape = push_new_tape, push_tape, pop_tape


def watch_accumulators(module):
    cls, tfe = module.ForwardAccumulator, module.pywrap_tfe
    add, remove = tfe.TFE_Py_ForwardAccumulatorSetAdd, tfe.TFE_Py_ForwardAccumulatorSetRemove
    push, pop = cls._push_accumulator, cls._pop_accumulator

    def _push_accumulator(self):
        push(self)
        recording.begins(Recorder(self._accumulator, add, remove))

    def _pop_accumulator(self):
        pop(self)
        recording.ends(self._accumulator)

    cls._push_accumulator, cls._pop_accumulator = _push_accumulator, _pop_accumulator


WATCHED = {
    "tensorflow.python.eager.tape": watch_tapes,
    "tensorflow.python.eager.forwardprop": watch_accumulators,
}


class Finder:
    """Has modules watched from when they are imported."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        watch = WATCHED.get(name)
        spec = watch and importlib.machinery.PathFinder.find_spec(name, path, target)
        if not spec:
            return None
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            attempt(watch, module)

        spec.loader.exec_module = exec_module
        return spec


def attempt(watch, module):
    try:
        watch(module)
    except AttributeError:
        # Another TensorFlow: calls stay on the thread that records.
        pass


def watch():
    for name, watch in WATCHED.items():
        if name in sys.modules:
            attempt(watch, sys.modules[name])
    sys.meta_path.insert(0, Finder)


watch()
