"""The callbacks of a call of `fit()`, `evaluate()` or `predict()`, and which of them see each batch."""

from keras.callbacks import Callback, CallbackList, ModelCheckpoint, TensorBoard

from rkeras import borrowed


def looks_at_epochs(callback):
    return not callback.write_steps_per_second and callback.update_freq == "epoch" and not getattr(
        callback, borrowed.spelled("tensorboard_profile"), True
    )


# Hooks of Keras that do nothing, or nothing that depends on the number of batches, with some settings.
FEW = {
    ModelCheckpoint.on_train_batch_end: lambda callback: callback.save_freq == "epoch",
    TensorBoard.on_train_batch_begin: looks_at_epochs,
    TensorBoard.on_train_batch_end: looks_at_epochs,
    TensorBoard.on_test_batch_begin: looks_at_epochs,
}
HOOKS = {
    "train": ("on_train_batch_begin", "on_train_batch_end", "on_batch_begin", "on_batch_end"),
    "test": ("on_test_batch_begin", "on_test_batch_end"),
    "predict": ("on_predict_batch_begin", "on_predict_batch_end"),
}
STOPS = {"train": "stop_training", "test": "stop_evaluating", "predict": "stop_predicting"}


class Watching:
    def __init__(self, model, callbacks, epochs, steps, add_history=False):
        self.model = model
        self.all = CallbackList(
            callbacks, add_history=add_history, add_progbar=False, model=model, verbose=0, epochs=epochs, steps=steps
        )
        self.strides = {}

    def stride(self, kind):
        """After how many steps callbacks are called; None if they may be called after any number."""
        if kind not in self.strides:
            sees_all = any(sees_batches(callback, kind) for callback in self.all.callbacks)
            self.strides[kind] = self.model.steps_per_execution if sees_all else None
        return self.strides[kind]

    def begin(self, kind, step):
        if self.stride(kind) is not None:
            getattr(self.all, HOOKS[kind][0])(step)

    def end(self, kind, step, result):
        logs = {"outputs": result} if kind == "predict" else result
        for callback in self.all.callbacks if self.stride(kind) is None else [self.all]:
            getattr(callback, HOOKS[kind][1])(step, logs)

    def stops(self, kind):
        return getattr(self.model, STOPS[kind])


def sees_batches(callback, kind):
    """Whether a hook depends on each batch. Callbacks say with `few_batches` that theirs do not."""
    return not getattr(callback, "few_batches", False) and any(
        hook is not getattr(Callback, name) and not FEW.get(hook, lambda callback: False)(callback)
        for name, hook in ((name, hook_of(callback, name)) for name in HOOKS[kind])
    )


def hook_of(callback, name):
    hook = getattr(callback, name)
    return getattr(hook, "__func__", hook)
