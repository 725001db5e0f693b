"""Losses of outputs that are the parameters of a distribution. `distribution` says which: R computes quantiles and
intervals by it (R/response-distribution.R)."""

import math

from keras import losses, ops, saving

HALF_LOG_2PI = 0.5 * math.log(2 * math.pi)


def as_column(y, like):
    """Targets of the shape (n), or (n, 1)."""
    y = ops.cast(y, like.dtype)
    return ops.expand_dims(y, -1) if len(y.shape) < len(like.shape) else y


def log_density(y, mean, log_sd):
    return -0.5 * ops.square((y - mean) * ops.exp(-log_sd)) - log_sd - HALF_LOG_2PI


@saving.register_keras_serializable("rkeras")
class GaussianNLL(losses.Loss):
    """Means, and then the logarithms of the standard deviations."""

    def __init__(self, reduction="sum_over_batch_size", name="gaussian_nll", dtype=None):
        super().__init__(name=name, reduction=reduction, dtype=dtype)
        self.distribution = {"kind": "gaussian"}

    def call(self, y_true, y_pred):
        mean, log_sd = ops.split(y_pred, 2, axis=-1)
        return -ops.sum(log_density(as_column(y_true, y_pred), mean, log_sd), axis=-1)


@saving.register_keras_serializable("rkeras")
class Quantile(losses.Loss):
    def __init__(self, probs, reduction="sum_over_batch_size", name="quantile", dtype=None):
        super().__init__(name=name, reduction=reduction, dtype=dtype)
        self.distribution = {"kind": "quantile", "probs": list(probs)}

    def call(self, y_true, y_pred):
        probs = ops.convert_to_tensor(self.distribution["probs"], y_pred.dtype)
        error = as_column(y_true, y_pred) - y_pred
        return ops.mean(ops.maximum(probs * error, (probs - 1) * error), axis=-1)

    def get_config(self):
        return {**super().get_config(), "probs": self.distribution["probs"]}


@saving.register_keras_serializable("rkeras")
class GaussianMixtureNLL(losses.Loss):
    """The logits of the components, their means, and the logarithms of their standard deviations."""

    def __init__(self, components, reduction="sum_over_batch_size", name="gaussian_mixture_nll", dtype=None):
        super().__init__(name=name, reduction=reduction, dtype=dtype)
        self.distribution = {"kind": "mixture", "components": components}

    def call(self, y_true, y_pred):
        logits, mean, log_sd = ops.split(y_pred, 3, axis=-1)
        density = log_density(as_column(y_true, y_pred), mean, log_sd)
        return ops.logsumexp(logits, axis=-1) - ops.logsumexp(logits + density, axis=-1)

    def get_config(self):
        return {**super().get_config(), "components": self.distribution["components"]}
