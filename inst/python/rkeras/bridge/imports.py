"""Functions that run around the import of modules, whoever imports them."""

import functools
import sys

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
