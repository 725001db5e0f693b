"""Python's stdout and stderr, written to R's console."""

import io
import os
import sys

from rkeras import rpycall


class RConsole(io.TextIOBase):
    """A text stream that R prints; in a process without the main thread, the underlying file.

    `captures` are the `Capture`s under way, of which the last gets the text. So a handler of `logging` that
    keeps the stream is captured, whenever it was made.
    """

    encoding, errors = "utf-8", "backslashreplace"

    def __init__(self, stream, is_error):
        self._stream = stream
        self._is_error = is_error
        self.captures = []

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        shown = text.encode("utf-8", self.errors).decode("utf-8")
        if self.is_captured():
            self.captures[-1].text.write(text)
            return len(text)
        if self._is_lost_in_r() or not rpycall.write_console(shown, self._is_error):
            self._write_to_file(shown)
        return len(text)

    def _is_lost_in_r(self):
        return _sinks > 0 and not self._is_error and rpycall.rkeras("number_of_sinks") <= _sinks

    def _write_to_file(self, text):
        if self._stream is not None:
            self._stream.write(text)
            # Forked processes end by os._exit(), which does not flush.
            self._stream.flush()

    def is_captured(self):
        # In a forked process nobody reads what a capture of the parent collects.
        return bool(self.captures) and self.captures[-1].pid == os.getpid()

    def takes_notices(self):
        return self.is_captured() and self.captures[-1].takes_notices

    def flush(self):
        if self._stream is not None:
            self._stream.flush()

    def writable(self):
        return True

    def isatty(self):
        return self._stream is not None and self._stream.isatty() and not self.is_captured()

    def fileno(self):
        if self._stream is None:
            raise io.UnsupportedOperation("fileno")
        return self._stream.fileno()

    @property
    def buffer(self):
        return self._stream.buffer


# In a process that Python code forked: the number of R's sinks (sink(), capture.output(), knitr) at the fork.
# What they collect there is in the memory of this process, where nobody reads it.
_sinks = 0


def _count_sinks():
    global _sinks
    if rpycall.is_forked_by_python():
        _sinks = rpycall.rkeras("number_of_sinks")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_count_sinks)

# The streams that write_to_r_console() made, by name.
_consoles = {}


def write_to_r_console():
    for name, is_error in (("stdout", False), ("stderr", True)):
        if not isinstance(getattr(sys, name), RConsole):
            setattr(sys, name, RConsole(getattr(sys, f"__{name}__"), is_error))
        _consoles[name] = getattr(sys, name)


class Capture:
    """Collects what is written to the named streams between start() and stop(). Without `takes_notices`,
    Python's warnings are R warnings all the same."""

    def __init__(self, names, takes_notices=True):
        self._names = names
        self.takes_notices = takes_notices
        self._replaced = {}
        self.text = io.StringIO()
        self.pid = os.getpid()

    def start(self):
        for name in self._names:
            _consoles[name].captures.append(self)
            stream = getattr(sys, name)
            # Code may have replaced the stream; for the capture, R's console has its place.
            if stream is not _consoles[name]:
                self._replaced[name] = stream
                setattr(sys, name, _consoles[name])

    def stop(self):
        for name in self._names:
            _consoles[name].captures.remove(self)
        for name, stream in self._replaced.items():
            setattr(sys, name, stream)
        return self.text.getvalue()
