"""What R's checks ask of a model, in one answer (R/keras-memory.R).

All of it is looked up anew for each training or prediction, because a model may change between two of them.
"""

from keras import Sequential, backend, layers, losses

from rkeras import borrowed
from rkeras.keras import adapted, memory
from rkeras.keras.code import NO_NAME

CHECKED_LOSSES = {
    losses.SparseCategoricalCrossentropy: "sparse_categorical_crossentropy",
    losses.CategoricalCrossentropy: "categorical_crossentropy",
    losses.BinaryCrossentropy: "binary_crossentropy",
}


# Whether the private names are there takes longer to find out than all facts.
STRUCTURES = borrowed.names("structures") if borrowed.is_there("structures") else None
HISTORY = borrowed.spelled("history") if borrowed.is_there("history") else None


def of(model, trains):
    """With what training alone needs if the model `trains`."""
    inputs, outputs = (listed(getattr(model, name, None)) for name in ("inputs", "outputs"))
    loss = getattr(model, "loss", None)
    output = last_layer(model, outputs)
    shape = known_shape(getattr(model, "output_shape", None))
    input_shape = getattr(model, "input_shape", None)
    return {
        "memory": memory.values(model),
        "backend": backend.backend(),
        "not_adapted": adapted.not_adapted(model) if trains else None,
        "is_compiled": getattr(model, "compiled", None) is True,
        "is_to_be_built": is_to_be_built(model),
        "has_own_step": has_own_step(model),
        "takes_columns": takes_columns(model),
        "stateful_batch": stateful_batch(model, input_shape),
        "input_shape": known_shape(input_shape),
        "output_shape": shape,
        "input_names": [x.name for x in inputs] or None,
        "input_dtypes": [str(x.dtype) for x in inputs] or None,
        "output_names": getattr(model, "output_names", None),
        "n_outputs": len(outputs),
        # The names in the structures that the model was created with.
        "named_inputs": names_in_structure(model, 0),
        "named_outputs": names_in_structure(model, 1),
        "has_loss": loss is not None,
        "losses": loss if isinstance(loss, (dict, list, tuple)) else None,
        "loss": checked_loss(loss),
        "compares": comparison(loss),
        "distribution": loss.distribution if type(loss).__module__ == "rkeras.likelihood.losses" else None,
        "from_logits": getattr(loss, "from_logits", None) is True,
        "activation": activation(output),
        "units": getattr(output, "units", None) or (shape or [None])[-1],
    }


def listed(tensors):
    return tensors if isinstance(tensors, (list, tuple)) else ()


def known_shape(shape):
    """Of a single tensor: -1 for any length."""
    is_one = isinstance(shape, (list, tuple)) and all(n is None or isinstance(n, int) for n in shape)
    return [-1 if n is None else n for n in shape] if is_one else None


def stateful_batch(model, shape):
    """The size of the batches of a model whose layers remember samples; None for other models."""
    size = shape[0] if isinstance(shape, (list, tuple)) and shape else None
    is_fixed = isinstance(size, int) and any(getattr(layer, "stateful", False) for layer in model.layers)
    return size if is_fixed else None


def names_in_structure(model, which):
    return list(named(model, which)) or None


def named(model, which):
    """The inputs (0) or outputs (1) of a model that was created with a dict of them; {} for others."""
    structure = STRUCTURES and getattr(model, STRUCTURES[which], None)
    return structure if isinstance(structure, dict) else {}


def has_own_step(model):
    """Such a method may use targets in any way."""
    module = getattr(getattr(model, "train_step", None), "__module__", None)
    return isinstance(module, str) and not module.startswith("keras.")


def is_to_be_built(model):
    optimizer = getattr(model, "optimizer", None)
    return any(getattr(x, "built", None) is False for x in (model, optimizer))


def takes_columns(model):
    """Whether the model begins with a layer of named columns, as layer_dense_features() is."""
    parts = getattr(model, "layers", None)
    return bool(parts) and hasattr(parts[0], "takes_columns")


def checked_loss(loss):
    """The name of a loss whose targets are checked; "" for others."""
    if isinstance(loss, str):
        return loss
    # One label more is allowed: that of what does not count.
    return "" if getattr(loss, "ignore_class", None) is not None else CHECKED_LOSSES.get(type(loss), "")


def comparison(loss):
    """The name of the function that compares targets and outputs, in lower case and without underscores."""
    name = loss if isinstance(loss, str) else getattr(loss, "__name__", "")
    if type(loss).__module__ == losses.MeanSquaredError.__module__:
        name = type(loss).__name__
    return name.lower().replace("_", "") if isinstance(name, str) else ""


def name_of_loss(loss):
    """For people. A function of R may have no name."""
    if isinstance(loss, dict):
        loss = list(loss.values())
    if isinstance(loss, (list, tuple)):
        return ", ".join(str(name_of_loss(one)) for one in loss)
    if loss is None or isinstance(loss, str):
        return loss
    name = getattr(loss, "name", None) or getattr(loss, "__name__", NO_NAME)
    return "custom" if name == NO_NAME else name


def last_layer(model, outputs):
    """The layer that computes a model's only output; None if unknown."""
    if isinstance(model, Sequential):
        return model.layers[-1] if model.layers else None
    history = getattr(outputs[0], HISTORY, None) if len(outputs) == 1 and HISTORY else None
    return getattr(history, "operation", None)


def activation(layer):
    if isinstance(layer, layers.Softmax):
        return "softmax"
    return getattr(getattr(layer, "activation", None), "__name__", None)


def of_first_data(model, shape):
    """The shape of the output, and the type of the input, of a sequential model without `input_shape` for data of
    this shape. Layers of integers may take text, too."""
    try:
        output = known_shape(model.compute_output_shape((None, *shape)))
    except Exception:
        output = None
    dtype = getattr(model.layers[0], "compute_dtype", None) if model.layers else None
    is_float = isinstance(dtype, str) and dtype.startswith("float")
    return {"output_shape": output, "input_dtypes": [dtype] if is_float else None}
