"""Atomic saving: Keras writes a new file, which replaces the existing one when it is complete."""

import contextlib
import errno
import json
import os
import pathlib
import platform
import re
import shutil
import tempfile
import uuid

from rkeras import borrowed, locks
from rkeras.tensors.around import around


def _running_system():
    """An identifier of the running kernel. Host names and process numbers may be equal in containers and
    hosts that share a file system. Without a boot identifier: the host and its network card."""
    try:
        return pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return f"{platform.node()}-{uuid.getnode():x}"


# The prefix of temporary folders; a random part follows. A folder is locked while it is used.
PREFIX = f".saving-{_running_system()}-"
# The prefix of a folder that is not locked yet.
UNLOCKED = ".saving-new-"
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
        beside_it = beside(path) if mode == "w" and _is_replaceable(path) else contextlib.nullcontext(path)
        with beside_it as part, self._module.File(part, mode) as file:
            yield file


@around
def _without_folder(print_msg, message, *args, **kwargs):
    folder = r"[/\\]" + re.escape(PREFIX) + r"[^/\\]*"
    print_msg(re.sub(folder, "", str(message)), *args, **kwargs)


@around
def _written_beside(save, model, filepath, *args, **kwargs):
    if not _is_replaceable(filepath):
        return save(model, filepath, *args, **kwargs)
    with beside(filepath) as part:
        return save(model, part, *args, **kwargs)


def _is_replaceable(filepath):
    """False for open files, remote files and devices, and if the folder does not exist, because then
    nothing is lost."""
    if not isinstance(filepath, (str, os.PathLike)) or borrowed.get("remote")(filepath):
        return False
    target = pathlib.Path(filepath)
    is_plain = target.is_file() or target.is_dir() or not target.exists()
    return is_plain and "://" not in str(filepath) and _real(target).parent.is_dir()


def _real(filepath):
    """The path without symbolic links."""
    try:
        return pathlib.Path(filepath).resolve()
    except RuntimeError:  # A cycle of links, before Python 3.13.
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(filepath)) from None


@contextlib.contextmanager
def beside(filepath):
    """Yields a temporary path of the same name. It replaces `filepath` if the block succeeds."""
    target = _real(filepath)
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    home = target if target.is_dir() else target.parent
    _remove_left(home)
    folder, lock = _locked_folder(home)
    try:
        yield str(folder / target.name)
        _put(folder, target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if lock is not None:
            lock.release()


def _locked_folder(home):
    """A new folder is renamed only after it is locked, so that no process sees it unlocked."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=UNLOCKED, dir=home))
    locked = folder.with_name(PREFIX + folder.name.removeprefix(UNLOCKED))
    lock = locks.take(folder, locked)
    return folder.rename(locked), lock


def write_text(filepath, text):
    with beside(filepath) as part:
        pathlib.Path(part).write_text(text, encoding="utf-8")


def _put(folder, target):
    part = folder / target.name
    if not part.exists():
        return
    if target.exists() and part.is_dir() != target.is_dir():
        number = errno.EISDIR if target.is_dir() else errno.ENOTDIR
        raise OSError(number, os.strerror(number), str(target))
    if target.is_dir():
        _put_all(folder, part, target, OF_FOLDERS)
    elif len(os.listdir(folder)) > 1 or _shards(target):
        _put_all(folder, folder, target.parent, [target.name, *_shards(target)])
    else:
        if target.exists():
            shutil.copymode(target, part)
        locks.replace(part, target)


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


def _remove_left(parent):
    """Removes folders of killed processes. Those of other kernels stay, because it depends on the file
    system whether their locks are visible here."""
    left = {name.removesuffix(locks.SUFFIX) for name in os.listdir(parent) if name.startswith(PREFIX)}
    for name in left:
        lock = locks.take(parent / name)
        if lock is not None:
            shutil.rmtree(parent / name, ignore_errors=True)
            lock.release()
