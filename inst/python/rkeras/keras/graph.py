"""The layers of a Keras model and their inputs, for drawings (R/show-plot.R)."""

from rkeras import borrowed
from rkeras.bridge.told import shape_in_r


def layers(model, expand=False):
    """A list of dicts, inputs first: the layer's properties, and the positions of its predecessors."""
    operations, before = _operations(model)
    found, last = [], {}
    for operation in operations:
        inner = layers(operation, True) if expand and _is_graph(operation) else None
        sources = [last[id(x)] for x in before(operation) if id(x) in last]
        if inner:
            first = len(found)
            for item in inner:
                found.append({**item, "before": [first + i for i in item["before"]] or sources})
        else:
            found.append({**_facts(operation), "before": sources})
        last[id(operation)] = len(found) - 1
    return found


FUNCTIONAL, NODES = borrowed.spelled("functional_of_sequential"), borrowed.spelled("nodes")


def _is_graph(layer):
    return hasattr(layer, "layers") and (hasattr(layer, FUNCTIONAL) or hasattr(layer, NODES))


def _operations(model):
    if hasattr(model, "operations"):
        borrowed.owner("nodes")
    graph = getattr(model, FUNCTIONAL, None) or model
    if hasattr(graph, NODES):
        parents = {}
        for nodes in getattr(graph, NODES).values():
            for node in nodes:
                known = parents.setdefault(id(node.operation), [])
                known += [p.operation for p in node.parent_nodes if p.operation not in known]
        return list(graph.operations), lambda x: parents.get(id(x), [])
    chain = list(getattr(model, "layers", []))
    if not hasattr(model, FUNCTIONAL):
        return chain, lambda x: []  # Only the model's call() determines how they are connected.
    return chain, lambda x: chain[: chain.index(x)][-1:]


def _facts(layer):
    activation = getattr(layer, "activation", None)
    return {
        "name": layer.name,
        "class": type(layer).__name__,
        "input": _shape(layer, "input"),
        "output": _shape(layer, "output"),
        "dtype": str(getattr(layer, "compute_dtype", None) or getattr(layer, "dtype", "?")),
        "activation": getattr(activation, "__name__", None),
        "trainable": bool(getattr(layer, "trainable", True)) if getattr(layer, "weights", None) else None,
    }


def _shape(layer, end):
    try:
        tensors = getattr(layer, end)
    except (AttributeError, ValueError):
        return "?"
    if isinstance(tensors, dict):
        tensors = list(tensors.values())
    tensors = tensors if isinstance(tensors, (list, tuple)) else [tensors]
    return ", ".join(shape_in_r(tensor.shape) for tensor in tensors)
