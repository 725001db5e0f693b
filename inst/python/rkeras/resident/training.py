"""Training, evaluation and prediction of data that stay on the device, with many steps in each call of the backend.

Keras calls a function for each step and makes a data set for each call of `fit()`. For small models and data this
takes longer than the steps. Here one compiled function takes the data as tensors, and runs the model's own step for a
range of batches, or for a single one. What it cannot do is left to Keras (`Unsuitable`): its own methods give the same
results.
"""

import importlib
import math

import keras
import numpy as np

from rkeras import borrowed
from rkeras.resident import loop
from rkeras.resident.loop import Unsuitable, arrays, has_kerass, known_loop
from rkeras.resident.watching import Watching

# The loops of the backend.
backend = importlib.import_module(f"rkeras.resident.{keras.config.backend()}_loop")


def run(model, verb, is_resident, /, **args):
    """The method `verb` of the model, on data in memory if `is_resident`."""
    if is_resident:
        function, *methods = VERBS[verb]
        try:
            check_model(model, verb, *methods)
            return function(model, **args)
        except Unsuitable:
            pass
    backend.renew_steps(model, verb.partition("_")[0], **args)
    return getattr(model, verb)(**args)


def run_at_once(model, verb, /, **args):
    """A short step of a model, which needs no other thread; None if it is not known to be such."""
    function, *methods = VERBS[verb]
    try:
        check_model(model, verb, *methods)
        return function(model, at_once=True, **args)
    except Unsuitable:
        return None


def check_model(model, *methods):
    """Models with other methods of training than Keras's have their own loop."""
    if not has_kerass(model, *methods):
        raise Unsuitable
    if model.run_eagerly:
        raise Unsuitable
    backend.check_session(model)
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
    batches = backend.Batches(data, batch_size)
    if validation is not None:
        validation = backend.Batches(validation, validation_batch_size or batch_size)

    def is_validated(epoch):
        return epoch % validation_freq == 0 if isinstance(validation_freq, int) else epoch in validation_freq

    watching = Watching(model, callbacks, epochs=epochs, steps=batches.count, add_history=True)
    check_loop(model, "train", batches, watching)
    if validation is not None:
        check_loop(model, "test", validation, watching)
    model.stop_training = False
    watching.all.on_train_begin()
    logs = None
    for epoch in range(initial_epoch, epochs):
        train = loop_of(model, "train", batches)
        train.reset_metrics(model)
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
    batches = backend.Batches(parts(x, y, sample_weight), batch_size)
    watching = Watching(model, callbacks, epochs=1, steps=batches.count)
    check_loop(model, "test", batches, watching)
    return tested(model, batches, watching)


def tested(model, batches, watching):
    model.stop_evaluating = False
    watching.all.on_test_begin()
    test = loop_of(model, "test", batches)
    test.reset_metrics(model)
    logs = numbers(result(model, test, test.run(batches, watching)))
    watching.all.on_test_end(logs)
    return logs


def predict(model, x, batch_size=None, callbacks=None, steps=None, verbose=0):
    if verbose or steps:
        raise Unsuitable
    batches = backend.Batches(parts(x), batch_size)
    watching = Watching(model, callbacks, epochs=1, steps=batches.count)
    predicts = suitable_loop_of(model, "predict", batches, watching)
    model.stop_predicting = False
    watching.all.on_predict_begin()
    outputs = predicts.run(batches, watching)
    watching.all.on_predict_end()
    return outputs


# Keras resets the metrics before each batch since 3.15.
RESETS = "reset_metrics" in borrowed.names_in(keras.Model.train_on_batch)


def on_batch(model, kind, at_once, x, y=None, sample_weight=None, class_weight=None):
    """A step on one batch; with `at_once` only if it is known to be short."""
    if not hasattr(backend.Loop, "once"):
        raise Unsuitable
    if class_weight is not None:
        sample_weight = weights_of_classes(y, class_weight)
    data = parts(x, y, sample_weight)
    # Of a size that does not divide the number of samples: other batches may have other sizes.
    batch = backend.Batches(data, backend.Batches.samples(data) + 1)
    if at_once:
        known = known_loop(model, kind, batch)
        if known is None or not known.is_short:
            raise Unsuitable
    step = loop_of(model, kind, batch)
    if kind == "predict":
        if not step.is_suitable:
            raise Unsuitable
        return arrays([step.once(batch)])
    if not isinstance(step.results, dict):
        raise Unsuitable
    if RESETS:
        step.reset_metrics(model)
    return numbers(result(model, step, step.once(batch)))


def loop_of(model, kind, batches):
    return loop.loop_of(model, kind, batches, backend.made)


def check_loop(model, kind, batches, watching):
    """Before callbacks are called: Keras's own loop would call them again. Where all is suitable, they are called before
    anything is traced."""
    if backend.CHOOSES:
        suitable_loop_of(model, kind, batches, watching)


def suitable_loop_of(model, kind, batches, watching):
    found = loop_of(model, kind, batches)
    if not found.is_suitable_for(watching):
        raise Unsuitable
    return found


def train_on_batch(model, at_once=False, return_dict=True, **data):
    return on_batch(model, "train", at_once, **data)


def test_on_batch(model, at_once=False, return_dict=True, **data):
    return on_batch(model, "test", at_once, **data)


def predict_on_batch(model, at_once=False, **data):
    return on_batch(model, "predict", at_once, **data)


def result(model, steps, logs):
    """The metrics, or the logs of the last step if the model's own step returns others."""
    if steps.gives_metrics:
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
    first = math.floor(backend.Batches.samples(data) * (1.0 - share))
    return keras.tree.map_structure(lambda x: x[:first], data), keras.tree.map_structure(lambda x: x[first:], data)


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
