"""Functions of libraries that are called by functions of this package."""

import functools


def around(function):
    """Makes of `function(original, ...)` a change of `original`, which is called in its place (see
    borrowed.replace()). Where users call it by names of arguments, they would meet those of `function`, and its name
    in errors: write such a change out."""

    def change(original):
        @functools.wraps(original)
        def call(*args, **kwargs):
            return function(original, *args, **kwargs)

        return call

    return change
