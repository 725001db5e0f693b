"""Targets and weights as losses and metrics compare them with outputs.

Tensors are broadcast from the last axis on: targets of shape (n) and outputs of shape (n, 1) are compared in all
pairs, and weights of shape (n) are those of time steps if there are n steps. The mean of that is a wrong number without
an error. So targets get the axes of the outputs, and weights those of the values that they are for, before any loss or
metric sees them.

In R, a vector minus a column is a column. So R code is traced once without data. If it would make a value for each pair
of observations, and would not with the targets as a column or as a vector, it gets them so.
"""

import functools
import inspect
import types

import keras
import numpy as np

from rkeras import borrowed
from rkeras.bridge import classes
from rkeras.bridge.told import InRWords, shape_in_r
from rkeras.keras.code import r_function
from rkeras.tensors.around import around

# A prime number of observations, so that no other axis has this length.
ROWS = 1009
ATTRIBUTE = "_rkeras_targets"


def install():
    keras.losses.Loss.__call__ = _loss(keras.losses.Loss.__call__)
    for name in ("loss_values", "metric_values"):
        borrowed.replace(name, _weighting)
    if keras.backend.backend() == "tensorflow" and all(map(borrowed.is_there, ("logits", "kept_logits"))):
        borrowed.replace("logits", _own_logits)
    if borrowed.is_there("loss_settings"):
        wrapper = borrowed.owner("loss_settings")
        wrapper.call = _of_function(wrapper.call)
    if borrowed.is_there("metric_function"):
        wrapper = borrowed.owner("metric_function")
        wrapper.update_state = _of_metric(wrapper.update_state)


@around
def _own_logits(find, output, from_logits, op_type, function):
    """Keras takes the logits of a softmax for those of a sigmoid, and the reverse."""
    logits = getattr(output, borrowed.spelled("kept_logits"), None)
    if logits is not None and not _is_made_by(op_type, output, logits):
        return output, from_logits
    return find(output, from_logits, op_type, function)


def _is_made_by(op_type, output, logits):
    import tensorflow as tf

    if tf.is_symbolic_tensor(output):
        return output.op.type == op_type
    made = (tf.sigmoid if op_type == "Sigmoid" else tf.nn.softmax)(logits)
    return bool(tf.reduce_all(tf.abs(made - output) < 1e-3))


def as_outputs(y_true, y_pred):
    """The targets with as many axes as the outputs, if these differ by a last axis of length 1."""
    if not all(hasattr(x, "shape") for x in (y_true, y_pred)):
        return y_true
    n, shape = len(y_true.shape), tuple(y_pred.shape)
    if n and n + 1 == len(shape) and shape[-1] == 1:
        return keras.ops.expand_dims(y_true, -1)
    if n == len(shape) + 1 and n > 1 and y_true.shape[-1] == 1:
        return keras.ops.squeeze(y_true, -1)
    return y_true


def as_values(weights, n_axes):
    """The weights with as many axes as the values that they are for: the first axes are the same."""
    if weights is None or n_axes == 0:
        return weights
    weights = keras.ops.convert_to_tensor(weights)
    while len(weights.shape) > n_axes and weights.shape[-1] == 1:
        weights = keras.ops.squeeze(weights, -1)
    while 0 < len(weights.shape) < n_axes:
        weights = keras.ops.expand_dims(weights, -1)
    return weights


def are_labels(y_true, y_pred):
    """Whether the targets are the positions of classes, where the outputs have a number for each class."""
    true, pred = tuple(y_true.shape), tuple(y_pred.shape)
    return len(pred) > 1 and pred[-1] != 1 and (len(true) + 1 == len(pred) or len(true) == len(pred) and true[-1] == 1)


def _loss(call):
    @functools.wraps(call)
    def call_aligned(self, y_true, y_pred, sample_weight=None):
        if y_true is None:
            raise ValueError("None values not supported.")  # as on TensorFlow
        return call(self, as_outputs(y_true, y_pred), y_pred, sample_weight)

    # Otherwise TensorFlow would look for the Python source.
    call_aligned.autograph_info__ = {}
    return call_aligned


@around
def _weighting(function, values, sample_weight=None, *args, **kwargs):
    return function(values, as_values(sample_weight, len(getattr(values, "shape", ()))), *args, **kwargs)


def know(made):
    """A new class of R."""
    name = "call" if issubclass(made, keras.losses.Loss) else "update_state"
    method = vars(made).get(name)
    if issubclass(made, (keras.losses.Loss, keras.metrics.Metric)) and r_function(method) is not None:
        formals = _formals(method)
        if formals["names"][1:3] == formals["required"][1:3] and len(formals["names"]) > 2:
            fitted = _of_method(method)
            setattr(made, name, classes.function(fitted, name, formals, method.__doc__, _same))


def _formals(method):
    """The arguments of the R function, which the fitted one has, too: R matches them by their names."""
    parameters = inspect.signature(method).parameters.values()
    parameters = [one for one in parameters if one.kind is not one.VAR_KEYWORD]
    names = ["..." if one.kind is one.VAR_POSITIONAL else one.name for one in parameters]
    plain = [one for one in parameters if one.kind is not one.VAR_POSITIONAL]
    return {"names": names, "required": [one.name for one in plain if one.default is one.empty], "constants": {}}


def _same(x):
    return x


@around
def _of_function(call, self, y_true, y_pred):
    if r_function(self.fn) is None:
        check_shapes(self.fn, y_true, y_pred)
        return call(self, y_true, y_pred)
    (settings,) = borrowed.names("loss_settings")

    def function(y_true, y_pred, **kwargs):
        own = functools.partial(self.fn, **kwargs)
        return own(_fitted(self, own, y_true, y_pred), y_pred)

    return call(types.SimpleNamespace(fn=function, **{settings: getattr(self, settings)}), y_true, y_pred)


