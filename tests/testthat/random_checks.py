"""What both kinds of generated values share: how a property is checked, and how values are shown."""
import math
import os
import tempfile

# Before it is imported: it keeps what it has seen, and not here.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", tempfile.mkdtemp())

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st


def check(holds, values, rounds, number_of_seed):
    """Fails with the smallest of the values for which the property does not hold."""
    quietly = settings(
        max_examples=rounds, database=None, deadline=None, suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    seed(number_of_seed)(quietly(given(values)(holds)))()


def number(x):
    return "NaN" if math.isnan(x) else {math.inf: "Inf", -math.inf: "-Inf"}.get(x) or f"{x:.17g}"


def code_points(x):
    return "'" + ".".join(str(ord(c)) for c in x) + "'"
