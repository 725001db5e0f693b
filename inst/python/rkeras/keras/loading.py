"""Loading of files that may be damaged or made to harm: the whole archive is checked, and a model must not
need more memory than its file has weights."""

import contextlib
import math
import pathlib
import threading
import zipfile

import keras

# Numbers in weights that a file need not have: those of layers that do not store all of theirs.
FREE = 10_000_000


class DamagedFile(ValueError):
    """Its text ends a sentence about the file."""


def load_model(path, **options):
    """After `check_archive()`."""
    with _no_more_weights_than(path):
        return keras.saving.load_model(path, **options)


def check_archive(path):
    """Compares all checksums: Keras goes on without them if they are wrong."""
    if not zipfile.is_zipfile(path):
        return
    try:
        with zipfile.ZipFile(path) as archive:
            wrong = archive.testzip()
    except Exception as problem:  # Each part of the format has errors of its own.
        raise DamagedFile(f"is damaged ({problem})") from None
    if wrong is not None:
        raise DamagedFile(f"is damaged (the checksum of {wrong} is wrong)")


@contextlib.contextmanager
def _no_more_weights_than(path):
    """Weights are counted before they are made. A number takes at least half a byte in a file."""
    limit = FREE + 2 * _stored_bytes(pathlib.Path(path))
    thread = threading.get_ident()
    add_weight = keras.layers.Layer.add_weight
    numbers = 0
    problem = None

    def counted(self, shape=None, *args, **kwargs):
        nonlocal numbers, problem
        if threading.get_ident() == thread:
            numbers += _size(shape)
            if numbers > limit:
                problem = DamagedFile(
                    f"is damaged: the layer '{self.name}' has weights of the shape {shape}, and the file does "
                    "not have so many numbers"
                )
                raise problem
        return add_weight(self, shape, *args, **kwargs)

    keras.layers.Layer.add_weight = counted
    try:
        yield
    except Exception:
        # Keras may have made another error of it.
        if problem is not None:
            raise problem from None
        raise
    finally:
        keras.layers.Layer.add_weight = add_weight


def _size(shape):
    try:
        return math.prod([shape] if isinstance(shape, int) else shape or ())
    except TypeError:  # Keras refuses such a shape.
        return 0


def _stored_bytes(path):
    if path.is_dir():
        return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return sum(member.file_size for member in archive.infolist())
    return path.stat().st_size if path.exists() else math.inf
