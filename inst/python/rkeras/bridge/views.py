"""Objects that are made anew by each access and stand for a part of another, such as `df.loc`."""

import types

STATE = (types.GetSetDescriptorType, types.MemberDescriptorType)


def are_alike(x, y):
    """Whether two objects are views of the same thing: of one class, and all that they hold is the same."""
    if type(x) is not type(y):
        return False
    held, other = state(x), state(y)
    return bool(held) and held.keys() == other.keys() and all(is_same(held[name], other[name]) for name in held)


def state(x):
    held = dict(getattr(x, "__dict__", ()))
    for owner in type(x).__mro__:
        for name, descriptor in vars(owner).items():
            if isinstance(descriptor, STATE) and not name.startswith("__"):
                held.setdefault(name, getattr(x, name, None))
    return held


def is_same(x, y):
    return x is y or isinstance(x, (str, int, bool)) and type(x) is type(y) and x == y
