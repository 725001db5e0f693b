"""R functions that run after a module has been imported, from R or from Python (py_register_load_hook())."""

import importlib.util
import sys

_hooks = {}


def register(name, hook):
    """Runs the hook now if the module is loaded."""
    if name in sys.modules:
        hook()
        return
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, Finder())
    _hooks.setdefault(name, []).append(hook)


class Finder:
    """Finds modules as the other finders do, and wraps the loaders of modules that have hooks."""

    def __init__(self):
        self._searching = set()

    def find_spec(self, name, path=None, target=None):
        if name not in _hooks or name in self._searching:
            return None
        self._searching.add(name)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self._searching.discard(name)
        if spec is not None and spec.loader is not None:
            spec.loader = Loader(spec.loader)
        return spec


class Loader:
    def __init__(self, loader):
        self._loader = loader

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        # Code of the module may look at its loader.
        module.__spec__.loader = self._loader
        module.__loader__ = self._loader
        self._loader.exec_module(module)
        for hook in _hooks.pop(module.__name__, ()):
            hook()
