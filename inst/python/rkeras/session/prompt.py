"""The Python prompt in R's console (repl_python())."""

import os
import sys
import textwrap
import traceback

from rkeras.bridge import interrupt
from rkeras.session import chunk

FILE = "<stdin>"


def run(code):
    """Runs code as the prompt does: prints the value of each expression, unless the line ends with a semicolon,
    and tracebacks. Returns False if the code ends the prompt."""
    code = textwrap.dedent(code)
    shows = not code.rstrip().endswith(";")
    chunk.remember_lines(code, FILE)
    try:
        for part, is_expression in chunk.compiled(code, FILE, 1):
            if is_expression and shows:
                sys.displayhook(eval(part, chunk.MAIN))
            else:
                eval(part, chunk.MAIN)
    except SystemExit:
        return False
    except BaseException as error:
        _show(error)
    return True


def is_complete(code):
    """Whether the prompt runs the code; errors of syntax are shown when it runs."""
    try:
        return chunk.is_complete(textwrap.dedent(code))
    except (SyntaxError, ValueError, OverflowError):
        return True


def _show(error):
    # The first frames are those of this package. An error of syntax has no other.
    here = error.__traceback__
    while here is not None and _is_own(here.tb_frame.f_code.co_filename, isinstance(error, SyntaxError)):
        here = here.tb_next
    if isinstance(error, KeyboardInterrupt):
        interrupt.was_taken()
        error = KeyboardInterrupt()
    traceback.print_exception(type(error), error, here)


def _is_own(file, is_syntax):
    parser = is_syntax and os.path.basename(file) == "ast.py"
    return parser or file in (__file__, chunk.__file__)


def show(value):
    sys.displayhook(value)


def remember(value):
    vars(sys.modules["builtins"])["_"] = value


def assign(target, value):
    """`target = value` in the main module; the target may unpack the value."""
    chunk.MAIN["__captured__"] = value
    try:
        exec(f"{target} = __captured__", chunk.MAIN)
    finally:
        del chunk.MAIN["__captured__"]


def interpolated(text):
    """The text of an f-string."""
    return eval("f" + repr(text), chunk.MAIN) if "{" in text else text


def variables():
    """`(name, type)` of the variables of the main module that users made."""
    return [
        (name, type(value).__name__)
        for name, value in chunk.MAIN.items()
        if not name.startswith("_") and name != "r" and type(value).__name__ != "module"
    ]


def timed(code, repeats):
    """The seconds that each of `repeats` runs takes."""
    import time

    parts = [part for part, _ in chunk.compiled(code, FILE, 1)]
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        for part in parts:
            eval(part, chunk.MAIN)
        seconds.append(time.perf_counter() - start)
    return seconds
