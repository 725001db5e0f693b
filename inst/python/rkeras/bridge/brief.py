"""The beginning of the `repr()` of Python's own containers, read only as far as it is shown."""

BRACKETS = {list: "[]", tuple: "()", dict: "{}", set: "{}"}


def text(x, room):
    """`repr(x)`, or what stands first in it and is longer than `room`."""
    done, length = [], 0
    for piece in pieces(x, room):
        done.append(piece)
        length += len(piece)
        if length > room:
            break
    return "".join(done)


def pieces(x, room):
    if type(x) in (str, bytes):
        yield repr(x if len(x) <= room else x[: room + 1])
    elif type(x) not in BRACKETS or type(x) is set and not x:
        yield repr(x)
    else:
        first, last = BRACKETS[type(x)]
        yield first
        for i, item in enumerate(x):
            yield ", " if i else ""
            yield from pieces(item, room)
            if type(x) is dict:
                yield ": "
                yield from pieces(x[item], room)
        yield ",)" if type(x) is tuple and len(x) == 1 else last
