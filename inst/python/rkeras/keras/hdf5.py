"""Files of HDF5 that are saved atomically.

HDF5 cannot close a file whose data it cannot write: on a full disk the deleted file takes its space until the process
ends, with a segmentation fault. Here it writes through a file object that keeps the first error for later.
"""

import contextlib
import io
import os

import h5py

from rkeras.beside import is_temporary
from rkeras.tensors.around import around


def install():
    h5py.File.__init__ = _opening(h5py.File.__init__)


@around
def _opening(init, self, name, mode="r", *args, **kwargs):
    files = _files_of(name) if mode == "w" and is_temporary(name) else None
    if files is None:
        init(self, name, mode, *args, **kwargs)
        return
    file = File(name, "w+b")
    files.append((self, file))
    init(self, file, mode, *args, **kwargs)


# The files that are being written, by their temporary folder.
_files = {}


def _files_of(name):
    return next((files for folder, files in list(_files.items()) if str(name).startswith(folder)), None)


@contextlib.contextmanager
def written(path):
    """All files of HDF5 that the block writes into the folder of `path` are closed, and then complete. If the block
    fails, its exception refers to them, and R may keep it."""
    folder = os.path.dirname(path)
    files = _files[folder] = []
    try:
        yield
        _close(files)
        _check(files)
    except Exception:
        # It may be a consequence: Keras reads what it has written.
        _check(files)
        raise
    finally:
        del _files[folder]
        _close(files)


def _close(files):
    for h5, file in files:
        h5.close()
        file.close()


def _check(files):
    for _, file in files:
        if file.error is not None:
            raise file.error


class File(io.FileIO):
    """For HDF5 each write succeeds."""

    error = None

    def write(self, content):
        content = memoryview(content).cast("B")
        try:
            done = 0 if self.error is None else len(content)
            while done < len(content):
                done += super().write(content[done:])
        except OSError as error:
            self.error = error
        return len(content)

    def truncate(self, size=None):
        try:
            return super().truncate(size)
        except OSError as error:
            self.error = self.error or error
            return size
