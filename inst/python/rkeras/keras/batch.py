"""Single steps on batches similar to one that R has checked: train_on_batch() and the like."""

from rkeras import borrowed
from rkeras.keras import memory

FUNCTIONS = {
    "train_on_batch": "train_function",
    "test_on_batch": "test_function",
    "predict_on_batch": "predict_function",
}
# Parts of the names of operators that run Python code or wait for other threads.
WAITING = ("Py", "Iterator", "Dataset", "Queue", "Barrier", "Stage", "Callback", "RemoteCall")


def run(model, step, *data):
    if step == "predict_on_batch":
        return model.predict_on_batch(*data)
    logs = getattr(model, step)(*data, return_dict=True)
    return {"loss": logs.pop("loss"), **logs} if "loss" in logs else logs


def repeat(model, step, *data):
    """The step, on the main thread. None if the model or the data are not as they were at `note()`."""
    known = memory.of(model)
    noted = known.steps.get(step) if known is not None else None
    is_same = noted is not None and known.is_for(memory.signs_of(model) or ()) and noted.is_for(model, data)
    return run(model, step, *data) if is_same else None


def note(model, step, labels, *data):
    """After a step: is its graph self-contained? Then nothing that runs in it can wait for the main thread."""
    function = getattr(model, FUNCTIONS[step], None)
    is_noted = function is not None and is_self_contained(function)
    if is_noted:
        memory.of(model).steps[step] = Step(model, step, labels, data)
    return is_noted


class Step:
    """The function of a step, and what its data were."""

    __slots__ = ("step", "function", "kinds", "labels")

    def __init__(self, model, step, labels, data):
        self.step = FUNCTIONS[step]
        self.function = getattr(model, self.step)
        self.kinds = kinds(data)
        self.labels = None if labels is None else frozenset(range(labels))

    def is_for(self, model, data):
        return (
            self.function is getattr(model, self.step)
            and self.kinds == kinds(data)
            and (self.labels is None or self.labels.issuperset(data[-1].ravel().tolist()))
        )


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
