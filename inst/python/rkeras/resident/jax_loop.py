"""A model's step for many batches of arrays, in one call of JAX."""

import itertools
import math

import jax
import keras
import numpy as np
from jax import lax
from jax import numpy as jnp

from rkeras import borrowed
from rkeras.bridge.interrupt import shield
from rkeras.resident import loop
from rkeras.resident.loop import ON_DEVICE, Unsuitable, floats, has_kerass_metrics, nbytes

# XLA runs what is within a loop on one thread of a CPU. A step of this many operations takes it no longer than the rest
# of Keras's loop takes for each step, 0.3 ms (bench/RESULTS.md); a longer one may be faster on several threads.
OPERATIONS = 10**7
# Primitives that are slow there, and those that call R or Python.
SLOW = ("conv_general_dilated", "scan", "while")
CALLBACKS = ("pure_callback", "io_callback", "debug_callback")
# Whether Keras's loop trains some models.
CHOOSES = True
BUILD, VALUE = borrowed.spelled("trainer_build"), borrowed.spelled("value")
IS_THERE = all(map(borrowed.is_there, ("trainer_build", "value", "nnx_enabled")))


class Batches(loop.Batches):
    TENSOR = jax.Array

    def __init__(self, data, size=None):
        super().__init__(data, size)
        if nbytes(data) > ON_DEVICE or any(x.dtype.kind not in "biuf" for x in keras.tree.flatten(data)):
            raise Unsuitable

    def spec(self):
        """Of a batch."""
        return jax.tree.map(lambda x: jax.ShapeDtypeStruct((self.size, *x.shape[1:]), type_for(x)), self.given)

    def converted(self, x):
        """As by Keras. JAX compiles for each number of rows: there are rows beyond the last, so that numbers that are
        alike, as those of folds, are the same."""
        x = np.asarray(x)
        x = floats(x) if x.dtype.kind == "f" else x
        return jnp.asarray(np.concatenate([x, np.zeros((capacity(self.n) - self.n, *x.shape[1:]), x.dtype)]))

    def order(self, shuffle):
        order = np.random.permutation(self.n) if shuffle else np.arange(self.n)
        return np.concatenate([order, np.zeros(capacity(self.n) - self.n, int)]).astype("int32")


def type_for(x):
    """Of what `x` is converted to."""
    return keras.config.floatx() if x.dtype.kind == "f" else jax.dtypes.canonicalize_dtype(x.dtype)


