"""Functions that run around the import of modules, whoever imports them."""

import functools
import sys
import threading

_watchers = []


def watch(names, run):
    """Calls `run(load, module)` in place of `load(module)` for modules whose names are in `names` when they are
    imported. Of several functions for a module, the last runs the others."""
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, Finder())
    _watchers.append((names, run))


def after(name, run):
    """Calls `run()` when the module is loaded: now, if it is."""
    if name in sys.modules:
        run()
        return

    def load_and_run(load, module):
        load(module)
        run()

    watch((name,), load_and_run)


def defer(name):
    """Runs the code of the module when one of its names is first asked for, and not when it is imported."""

    def load_later(load, module):
        lock = threading.RLock()
        is_loading = False

        def fill():
            nonlocal is_loading
            with lock:
                if is_loading or "__getattr__" not in vars(module):
                    return
                is_loading = True
                try:
                    load(module)
                finally:
                    is_loading = False
                del module.__getattr__, module.__dir__

        def get(attribute):
            # Python and tools for debugging ask any module for such names.
            if attribute == "__all__" or not attribute.startswith("__"):
                fill()
            if attribute in vars(module):
                return vars(module)[attribute]
            raise AttributeError(f"module {name!r} has no attribute {attribute!r}")

        def names():
            fill()
            return list(vars(module))

        module.__getattr__, module.__dir__ = get, names

    watch((name,), load_later)


class Finder:
    """Found first by Python's import system; the modules are found by the other finders."""

    def find_spec(self, name, path=None, target=None):
        runs = [run for names, run in _watchers if name in names]
        spec = self.found_by_others(name, path, target) if runs else None
        if spec is not None and hasattr(spec.loader, "exec_module"):
            load_with(spec, runs)
        return spec

    def found_by_others(self, *args):
        others = (finder for finder in sys.meta_path if finder is not self and hasattr(finder, "find_spec"))
        return next(filter(None, (finder.find_spec(*args) for finder in others)), None)


def load_with(spec, runs):
    """The loader keeps its class, by which other code knows what it loads."""
    loader = spec.loader
    # The loader of built-in modules is a class, which all of them share.
    if isinstance(loader, type):
        loader = spec.loader = Loader(loader)

    def exec_module(module):
        loader.__dict__.pop("exec_module", None)
        load = loader.exec_module
        for run in runs:
            load = functools.partial(run, load)
        load(module)

    loader.exec_module = exec_module


class Loader:
    """Stands in front of a loader that is shared, until the module is loaded."""

    def __init__(self, loader):
        self._loader = loader

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
