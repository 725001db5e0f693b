"""Backups of a training run that a killed process leaves complete, and that all workers share.

Keras writes the weights to one file and the epoch to another. Here the file of weights of each backup
has its own name, and the file with the epoch, written last and at once, decides which one counts.
"""

import json
import os
import pathlib
import sys

import keras

from rkeras import borrowed
from rkeras.tensors.around import around


def install():
    if not borrowed.is_there("backup") or not borrowed.is_there("remote"):
        return
    cls = borrowed.owner("backup")
    save, load = borrowed.names("backup")[:2]
    setattr(cls, save, _saving(getattr(cls, save)))
    setattr(cls, load, _loading(getattr(cls, load)))
    cls.on_train_end = _ending(cls.on_train_end)


def is_chief():
    """Whether this process is the one among the workers that writes files."""
    if keras.backend.backend() == "jax":
        return sys.modules["jax"].process_index() == 0
    config = json.loads(os.environ.get("TF_CONFIG") or "{}")
    task = config.get("task") or {}
    if task.get("type") == "worker" and not (config.get("cluster") or {}).get("chief"):
        return int(task.get("index", 0)) == 0
    return task.get("type") in (None, "chief", "master")


@around
def _saving(save, self):
    if not is_chief():
        return
    if not _is_plain(self):
        save(self)
        return
    weights = pathlib.Path(_of(self, "weights"))
    state = _state(self, _of(self, "epoch"), _of(self, "batch"))
    _with_weights(state, save, self)
    _replace_by_link(state, weights)
    for old in state.parent.glob("state-*.weights.h5"):
        if old != state:
            old.unlink()


@around
def _loading(load, self):
    _with_weights(_last_state(self) if _is_plain(self) else None, load, self)


@around
def _ending(end, self, logs=None):
    if is_chief():
        end(self, logs)


def _with_weights(file, method, callback):
    """Calls the method with another file of weights, if there is one."""
    weights = _of(callback, "weights")
    if file is not None:
        _set(callback, "weights", str(file))
    try:
        method(callback)
    finally:
        _set(callback, "weights", weights)


def _is_plain(callback):
    """With two checkpoints Keras keeps the files of the one before by itself."""
    return not callback.double_checkpoint and not borrowed.get("remote")(str(callback.backup_dir))


def _state(callback, epoch, batch):
    return pathlib.Path(_of(callback, "weights")).parent / f"state-{epoch}-{batch}.weights.h5"


def _last_state(callback):
    try:
        written = json.loads(pathlib.Path(_of(callback, "metadata")).read_text())
    except FileNotFoundError:
        return None
    state = _state(callback, written["epoch"], written["batch"])
    return state if state.exists() else None


def _replace_by_link(file, link):
    """Under the name that Keras gives it, other programs find the newest backup."""
    part = link.with_name(link.name + ".part")
    part.unlink(missing_ok=True)
    try:
        os.link(file, part)
        os.replace(part, link)
    except OSError:
        # A file system without hard links has the file under one name.
        pass


FIELDS = dict(zip(("weights", "metadata", "epoch", "batch"), borrowed.names("backup")[2:]))


def _of(callback, field):
    return getattr(callback, FIELDS[field])


def _set(callback, field, value):
    setattr(callback, FIELDS[field], value)
