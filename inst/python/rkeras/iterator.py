"""A Python iterator over an R function."""

import collections

import rpycall


class RIterator:
    """Calls `advance`, an R function, for each item, until that is `end`.

    Up to `ahead` items are made before they are asked for, while R's thread has nothing to do.
    """

    def __init__(self, advance, end, ahead=0):
        self._advance = advance
        self._end = end
        self._ahead = ahead
        self._ready = collections.deque()
        self._over = False
        self._busy = False

    def __iter__(self):
        return self

    def __next__(self):
        if not self._ahead:
            return self._item(*self._make())
        try:
            made = self._ready.popleft()
        except IndexError:
            made = rpycall.call_python_function_on_main_thread(self._next_made)
        if not self._over:
            rpycall.when_r_is_free(self._make_ahead)
        return self._item(*made)

    def _next_made(self):
        return self._ready.popleft() if self._ready else self._make()

    def _make_ahead(self):
        """On R's thread, which the R function may itself have let serve."""
        while not (self._busy or self._over) and len(self._ready) < self._ahead:
            self._ready.append(self._make())

    def _make(self):
        if self._over:
            return None, StopIteration()
        self._busy = True
        try:
            item = self._advance()
        except BaseException as failure:
            self._over = True
            return None, failure
        finally:
            self._busy = False
        if item is self._end:
            self._over = True
            return None, StopIteration()
        return item, None

    def _item(self, item, failure):
        if failure is not None:
            raise failure
        return item


def generate(iterator):
    """The same as a generator: Keras takes no other iterator."""
    yield from iterator
