"""R's difftime as a timedelta that stores its unit."""

import datetime


class Difftime(datetime.timedelta):
    """`number` of `units`, rounded to microseconds in Python; converts back to the exact number in R.

    Arithmetic returns plain timedeltas. `classes` is R's class.
    """

    __slots__ = ("number", "units", "classes")

    def __new__(cls, number, units, classes=("difftime",)):
        self = super().__new__(cls, **{_ARGUMENTS[units]: number})
        self.number = number
        self.units = units
        self.classes = classes
        return self

    def __repr__(self):
        return f"rkeras.duration.Difftime({self.number!r}, {self.units!r})"

    def __reduce__(self):
        return Difftime, (self.number, self.units, self.classes)


_ARGUMENTS = {
    "secs": "seconds",
    "mins": "minutes",
    "hours": "hours",
    "days": "days",
    "weeks": "weeks",
}
