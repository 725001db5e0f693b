"""Python code that calls an R function, and notes whether its `finally` has run."""

import collections
import functools
import threading

cleaned = []


def plain(f):
    try:
        return f()
    finally:
        cleaned.append(1)


class Held:
    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        cleaned.append(1)


def in_with(f):
    with Held():
        return f()


def in_generator(f):
    def values():
        try:
            yield 1
            yield f()
        finally:
            cleaned.append(1)

    return list(values())


def nested(f, call):
    """`call` is R's, and calls `plain` again."""
    try:
        return call(lambda: plain(f))
    finally:
        cleaned.append(1)


def in_thread(f):
    """Its exception is raised again here."""
    raised = []

    def run():
        try:
            plain(f)
        except BaseException as e:
            raised.append(e)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if raised:
        raise raised[0]


def in_property(f):
    class Lazy:
        def __getattr__(self, name):
            return plain(f)

    return Lazy().any


def in_eq(f):
    class Same:
        __hash__ = None

        def __eq__(self, other):
            return plain(f)

    return [Same()].index(Same())


def in_key(f):
    return sorted([2, 1, 3], key=lambda x: plain(f))


def in_compare(f):
    return sorted([2, 1, 3], key=functools.cmp_to_key(lambda x, y: plain(f)))


def in_hash(f):
    class Hashed:
        def __hash__(self):
            return plain(f)

    return {Hashed(): 1}


def in_missing(f):
    return collections.defaultdict(lambda: plain(f))["a"]


def in_repr(f):
    class Shown:
        def __repr__(self):
            return plain(f)

    return repr([Shown()])


def in_init(f):
    class Made:
        def __init__(self):
            plain(f)

    return Made()


def in_import_hook(f):
    class Finder:
        @staticmethod
        def find_spec(*ignored):
            return plain(f)

    import sys
    sys.meta_path.insert(0, Finder)
    try:
        import hostile_that_is_not_there  # noqa
    finally:
        sys.meta_path.remove(Finder)


def in_del(f):
    """An exception in it is only shown."""
    class Last:
        def __del__(self):
            plain(f)

    Last()


def in_weakref(f):
    import weakref

    class Last:
        pass

    last = Last()
    weakref.finalize(last, plain, f)
    del last


def in_map_of_threads(f):
    from concurrent.futures import ThreadPoolExecutor
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda i: plain(f), range(4)))


def in_asyncio(f):
    import asyncio

    async def main():
        try:
            return f()
        finally:
            cleaned.append(1)

    return asyncio.run(main())


def in_try(f):
    """Handles what is an Exception."""
    try:
        return plain(f)
    except Exception as e:
        return type(e).__name__


def progresses():
    """A thread that runs Python code must end."""
    done = threading.Event()
    threading.Thread(target=lambda: (sum(range(1000)), done.set())).start()
    return done.wait(10)
