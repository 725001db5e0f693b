"""Metrics of a compiled model: each begins at zero, belongs to one output, and gets what it can compare.

Keras gives a metric the outputs and the targets of its model as they are. If the loss takes logits, a threshold of 0.5
is one of logits; if it takes labels, a metric of one-hot targets fails, or broadcasts. The loss says what they are.
"""

import contextlib
import contextvars
import functools
import sys

import keras

from rkeras import borrowed
from rkeras.bridge.classes import named
from rkeras.keras import facts, targets
from rkeras.keras.code import r_function
from rkeras.tensors.around import around

# For each output of the model whose metrics are updated: what its loss takes. None: any output.
OUTPUTS = contextvars.ContextVar("outputs", default={})
# The number of samples in the batch whose losses are computed.
SAMPLES = contextvars.ContextVar("samples", default=None)
LABELS = (keras.losses.SparseCategoricalCrossentropy, keras.losses.sparse_categorical_crossentropy)
BINARY = (
    keras.losses.BinaryCrossentropy, keras.losses.BinaryFocalCrossentropy, keras.losses.binary_crossentropy,
    keras.losses.binary_focal_crossentropy,
)
OF_LABELS = (
    keras.metrics.sparse_categorical_accuracy, keras.metrics.sparse_categorical_crossentropy,
    keras.metrics.sparse_top_k_categorical_accuracy,
)
# Metrics that compare outputs with thresholds between 0 and 1, or take their logarithm.
OF_PROBABILITIES = (
    keras.metrics.AUC, keras.metrics.Precision, keras.metrics.Recall, keras.metrics.TruePositives,
    keras.metrics.TrueNegatives, keras.metrics.FalsePositives, keras.metrics.FalseNegatives,
    keras.metrics.SensitivityAtSpecificity, keras.metrics.SpecificityAtSensitivity,
    keras.metrics.PrecisionAtRecall, keras.metrics.RecallAtPrecision, keras.metrics.FBetaScore,
    keras.metrics.BinaryIoU, keras.metrics.BinaryAccuracy, keras.metrics.BinaryCrossentropy,
    keras.metrics.CategoricalCrossentropy, keras.metrics.SparseCategoricalCrossentropy,
)


def install():
    # Where they are Keras's: a method in keras.Model itself would be a custom one, which loading does not call.
    trainer = next(kind for kind in keras.Model.__mro__ if "compute_metrics" in vars(kind))
    trainer.compile = _compile(trainer.compile)
    trainer.compute_metrics = _compute(trainer.compute_metrics)
    keras.metrics.Mean.update_state = _update_mean(keras.metrics.Mean.update_state)
    borrowed.replace("metrics_of_output", _update)
    if borrowed.is_there("metrics_of_model"):
        metrics = borrowed.owner("metrics_of_model")
        metrics.reset_state = _reset(metrics.reset_state)
    borrowed.replace("losses_of_outputs", _call_losses)


# ---- compile() ----------------------------------------------------------------------------------


def _compile(compile):
    # Users call it by these names.
    @functools.wraps(compile)
    def compile_own(self, optimizer="rmsprop", loss=None, loss_weights=None, metrics=None, weighted_metrics=None, **args):
        # Keras lets the metrics of an earlier call stay.
        for name in borrowed.names("compiled_metrics") if self.compiled and metrics is None else ():
            setattr(self, name, None)
        seen = set()
        metrics, weighted_metrics = (
            _own(_by_name(x, self), _accuracy_of(self, loss), seen) for x in (metrics, weighted_metrics)
        )
        compile(self, optimizer, loss, loss_weights, metrics, weighted_metrics, **args)

    return compile_own


def _by_name(metrics, model):
    """Those that are listed for each of several outputs."""
    names = getattr(model, "output_names", None) or []
    is_of_each = isinstance(metrics, (list, tuple)) and len(metrics) == len(names) > 1
    return dict(zip(names, metrics)) if is_of_each else metrics


