"""Time zones: the one that R takes for local, and R's names for those of Python."""

import datetime
import functools
import io
import os
import zoneinfo

from rkeras import borrowed


class Local(zoneinfo.ZoneInfo):
    """The local zone of an R session, for a time to which R gave none.

    A zone like any other to Python. `tzone` is what R had in the attribute of that name: None or "".
    """

    def __repr__(self):
        return f"rkeras.zone.Local({self.tz if self.key is None else self.key!r})"

    def __str__(self):
        return self.key or "local"

    def __reduce__(self):
        # By name, so that a pickle shows the same times where another zone is local.
        return local, (self.tz if self.key is None else self.key, self.tzone)


@functools.cache
def local(tz, tzone):
    """`tz` is the environment variable TZ, None where it is not set."""
    zone = next(_zones("/etc/localtime" if tz is None else tz.removeprefix(":")))
    zone.tz = tz
    zone.tzone = tzone
    return zone


def _zones(tz):
    """What TZ may mean, the likeliest first: a name, a file, a rule; what means nothing is UTC."""
    path = os.path.realpath(tz) if os.path.isabs(tz) else ""
    try:
        yield Local.no_cache(_key(path or tz or "UTC"))
    except (KeyError, ValueError, OSError):
        pass
    try:
        with open(path, "rb") as file:
            yield Local.from_file(file)
    except (ValueError, OSError):
        pass
    try:
        yield _by_rule(tz)
    except ValueError:
        yield _by_rule("UTC0")


def _by_rule(rule):
    """A zone of a rule like EST5EDT,M3.2.0,M11.1.0, in the form in which ZoneInfo reads it."""
    header = b"TZif2" + bytes(15) + b"".join(n.to_bytes(4, "big") for n in (0, 0, 0, 0, 1, 4))
    body = bytes(6) + b"UTC\0"
    return Local.from_file(io.BytesIO((header + body) * 2 + b"\n" + rule.encode() + b"\n"))


def _key(path):
    return path.rpartition("zoneinfo/")[2]


def name(zone):
    """R's name: None or "" for the local zone, and "UTC" where R has none."""
    if isinstance(zone, Local):
        return zone.tzone
    # ZoneInfo; pytz; dateutil.
    for attribute in ("key", "zone", borrowed.spelled("zone_file")):
        found = getattr(zone, attribute, None)
        if isinstance(found, str):
            found = _key(found)
            return None if os.path.isabs(found) else found
    if type(zone).__name__ == "tzlocal":
        return None
    return _of_offset(zone.utcoffset(None))


def _of_offset(offset):
    """R's names count hours, and to the west."""
    hours, rest = divmod(offset or datetime.timedelta(0), datetime.timedelta(hours=1))
    return "UTC" if rest or not hours or not -12 <= hours <= 14 else f"Etc/GMT{-hours:+d}"
