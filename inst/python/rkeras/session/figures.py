"""Figures of Matplotlib in documents that knitr renders: written to files, or drawn by R, in place of windows.

The function `matplotlib.pyplot.show` is replaced when pyplot is imported, by whatever code, so that the backend
that a user chose is kept. Backends with windows are replaced by Agg while a document is rendered.
"""

import functools
import sys

from rkeras import rpycall
from rkeras.bridge import imports

# Those that draw into files, and that Matplotlib has itself.
WITHOUT_WINDOWS = ("agg", "cairo", "pdf", "pgf", "ps", "svg", "template")

# During a chunk: returns the path of the next file, the width and height in inches, and the resolution.
_save = None
# The backend that Agg replaces.
_replaced = None


def begin(save):
    """Lets `plt.show()` and finish() write all open figures with the paths of `save()`."""
    global _save
    _save = save
    if _pyplot() is not None:
        _avoid_windows()


def end():
    global _save
    _save = None


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
    _set_size(figure, default_size, width, height)
    figure.savefig(path, dpi=dpi)


def _set_size(figure, default_size, width, height):
    # Figures whose size the user did not choose have the chunk's.
    if tuple(figure.get_size_inches()) == tuple(default_size):
        figure.set_size_inches(width, height)


def _pyplot():
    return sys.modules.get("matplotlib.pyplot")


def _prepare():
    plt = _pyplot()
    plt.show = _shown_by(plt.show)
    if rpycall.rkeras("is_knitting"):
        _avoid_windows()


def _shown_by(own):
    @functools.wraps(own)
    def show(*args, **kwargs):
        if _save is not None:
            finish()
        elif rpycall.rkeras("is_knitting"):
            _draw_in_r()
        else:
            _allow_windows()
            return own(*args, **kwargs)

    return show


def _draw_in_r():
    """In an R chunk: draws and closes all open figures on R's graphics device, which knitr records."""
    import numpy
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    plt = _pyplot()
    for number in plt.get_fignums():
        figure = plt.figure(number)
        width, height, dpi = rpycall.rkeras("device_size")
        _set_size(figure, plt.rcParams["figure.figsize"], width, height)
        figure.set_dpi(dpi)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        rpycall.rkeras("draw_image", numpy.asarray(canvas.buffer_rgba()))
        plt.close(number)


def _avoid_windows():
    global _replaced
    # A copy does not choose a backend, which may need a display.
    backend = _pyplot().rcParams.copy()["backend"]
    if not isinstance(backend, str) or _has_windows(backend):
        _replaced = backend
        _pyplot().switch_backend("agg")


def _has_windows(backend):
    return backend.lower() not in WITHOUT_WINDOWS and not backend.startswith("module://")


def _allow_windows():
    """After the document, in the same session."""
    global _replaced
    backend, _replaced = _replaced, None
    if backend is not None and _pyplot().get_backend().lower() == "agg":
        _pyplot().switch_backend(backend)


imports.after("matplotlib.pyplot", _prepare)
