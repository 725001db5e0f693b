"""Python's stdout and stderr, written to R's console."""

import io
import sys

import rpycall


class RConsole(io.TextIOBase):
    """A text stream that R prints; in a process without the main thread, the underlying file."""

    def __init__(self, stream, is_error):
        self._stream = stream
        self._is_error = is_error

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        shown = text.encode("utf-8", self.errors).decode("utf-8")
        if not rpycall.write_console(shown, self._is_error) and self._stream is not None:
            self._stream.write(shown)
        return len(text)

    def flush(self):
        if self._stream is not None:
            self._stream.flush()

    def writable(self):
        return True

    def isatty(self):
        return self._stream is not None and self._stream.isatty()

    def fileno(self):
        if self._stream is None:
            raise io.UnsupportedOperation("fileno")
        return self._stream.fileno()

    @property
    def encoding(self):
        return "utf-8"

    @property
    def errors(self):
        return "backslashreplace"

    @property
    def buffer(self):
        return self._stream.buffer


def write_to_r_console():
    for name, is_error in (("stdout", False), ("stderr", True)):
        if not isinstance(getattr(sys, name), RConsole):
            setattr(sys, name, RConsole(getattr(sys, f"__{name}__"), is_error))


class Capture:
    """Collects what is written to the named streams between start() and stop()."""

    def __init__(self, names):
        self._names = names
        self._saved = {}
        self._text = io.StringIO()

    def start(self):
        for name in self._names:
            self._saved[name] = getattr(sys, name)
            setattr(sys, name, self._text)

    def stop(self):
        for name, stream in self._saved.items():
            setattr(sys, name, stream)
        return self._text.getvalue()