ONE_BY_ONE = tuple(
    getattr(keras.losses, name)
    for name in (
        "binary_crossentropy binary_focal_crossentropy cosine_similarity hinge huber kl_divergence log_cosh "
        "mean_absolute_error mean_absolute_percentage_error mean_squared_error mean_squared_logarithmic_error "
        "poisson squared_hinge categorical_hinge"
    ).split()
) + (
    keras.metrics.binary_accuracy, keras.metrics.categorical_accuracy, keras.metrics.top_k_categorical_accuracy,
)


def check_shapes(function, y_true, y_pred):
    """Keras broadcasts targets of another shape, and computes what has no meaning."""
    if function not in ONE_BY_ONE:
        return
    true, pred = (tuple(getattr(x, "shape", ())) for x in (y_true, y_pred))
    if len(true) != len(pred) or any(a != b and None not in (a, b) for a, b in zip(true[1:], pred[1:])):
        raise InRWords(
            f"A batch has targets of shape {shape_in_r(true)}, but the model's outputs for it have {shape_in_r(pred)}. "
            "Supply one target for each output."
        )


def _of_method(method):
    def call_fitted(self, y_true, y_pred, *args, **kwargs):
        y_true = _fitted(self, functools.partial(method, self), y_true, y_pred)
        return method(self, y_true, y_pred, *args, **kwargs)

    return call_fitted


def _of_metric(update):
    # R matches arguments by these names.
    @functools.wraps(update)
    def update_fitted(self, y_true, y_pred, sample_weight=None):
        y_true = as_outputs(y_true, y_pred)
        sample_weight = as_values(sample_weight, max(len(getattr(y_pred, "shape", ())) - 1, 1))
        function = getattr(self, borrowed.spelled("metric_function"))
        if r_function(function) is not None:
            y_true = _fitted(self, functools.partial(update, self), y_true, y_pred)
        else:
            check_shapes(function, y_true, y_pred)
        return update(self, y_true, y_pred, sample_weight=sample_weight)

    update_fitted.autograph_info__ = {}
    return update_fitted


def _fitted(owner, function, y_true, y_pred):
    are_data = all(keras.ops.is_tensor(x) or isinstance(x, np.ndarray) for x in (y_true, y_pred))
    if not are_data or not all(len(x.shape) > 0 for x in (y_true, y_pred)):
        return y_true
    true, pred = (tuple(x.shape[1:]) for x in (y_true, y_pred))
    known = vars(owner).setdefault(ATTRIBUTE, {})
    if (true, pred) not in known:
        known[true, pred] = None  # for code that calls itself while it is traced
        dtypes = [keras.backend.standardize_dtype(x.dtype) for x in (y_true, y_pred)]
        known[true, pred] = _change(functools.partial(_compares_rows, function, dtypes, pred), true, pred)
    change = known[true, pred]
    return y_true if change is None else change(y_true, -1)


def _change(compares_rows, true, pred):
    """What makes the targets fit; None if they fit as they are, or never."""
    changes = []
    if len(true) < len(pred):
        changes.append((keras.ops.expand_dims, (*true, 1)))
    if true[-1:] == (1,):
        changes.append((keras.ops.squeeze, true[:-1]))
    if not changes or compares_rows(true):
        return None
    return next((change for change, shape in changes if compares_rows(shape)), None)


def _compares_rows(function, dtypes, pred, true):
    """Whether the function computes with these shapes, and makes nothing of a value for each pair of rows."""
    try:
        shapes = _shapes(function, [((ROWS, *true), dtypes[0]), ((ROWS, *pred), dtypes[1])])
    except Exception:
        return False
    return all(shape.count(ROWS) < 2 for shape in shapes)


def _shapes(function, specs):
    """The shapes of all that the function computes, whatever the backend."""

    def run(*data):
        with keras.StatelessScope():
            function(*data)

    return SHAPES_OF[keras.backend.backend()](run, specs)


def _shapes_of_tensorflow(run, specs):
    import tensorflow as tf

    with tf.init_scope():
        traced = tf.function(run, autograph=False)
        graph = traced.get_concrete_function(*(tf.TensorSpec(*spec) for spec in specs)).graph
    tensors = (x for node in graph.get_operations() for x in node.outputs)
    return [tuple(x.shape) for x in tensors if x.shape.rank is not None]


def _shapes_of_jax(run, specs):
    import jax

    traced = jax.make_jaxpr(run)(*(jax.ShapeDtypeStruct(*spec) for spec in specs))
    return [tuple(x.aval.shape) for line in traced.jaxpr.eqns for x in line.outvars]


def _shapes_of_torch(run, specs):
    """PyTorch computes at once: with ones, so that code that needs the values has some."""
    import torch

    class Shapes(torch.overrides.TorchFunctionMode):
        def __init__(self):
            super().__init__()
            self.found = []

        def __torch_function__(self, function, types, args=(), kwargs=None):
            made = function(*args, **(kwargs or {}))
            self.found += [tuple(x.shape) for x in keras.tree.flatten(made) if isinstance(x, torch.Tensor)]
            return made

    data = [keras.ops.ones(*spec) for spec in specs]
    with torch.no_grad(), Shapes() as shapes:
        run(*data)
    return shapes.found


SHAPES_OF = {"tensorflow": _shapes_of_tensorflow, "jax": _shapes_of_jax, "torch": _shapes_of_torch}
