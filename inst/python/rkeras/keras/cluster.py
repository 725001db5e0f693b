"""Keras's training under TensorFlow's strategies for several processes, and steps of custom loops."""

import sys

import keras
from rkeras import borrowed, rpycall
from rkeras.tensors.around import around


def install():
    """Called when Keras has been imported."""
    if keras.backend.backend() != "tensorflow":
        return
    borrowed.replace("trainer_strategy", _for_training)
    borrowed.replace("trainer_predict", _predicting_here)
    borrowed.replace("merge_call", _outside_r)


class Workers:
    """A MultiWorkerMirroredStrategy for Keras's training functions. Keras reduces the results of a step
    over an axis that numbers lack, and needs a batch in plain tensors to build a model
    (https://github.com/keras-team/keras/issues/20585)."""

    def __init__(self, strategy):
        self._strategy = strategy

    def __getattr__(self, name):
        return getattr(self._strategy, name)

    def run(self, *args, **kwargs):
        """The mean over the workers: each computes its metrics from its own part of the data."""
        results = self._strategy.run(*args, **kwargs)
        return keras.tree.map_structure(lambda x: self._strategy.reduce("MEAN", x, axis=None), results)

    def reduce(self, reduction, value, axis=None):
        """This worker's part of a batch, whose shapes build the model."""
        return keras.tree.map_structure(lambda x: self._strategy.experimental_local_results(x)[0], value)


def _for_training(own):
    def distribute_strategy(self):
        import tensorflow as tf

        strategy = own.fget(self)
        if not isinstance(strategy, tf.distribute.MultiWorkerMirroredStrategy):
            return strategy
        if vars(self).get("rkeras_predicts"):
            return tf.distribute.get_strategy()
        return Workers(strategy)

    return property(distribute_strategy)


@around
def _predicting_here(predict, self, *args, **kwargs):
    """Each worker predicts all samples with its own copy of the weights, so their order is kept."""
    vars(self)["rkeras_predicts"] = True
    try:
        return predict(self, *args, **kwargs)
    finally:
        vars(self).pop("rkeras_predicts", None)


# ---- R functions in replicas -------------------------------------------------------------------------

SYNCHRONIZES = (
    "An R function that `strategy$run()` or `fit()` calls on several devices cannot exchange values "
    "between them, as `optimizer$apply()` and `all_reduce()` do: R would have to run it for all devices "
    "at once. Compute only the losses in R and take the step with distributed_step()."
)


@around
def _outside_r(merge_call, self, *args, **kwargs):
    """Replicas meet at this call. R functions of several replicas end in the reverse order of their
    beginning, so they would wait for each other."""
    if _is_one_of_several_in_r():
        raise RuntimeError(SYNCHRONIZES)
    return merge_call(self, *args, **kwargs)


def _is_one_of_several_in_r():
    """Whether this thread runs one of several replicas, and an R function of the replica makes this call."""
    frame, is_in_r = sys._getframe(1), False
    while frame is not None:
        thread = frame.f_locals.get("self")
        if isinstance(thread, borrowed.owner("replica_thread")):
            return is_in_r and len(thread.devices) > 1
        is_in_r = is_in_r or _calls_r(frame)
        frame = frame.f_back
    return False


def _calls_r(frame):
    """R functions have no frames: their callers have them as variables. Those of this file have ended."""
    is_own = frame.f_code.co_filename == __file__
    return not is_own and any(isinstance(x, rpycall.RFunction) for x in frame.f_locals.values())


# ---- Steps of custom loops ---------------------------------------------------------------------------


def step(strategy, losses_of, optimizer, variables, batch_size):
    """A compiled function of a distributed batch that takes an optimizer step and returns the mean loss.
    `losses_of` is an R function that returns the loss of each sample of a replica's part."""
    import tensorflow as tf

    def replica(batch):
        with tf.GradientTape() as tape:
            losses = losses_of(*batch) if isinstance(batch, (tuple, list)) else losses_of(batch)
            loss = _scaled(tf, losses, batch_size, strategy)
        optimizer.apply(tape.gradient(loss, variables), variables)
        return loss

    def whole(batch):
        return strategy.reduce("SUM", strategy.run(replica, args=(batch,)), axis=None)

    with strategy.scope():
        if not optimizer.built:
            optimizer.build(variables)
    return tf.function(whole, reduce_retracing=True, autograph=False)


def _scaled(tf, losses, batch_size, strategy):
    """The share of a replica in the mean over the samples of all replicas."""
    losses = tf.convert_to_tensor(losses)
    if losses.shape.rank == 0:
        raise ValueError(
            "`loss` must return one loss for each sample of its part of the batch, not a single number: a "
            "mean over the part would be wrong where parts differ in size. Use `reduction = \"none\"`, or "
            "losses without a mean."
        )
    losses = tf.reshape(losses, [tf.shape(losses)[0], -1])
    losses = tf.reduce_mean(losses, axis=1)
    samples = batch_size or tf.shape(losses)[0] * strategy.num_replicas_in_sync
    return tf.reduce_sum(losses) / tf.cast(samples, losses.dtype)
