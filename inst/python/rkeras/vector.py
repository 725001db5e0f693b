"""R vectors as Python lists, raw ones as bytes."""

from operator import is_


class Vector(list):
    """A list of the elements of an R vector that remembers the vector.

    A list has no place for names, for a class, or for the type of no elements. If nobody touched this
    one when it comes back to R, it comes back as the vector it was made of.
    """

    __slots__ = ("origin", "_elements")

    def __init__(self, elements=(), origin=None):
        super().__init__(elements)
        self.origin = origin
        self._elements = tuple(self)

    def is_untouched(self):
        """Does it hold the very elements that it was made with?"""
        return len(self) == len(self._elements) and all(map(is_, self, self._elements))

    def __reduce_ex__(self, protocol):
        # Copies and pickles are plain lists.
        return list, (list(self),)


class Raw(bytearray):
    """The bytes of an R raw vector with names or other attributes, which remembers that vector."""

    __slots__ = ("origin", "_bytes")

    def __init__(self, elements=b"", origin=None):
        super().__init__(elements)
        self.origin = origin
        self._bytes = bytes(self)

    def is_untouched(self):
        """Does it hold the bytes that it was made with?"""
        return self == self._bytes

    def __reduce_ex__(self, protocol):
        # Copies and pickles are plain bytearrays.
        return bytearray, (bytes(self),)


def join_keras_trees():
    """Makes Keras walk into a Vector as into a list: it goes by the very types that it was told."""
    try:
        import optree
    except ImportError:
        return
    try:
        optree.register_pytree_node(
            Vector, lambda x: (list(x), None), lambda _, items: list(items), namespace="keras"
        )
    except ValueError:
        pass  # It was told before.
