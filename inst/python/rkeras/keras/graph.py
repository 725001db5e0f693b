"""The layers of a Keras model and their inputs, for drawings (R/show-plot.R) and summaries."""

import os

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


def folded(model, expand=False):
    """`layers()`, with one for many of a kind: the inputs of a table's columns, and what each has alone."""
    found = layers(model, expand)
    kinds = by_kind(found)
    place = {i: n for n, kind in enumerate(kinds.values()) for i in kind}
    return [
        {
            **as_one([found[i] for i in kind]),
            "before": sorted({place[before] for before in found[first]["before"]}),
        }
        for first, kind in kinds.items()
    ]


MANY = 9


def by_kind(found):
    """The positions of the layers of each kind, by that of its first: one each where they are few or have weights.

    Layers are of a kind if they have the same class and type, and come before and after the same layers,
    or before and after layers that are of a kind.
    """
    after = [[] for _ in found]
    for i, item in enumerate(found):
        for before in item["before"]:
            after[before].append(i)
    numbers = {}  # Of kinds, which would otherwise be nested as deep as the model.
    ends = {}  # Each layer with what follows it, up to a layer that others lead to as well.
    for i in reversed(range(len(found))):
        follows = frozenset(ends[j] if len(found[j]["before"]) == 1 else ("layer", j) for j in after[i])
        weights = i if found[i]["trainable"] is not None else None
        end = (found[i]["class"], found[i]["dtype"], weights, follows)
        ends[i] = numbers.setdefault(end, len(numbers))
    kinds, positions = [], {}
    for i, item in enumerate(found):
        kinds.append(numbers.setdefault((ends[i], frozenset(kinds[j] for j in item["before"])), len(numbers)))
        positions.setdefault(kinds[i], []).append(i)
    first = {}
    for kind in positions.values():
        first.update({kind[0]: kind} if len(kind) >= MANY else {i: [i] for i in kind})
    return dict(sorted(first.items()))


def as_one(kind):
    """What stands for layers of a kind."""
    item, count = kind[0], len(kind)
    if count == 1:
        return item
    noun = "layers" if item["class"] != "InputLayer" else "strings" if item["dtype"] == "string" else "numbers"
    is_alike = all(other["output"] == item["output"] for other in kind)
    return {**item, "name": f"{count} {noun}", "output": item["output"] if is_alike else "various shapes"}


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
    # What inputs compute in has nothing to do with what they take.
    types = ("dtype", "compute_dtype") if type(layer).__name__ == "InputLayer" else ("compute_dtype", "dtype")
    return {
        "name": layer.name,
        "class": type(layer).__name__,
        "input": _shape(layer, "input"),
        "output": _shape(layer, "output"),
        "dtype": str(next((found for name in types if (found := getattr(layer, name, None))), "?")),
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


def summary(model, line_length, **options):
    """The lines of a model's summary with the given width, even if the terminal has another width."""
    lines = []
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(line_length)
    try:
        model.summary(line_length=line_length, print_fn=lambda text, **_: lines.append(text), **options)
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before
    return _folded(model, "\n".join(lines).splitlines(), options)


def _folded(model, lines, options):
    """The table with one row for many inputs of a kind, and sources that take a few lines at most."""
    edges = [i for i, line in enumerate(lines) if line[:1] in "├└┡╞"]
    found = layers(model) if len(edges) > MANY else []
    if options.get("layer_range") or len(edges) - 1 != len(found):
        return lines  # Other rows than those of the layers.
    rows = [
        _short(lines[edges[i] + 1 : edges[i + 1]], as_one([found[j] for j in kind]), len(kind) > 1)
        for i, kind in by_kind(found).items()
    ]
    between = lines[edges[1]]
    table = [line for row in rows for line in [between, *row]][1:]
    return lines[: edges[0] + 1] + table + lines[edges[-1] :]


def _short(row, item, stands_for_others):
    cells = row[0].split("│")
    if stands_for_others:
        title, shape = f" {item['name']} ({item['class']})", f" {item['output']}"
        first = [cells[0], _fit(title, len(cells[1])), _fit(shape, len(cells[2])), *cells[3:]]
        row = ["│".join(first)]
    if len(row) <= 6:
        return row
    *known, last = row[5].split("│")[:-1]
    return [*row[:5], "│".join([*known, _fit(f" ... {len(row) - 5} more lines", len(last)), ""])]


def _fit(text, width):
    return text[: width - 1].ljust(width)
