"""The Python frame of calls from R: libraries inspect the frame of their caller, and R has none."""

import inspect
import re
import sys
import types

FILE = "<R>"
MAIN = vars(sys.modules["__main__"])


def _called_from_r(source):
    """The function, as one of the module `__main__`. R code that runs within it cannot access its
    variables."""
    space = {}
    exec(compile(source, FILE, "exec"), space)
    code = space["R"].__code__
    hidden = tuple(f".{name}" for name in code.co_varnames)
    return types.FunctionType(code.replace(co_varnames=hidden), MAIN, "R")


call = _called_from_r("def R(callable, args): return callable(*args)")
call_named = _called_from_r("def R(callable, args, kwargs): return callable(*args, **kwargs)")


def without_callers(traceback):
    """A traceback that starts at the first frame outside rkeras."""
    while traceback is not None and traceback.tb_frame.f_code.co_filename in OWN:
        traceback = traceback.tb_next
    return traceback


OWN = {FILE}


def completed(callable, args, kwargs, error, traceback):
    """The keyword arguments with names completed as in R. None if Python has not refused a name, or if
    the error has another cause."""
    refused = UNEXPECTED.search(str(error))
    receiver = refused and _receiver(callable, refused[1], without_callers(traceback))
    if receiver is None:
        return None
    try:
        signature = inspect.signature(receiver)
        full = {_full_name(name, kwargs, signature.parameters): value for name, value in kwargs.items()}
        signature.bind(*args, **full)
    except (TypeError, ValueError):
        return None
    return full if len(full) == len(kwargs) else None


UNEXPECTED = re.compile(r"(\w+)\(\) got an unexpected keyword argument")


def _receiver(callable, name, traceback):
    """The object that refused the arguments: the callable or, if its `__call__()` only passes them on,
    as in metrics to `update_state()`, that method. None if a function further down raised the error."""
    if traceback is None:
        return callable
    forwards = traceback.tb_next is None and traceback.tb_frame.f_code is _code_of(type(callable).__call__)
    return getattr(callable, name, None) if forwards else None


def _code_of(function):
    return getattr(function, "__code__", None)


def _full_name(name, given, parameters):
    if name in parameters:
        return name
    candidates = [full for full in parameters if full.startswith(name) and full not in given]
    return candidates[0] if len(candidates) == 1 else name
