"""A Python iterator over an R function."""

import collections
import itertools
import threading

from rkeras import rpycall


class RIterator:
    """Calls `advance`, an R function, for each item, until it returns `end`.

    Up to `ahead` items are computed in advance, while the main thread is idle.
    """

    def __init__(self, advance, end, ahead=0):
        self._advance = advance
        self._end = end
        self._ahead = ahead
        self._ready = collections.deque()
        # The number of items to be made in advance; None for all.
        self._left = None
        self._over = False
        self._busy = False
        self._came = threading.Event()
        # Whether a thread waits for the item that is being made, which does not count as one in advance.
        self._is_awaited = False

    def __iter__(self):
        return self

    def again(self):
        """This iterator or, if it is over, another that calls the same R function."""
        return RIterator(self._advance, self._end, self._ahead) if self._over else self

    def taking(self, most):
        """At most so many items, all if None. The R function is not called for one beyond them."""
        self._left = most if most is None else most - len(self._ready)
        return itertools.islice(self._items(), most)

    def _items(self):
        while True:
            item, failure = self._take()
            if isinstance(failure, StopIteration):
                return
            yield self._item(item, failure)

    def __next__(self):
        self._left = None
        return self._item(*self._take())

    def _take(self):
        if not self._ahead:
            return self._make()
        while True:
            try:
                made = self._ready.popleft()
                self._is_awaited = False
                rpycall.when_r_is_free(self._make_ahead)
                return made
            except IndexError:
                self._came.clear()
            self._is_awaited = True
            made = rpycall.call_python_function_on_main_thread(self._next_made)
            if made is not None:
                self._is_awaited = False
                return made
            if threading.current_thread() is threading.main_thread():
                raise ValueError("the R function asks for an item of its own iterator")
            self._came.wait(0.05)

    # On the main thread. A signal, or an R function during which the main thread serves, may call this
    # while an item is being computed: that item is finished first.

    def _next_made(self):
        if not self._ready:
            if self._busy:
                return None
            self._make_one()
        # From here, so that the next is begun as soon as this one has been handed over.
        rpycall.when_r_is_free(self._make_ahead)
        return self._ready.popleft()

    def _make_ahead(self):
        while not (self._busy or self._over) and self._left != 0 and len(self._ready) < self._ahead + self._is_awaited:
            self._make_one()

    def _make_one(self):
        self._busy = True
        try:
            self._ready.append(self._make())
        finally:
            self._busy = False
        self._came.set()

    def _make(self):
        if self._over:
            return None, StopIteration()
        if self._left:
            self._left -= 1
        try:
            item = self._advance()
        except BaseException as failure:
            self._over = True
            return None, failure
        if item is self._end:
            self._over = True
            return None, StopIteration()
        return item, None

    def _item(self, item, failure):
        if failure is not None:
            raise failure
        return item
