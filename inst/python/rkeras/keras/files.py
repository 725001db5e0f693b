"""Atomic saving: Keras writes a new file, which replaces the existing one when it is complete."""

import contextlib
import json
import os
import pathlib
import re
import tempfile

from rkeras import borrowed, locks
from rkeras.beside import as_it_is, beside, is_replaceable, named, put_file, without_folder
from rkeras.keras import hdf5
from rkeras.tensors.around import around

# Functions of (model, filepath, ...).
WRITERS = (
    "keras_writers", "hdf5_writer", "exports", "newer_exports", "torch_export", "saved_model_writer",
    "editor_writer",
)  # fmt: skip
# The parts of a model saved as a folder, in Keras's format and in TensorFlow's.
OF_FOLDERS = ["config.json", "metadata.json", "model.weights.h5", "model.weights.npz", "assets"]
OF_FOLDERS += ["saved_model.pb", "fingerprint.pb", "variables"]


def install():
    """Replaces these functions in their modules, so that all callers use them, such as callbacks."""
    if borrowed.is_there("remote"):
        for writer in WRITERS:
            borrowed.replace(writer, _written_beside)
        # It stores the epoch in its own file.
        borrowed.replace("backup_files", FileUtils)
        hdf5.install()
    borrowed.replace("messages", _without_folder)


class FileUtils:
    """A replacement of Keras's module of this name, whose `with File(path, "w")` writes a temporary
    file."""

    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        return getattr(self._module, name)

    @contextlib.contextmanager
    def File(self, path, mode="r"):
        beside_it = beside(path) if mode == "w" and _is_replaceable(path) else as_it_is(path)
        with beside_it as part, self._module.File(part, mode) as file:
            yield file


@around
def _without_folder(print_msg, message, *args, **kwargs):
    print_msg(without_folder(str(message)), *args, **kwargs)


@around
def _written_beside(save, model, filepath, *args, **kwargs):
    with named(filepath) if is_local(filepath) else as_it_is():
        if not _is_replaceable(filepath):
            return save(model, filepath, *args, **kwargs)
        with beside(filepath, _put) as part, hdf5.written(part):
            return save(model, part, *args, **kwargs)


def is_local(filepath):
    is_path = isinstance(filepath, (str, os.PathLike))
    return is_path and "://" not in str(filepath) and not borrowed.get("remote")(filepath)


def _is_replaceable(filepath):
    return is_local(filepath) and is_replaceable(filepath)


def _put(folder, target):
    if target.is_dir():
        _put_all(folder, folder / target.name, target, OF_FOLDERS)
    elif len(os.listdir(folder)) > 1 or _shards(target):
        _put_all(folder, folder, target.parent, [target.name, *_shards(target)])
    else:
        put_file(folder, target)


def _put_all(folder, start, end, old):
    """Replaces several files, and undoes this if a step fails. The file that lists the others, the first
    of `old`, is removed first and restored last: if the process is killed, old and new files are never
    mixed."""
    names = list(dict.fromkeys([*old, *(path.name for path in start.iterdir())]))
    aside = pathlib.Path(tempfile.mkdtemp(dir=folder))
    steps = [(end / name, aside / name) for name in names if (end / name).exists()]
    steps += [(start / name, end / name) for name in reversed(names) if (start / name).exists()]
    done = []
    try:
        for source, goal in steps:
            done.append((source, goal))
            locks.replace(source, goal)
    except BaseException:
        for source, goal in reversed(done):
            if not source.exists():
                locks.replace(goal, source)
        raise


def _shards(index):
    """The weight files that an index of this name lists, in Keras's naming."""
    shard = re.compile(re.escape(index.stem.replace(".weights", "")) + r"_\d{5,}\.weights\.h5")
    try:
        names = json.loads(index.read_bytes())["weight_map"].values() if index.suffix == ".json" else []
        names = [name for value in names for name in ([value] if isinstance(value, str) else value)]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return []
    return [name for name in names if shard.fullmatch(name)]
