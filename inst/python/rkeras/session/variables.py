"""The object `r` of the main module, through which Python code uses R's variables."""

import sys

from rkeras import rpycall


class R:
    """R's variables as attributes and items: `r.x`, `r["x"]`, `r.f(1)`, `r.x = 2`, `del r.x`, `"x" in r`."""

    def __getattr__(self, name):
        # Libraries look up special attributes on any object.
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        found = _get(name)
        if found is None:
            raise AttributeError(f"R has no variable `{name}`")
        return found[0]

    def __setattr__(self, name, value):
        rpycall.rkeras("set_r_variable", name, value)

    def __delattr__(self, name):
        if not rpycall.rkeras("remove_r_variable", name):
            raise AttributeError(f"R has no variable `{name}`")

    def __getitem__(self, name):
        found = _get(name)
        if found is None:
            raise KeyError(name)
        return found[0]

    __setitem__ = __setattr__

    def __delitem__(self, name):
        if not rpycall.rkeras("remove_r_variable", name):
            raise KeyError(name)

    def __contains__(self, name):
        return isinstance(name, str) and _get(name) is not None

    def __iter__(self):
        return iter(dir(self))

    def __dir__(self):
        return list(rpycall.rkeras("r_variables"))

    def __repr__(self):
        return "<R's variables>"


def _get(name):
    if not isinstance(name, str):
        raise TypeError(f"names of R variables are str, not {type(name).__name__}")
    return rpycall.rkeras("get_r_variable", name)


def add_r():
    """Adds `r` to the main module, unless the module has a variable of this name."""
    vars(sys.modules["__main__"]).setdefault("r", R())
