"""Figures of Matplotlib for knitr: written to files in place of windows."""

import os
import sys

BACKEND = "module://rkeras.session.knit_backend"

_save = None


def begin(save):
    """Lets `plt.show()` and finish() write all open figures. `save()` returns the path of the next file, the
    width and height in inches, and the resolution."""
    global _save
    _save = save
    if "matplotlib" in sys.modules:
        sys.modules["matplotlib"].use(BACKEND)
    else:
        # Matplotlib reads the variable when it is imported.
        os.environ["MPLBACKEND"] = BACKEND


def end():
    global _save
    _save = None
    if os.environ.get("MPLBACKEND") == BACKEND:
        del os.environ["MPLBACKEND"]


def finish():
    """Writes and closes all open figures."""
    plt = _pyplot()
    if plt is None or _save is None:
        return
    for number in plt.get_fignums():
        _write(plt.figure(number), plt.rcParams["figure.figsize"])
        plt.close(number)


def _write(figure, default_size):
    path, width, height, dpi = _save()
    # Figures whose size the user did not choose have the chunk's.
    if tuple(figure.get_size_inches()) == tuple(default_size):
        figure.set_size_inches(width, height)
    figure.savefig(path, dpi=dpi)


def _pyplot():
    return sys.modules.get("matplotlib.pyplot")
