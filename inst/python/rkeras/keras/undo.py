"""What objects of Keras consisted of before a call that fails.

A model, its optimizer and its metrics are built by their first data. If the call then fails, Keras goes on with what
those data have built: a later call with other data fails, or computes other metrics, and a part that was interrupted
lacks variables. A call that assigns weights may fail when it has assigned some of them.
"""

import keras

from rkeras import borrowed


class Undo:
    """Keeps the attributes of the object and of its parts, and, if asked, the values of weights."""

    def __init__(self, start, with_values=False):
        self.kinds = tuple(borrowed.get(name) for name in ("class_saveable", "tracker") if borrowed.is_there(name))
        self.attributes = []
        self.contents = []
        self.with_values = with_values
        self.values = []
        self.seen = set()
        self.keep(start)

    def keep(self, x):
        pending = [x]
        while pending:
            x = pending.pop()
            if isinstance(x, CONTAINERS) and not issubclass(type(x), CONTAINERS):
                x = x.__wrapped__  # TensorFlow's proxies of dicts
            if id(x) in self.seen:
                continue
            if isinstance(x, CONTAINERS):
                self.contents.append((x, copy(x)))
                pending.extend(elements(x))
            elif isinstance(x, self.kinds) and not isinstance(x, keras.Variable):
                self.attributes.append((x, dict(vars(x))))
                pending.extend(vars(x).values())
            elif isinstance(x, keras.Variable) and self.with_values:
                self.values.append((x, keras.ops.copy(x.value)))
            elif type(x) is tuple:
                pending.extend(x)
            else:
                continue
            self.seen.add(id(x))

    def run(self):
        for x, attributes in self.attributes:
            vars(x).clear()
            vars(x).update(attributes)
        for x, content in self.contents:
            refill(x, content)
        for x, value in self.values:
            x.assign(value)


CONTAINERS = (list, dict, set)


def kind_of(x):
    return next(kind for kind in CONTAINERS if isinstance(x, kind))


def copy(x):
    return kind_of(x)(x)


def elements(x):
    return dict.values(x) if isinstance(x, dict) else x


def refill(x, content):
    """By the methods of the plain class: Keras's own lists, which track their elements, would forget them."""
    kind = kind_of(x)
    kind.clear(x)
    (kind.extend if kind is list else kind.update)(x, content)
