"""Generated Python objects beyond the builtin types, and what R must see of them. Run after random_checks.py."""
import datetime as dt
import decimal
import enum
import fractions
import zoneinfo
from collections import namedtuple

import numpy as np

Colour = enum.Enum("Colour", "RED GREEN BLUE")
Point = namedtuple("Point", "x y")

small = st.integers(-(2**31) + 1, 2**31 - 1)
floats = st.one_of(st.floats(), st.sampled_from([-0.0, 5e-324]))
words = st.text(st.sampled_from("ab\xe9\u20ac\U0001f600"), min_size=1, max_size=3)
shapes = st.lists(st.integers(0, 3), min_size=1, max_size=3).map(tuple)
ORDERS = st.sampled_from("CF")

SHOW = {
    "integer": str,
    "double": number,
    "logical": lambda x: "TRUE" if x else "FALSE",
    "character": code_points,
}


def vector(kind, items):
    return f"{kind}(" + ",".join("NA" if x is None else SHOW[kind](x) for x in items) + ")"


# ---- each kind: a strategy of pairs of an object and what R must see of it ----------------------

COLUMNS = [
    ("integer", ["i4", ">i2", "u1", "i8"], st.integers(0, 100)),
    ("double", ["f8", ">f8"], floats),
    ("logical", ["?"], st.booleans()),
    ("character", ["U3", ">U4"], words),
]
columns = st.sampled_from(COLUMNS).flatmap(
    lambda c: st.tuples(st.just(c[0]), st.sampled_from(c[1]), st.lists(c[2], min_size=3, max_size=3))
)


@st.composite
def records(draw):
    fields = draw(st.lists(columns, min_size=1, max_size=4))
    align = draw(st.booleans())
    dtype = np.dtype([(f"f{i}", kind) for i, (_, kind, _) in enumerate(fields)], align=align)
    rows = list(zip(*(items for _, _, items in fields)))[: draw(st.integers(1, 3))]
    x = np.array(rows, dtype)
    if draw(st.booleans()):
        x, rows = x[::-1], rows[::-1]
    seen = [
        f"{code_points(f'f{i}')}={vector(kind, [row[i] for row in rows])}"
        for i, (kind, _, _) in enumerate(fields)
    ]
    return x, f"{len(rows)} {len(fields)} list({','.join(seen)})"


@st.composite
def masked(draw):
    kind, dtype, items = draw(
        st.sampled_from([("integer", "i4", small), ("double", "f8", floats), ("logical", "?", st.booleans())])
    )
    shape = draw(shapes)
    n = math.prod(shape)
    x = np.array(draw(st.lists(items, min_size=n, max_size=n)), dtype).reshape(shape, order=draw(ORDERS))
    mask = np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)), bool).reshape(shape)
    seen = [None if m else i for i, m in zip(x.flatten("F").tolist(), mask.flatten("F"))]
    shown = vector(kind, seen)
    return np.ma.array(x, mask=mask), " ".join(map(str, shape)) + " " + shown


def items_seen(kind, items):
    """A list of no items has no type."""
    return vector(kind, items) if items else "list()"


def set_of(kind, items):
    made = st.sets(items, max_size=5)
    made = st.one_of(made, made.map(frozenset))
    return made.map(lambda x: (x, items_seen(kind, list(x))))


sets = st.one_of(set_of("integer", small), set_of("character", words))


def range_seen(x):
    fits = all(abs(i) < 2**31 for i in (x[0], x[-1])) if x else True
    return vector("integer" if fits else "double", x)


starts = st.sampled_from([-(2**31), -5, 0, 2**31 - 2, 2**52, 2**63 - 2**12, 2**70])
steps = st.sampled_from([-3, -1, 1, 2, 2**31])
ranges = st.builds(
    # Where the numbers are large they are multiples of a power of two, which a double holds.
    lambda start, step, n: (lambda k: range(start, start + step * k * n, step * k))(
        2**20 if start > 2**53 else 1
    ),
    starts, steps, st.integers(0, 4),
).map(lambda x: (x, range_seen(x)))

decimals = st.one_of(
    floats.map(lambda x: (decimal.Decimal(repr(x)), x)),
    st.integers(-999, 999).map(lambda n: (decimal.Decimal(n) / 8, n / 8)),
).map(lambda pair: (pair[0], vector("double", [pair[1]])))
fractions_ = st.fractions(max_denominator=10**6).map(lambda x: (x, vector("double", [float(x)])))

members = st.sampled_from(Colour)
enums = st.one_of(
    members.map(lambda x: (x, "factor " + vector("character", [x.name]))),
    st.lists(st.one_of(members, st.none()), min_size=2, max_size=5)
    .filter(any)
    .map(lambda xs: (xs, "factor " + vector("character", [x and x.name for x in xs]))),
)



def point_seen(p):
    x, y = vector("integer", [p.x]), vector("character", [p.y])
    return f"list({code_points('x')}={x},{code_points('y')}={y})"


points = st.builds(Point, small, words).map(lambda p: (p, point_seen(p)))

ZONES = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "America/New_York", "Australia/Lord_Howe"]
EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)


def moment_seen(x):
    seconds = fractions.Fraction((x - EPOCH) // dt.timedelta(microseconds=1), 10**6)
    return f"{x.tzinfo.key} {number(float(seconds))}"


def in_utc_and_back(x):
    """Another moment if no clock ever showed `x`."""
    return x.astimezone(dt.timezone.utc).astimezone(x.tzinfo)


def same_moment(x, y):
    """Equal, and of times that clocks show twice the same one."""
    return x == y and (not isinstance(x, dt.datetime) or x.utcoffset() == y.utcoffset())


# From 1902 to 2106 a double holds microseconds.
moments = st.datetimes(
    dt.datetime(1902, 1, 1), dt.datetime(2106, 1, 1),
    timezones=st.sampled_from(ZONES).map(zoneinfo.ZoneInfo),
).filter(lambda x: x == in_utc_and_back(x)).map(lambda x: (x, moment_seen(x)))


# ---- the property -------------------------------------------------------------------------------

# What comes back as an equal object of the same type.
LOSSLESS = {"enums": enums, "moments": moments}
OTHERS = {
    "records": records(), "masked": masked(), "sets": sets, "ranges": ranges, "decimals": decimals,
    "fractions": fractions_, "points": points,
}


def run(shown, identity, classes, rounds, number_of_seed):
    def property_of(comes_back):
        def holds(pair):
            x, expected = pair
            actual = shown(x)
            assert actual.strip() == expected, (x, actual, expected)
            if comes_back:
                back = identity(x)
                assert same_moment(back, x) and type(back) is type(x), (x, back)

        return holds

    for pairs in LOSSLESS.values():
        check(property_of(True), pairs, rounds, number_of_seed)
    for pairs in OTHERS.values():
        check(property_of(False), pairs, rounds, number_of_seed)
