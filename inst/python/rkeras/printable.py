"""Text for display that R strings can hold."""


def printable(text):
    """NULs and lone surrogates are escaped as in Python's `repr()`."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\x00")
