"""The namespace of code that runs apart from the main module: `py_run_string(local = TRUE)`."""

import __main__


class Local(dict):
    """Names are looked up here, then in the main module. Assignments stay here.

    The functions that the code defines have it as their globals, so they find each other.
    """

    def __init__(self):
        super().__init__(__name__="__main__")

    def __missing__(self, name):
        return vars(__main__)[name]

    def own(self):
        """Without what the code has not created. Its functions still see what they share."""
        for name in GIVEN:
            self.pop(name, None)
        return self


GIVEN = ("__builtins__", "__file__", "__name__")
