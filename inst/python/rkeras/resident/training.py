"""Training, evaluation and prediction of data that stay on the device, with many steps in each call of TensorFlow.

Keras calls a function for each step and makes a data set for each call of `fit()`. For small models and data this
takes longer than the steps. Here one compiled function takes the data as tensors, and runs the model's own step for a
range of batches, or for a single one. What it cannot do is left to Keras (`Unsuitable`): its own methods give the same
results.
"""

import math

import keras
import numpy as np
import tensorflow as tf

from rkeras import borrowed
from rkeras.keras import memory
from rkeras.resident.loop import (
    Batches, Unsuitable, arrays, has_kerass, is_short, known_loop, loop_of, reset_metrics, samples,
)
from rkeras.resident.watching import Watching


def run(model, verb, is_resident, /, **args):
    """The method `verb` of the model, on data in memory if `is_resident`."""
    if is_resident:
        function, *methods = VERBS[verb]
        try:
            check_model(model, verb, *methods)
            return function(model, **args)
        except Unsuitable:
            pass
    renew_steps(model, verb.partition("_")[0], **args)
    return getattr(model, verb)(**args)


def run_at_once(model, verb, /, **args):
    """A short step of a model, which needs no other thread; None if it is not known to be such."""
    function, *methods = VERBS[verb]
    try:
        check_model(model, verb, *methods)
        return function(model, at_once=True, **args)
    except Unsuitable:
        return None


def renew_steps(model, verb, x=None, y=None, sample_weight=None, validation_data=None, validation_split=0, **others):
    """TensorFlow's graph of Keras's step is for data with fixed numbers of axes; others need a new graph."""
    data = keras.utils.pack_x_y_sample_weight(x, y, sample_weight)
    renew_step(model, {"fit": "train", "evaluate": "test"}.get(verb, verb), data)
    if validation_data is not None or validation_split:
        renew_step(model, "test", data if validation_data is None else validation_data)


def renew_step(model, kind, data):
    if type(model) not in memory.SIGNS:
        return
    axes = keras.tree.map_structure(n_axes, getattr(data, "element_spec", data))
    memory.values(model)
    known = memory.of(model).axes
    if known.setdefault(kind, axes) != axes:
        setattr(model, f"{kind}_function", None)
    known[kind] = axes


def n_axes(x):
    """Those of the batches of a generator are unknown."""
    shape = getattr(x, "shape", None)
    return shape.rank if isinstance(shape, tf.TensorShape) else shape is not None and len(shape)


def check_model(model, *methods):
    """Models with other methods of training than Keras's have their own loop."""
    if not has_kerass(model, *methods):
        raise Unsuitable
    strategy = tf.distribute.get_strategy()
    if tf.distribute.has_strategy() or model.distribute_strategy is not strategy:
        raise Unsuitable
    if model.run_eagerly or tf.config.functions_run_eagerly() or not tf.executing_eagerly():
        raise Unsuitable
    limits = [getattr(keras.config, name, None) for name in ("max_epochs", "max_steps_per_epoch")]
    if any(limit is not None and limit() is not None for limit in limits):
        raise Unsuitable


def fit(
    model, x=None, y=None, sample_weight=None, batch_size=None, epochs=1, callbacks=None, validation_split=0.0,
    validation_data=None, shuffle=True, class_weight=None, initial_epoch=0, validation_batch_size=None,
    validation_freq=1, steps_per_epoch=None, validation_steps=None, verbose=0,
):
    if verbose or steps_per_epoch or validation_steps or shuffle not in (True, False):
        raise Unsuitable
    if any(isinstance(callback, keras.callbacks.BackupAndRestore) for callback in callbacks or ()):
        raise Unsuitable  # It tells Keras's loop where to begin.
    data = parts(x, y, sample_weight)
    validation = None
    if validation_data is not None:
        validation = parts(*keras.utils.unpack_x_y_sample_weight(validation_data))
    elif validation_split:
        data, validation = split(data, validation_split)
    if class_weight is not None:
        x, y, _ = keras.utils.unpack_x_y_sample_weight(data)
        data = parts(x, y, weights_of_classes(y, class_weight))
    batches = Batches(data, batch_size)
    if validation is not None:
        validation = Batches(validation, validation_batch_size or batch_size)

    def is_validated(epoch):
        return epoch % validation_freq == 0 if isinstance(validation_freq, int) else epoch in validation_freq

    watching = Watching(model, callbacks, epochs=epochs, steps=batches.count, add_history=True)
    model.stop_training = False
    watching.all.on_train_begin()
    logs = None
    for epoch in range(initial_epoch, epochs):
        reset_metrics(model, "train", batches)
        watching.all.on_epoch_begin(epoch)
        train = loop_of(model, "train", batches)
        logs = result(model, train, train.run(batches, watching, shuffle))
        if validation is not None and is_validated(epoch + 1):
            validated = tested(model, validation, watching)
            logs.update({f"val_{name}": value for name, value in validated.items()})
        watching.all.on_epoch_end(epoch, logs)
        if model.stop_training:
            break
    if isinstance(model.optimizer, keras.optimizers.Optimizer):
        model.optimizer.finalize_variable_values(model.trainable_weights)
    watching.all.on_train_end(logs)
    return model.history


