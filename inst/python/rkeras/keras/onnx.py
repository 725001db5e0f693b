"""Models as ONNX files."""

import contextlib
import os
import warnings

from keras import layers, ops

from rkeras.keras.adapted import all_layers


def export(model, filepath, **options):
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
