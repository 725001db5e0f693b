"""Keras's estimators for scikit-learn, which clones them for each fit."""

DONE = set()


def keep_options(estimator):
    """Keras's clones lose `fit_kwargs`: cross-validation would train for one epoch each."""
    for owner in type(estimator).__mro__:
        if "__sklearn_clone__" in vars(owner) and owner not in DONE:
            DONE.add(owner)
            owner.__sklearn_clone__ = _with_options(owner.__sklearn_clone__)


def _with_options(clone):
    def __sklearn_clone__(self):
        made = clone(self)
        made.fit_kwargs = self.fit_kwargs and dict(self.fit_kwargs)
        return made

    return __sklearn_clone__
