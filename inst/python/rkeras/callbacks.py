"""Keras callbacks whose hooks are R functions (R/keras-callback.R)."""

import keras


class RCallback(keras.callbacks.Callback):
    """Has the hooks it is given and no others: Keras skips the work for those left at their default."""

    def __init__(self, hooks, set_model, set_params):
        super().__init__()
        self._tell_model = set_model
        self._tell_params = set_params
        for name, hook in hooks.items():
            setattr(self, name, hook)

    def set_model(self, model):
        super().set_model(model)
        if self._tell_model is not None:
            self._tell_model(model)

    def set_params(self, params):
        super().set_params(params)
        if self._tell_params is not None:
            self._tell_params(params)
