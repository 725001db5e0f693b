"""Single steps on batches similar to one that R has checked: train_on_batch() and the like."""

from rkeras import borrowed

FUNCTIONS = {
    "train_on_batch": "train_function",
    "test_on_batch": "test_function",
    "predict_on_batch": "predict_function",
}
ATTRIBUTE = "_rkeras_self_contained"
# Parts of the names of operators that run Python code or wait for other threads.
WAITING = ("Py", "Iterator", "Dataset", "Queue", "Barrier", "Stage", "Callback", "RemoteCall")


def run(model, step, *data):
    if step == "predict_on_batch":
        return model.predict_on_batch(*data)
    logs = getattr(model, step)(*data, return_dict=True)
    return {"loss": logs.pop("loss"), **logs} if "loss" in logs else logs


def run_if_self_contained(model, step, *data):
    """Runs on the main thread. None if `note()` has not recorded the function of the step."""
    noted = model.__dict__.get(ATTRIBUTE, {}).get(step)
    if noted is None or noted is not getattr(model, FUNCTIONS[step]):
        return None
    return run(model, step, *data)


def note(model, step):
    """Records after a step whether its graph is self-contained: then no operation waits for the main
    thread."""
    function = getattr(model, FUNCTIONS[step], None)
    is_noted = function is not None and is_self_contained(function)
    if is_noted:
        # Not by `setattr()`: Keras tracks attributes, and saves those that it tracks.
        model.__dict__.setdefault(ATTRIBUTE, {})[step] = function
    return is_noted


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
    """The compiled part of the result of `Trainer._make_function()`, or `function` itself."""
    if not hasattr(function, "__closure__"):
        return function
    variables = dict(zip(function.__code__.co_freevars, function.__closure__))
    return variables["one_step_on_data"].cell_contents.__wrapped__


def operators_of(graph):
    yield from (node.op for node in graph.node)
    for function in graph.library.function:
        yield from (node.op for node in function.node_def)
