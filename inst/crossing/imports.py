import collections, datetime, decimal, enum, fractions, pathlib, types, uuid
import numpy as np, pandas as pd, pyarrow as pa, scipy.sparse
