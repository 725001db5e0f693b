"""Single steps on batches similar to one that R has checked: train_on_batch() and the like."""

import time

from rkeras import borrowed
from rkeras.keras import memory

FUNCTIONS = {
    "train_on_batch": "train_function",
    "test_on_batch": "test_function",
    "predict_on_batch": "predict_function",
}
# Parts of the names of operators that run Python code or wait for other threads.
WAITING = ("Py", "Iterator", "Dataset", "Queue", "Barrier", "Stage", "Callback", "RemoteCall")


# Seconds. A longer step may be given up by the user, which takes a worker thread.
SHORT = 0.02


def repeat(model, step, *data):
    """The step, on the main thread. True if it needs a worker thread, which again() is for; None if the model or the
    data are not as they were at note()."""
    known = memory.of(model)
    noted = known.steps.get(step) if known is not None else None
    if noted is None or not known.is_for(memory.signs_of(model) or ()):
        return None
    data = noted.as_noted(data)
    if not noted.is_for(model, step, data):
        return None
    return run(model, step, *data) if noted.is_direct else True


def again(model, step, *data):
    """The step, on a worker thread. If it is short and its graph self-contained, nothing that runs in it can wait for
    the main thread, which then runs the next one."""
    noted = memory.of(model).steps[step]
    start = time.monotonic()
    result = run(model, step, *noted.as_noted(data))
    if noted.is_direct is None and time.monotonic() - start < SHORT:
        noted.is_direct = is_self_contained(noted.function)
    return result


def run(model, step, *data, **named):
    if step == "predict_on_batch":
        return model.predict_on_batch(*data, **named)
    logs = getattr(model, step)(*data, **named, return_dict=True)
    return {"loss": logs.pop("loss"), **logs} if isinstance(logs, dict) and "loss" in logs else logs


def note(model, step, labels, *data):
    """After a step on data that R has checked."""
    known = memory.of_steps(model)
    function = getattr(model, FUNCTIONS[step], None)
    if known is not None and function is not None:
        before = known.steps.get(step)
        is_direct = before.is_direct if before is not None and before.function is function else None
        known.steps[step] = Step(function, is_direct, labels, data)


class Step:
    """The function of a step, whether the main thread runs it (None if unknown), and what its data were."""

    __slots__ = ("function", "is_direct", "kinds", "labels")

    def __init__(self, function, is_direct, labels, data):
        self.function = function
        self.is_direct = is_direct
        self.kinds = kinds(data)
        self.labels = None if labels is None else frozenset(range(labels))

    def is_for(self, model, step, data):
        return (
            self.function is getattr(model, FUNCTIONS[step])
            and self.kinds == kinds(data)
            and (self.labels is None or self.labels.issuperset(data[-1].ravel().tolist()))
        )

    def as_noted(self, data):
        """The inputs of a model with one feature may be a vector, but its graph is for columns."""
        x, *others = data
        is_vector = x.ndim == 1 and self.kinds[0][0] == (x.size, 1)
        return [x.reshape(-1, 1) if is_vector else x, *others]


def kinds(data):
    return [None if x is None else (x.shape, x.dtype) for x in data]


def is_self_contained(function):
    try:
        concrete = getattr(compiled(function), borrowed.spelled("concrete_functions"))
        graphs = [one.graph for one in concrete()]
    except (AttributeError, KeyError):
        # Not a function of TensorFlow: another backend, or eager execution.
        return False
    operators = {name for graph in graphs for name in operators_of(graph.as_graph_def())}
    return bool(graphs) and not any(part in name for name in operators for part in WAITING)


def compiled(function):
    """The compiled part of the function of a step, or `function` itself if it has no other parts."""
    if not hasattr(function, "__closure__"):
        return function
    variables = dict(zip(function.__code__.co_freevars, function.__closure__))
    return variables[borrowed.spelled("step_function")].cell_contents.__wrapped__


def operators_of(graph):
    yield from (node.op for node in graph.node)
    for function in graph.library.function:
        yield from (node.op for node in function.node_def)
