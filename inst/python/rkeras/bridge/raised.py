"""Where an exception was raised: the packages in its traceback, and the place in R code (R/py-callback-error.R)."""


# Keras and what it calls.
PACKAGES = ("keras", "tensorflow", "jax", "jaxlib", "torch", "rkeras")


def is_raised_in(exception, packages=PACKAGES):
    """True also if nothing is known: compiled code has no frames, and JAX removes its own frames and
    adds a note."""
    frame = exception.__traceback__
    # Not getattr(), which may run code of the exception's class.
    if frame is None or "__notes__" in vars(exception) or _package(type(exception).__module__) in packages:
        return True
    while frame is not None:
        if package_of(frame) in packages:
            return True
        frame = frame.tb_next
    return False


def package_of(traceback):
    return _package(traceback.tb_frame.f_globals.get("__name__"))


def _package(module):
    return module.partition(".")[0] if isinstance(module, str) else ""


def note_place(exception, place):
    if noted_place(exception) is None:
        try:
            exception.r_place = place
        except AttributeError:  # It takes no attributes.
            pass


def noted_place(exception):
    """That of the exception, or of one that led to it."""
    seen = set()
    while exception is not None and id(exception) not in seen:
        seen.add(id(exception))
        if "r_place" in getattr(exception, "__dict__", ()):
            return exception.r_place
        exception = exception.__cause__ or exception.__context__
    return None
