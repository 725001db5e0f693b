"""Parts of Keras that import libraries which few programs need: they do so when they are used.

They take a third of the time of `import keras`: wrappers import scikit-learn, visualization imports Matplotlib.
"""

from rkeras import borrowed
from rkeras.bridge import imports

for module in ("keras.wrappers", "keras.visualization", borrowed.module("visualization")):
    imports.defer(module)
