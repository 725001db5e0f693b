"""The Python frame below a call from R: libraries look at the frame of their caller, and R has none."""

import inspect
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


def completed(callable, args, kwargs, error):
    """The keyword arguments by the full names of the parameters, as R completes names. None where Python has
    not refused a name of them, and where that is not what is wrong."""
    if without_callers(error.__traceback__) is not None or "unexpected keyword argument" not in str(error):
        return None
    try:
        signature = inspect.signature(callable)
        full = {_full_name(name, kwargs, signature.parameters): value for name, value in kwargs.items()}
        signature.bind(*args, **full)
    except (TypeError, ValueError):
        return None
    return full if len(full) == len(kwargs) else None


def _full_name(name, given, parameters):
    if name in parameters:
        return name
    candidates = [full for full in parameters if full.startswith(name) and full not in given]
    return candidates[0] if len(candidates) == 1 else name
