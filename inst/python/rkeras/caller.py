"""The Python frame below a call from R: libraries look at the frame of their caller, and R has none."""

import inspect
import re
import sys
import types

FILE = "<R>"
MAIN = vars(sys.modules["__main__"])


def _called_from_r(source):
    """The function, as one of the module `__main__`. No code that R calls can name its variables."""
    space = {}
    exec(compile(source, FILE, "exec"), space)
    code = space["R"].__code__
    hidden = tuple(f".{name}" for name in code.co_varnames)
    return types.FunctionType(code.replace(co_varnames=hidden), MAIN, "R")


call = _called_from_r("def R(callable, args): return callable(*args)")
call_named = _called_from_r("def R(callable, args, kwargs): return callable(*args, **kwargs)")


def without_callers(traceback):
    """A traceback from the first frame that is not ours."""
    while traceback is not None and traceback.tb_frame.f_code.co_filename in OWN:
        traceback = traceback.tb_next
    return traceback


OWN = {FILE}


def completed(callable, args, kwargs, error, traceback):
    """The keyword arguments by the full names of the parameters, as R completes names. None where Python has
    not refused a name of them, and where that is not what is wrong."""
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
    """What refused the arguments: the callable or, where its `__call__()` only hands them on, as that of a
    metric to `update_state()`, the method of that name. None where it was something further down."""
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
