"""The Python prompt in R's console (repl_python())."""

import sys
import traceback

from rkeras import chunk

FILE = "<stdin>"


def run(code):
    """Runs code as the prompt does: prints the value of each expression, and tracebacks. Returns False if the
    code ends the prompt."""
    chunk.remember_lines(code, FILE)
    try:
        for part, is_expression in chunk.compiled(code, FILE, 1):
            if is_expression:
                sys.displayhook(eval(part, chunk.MAIN))
            else:
                exec(part, chunk.MAIN)
    except SystemExit:
        return False
    except BaseException as error:
        _show(error)
    return True


def is_complete(code):
    """Whether the prompt runs the code; errors of syntax are shown when it runs."""
    try:
        return chunk.is_complete(code)
    except (SyntaxError, ValueError, OverflowError):
        return True


def _show(error):
    # The first frame is that of run().
    here = error.__traceback__
    if here is not None and here.tb_frame.f_code.co_filename == __file__:
        here = here.tb_next
    traceback.print_exception(type(error), error, here)


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
