"""Adds the packages of an environment to a running Python of the same version."""

import os
import site
import sys
from importlib import machinery


def join(folder):
    """The packages with compiled code that are loaded from elsewhere and that the environment has, too: then
    nothing is added, because its other packages may need theirs. Else an empty list."""
    own = {name.split(".")[0] for name in os.listdir(folder)}
    clashing = sorted(own & compiled())
    if not clashing:
        before = len(sys.path)
        site.addsitedir(folder)
        added = sys.path[before:]
        sys.path[:] = added + sys.path[:before]
    return clashing


def compiled():
    suffixes = tuple(machinery.EXTENSION_SUFFIXES)
    files = [(name, getattr(module, "__file__", None)) for name, module in list(sys.modules.items())]
    return {name.split(".")[0] for name, file in files if file and file.endswith(suffixes)}
