"""The beginning of the `repr()` of Python's own containers, read only as far as it is shown."""

BRACKETS = {list: "[]", tuple: "()", dict: "{}", set: "{}"}


class Full(Exception):
    pass


def text(x, room):
    """`repr(x)`, or what stands first in it and is longer than `room`."""
    pieces = Pieces(room)
    try:
        pieces.add(x)
    except Full:
        pass
    return "".join(pieces.done)


class Pieces:
    def __init__(self, room):
        self.room, self.done = room, []

    def put(self, piece):
        self.done.append(piece)
        self.room -= len(piece)
        if self.room < 0:
            raise Full

    def add(self, x):
        if type(x) in BRACKETS and (x or type(x) is not set):
            self.add_items(x)
        elif type(x) in (str, bytes):
            self.put(repr(x if len(x) <= self.room else x[: self.room + 1]))
        else:
            self.put(repr(x))

    def add_items(self, x):
        first, last = BRACKETS[type(x)]
        self.put(first)
        for i, item in enumerate(x):
            self.put(", " if i else "")
            self.add(item)
            if type(x) is dict:
                self.put(": ")
                self.add(x[item])
        self.put(",)" if type(x) is tuple and len(x) == 1 else last)
