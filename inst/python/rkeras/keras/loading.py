"""Loading of files that may be damaged or made to harm: the whole archive is checked, and a model must not
need more memory than its file has weights."""

import contextlib
import io
import json
import math
import os
import pathlib
import threading
import zipfile

import h5py
import keras

from rkeras.keras.code import code_in

# Numbers in weights that a file need not have: those of layers that do not store all of theirs.
FREE = 10_000_000
# The bytes of a part that is unpacked: Keras does not pack, and texts and weights that are packed again do not become
# as small. Keras's own limit begins at 4 GB.
UNPACKED = 16_000_000
EXPANSION = 100


class DamagedFile(ValueError):
    """Its text ends a sentence about the file."""


def contents(path):
    """The kind of a file or folder, the R code in it, R's record of the model, and the number of bytes of what is
    stored. A file is opened once, and all its checksums are compared: Keras goes on without them if they are wrong."""
    path = pathlib.Path(path)
    try:
        if path.is_dir():
            return _in_folder(path)
        if not path.exists():  # on another machine
            return _found("model", stored=math.inf)
        with path.open("rb") as file:
            if zipfile.is_zipfile(file):
                return _in_archive(path, file)
        return _in_hdf5(path)
    except OSError:
        return _found("other")


def _found(kind, config=None, code=None, stored=0):
    record = None
    try:
        config = json.loads(config or "{}")
        record = config.get("r_record")
        code = {**code_in(config), **json.loads(code or "{}")}
    except (AttributeError, KeyError, UnicodeDecodeError, json.JSONDecodeError):
        code = {}  # Keras raises the error about the file.
    record = record if isinstance(record, str) else None
    _check_names(config)
    return {"kind": kind, "code": code, "record": record, "stored": float(stored)}


def _check_names(config):
    """R has no text with the character NUL, and no file system has such a name."""
    pending = [config]
    while pending:
        x = pending.pop()
        if isinstance(x, dict):
            name = x.get("name")
            if isinstance(name, str) and "\0" in name:
                raise DamagedFile(f"is damaged: a layer has the name {name!r}, with the character NUL")
            pending.extend(x.values())
        elif isinstance(x, list):
            pending.extend(x)


def _in_folder(path):
    files = os.listdir(path)
    if "config.json" in files or (files and files[0].isdigit()):  # Orbax numbers its folders.
        config = (path / "config.json").read_bytes() if "config.json" in files else None
        stored = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
        return _found("model", config, stored=stored)
    return _found("SavedModel" if "saved_model.pb" in files else "other")


def _in_archive(path, file):
    try:
        archive = zipfile.ZipFile(file)
    except Exception:  # zipfile has several, not only its own.
        return _found("damaged")
    with archive:
        if "config.json" not in archive.namelist():
            return _found("other")
        if path.suffix != ".keras":
            return _found("name")
        for member in archive.infolist():
            if member.file_size > UNPACKED + EXPANSION * member.compress_size:
                raise DamagedFile(f"is damaged: {member.filename} would become {EXPANSION} times as large, or more")
        try:
            wrong = archive.testzip()
        except Exception as problem:  # Each part of the format has errors of its own.
            raise DamagedFile(f"is damaged ({problem})") from None
        if wrong is not None:
            raise DamagedFile(f"is damaged (the checksum of {wrong} is wrong)")
        _check_parts(archive, file)
        stored = sum(member.file_size for member in archive.infolist())
        return _found("model", archive.read("config.json"), stored=stored)


def check_weights(path):
    """HDF5 packs its datasets itself, and Keras's own limit begins at 4 GB here, too."""
    path = pathlib.Path(path)
    if not path.is_file():
        return
    with path.open("rb") as file:
        if not zipfile.is_zipfile(file):
            _check_datasets(path)
            return
        with contextlib.suppress(zipfile.BadZipFile), zipfile.ZipFile(file) as archive:
            _check_parts(archive, file)


def _check_parts(archive, file):
    for member in archive.infolist():
        if member.filename.endswith(".h5"):
            with archive.open(member) as packed:
                is_packed = member.compress_type != zipfile.ZIP_STORED
                _check_datasets(packed if is_packed else _Part(file, member))


def _check_datasets(file):
    try:
        with h5py.File(file, "r") as h5:
            h5.visititems(_check_dataset)
    except DamagedFile:
        raise
    except Exception:  # Keras raises the error about the file.
        return


def _check_dataset(name, x):
    if isinstance(x, h5py.Dataset) and x.shape is not None:
        if math.prod(x.shape) * x.id.get_type().get_size() > UNPACKED + EXPANSION * x.id.get_storage_size():
            raise DamagedFile(f"is damaged: {name} would become {EXPANSION} times as large, or more")


class _Part(io.RawIOBase):
    """A part of an archive that is not packed. Before Python 3.13, zipfile reads it anew to go back."""

    def __init__(self, file, member):
        file.seek(member.header_offset + 26)
        lengths = file.read(4)
        # Behind the header are the name and further fields.
        name, extra = int.from_bytes(lengths[:2], "little"), int.from_bytes(lengths[2:], "little")
        self._file, self._size, self._at = file, member.file_size, 0
        self._start = member.header_offset + 30 + name + extra

    def seek(self, offset, whence=io.SEEK_SET):
        self._at = offset + (0, self._at, self._size)[whence]
        return self._at

    def tell(self):
        return self._at

    def readinto(self, buffer):
        self._file.seek(self._start + self._at)
        read = self._file.readinto(memoryview(buffer)[:max(0, self._size - self._at)])
        self._at += read
        return read

    def readable(self):
        return True

    seekable = readable


def _in_hdf5(path):
    _check_datasets(path)
    with h5py.File(path, "r") as file:
        config, code = file.attrs.get("model_config"), file.attrs.get("r_source")
    if config is None:
        return _found("weights")
    if path.suffix not in (".h5", ".hdf5"):
        return _found("name")
    return _found("model", config, code, path.stat().st_size)


def load_model(path, stored, **options):
    """A model of `contents()`."""
    with _no_more_weights_than(FREE + 2 * stored):
        return keras.saving.load_model(path, **options)


def doubts(model):
    """What a model was saved with although it cannot have been meant: sentences about the model."""
    return [*_doubts_of_weights(model), *_doubts_of_optimizer(getattr(model, "optimizer", None))]


def _doubts_of_weights(model):
    names = [weight.path for weight in model.weights if _has_nan(weight)]
    if names:
        shown = ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
        yield f"has weights that are NaN, and so are its predictions: {shown}"


def _has_nan(weight):
    is_float = keras.backend.is_float_dtype(weight.dtype)
    return is_float and bool(keras.ops.any(keras.ops.isnan(weight.value)))


def _doubts_of_optimizer(optimizer):
    try:
        rate = float(optimizer.learning_rate)
    except (AttributeError, TypeError, ValueError):
        return  # There is none, or it is a schedule of another kind.
    if not 0 <= rate < math.inf:
        yield f"has the learning rate {rate}, with which it does not learn: compile() it with another one"


@contextlib.contextmanager
def _no_more_weights_than(limit):
    """Weights are counted before they are made. A number takes at least half a byte in a file."""
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
