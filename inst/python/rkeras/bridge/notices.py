"""Python's warnings and the logs of libraries, as warnings and messages of R."""

import logging
import sys
import threading
import warnings

from rkeras import rpycall
from rkeras.bridge import activity
from rkeras.bridge.output import RConsole
from rkeras.printable import printable

shown = set()


def install():
    """Replaces only the function that shows a warning: filters, and code that records warnings, work as in
    Python."""
    warnings.showwarning = show_warning


def show_warning(message, category, filename, lineno, file=None, line=None):
    if file is not None or not r_can_show():
        text = warnings.formatwarning(message, category, filename, lineno, line)
        (file or sys.stderr or sys.__stderr__).write(text)
    elif is_new((category, str(message), filename, lineno), category):
        tell_r("warning", str(message), class_names(category), printable(filename), lineno)


def is_new(notice, category):
    """Python forgets what it has shown when a filter changes."""
    known = notice in shown
    shown.add(notice)
    return not known or shows_always(category)


def shows_always(category):
    filters = (action for action, _, c, _, _ in warnings.filters if issubclass(category, c))
    return next(filters, "default") in ("always", "all")


def class_names(category):
    """Without those that errors also have, which handlers of errors would take."""
    classes = (c for c in category.__mro__ if issubclass(c, Warning))
    return [f"{c.__module__}.{c.__qualname__}".replace("builtins.", "python.builtin.", 1) for c in classes]


def r_can_show():
    """Not if other code has replaced stderr, to collect it, nor in a process without R's thread."""
    return (
        isinstance(sys.stderr, RConsole)
        and not sys.stderr.takes_notices()
        and rpycall.write_console("", True)
    )


def tell_r(kind, text, *where):
    """R's handlers may end the code that gave the notice. That cannot be offered to threads for which R
    does not wait: they must not wait for R either."""
    notice = (kind, printable(text), *where)
    thread = threading.get_ident()
    if thread == threading.main_thread().ident or thread in activity.working:
        rpycall.rkeras("signal_notice", *notice)
    else:
        rpycall.when_r_is_free(lambda: rpycall.rkeras("signal_notice", *notice))


class ToR(logging.Handler):
    """The records of a library's logger, in place of those that it writes to stderr."""

    def createLock(self):
        # R code runs meanwhile, which may wait for other threads.
        self.lock = None

    def handle(self, record):
        # As Python's, which from 3.13 on takes the lock without looking whether there is one.
        kept = self.filter(record)
        if kept:
            self.emit(kept if isinstance(kept, logging.LogRecord) else record)
        return kept

    def emit(self, record):
        text = record.getMessage().strip()
        if not r_can_show():
            sys.stderr.write(f"{record.levelname}:{record.name}:{text}\n")
        elif is_new((record.name, record.levelno, text), Warning):
            kind = "warning" if record.levelno >= logging.WARNING else "message"
            tell_r(kind, text, [], record.pathname, record.lineno)
        for handler in logging.root.handlers:
            if not writes_to_stderr(handler) and record.levelno >= handler.level:
                handler.handle(record)


def take_log(name):
    """absl gives the root logger a handler for stderr, which would repeat the records of all libraries. So
    records go to the root's other handlers only."""
    logger = logging.getLogger(name)
    logger.handlers = [x for x in logger.handlers if not (writes_to_stderr(x) or isinstance(x, ToR))]
    logger.addHandler(ToR())
    logger.propagate = False


def writes_to_stderr(handler):
    stream = getattr(handler, "stream", None)
    return stream is not None and (isinstance(stream, RConsole) or stream in (sys.stderr, sys.__stderr__))