def _own(metrics, accuracy, seen, output=None):
    """The structure with metrics of its own: an object that occurs twice would add up the numbers of two outputs."""
    if isinstance(metrics, dict):
        return {name: _own(x, accuracy, seen, name) for name, x in metrics.items()}
    if isinstance(metrics, (list, tuple)):
        return type(metrics)(_own(x, accuracy, seen, output) for x in metrics)
    if metrics in ("accuracy", "acc"):
        return accuracy(output, metrics)
    if isinstance(metrics, keras.metrics.Metric):
        if id(metrics) in seen:
            return type(metrics).from_config(metrics.get_config())
        seen.add(id(metrics))
        metrics.reset_state()
    return metrics


def _accuracy_of(model, loss):
    """For several labels in a row, Keras's "accuracy" is the share of rows whose largest values have the same place."""
    outputs = _outputs(model, loss)

    def accuracy(output, name):
        known = outputs.get(output, outputs.get(None))
        if known is not None and known.is_binary and _activation(model, output) != "softmax":
            return keras.metrics.BinaryAccuracy(name=name)
        return name

    return accuracy


def _activation(model, output):
    outputs = facts.listed(getattr(model, "outputs", None))
    known = {**dict(zip(getattr(model, "output_names", None) or [], outputs)), **facts.named(model, 1)}
    outputs = [known[output]] if output in known else outputs
    return facts.activation(facts.last_layer(model, outputs))


@around
def _reset(reset, self):
    """Keras resets no metrics before their first use, but another model may have used them since compile()."""
    reset(self)
    if not self.built:
        parts = (getattr(self, name) for name in borrowed.names("metrics_of_model")[1:])
        for metric in keras.tree.flatten(tuple(parts)):
            if isinstance(metric, keras.metrics.Metric):
                metric.reset_state()


# ---- Updates ------------------------------------------------------------------------------------


def _update_mean(update):
    # Users call it by these names.
    @functools.wraps(update)
    def update_state(self, values, sample_weight=None):
        if sample_weight is None and getattr(values, "shape", None) == ():
            sample_weight = SAMPLES.get()
        with _after(values):
            return update(self, values, sample_weight)

    update_state.autograph_info__ = {}
    return update_state


def _after(values):
    """A step that finds no more data fails, but TensorFlow computes what does not depend on them: the mean would count
    the samples of one more batch if all batches have a fixed size."""
    tf = sys.modules.get("tensorflow")
    is_in_graph = tf is not None and tf.is_tensor(values) and tf.is_symbolic_tensor(values)
    return tf.control_dependencies([values]) if is_in_graph else contextlib.nullcontext()


@around
def _call_losses(call, self, y_true, y_pred, sample_weight=None):
    """Keras takes the mean of the losses of batches, however many samples these have."""
    token = SAMPLES.set(keras.ops.shape(keras.tree.flatten(y_pred)[0])[0])
    try:
        return call(self, y_true, y_pred, sample_weight)
    finally:
        SAMPLES.reset(token)


class Output:
    """What the loss of an output takes."""

    def __init__(self, loss):
        # Keras chooses one by the shapes.
        is_any = loss in ("crossentropy", "ce") if isinstance(loss, str) else False
        loss = keras.losses.get(loss) if isinstance(loss, str) and not is_any else loss
        self.has_labels = is_any or _is_of(loss, LABELS)
        self.is_binary = _is_of(loss, BINARY)
        self.has_logits = getattr(loss, "from_logits", None) is True


def _is_of(loss, known):
    return type(loss) in known or any(loss is function for function in known)


@around
def _compute(compute, self, x, y, y_pred, sample_weight=None):
    token = OUTPUTS.set(_outputs(self, getattr(self, "loss", None)))
    try:
        return compute(self, x, y, y_pred, sample_weight)
    finally:
        OUTPUTS.reset(token)


def _outputs(model, loss):
    if isinstance(loss, dict):
        return {name: Output(one) for name, one in loss.items()}
    if isinstance(loss, (list, tuple)):
        return dict(zip(getattr(model, "output_names", None) or [], map(Output, loss)))
    return {None: Output(loss)}


@around
def _update(update, self, y_true, y_pred, sample_weight=None):
    outputs = OUTPUTS.get() if all(hasattr(x, "shape") for x in (y_true, y_pred)) else {}
    output = outputs.get(self.output_name, outputs.get(None))
    y_true = targets.as_outputs(y_true, y_pred)
    for metric in self.metrics:
        metric.update_state(*_compared(metric, output, y_true, y_pred), **_weights(metric, y_pred, sample_weight))


