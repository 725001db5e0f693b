"""Generated Python values, what R must see of them, and what must come back from R.

Run after random_checks.py.
"""

EDGES = [s * 2**p + d for p in (0, 7, 8, 15, 16, 31, 32, 52, 53, 54, 63, 64, 100) for d in (-1, 0, 1) for s in (-1, 1)]

ints = st.one_of(st.sampled_from(EDGES), st.integers(-100, 100), st.integers())
floats = st.one_of(
    st.floats(), st.sampled_from([-0.0, 5e-324, -2.5e-320, 1.7976931348623157e308, 2.0**53 + 2])
)
complexes = st.builds(complex, floats, floats)
texts = st.one_of(
    st.text(st.characters(exclude_categories=(), exclude_characters="\0"), max_size=8),
    st.text(st.sampled_from("a\xe9\u20ac\U0001f600\\'\"\n\u0301 \ufeff\U0010ffff"), max_size=6),
    st.sampled_from(["", "NA", "NULL", "a\0b", "\0", "\ud800", "x\udfff", "\udc80abc", "TRUE", "1"]),
)
blobs = st.one_of(st.binary(max_size=9), st.binary(max_size=9).map(bytearray))
scalars = [st.booleans(), ints, floats, complexes, texts]


def holed(items):
    return st.lists(st.one_of(items, st.none()), max_size=5)


leaves = st.one_of(st.none(), blobs, *scalars, *map(holed, scalars))
keys = st.one_of(texts, st.integers(-3, 3), st.booleans(), st.none(), st.tuples(st.integers(0, 9)))
values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(keys, inner, max_size=4),
    ),
    max_leaves=12,
)


class Refused(Exception):
    """R has no value for it."""


def check_text(x):
    if "\0" in x or any("\ud800" <= c <= "\udfff" for c in x):
        raise Refused(ascii(x))
    return x


# ---- what R must see ----------------------------------------------------------------------------


def seen(x):
    """The text that `described()` in R gives for the value that `x` becomes."""
    if x is None:
        return "NULL"
    if type(x) in (bool, int, float, complex, str):
        return vector([x])
    if isinstance(x, (bytes, bytearray)):
        return "raw(" + ",".join(f"{b:02x}" for b in x) + ")"
    if isinstance(x, dict):
        names = [code_points(check_text(str(key))) for key in x]
        return "list(" + ",".join(f"{n}={seen(v)}" for n, v in zip(names, x.values())) + ")"
    if isinstance(x, list) and is_vector(x):
        return vector(x)
    return "list(" + ",".join(map(seen, x)) + ")"


def is_vector(x):
    kinds = {type(item) for item in x} - {type(None)}
    return len(kinds) == 1 and kinds <= {bool, int, float, complex, str}


def vector(x):
    kind = next(type(item) for item in x if item is not None)
    if kind is int:
        return ints_seen(x)
    name, show = {
        bool: ("logical", lambda b: str(b).upper()),
        float: ("double", number),
        complex: ("complex", lambda z: number(z.real) + "i" + number(z.imag)),
        str: ("character", lambda s: code_points(check_text(s))),
    }[kind]
    return f"{name}(" + ",".join("NA" if item is None else show(item) for item in x) + ")"


def ints_seen(x):
    there = [item for item in x if item is not None]
    if all(abs(item) < 2**31 for item in there):
        name, show = "integer", str
    elif all(is_exact(item) for item in there):
        name, show = "double", lambda n: number(float(n))
    elif all(-(2**63) < item < 2**63 for item in there):
        name, show = "integer64", str
    else:
        raise Refused(str(x))
    return f"{name}(" + ",".join("NA" if item is None else show(item) for item in x) + ")"


def is_exact(x):
    try:
        return int(float(x)) == x
    except OverflowError:
        return False


# ---- what must come back ------------------------------------------------------------------------


def back(x):
    """What `x` is after R: tuples are lists, a list of one scalar is the scalar, keys are text."""
    if isinstance(x, dict):
        out = {str(key): back(value) for key, value in x.items()}
        # R names without text are those of elements without names.
        if len(out) < len(x) or list(out) == [""]:
            raise Refused("names")
        return out
    if isinstance(x, (bytes, bytearray)):
        return bytearray(x)
    if not isinstance(x, (list, tuple)):
        return x
    if isinstance(x, list) and is_vector(x):
        out = [missing(x) if item is None else item for item in x]
        return out[0] if len(out) == 1 else out
    return [back(item) for item in x]


def missing(x):
    """What the `None` of a vector is in Python again: double and complex have a `nan` for it."""
    if any(type(item) is complex for item in x):
        return complex(math.nan, math.nan)
    return math.nan if vector(x).startswith("double") else None


def same(x, y):
    if isinstance(x, float) and isinstance(y, (float, int)):
        return (math.isnan(x) and math.isnan(y)) or (x == y and math.copysign(1, x) == math.copysign(1, y))
    if isinstance(x, complex):
        return isinstance(y, complex) and same(x.real, y.real) and same(x.imag, y.imag)
    if isinstance(x, dict):
        return isinstance(y, dict) and list(x) == list(y) and all(same(x[k], y[k]) for k in x)
    if isinstance(x, list):
        return isinstance(y, list) and len(x) == len(y) and all(map(same, x, y))
    return x == y and isinstance(x, bool) == isinstance(y, bool)


# ---- the property -------------------------------------------------------------------------------


def run(described, identity, classes, rounds, number_of_seed):
    """Throws values at R. `described` and `identity` are R functions, as is `classes` of a condition."""

    def attempt(f, x):
        try:
            return f(x), None
        except RuntimeError as error:
            return None, classes(error.condition)

    def outcome(expected, x):
        try:
            return expected(x)
        except Refused:
            return None

    def holds(x):
        expected = outcome(seen, x)
        text, refused = attempt(described, x)
        if expected is None:
            assert refused and "rkeras_error_convert" in refused, (x, text, refused)
            return
        assert text == expected, (x, text, expected, refused)
        again = outcome(lambda x: [back(x)], x)
        result, refused = attempt(identity, x)
        if again is None:
            assert refused and "rkeras_error_convert" in refused, (x, result, refused)
        else:
            assert refused is None and same(again[0], result), (x, result, again, refused)

    check(holds, values, rounds, number_of_seed)