def evaluate(
    model, x=None, y=None, sample_weight=None, batch_size=None, callbacks=None, return_dict=True, steps=None, verbose=0,
):
    if verbose or steps:
        raise Unsuitable
    batches = Batches(parts(x, y, sample_weight), batch_size)
    return tested(model, batches, Watching(model, callbacks, epochs=1, steps=batches.count))


def tested(model, batches, watching):
    model.stop_evaluating = False
    watching.all.on_test_begin()
    reset_metrics(model, "test", batches)
    test = loop_of(model, "test", batches)
    logs = numbers(result(model, test, test.run(batches, watching)))
    watching.all.on_test_end(logs)
    return logs


def predict(model, x, batch_size=None, callbacks=None, steps=None, verbose=0):
    if verbose or steps:
        raise Unsuitable
    batches = Batches(parts(x), batch_size)
    loop = loop_of(model, "predict", batches)
    watching = Watching(model, callbacks, epochs=1, steps=batches.count)
    model.stop_predicting = False
    watching.all.on_predict_begin()
    outputs = loop.run(batches, watching)
    watching.all.on_predict_end()
    return outputs


# Keras resets the metrics before each batch since 3.15.
RESETS = "reset_metrics" in borrowed.names_in(keras.Model.train_on_batch)


def on_batch(model, kind, at_once, x, y=None, sample_weight=None, class_weight=None):
    """A step on one batch; with `at_once` only if it is known to be short."""
    if class_weight is not None:
        sample_weight = weights_of_classes(y, class_weight)
    data = parts(x, y, sample_weight)
    # Of a size that does not divide the number of samples: other batches may have other sizes.
    batch = Batches(data, samples(data) + 1)
    if at_once and not is_short(known_loop(model, kind, batch)):
        raise Unsuitable
    loop = loop_of(model, kind, batch)
    if kind == "predict":
        return arrays([loop.once(batch)])
    if not isinstance(loop.results, dict):
        raise Unsuitable
    if RESETS:
        reset_metrics(model, kind, batch)
    return numbers(result(model, loop, loop.once(batch)))


def train_on_batch(model, at_once=False, return_dict=True, **data):
    return on_batch(model, "train", at_once, **data)


def test_on_batch(model, at_once=False, return_dict=True, **data):
    return on_batch(model, "test", at_once, **data)


def predict_on_batch(model, at_once=False, **data):
    return on_batch(model, "predict", at_once, **data)


def result(model, loop, logs):
    """The metrics, or the logs of the last step if the model's own step returns others."""
    if loop.reset is not None:
        return dict(logs)
    metrics = model.get_metrics_result()
    return dict(metrics if isinstance(logs, dict) and logs.keys() == metrics.keys() else logs)


def numbers(logs):
    flat = {}
    for name, value in sorted(logs.items()):
        flat.update(numbers(value) if isinstance(value, dict) else {name: number(value)})
    return flat


def number(value):
    try:
        return float(value)
    except (TypeError, ValueError):
        return value


def parts(x, y=None, sample_weight=None):
    """The data as the model's steps take them. One weight for each sample is for all outputs."""
    if sample_weight is not None and keras.tree.is_nested(y) and not keras.tree.is_nested(sample_weight):
        raise Unsuitable
    return keras.utils.pack_x_y_sample_weight(x, y, sample_weight)


def split(data, share):
    """The last samples are for validation, as in Keras."""
    first = math.floor(samples(data) * (1.0 - share))
    return tf.nest.map_structure(lambda x: x[:first], data), tf.nest.map_structure(lambda x: x[first:], data)


def weights_of_classes(y, class_weight):
    """A weight for each sample by its class: that of the largest value, or of the rounded number."""
    if not isinstance(y, np.ndarray) or y.dtype.kind not in "biuf" or y.ndim > 2:
        raise Unsuitable
    classes = y.argmax(-1) if y.ndim == 2 and y.shape[1] > 1 else y.reshape(-1).round().astype("int32")
    weights = np.ones(len(classes))
    for label, weight in class_weight.items():
        weights[classes == label] = weight
    return weights


# The functions, with the methods besides that of the same name that have to be Keras's.
VERBS = {
    "fit": (fit, "make_train_function", "make_test_function", "evaluate"),
    "evaluate": (evaluate, "make_test_function"),
    "predict": (predict, "make_predict_function"),
    "train_on_batch": (train_on_batch, "make_train_function"),
    "test_on_batch": (test_on_batch, "make_test_function"),
    "predict_on_batch": (predict_on_batch, "make_predict_function"),
}
