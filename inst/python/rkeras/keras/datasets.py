"""Runs Keras's data set loaders on a local file, or reports what is missing; the classes of data sets of files, and
images among them that cannot be read.
"""

import os

from rkeras import borrowed


def load(loader, here, /, **arguments):
    """`{"parts": the loader's result}`, or `{"missing": the file that is not available}`.

    With `here`, the path of a file or folder, the loader uses this file.
    """
    scope, name = loader.__globals__, borrowed.spelled("download")
    if name not in scope:
        borrowed.owner("download")
    get_file = scope[name]
    missing = {}

    def find(fname, origin=None, **rest):
        if here is not None:
            return here
        try:
            return get_file(fname, origin=origin, **rest)
        except Exception as error:
            missing.update(file=fname, url=origin, why=str(error))
            raise

    scope[name] = find
    try:
        return {"parts": loader(**arguments)}
    except Exception:
        if missing:
            return {"missing": missing}
        raise
    finally:
        scope[name] = get_file


def class_names(dataset):
    """Those that Keras's readers of folders write to a data set, which maps and batches of it do not have."""
    names = getattr(dataset, "class_names", None)
    if names is not None:
        return list(map(str, names))
    if not borrowed.is_there("dataset_inputs"):
        return None
    inputs = getattr(dataset, borrowed.spelled("dataset_inputs"), None)
    found = inputs() if callable(inputs) else []
    return class_names(found[0]) if len(found) == 1 else None


# The first bytes of images that TensorFlow reads, and what their ends have.
FORMATS = {b"\x89PNG\r\n\x1a\n": b"IEND", b"\xff\xd8\xff": b"\xff\xd9", b"GIF8": b"", b"BM": b""}
SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".bmp")
# More are not looked at: their folders may be on other machines.
MOST_FILES = 50_000


def broken_images(dataset):
    """`[path, what is wrong]` of the images of a data set of files that have no beginning or no end."""
    paths = [path for path in map(str, getattr(dataset, "file_paths", None) or []) if path.lower().endswith(SUFFIXES)]
    if len(paths) > MOST_FILES:
        return []
    return [[path, fault] for path in paths if (fault := _fault(path))]


def _fault(path):
    try:
        with open(path, "rb") as file:
            start = file.read(8)
            if not start:
                return "empty"
            ends = [end for first, end in FORMATS.items() if start.startswith(first)]
            if not ends:
                return "no image"
            return None if _has_end(file, ends[0]) else "cut off"
    except OSError as error:
        return error.strerror


def _has_end(file, end, near=1024):
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - near))
    if end in file.read():
        return True
    # Some cameras write more behind the image.
    file.seek(0)
    return end in file.read()
