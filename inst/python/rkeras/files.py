"""What Keras saves is written beside what is there, and takes its place when it is whole."""

import contextlib
import errno
import functools
import json
import os
import pathlib
import platform
import re
import shutil
import tempfile
import uuid

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None

from rkeras import borrowed


def _running_system():
    """The kernel since its start. Host names and process numbers are the same in other containers and on
    other hosts that share a file system. Where there is no such number, the host and its network card."""
    try:
        return pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return f"{platform.node()}-{uuid.getnode():x}"


# Saving works in folders of this name; a random part follows. While it works, they are locked.
PREFIX = f".saving-{_running_system()}-"
# A folder that is not locked yet.
UNLOCKED = ".saving-new-"
# Functions of (model, filepath, ...).
WRITERS = (
    "keras_writers", "hdf5_writer", "exports", "newer_exports", "torch_export", "saved_model_writer",
    "editor_writer",
)  # fmt: skip
# What models in folders consist of, in Keras's format and in TensorFlow's.
OF_FOLDERS = ["config.json", "metadata.json", "model.weights.h5", "model.weights.npz", "assets"]
OF_FOLDERS += ["saved_model.pb", "fingerprint.pb", "variables"]


def install():
    """Keras calls these functions by their names in the modules, whoever saves: callbacks, say."""
    if borrowed.is_there("remote"):
        for writer in WRITERS:
            borrowed.replace(writer, _written_beside)
        # It notes the epoch in a file of its own.
        borrowed.replace("backup_files", FileUtils)
    borrowed.replace("messages", _without_folder)


class FileUtils:
    """Keras's module of that name, whose `with File(path, "w")` writes beside what is there."""

    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        return getattr(self._module, name)

    @contextlib.contextmanager
    def File(self, path, mode="r"):
        beside_it = beside(path) if mode == "w" and _is_replaceable(path) else contextlib.nullcontext(path)
        with beside_it as part, self._module.File(part, mode) as file:
            yield file


def _without_folder(print_msg):
    folder = re.compile(r"[/\\]" + re.escape(PREFIX) + r"[^/\\]*")

    @functools.wraps(print_msg)
    def print_plainly(message, *args, **kwargs):
        print_msg(folder.sub("", str(message)), *args, **kwargs)

    return print_plainly


def _written_beside(save):
    @functools.wraps(save)
    def save_beside(model, filepath, *args, **kwargs):
        if not _is_replaceable(filepath):
            return save(model, filepath, *args, **kwargs)
        with beside(filepath) as part:
            return save(model, part, *args, **kwargs)

    return save_beside


def _is_replaceable(filepath):
    """Not an open file, another machine's, a device; where there is no folder yet, nothing is lost."""
    if not isinstance(filepath, (str, os.PathLike)) or borrowed.get("remote")(filepath):
        return False
    target = pathlib.Path(filepath)
    is_plain = target.is_file() or target.is_dir() or not target.exists()
    return is_plain and "://" not in str(filepath) and target.resolve().parent.is_dir()


@contextlib.contextmanager
def beside(filepath):
    """Gives a path of the same name to write to. It becomes `filepath` if the block ends well."""
    target = pathlib.Path(filepath).resolve()
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
        _unlock(lock)


def _locked_folder(home):
    """Nobody finds it by its name before it is locked."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=UNLOCKED, dir=home))
    lock = _lock(folder)
    name = PREFIX + folder.name.removeprefix(UNLOCKED)
    return folder.rename(folder.with_name(name)), lock


def _lock(folder):
    """The lock ends with the process, however that ends. None where somebody else has it, or nobody can."""
    if fcntl is None:
        return None
    try:
        lock = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def _unlock(lock):
    if lock is not None:
        os.close(lock)


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
        os.replace(part, target)  # in one step


def _put_all(folder, start, end, old):
    """Several steps, undone if one fails. What tells of the others, the first of `old`, goes first and comes last:
    killed between, there is no mixture of old and new."""
    names = list(dict.fromkeys([*old, *(path.name for path in start.iterdir())]))
    aside = pathlib.Path(tempfile.mkdtemp(dir=folder))
    steps = [(end / name, aside / name) for name in names if (end / name).exists()]
    steps += [(start / name, end / name) for name in reversed(names) if (start / name).exists()]
    done = []
    try:
        for source, goal in steps:
            done.append((source, goal))
            os.replace(source, goal)
    except BaseException:
        for source, goal in reversed(done):
            if not source.exists():
                os.replace(goal, source)
        raise


def _shards(index):
    """The files of weights that an index of that name lists, as Keras names them."""
    shard = re.compile(re.escape(index.stem.replace(".weights", "")) + r"_\d{5,}\.weights\.h5")
    try:
        names = json.loads(index.read_bytes())["weight_map"].values() if index.suffix == ".json" else []
        names = [name for value in names for name in ([value] if isinstance(value, str) else value)]
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return []
    return [name for name in names if shard.fullmatch(name)]


def _remove_left(parent):
    """What processes left that were killed. Those of other kernels stay: whether their locks are seen here is
    up to the file system."""
    for name in os.listdir(parent):
        lock = _lock(parent / name) if name.startswith(PREFIX) else None
        if lock is not None:
            shutil.rmtree(parent / name, ignore_errors=True)
            _unlock(lock)
