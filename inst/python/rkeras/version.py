"""R's numeric_version as a tuple, which compares like sys.version_info."""


class Version(tuple):
    """`classes` is R's class."""

    def __new__(cls, parts, classes=("numeric_version",)):
        self = super().__new__(cls, parts)
        self.classes = tuple(classes)
        return self

    def __repr__(self):
        return f"rkeras.version.Version({tuple(self)!r})"

    def __str__(self):
        return ".".join(str(part) for part in self)

    def __reduce__(self):
        return Version, (tuple(self), self.classes)
