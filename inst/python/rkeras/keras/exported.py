"""Models as ONNX files, and with inputs of names that TensorFlow accepts in a SavedModel."""

import contextlib
import os
import re
import warnings

import keras
from keras import layers, ops

from rkeras.bridge.told import shape_in_r
from rkeras.keras.adapted import all_layers


def to_onnx(model, filepath, **options):
    with arrays_for_tensors(model), warnings.catch_warnings():
        # Keras looks whether NumPy has this name, which tf2onnx needs.
        warnings.filterwarnings("ignore", message="In the future `np.object`")
        model.export(filepath, **options)
    lost = lost_constant(filepath)
    if lost is not None:
        os.remove(filepath)
        raise ValueError(f"tf2onnx cannot write this model: it lost the constant '{lost}'")


@contextlib.contextmanager
def arrays_for_tensors(model):
    """tf2onnx loses the tensors that a function captures, such as the mean of a normalization layer.
    NumPy arrays become constants of the graph."""
    found = [layer for layer in all_layers(model) if isinstance(layer, layers.Normalization)]
    adapted = [layer for layer in found if ops.is_tensor(getattr(layer, "mean", None))]
    tensors = [(layer, layer.mean, layer.variance) for layer in adapted]
    try:
        for layer, mean, variance in tensors:
            layer.mean, layer.variance = ops.convert_to_numpy(mean), ops.convert_to_numpy(variance)
        yield
    finally:
        for layer, mean, variance in tensors:
            layer.mean, layer.variance = mean, variance


def lost_constant(filepath):
    """The first input of a node that nothing in the graph makes."""
    import onnx

    graph = onnx.load(filepath, load_external_data=False).graph
    known = {"", *(x.name for x in graph.input), *(x.name for x in graph.initializer)}
    known.update(x.values.name for x in graph.sparse_initializer)
    for node in graph.node:
        known.update(node.output)
    return next((name for node in graph.node for name in node.input if name not in known), None)


# ---- SavedModels ----


def with_plain_inputs(model):
    """`{"model": the same model or one around it, "names": the new name of each input that has another one}`."""
    names = {tensor.name: plain(tensor.name) for tensor in model.inputs}
    changed = {old: new for old, new in names.items() if new != old}
    if not changed:
        return {"model": model, "names": {}}
    if len(set(names.values())) < len(names):
        names = {old: f"{new}_{i}" for i, (old, new) in enumerate(names.items())}
        changed = names
    inputs = keras.tree.map_structure(lambda tensor: as_input(tensor, names[tensor.name]), model.input)
    outputs = model(inputs)
    if isinstance(inputs, dict):
        inputs = {tensor.name: tensor for tensor in inputs.values()}
    return {"model": keras.Model(inputs, outputs, name=model.name), "names": changed}


def as_input(tensor, name):
    return keras.Input(batch_shape=tensor.shape, dtype=tensor.dtype, sparse=tensor.sparse, name=name)


def plain(name):
    """As the names of TensorFlow's nodes are."""
    name = re.sub(r"[^A-Za-z0-9_.\\/>-]", "_", name)
    return name if re.match(r"[A-Za-z0-9.]", name) else f"x{name}"


def described(tensors):
    """Their names, shapes and types."""
    return [f"{tensor.name} {shape_in_r(tensor.shape)} {tensor.dtype}" for tensor in tensors]
