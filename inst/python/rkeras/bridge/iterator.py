"""A Python iterator over an R function."""

import collections
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
        self._over = False
        self._busy = False
        self._came = threading.Event()

    def __iter__(self):
        return self

    def again(self):
        """Another iterator, which calls the same R function."""
        return RIterator(self._advance, self._end, self._ahead)

    def __next__(self):
        if not self._ahead:
            return self._item(*self._make())
        made = self._take()
        if not self._over:
            rpycall.when_r_is_free(self._make_ahead)
        return self._item(*made)

    def _take(self):
        while True:
            try:
                return self._ready.popleft()
            except IndexError:
                self._came.clear()
            made = rpycall.call_python_function_on_main_thread(self._next_made)
            if made is not None:
                return made
            if threading.current_thread() is threading.main_thread():
                raise ValueError("the R function asks for an item of its own iterator")
            self._came.wait(0.05)

    # On the main thread. A signal, or an R function during which the main thread serves, may call this
    # while an item is being computed: that item is finished first.

    def _next_made(self):
        if self._ready:
            return self._ready.popleft()
        if self._busy:
            return None
        self._busy = True
        try:
            return self._make()
        finally:
            self._busy = False

    def _make_ahead(self):
        while not (self._busy or self._over) and len(self._ready) < self._ahead:
            self._busy = True
            try:
                self._ready.append(self._make())
            finally:
                self._busy = False
            self._came.set()

    def _make(self):
        if self._over:
            return None, StopIteration()
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
