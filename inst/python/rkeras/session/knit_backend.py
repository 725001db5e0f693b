"""The backend of Matplotlib while knitr renders a document: figures are drawn by Agg and shown in files."""

from matplotlib.backends.backend_agg import FigureCanvasAgg as FigureCanvas  # noqa: F401

from rkeras.session import figures


def show(*args, **kwargs):
    figures.finish()
