"""Keeps a model usable if its training, evaluation or prediction on JAX is interrupted or fails.

Keras empties the model's variables during these methods, and a compiled step takes over the memory of
its input state. So no interrupt may occur until the new state is stored, and the stored state is written
to the variables however a method ends.
"""

from rkeras import borrowed
from rkeras.bridge.interrupt import shield
from rkeras.tensors.around import around

PARTS = (
    "trainable_variables",
    "non_trainable_variables",
    "optimizer_variables",
    "metrics_variables",
)
METHODS = ("fit", "evaluate", "predict", "train_on_batch", "test_on_batch", "predict_on_batch")


STATE, SYNCED = borrowed.names("jax_state")


def install():
    if not (borrowed.is_there("jax_trainer") and borrowed.is_there("jax_state")):
        return
    trainer = borrowed.owner("jax_trainer")
    wraps = dict(zip(borrowed.names("jax_trainer"), (lambda get_state: whole(noted(get_state)), of_whole_steps, whole)))
    for name, wrap in {**wraps, **dict.fromkeys(METHODS, restoring)}.items():
        setattr(trainer, name, wrap(getattr(trainer, name)))


whole = around(shield)


@around
def noted(get_state, self, **which):
    state = get_state(self, **which)
    note(self, [part for part in PARTS if which.get(part)], state)
    return state


@around
def of_whole_steps(make_function, self, step, *args, **kwargs):
    def noted_step(state, data):
        results, state = step(state, data)
        note(self, getattr(self, STATE, None) or (), state)
        return results, state

    # A step that is not compiled does not modify its input state.
    is_compiled = hasattr(step, "lower")
    # JAX keeps what it traced for a method, and finds it for the same method of a model that was compiled anew
    # with other metrics, as long as something refers to the earlier step.
    if is_compiled:
        step.clear_cache()
    return make_function(self, whole(noted_step) if is_compiled else noted_step, *args, **kwargs)


def note(model, parts, state):
    """Stores the state, as Keras does after a step, without tracking by the model."""
    if parts:
        object.__setattr__(model, STATE, dict(zip(parts, state)))
        object.__setattr__(model, SYNCED, False)


@around
def restoring(method, self, *args, **kwargs):
    try:
        return method(self, *args, **kwargs)
    except BaseException:
        self.jax_state_sync()
        setattr(self, STATE, None)
        raise
