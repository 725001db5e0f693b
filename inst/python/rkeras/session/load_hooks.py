"""R functions that run after a module has been imported, from R or from Python (py_register_load_hook())."""

import sys

from rkeras.bridge import imports

_hooks = {}


def register(name, hook):
    """Runs the hook now if the module is loaded."""
    if name in sys.modules:
        hook()
        return
    _hooks.setdefault(name, []).append(hook)


def load_with_hooks(load, module):
    load(module)
    for hook in _hooks.pop(module.__name__, ()):
        hook()


imports.watch(_hooks, load_with_hooks)
