"""The packages whose code is in the traceback of an exception."""


def is_raised_in(exception, packages):
    """True also if nothing is known: compiled code has no frames, and JAX removes its own frames and
    adds a note."""
    frame = exception.__traceback__
    # Not getattr(), which may run code of the exception's class.
    if frame is None or "__notes__" in vars(exception) or _package(type(exception).__module__) in packages:
        return True
    while frame is not None:
        if _package(frame.tb_frame.f_globals.get("__name__")) in packages:
            return True
        frame = frame.tb_next
    return False


def _package(module):
    return module.partition(".")[0] if isinstance(module, str) else ""
