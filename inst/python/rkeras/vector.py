"""R vectors as Python lists, raw vectors as bytes."""

from operator import is_


class Vector(list):
    """A list of the elements of an R vector that stores the vector.

    A list cannot represent names, a class, or the type of an empty vector. If Python does not modify
    this list, it converts back to the original vector.
    """

    __slots__ = ("origin", "_elements")

    def __init__(self, elements=(), origin=None):
        super().__init__(elements)
        self.origin = origin
        self._elements = tuple(self)

    def is_untouched(self):
        """Whether it has the same elements as when it was created."""
        return len(self) == len(self._elements) and all(map(is_, self, self._elements))

    def __reduce_ex__(self, protocol):
        # Copies and pickles are plain lists.
        return list, (list(self),)


class Raw(bytearray):
    """The bytes of an R raw vector with names or other attributes, which stores that vector."""

    __slots__ = ("origin", "_bytes")

    def __init__(self, elements=b"", origin=None):
        super().__init__(elements)
        self.origin = origin
        self._bytes = bytes(self)

    def is_untouched(self):
        """Whether it has the same bytes as when it was created."""
        return self == self._bytes

    def __reduce_ex__(self, protocol):
        # Copies and pickles are plain bytearrays.
        return bytearray, (bytes(self),)
