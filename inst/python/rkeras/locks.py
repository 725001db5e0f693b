"""Locks on folders, which end with the process that holds them, and the replacement of files."""

import os
import time

try:
    import fcntl
except ImportError:
    fcntl = None  # Windows

# How long to wait, in seconds, for another program that has a file open: on Windows it cannot be replaced
# meanwhile, and programs that index, scan or copy files open each new one for a moment.
PAUSES = (0.01, 0.05, 0.2, 0.5, 1) if os.name == "nt" else ()


class Lock:
    def __init__(self, descriptor, file=None):
        self._descriptor = descriptor
        self._file = file

    def release(self):
        os.close(self._descriptor)
        if self._file is not None:
            try:
                os.unlink(self._file)
            except OSError:
                pass  # Another process looks whether it is locked, and removes it.


def take(folder, name=None):
    """Locks a folder, which is about to be renamed to `name`. None if another process has the lock, or locks
    are unsupported. Windows locks no folders: there a file beside it is locked."""
    try:
        return _of_folder(folder) if fcntl else _beside(f"{name or folder}{SUFFIX}")
    except OSError:
        return None


# The files that are locked in place of folders.
SUFFIX = ".lock"


def _of_folder(folder):
    descriptor = os.open(folder, os.O_RDONLY)
    return _locked(descriptor, lambda: fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB))


def _beside(file):
    import msvcrt

    descriptor = os.open(file, os.O_RDWR | os.O_CREAT)
    return _locked(descriptor, lambda: msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1), file)


def _locked(descriptor, lock, file=None):
    try:
        lock()
    except OSError:
        os.close(descriptor)
        raise
    return Lock(descriptor, file)


def replace(source, goal, pauses=PAUSES):
    """Atomic."""
    for pause in pauses:
        try:
            return os.replace(source, goal)
        except PermissionError:
            time.sleep(pause)
    os.replace(source, goal)
