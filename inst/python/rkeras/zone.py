"""Time zones: R's local time zone, and R's names for Python's zones."""

import datetime
import functools
import io
import os
import zoneinfo

from rkeras import borrowed


class Local(zoneinfo.ZoneInfo):
    """The local zone of an R session if it has no name: TZ is a rule or a file of its own."""

    def __repr__(self):
        return f"rkeras.zone.Local({self.tz!r})"

    def __str__(self):
        return "local"

    def __reduce__(self):
        # Pickled by its rule, so that it represents the same times if the local zone is different.
        return local, (self.tz, name(self))


# Each local zone, which is thus never freed, and R's attribute `tzone` of it, None or "", by its id. A zone with
# a name is a plain ZoneInfo, but another object than ZoneInfo(name), which stands for a time with this `tzone` in R.
_TZONES = {}


# The system's local zone: its file, or a name where there is no file (Windows), which R sets.
system = "/etc/localtime"


@functools.cache
def local(tz, tzone):
    """The local zone of an R session, for a time without a zone in R.

    `tz` is the environment variable TZ, or None if it is not set.
    """
    zone = next(_zones(system if tz is None else tz.removeprefix(":")))
    if zone.key is None:
        zone.tz = tz
    _TZONES[id(zone)] = zone, tzone
    return zone


def _zones(tz):
    """The possible meanings of TZ, the most likely first: a name, a file, a rule; an invalid value means
    UTC, but not where no name is valid."""
    path = os.path.realpath(tz) if os.path.isabs(tz) else ""
    try:
        yield zoneinfo.ZoneInfo.no_cache(_key(path or tz or "UTC"))
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
        if not zoneinfo.available_timezones():
            raise LookupError(
                f"Python knows no time zones here, such as R's ({tz}). Install them: py_install('tzdata')."
            ) from None
        yield _by_rule("UTC0")


def _by_rule(rule):
    """A zone from a rule such as EST5EDT,M3.2.0,M11.1.0, in the format that ZoneInfo reads."""
    header = b"TZif2" + bytes(15) + b"".join(n.to_bytes(4, "big") for n in (0, 0, 0, 0, 1, 4))
    body = bytes(6) + b"UTC\0"
    return Local.from_file(io.BytesIO((header + body) * 2 + b"\n" + rule.encode() + b"\n"))


def _key(path):
    return path.rpartition("zoneinfo/")[2]


def name(zone):
    """R's name: None or "" for the local zone, and "UTC" if R has no name."""
    if id(zone) in _TZONES:
        return _TZONES[id(zone)][1]
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
    """R's names count hours, with positive numbers to the west."""
    hours, rest = divmod(offset or datetime.timedelta(0), datetime.timedelta(hours=1))
    return "UTC" if rest or not hours or not -12 <= hours <= 14 else f"Etc/GMT{-hours:+d}"
