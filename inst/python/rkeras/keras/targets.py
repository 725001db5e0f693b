"""Targets of losses and metrics that are R code.

In R, a vector minus a column is a column. Tensors of shapes (n) and (n, 1) broadcast to (n, n), and the mean of
that is a wrong loss without an error. Keras passes a vector of targets as (n) in most cases, and code that expects
this, such as `op_one_hot(y_true, k)`, is right. So R code is traced once without data. If it would make a value for
each pair of observations, and would not with the targets as a column or as a vector, it gets them so.
"""

import functools
import inspect
import types

import keras
import numpy as np

from rkeras import borrowed
from rkeras.bridge import classes
from rkeras.keras.code import r_function
from rkeras.tensors.around import around

# A prime number of observations, so that no other axis has this length.
ROWS = 1009
ATTRIBUTE = "_rkeras_targets"


def install():
    if borrowed.is_there("loss_settings"):
        wrapper = borrowed.owner("loss_settings")
        wrapper.call = _of_function(wrapper.call)
    if borrowed.is_there("metric_function"):
        wrapper = borrowed.owner("metric_function")
        wrapper.update_state = _of_metric(wrapper.update_state)


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
    """Keras gives both the same number of axes, and then calls the function."""
    if r_function(self.fn) is None:
        if self.fn in ONE_BY_ONE:
            _check_shapes(y_true, y_pred)
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
        "poisson squared_hinge"
    ).split()
)


def _check_shapes(y_true, y_pred):
    """Keras broadcasts targets of another shape, and trains on what has no meaning. It adds or drops a last axis."""
    true, pred = (tuple(getattr(x, "shape", ())) for x in (y_true, y_pred))
    if len(true) == len(pred) and any(a != b and None not in (a, b) for a, b in zip(true[1:], pred[1:])):
        raise ValueError(f"The loss compares targets of shape {true} with outputs of shape {pred}.")


def _of_method(method):
    def call_fitted(self, y_true, y_pred, *args, **kwargs):
        y_true = _fitted(self, functools.partial(method, self), y_true, y_pred)
        return method(self, y_true, y_pred, *args, **kwargs)

    return call_fitted


def _of_metric(update):
    # R matches arguments by these names.
    @functools.wraps(update)
    def update_fitted(self, y_true, y_pred, sample_weight=None):
        if r_function(getattr(self, borrowed.spelled("metric_function"))) is not None:
            y_true = _fitted(self, functools.partial(update, self), y_true, y_pred)
        return update(self, y_true, y_pred, sample_weight=sample_weight)

    # Otherwise TensorFlow would look for the Python source.
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
    """The shapes of all that the function computes."""

    def run(*data):
        with keras.StatelessScope():
            function(*data)

    if keras.backend.backend() == "jax":
        import jax

        traced = jax.make_jaxpr(run)(*(jax.ShapeDtypeStruct(*spec) for spec in specs))
        return [tuple(x.aval.shape) for line in traced.jaxpr.eqns for x in line.outvars]
    import tensorflow as tf

    with tf.init_scope():
        traced = tf.function(run, autograph=False)
        graph = traced.get_concrete_function(*(tf.TensorSpec(*spec) for spec in specs)).graph
    tensors = (x for node in graph.get_operations() for x in node.outputs)
    return [tuple(x.shape) for x in tensors if x.shape.rank is not None]
