"""Atomic writing: a new file is written beside the existing one, and replaces it when it is complete."""

import contextlib
import errno
import os
import pathlib
import platform
import re
import shutil
import tempfile
import uuid

from rkeras import locks


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


def is_replaceable(filepath):
    """False for open files and devices, and if the folder does not exist, because then nothing is lost."""
    if not isinstance(filepath, (str, os.PathLike)):
        return False
    target = pathlib.Path(filepath)
    is_plain = target.is_file() or target.is_dir() or not target.exists()
    return is_plain and "://" not in str(filepath) and real(filepath).parent.is_dir()


def real(filepath):
    """The path without symbolic links."""
    try:
        return pathlib.Path(filepath).resolve()
    except RuntimeError:  # A cycle of links, before Python 3.13.
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(filepath)) from None


def put_file(folder, target):
    """Moves the new file from its temporary folder into its place."""
    part = folder / target.name
    if target.exists():
        shutil.copymode(target, part)
    locks.replace(part, target)


@contextlib.contextmanager
def beside(filepath, put=put_file):
    """Yields a temporary path of the same name. It replaces `filepath` if the block succeeds."""
    with named(filepath, "What was there before is unchanged." if os.path.exists(filepath) else None):
        target = real(filepath)
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
        home = target if target.is_dir() else target.parent
        _remove_left(home)
        folder, lock = _locked_folder(home)
        try:
            yield str(folder / target.name)
            if (folder / target.name).exists():
                _check_kind(folder / target.name, target)
                put(folder, target)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            if lock is not None:
                lock.release()


def write_bytes(filepath, content):
    with named(filepath), beside(filepath) if is_replaceable(filepath) else as_it_is(filepath) as part:
        pathlib.Path(part).write_bytes(content)


as_it_is = contextlib.nullcontext


def is_temporary(filepath):
    return isinstance(filepath, (str, os.PathLike)) and PREFIX in str(filepath)


def without_folder(text):
    """A text about the file in the temporary folder as one about the file."""
    return re.sub(r"[/\\]" + re.escape(PREFIX) + r"[^/\\]*", "", text)


def _locked_folder(home):
    """A new folder is renamed only after it is locked, so that no process sees it unlocked."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=UNLOCKED, dir=home))
    locked = folder.with_name(PREFIX + folder.name.removeprefix(UNLOCKED))
    lock = locks.take(folder, locked)
    return folder.rename(locked), lock


def _check_kind(part, target):
    if target.exists() and part.is_dir() != target.is_dir():
        number = errno.EISDIR if target.is_dir() else errno.ENOTDIR
        raise OSError(number, os.strerror(number), str(target))


def _remove_left(parent):
    """Removes folders of killed processes. Those of other kernels stay, because it depends on the file
    system whether their locks are visible here."""
    left = {name.removesuffix(locks.SUFFIX) for name in os.listdir(parent) if name.startswith(PREFIX)}
    for name in left:
        lock = locks.take(parent / name)
        if lock is not None:
            shutil.rmtree(parent / name, ignore_errors=True)
            lock.release()


# ---- Errors ------------------------------------------------------------------------------------------


class NotWritten(OSError):
    """Names the file. For R it is an error of the class `rkeras_error_file` (R/py-save.R)."""

    def __init__(self, number, reason, filepath, left=None):
        super().__init__(number, reason, str(filepath))
        self.left = left

    def __str__(self):
        text = f'"{self.filename}" cannot be written ({self.strerror}).'
        return " ".join(filter(None, [text, self.left, self._remedy()]))

    def _remedy(self):
        if self.errno == errno.ENOENT and os.path.isdir(os.path.dirname(self.filename) or "."):
            return None  # Not even an existing folder takes files, as in /proc.
        return REMEDIES.get(self.errno)


FULL = "Free space on the disk, or choose another path."
REMEDIES = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: "Choose a path where larger files are allowed.",
    errno.EACCES: "Choose a path where you may write.",
    errno.EROFS: "Choose a path where you may write.",
    errno.ENOENT: "Create its folder first.",
}


@contextlib.contextmanager
def named(filepath, left=None):
    """Errors of the system in the block name this file and say what is `left` of it."""
    try:
        yield
    except NotWritten:
        raise
    except Exception as error:
        number = _number_of(error)
        if number is None and not isinstance(error, OSError):
            raise
        reason = os.strerror(number) if number else without_folder(str(error))
        raise NotWritten(number, reason, filepath, left) from error


def _number_of(error):
    """Compiled code, as that of TensorFlow, passes on only the text of the system."""
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno
    text = str(error)
    return next((number for number in REMEDIES if os.strerror(number) in text), None)
