"""CSV logs of training: a full disk leaves whole rows."""

import contextlib
import os

import keras

from rkeras.beside import as_it_is, named
from rkeras.keras.files import is_local
from rkeras.tensors.around import around


def install():
    cls = keras.callbacks.CSVLogger
    cls.on_train_begin = _beginning(cls.on_train_begin)
    cls.on_epoch_end = _row(cls.on_epoch_end)


@around
def _beginning(begin, self, logs=None):
    with named(self.filename) if is_local(self.filename) else as_it_is():
        begin(self, logs)


@around
def _row(write, self, epoch, logs=None):
    if not is_local(self.filename) or not self.csv_file.seekable():
        write(self, epoch, logs)
        return
    with named(self.filename, "It has the rows of the epochs before."):
        start = self.csv_file.tell()
        try:
            write(self, epoch, logs)
        except OSError:
            _cut(self.csv_file, self.filename, start)
            raise


def _cut(file, path, start):
    # The rest of the row is in the file's buffer, and closing it tries to write once more.
    with contextlib.suppress(OSError):
        file.close()
    with contextlib.suppress(OSError):
        os.truncate(path, start)