def capacity(n):
    """The number, rounded up by an eighth at most."""
    unit = 1 << max(n.bit_length() - 4, 0)
    return -(-n // unit) * unit


def check_session(model):
    is_compiled = model.jit_compile and not jax.config.jax_disable_jit and not jax.config.jax_debug_nans
    if not is_compiled or keras.distribution.distribution() is not None:
        raise Unsuitable
    if not IS_THERE or borrowed.get("nnx_enabled")():
        raise Unsuitable


def renew_steps(model, verb, **data):
    """JAX compiles Keras's step again for other data."""


def made(model, kind, batches):
    is_ready = model.built if kind == "predict" else model.compiled
    if not is_ready:
        raise Unsuitable  # Keras builds it, or says what is missing.
    if kind != "predict":
        getattr(model, BUILD)(data_batch=batches.spec())
    return Loop(model, kind, batches)


class Loop(loop.Loop):
    def __init__(self, model, kind, batches):
        super().__init__(kind)
        self.model = model
        self.gives_metrics = kind != "predict" and has_kerass_metrics(model, kind)
        # The values of metrics that have been reset.
        self.initial = None
        # New functions: for the model's methods JAX finds what it traced before the model was compiled anew.
        self.step = jax.jit(lambda state, batch: step(model, kind, state, batch))
        self.some = jax.jit(lambda state, data, rows: self.step(state, taken(data, rows)))
        self.many = jax.jit(self.repeated, static_argnames="size", donate_argnames="kept")
        self.is_suitable = self.may_be_short(batches) and self.is_short_loop(batches)

    def may_be_short(self, batches):
        """A guess before anything is traced: each weight is used once for each sample."""
        weights = self.model.weights
        is_short = 2 * batches.size * sum(math.prod(x.shape) for x in weights) < OPERATIONS
        return nbytes([x.value for x in weights]) <= ON_DEVICE and (is_short or not on_cpu())

    def is_short_loop(self, batches):
        """Whether the step can be repeated, and on a CPU is short."""
        state = values(variables(self.model, self.kind))
        traced = self.step.trace(state, batches.spec())
        self.results, after = traced.out_info
        if jax.tree.map(type_of, state) != jax.tree.map(type_of, after):
            return False
        if self.kind == "predict" and any(x.shape[:1] != (batches.size,) for x in jax.tree.leaves(self.results)):
            return False
        text = str(traced.jaxpr)
        if any(f" {name}[" in text for name in (*CALLBACKS, *(SLOW if on_cpu() else ()))):
            return False
        cost = traced.lower().cost_analysis() or {}
        return not on_cpu() or cost.get("flops", OPERATIONS) < OPERATIONS

    def is_suitable_for(self, watching):
        """Keras's loop calls the callbacks that see each batch."""
        return self.is_suitable and self.stride(watching) is None

    def stride(self, watching):
        # A callback may have changed the model since.
        return super().stride(watching) if self.is_suitable else 1

    def repeated(self, kept, state, data, order, first, last, size):
        def one(i, carried):
            kept, state = carried
            rows = lax.dynamic_slice_in_dim(order, i * size, size)
            results, state = self.step(state, taken(data, rows))
            if self.kind == "predict":
                results = jax.tree.map(
                    lambda x, new: lax.dynamic_update_slice_in_dim(x, new, i * size, 0), kept, results
                )
            return results, state

        return lax.fori_loop(first, last, one, (kept, state))

    def steps(self, batches, shuffle):
        size = batches.size
        whole = batches.n // size if self.is_suitable else 0
        order = batches.order(shuffle)
        kept = self.nothing(batches) if whole else None
        refs = variables(self.model, self.kind)

        def of(first, last):
            nonlocal kept
            state = values(refs)
            rest = None
            try:
                if first < whole:
                    kept, state = self.many(kept, state, batches.data, order, first, min(last, whole), size)
                if last > whole:
                    rows = order[max(first, whole) * size : min(last * size, batches.n)]
                    rest, state = self.some(state, batches.data, rows)
            finally:
                # All of it or nothing, also if it is interrupted.
                shield(put, refs, state)
            if self.kind == "predict":
                return kept, min(last, whole) * size, rest
            return kept if rest is None else rest

        return of

    def nothing(self, batches):
        """What the results of the steps replace: logs, or the outputs for all rows."""
        rows = (capacity(batches.n),) if self.kind == "predict" else ()
        return jax.tree.map(lambda x: jnp.zeros((*rows, *x.shape[len(rows) :]), x.dtype), self.results)

    def outputs(self, results):
        kept, n, rest = results[-1]
        whole = [jax.tree.map(lambda x: np.asarray(x)[:n], kept)] if n else []
        return loop.arrays(whole if rest is None else [*whole, rest])

    def reset_metrics(self, model):
        """Those of Keras's metrics have the same values each time, if Keras's loop has not given them to a step."""
        if self.initial is None or not self.gives_metrics or any(x.is_deleted() for x in self.initial[0]):
            model.reset_metrics()
            self.initial = values([model.metrics_variables])
        else:
            put([model.metrics_variables], self.initial)

    def wait(self, result):
        jax.block_until_ready(result)


def on_cpu():
    return jax.default_backend() == "cpu"


def step(model, kind, state, batch):
    """The model's own, as a function."""
    results, after = getattr(model, f"{kind}_step")(tuple(state), batch)
    return results, [list(part) for part in ((state[0], after) if kind == "predict" else after)]


def variables(model, kind):
    parts = [model.trainable_variables, model.non_trainable_variables]
    if kind == "train":
        parts.append(model.optimizer.variables)
    if kind != "predict":
        parts.append(model.metrics_variables)
    return parts


def values(refs):
    return [[ref.value for ref in part] for part in refs]


def put(refs, state):
    # The types are the same. Keras's own method takes as long for all variables as many steps.
    for ref, value in zip(itertools.chain(*refs), itertools.chain(*state)):
        setattr(ref, VALUE, value)


def taken(data, rows):
    return jax.tree.map(lambda x: x.at[rows].get(mode="promise_in_bounds"), data)


def type_of(x):
    return f"{x.dtype}{x.shape}"
