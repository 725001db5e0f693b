"""Parts of rkeras that are simpler in Python than in R."""

import os

# Files of earlier versions name modules that have moved; `former` has these names.
__path__.append(os.path.join(os.path.dirname(__file__), "former"))