def _compared(metric, output, y_true, y_pred):
    function = borrowed.is_there("metric_function") and getattr(metric, borrowed.spelled("metric_function"), None)
    if output is None or not type(metric).__module__.startswith("keras."):
        return y_true, y_pred
    if output.has_logits and _takes_probabilities(metric):
        y_pred = _probabilities(output, y_pred)
    if not targets.are_labels(y_true, y_pred):
        return y_true, y_pred
    if _takes_classes(metric):
        return y_true, keras.ops.argmax(y_pred, -1)
    if output.has_labels and function not in OF_LABELS and (not function or function.__module__.startswith("keras.")):
        if len(y_true.shape) == len(y_pred.shape):
            y_true = keras.ops.squeeze(y_true, -1)
        y_true = keras.ops.one_hot(keras.ops.cast(y_true, "int32"), y_pred.shape[-1], dtype=y_pred.dtype)
    return y_true, y_pred


def _probabilities(output, logits):
    result = (keras.ops.sigmoid if output.is_binary else keras.ops.softmax)(logits)
    if borrowed.is_there("masks"):
        get_mask, set_mask = (getattr(borrowed.owner("masks"), name) for name in borrowed.names("masks"))
        if get_mask(logits) is not None:
            set_mask(result, get_mask(logits))
    return result


def _takes_probabilities(metric):
    """Those with a threshold outside of the range of probabilities, or with an argument for logits, take logits."""
    if not isinstance(metric, OF_PROBABILITIES):
        return False
    config = metric.get_config()
    thresholds = config.get("thresholds", config.get("threshold"))
    thresholds = thresholds if isinstance(thresholds, (list, tuple)) else [thresholds]
    are_known = all(x is None or 0 < x < 1 for x in thresholds) or isinstance(metric, keras.metrics.AUC)
    return are_known and not config.get("from_logits")


def _takes_classes(metric):
    """An IoU compares classes: of outputs with a number for each class, the largest one counts."""
    is_binary = isinstance(metric, keras.metrics.BinaryIoU)
    return isinstance(metric, keras.metrics.IoU) and not is_binary and metric.sparse_y_true and metric.sparse_y_pred


def _weights(metric, y_pred, weights):
    """Metrics that are no means compare weights with outputs by themselves."""
    if weights is None:
        return {}
    shape = getattr(y_pred, "shape", ())
    if type(metric).__module__.startswith("keras.") and not isinstance(metric, keras.metrics.Mean) and len(shape) > 1:
        weights = targets.as_values(weights, len(shape) - 1)
        if isinstance(metric, keras.metrics.IoU):
            weights = keras.ops.broadcast_to(weights, keras.ops.shape(y_pred)[:-1])
    return {"sample_weight": weights}


# ---- Steps in R ---------------------------------------------------------------------------------


def know(made):
    """A new class of R."""
    if issubclass(made, keras.Model):
        for name in ("train_step", "test_step"):
            method = vars(made).get(name)
            if r_function(method) is not None:
                setattr(made, name, named(_telling(method), name, method.__doc__))


def _telling(method):
    """Keras shows the mean loss of the batches that its metric has seen, and 0 if a step has told it none."""

    # On JAX, the first argument is the state, and the loss is in it.
    def step(self, *data):
        tracker = next((metric for metric in self.metrics if metric.name == "loss"), None)
        if not isinstance(tracker, keras.metrics.Mean):
            return method(self, *data)
        told = []
        update = tracker.update_state
        object.__setattr__(tracker, "update_state", functools.partial(_noting, told, update))
        try:
            logs = method(self, *data)
        finally:
            object.__delattr__(tracker, "update_state")
        if not told and isinstance(logs, dict) and "loss" in logs:
            update(logs["loss"], sample_weight=keras.ops.shape(keras.tree.flatten(data)[0])[0])
        return logs

    return step


def _noting(told, update, *args, **kwargs):
    told.append(True)
    return update(*args, **kwargs)
