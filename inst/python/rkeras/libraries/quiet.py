"""Imports libraries without the lines that their compiled code writes to stderr, and without garbage collections.

TensorFlow's code logs through absl before any setting can silence it. So stderr is a file until the import
has ended; other lines are then written to stderr, and all lines if the import fails.
"""

import functools
import gc
import re
import sys
import threading

from rkeras import rpycall
from rkeras.bridge import imports, notices

# The libraries, and the loggers that they write to.
LIBRARIES = {
    "tensorflow": ("tensorflow", "absl"),
    "keras": ("absl",),
    "jax": ("jax", "absl"),
    "torch": (),
}

LOG_LINE = re.compile(
    r"WARNING: All log messages before absl::InitializeLog\(\)"
    r"|[IWEF]\d{4} \d\d:\d\d:[\d.]+ +\d+ \S+:\d+\] "
    r"|\d{4}-\d\d-\d\d \d\d:\d\d:[\d.]+: [IWEF] "
    # The second line of messages on the processor and on missing libraries.
    r"|To enable the following instructions: |Skipping registering GPU devices"
)


def load_library(load, module):
    uncollected(functools.partial(quietly, load), module)
    for log in LIBRARIES[module.__name__]:
        notices.take_log(log)


def uncollected(load, module):
    """Nearly all of the many objects that an import makes stay: the collector would find nothing to free."""
    if not gc.isenabled():
        return load(module)
    gc.disable()
    try:
        load(module)
    finally:
        make_old()
        gc.enable()


def make_old():
    """Moves the new objects to the oldest generation, which is collected least often. Those that somebody has
    frozen stay frozen."""
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()


def quietly(load, module):
    if not (is_quiet() and divert()):
        return load(module)
    failed = True
    try:
        load(module)
        failed = False
    finally:
        text = rpycall.restore_stderr().decode("utf-8", "replace")
        write(text if failed else "".join(filter(is_of_others, text.splitlines(True))))


def is_quiet():
    """Other threads do not ask R for its options."""
    return threading.current_thread() is threading.main_thread() and not rpycall.rkeras("shows_startup_log")


def divert():
    """Writes stderr to a file. False if the process has no stderr, or there is no room for a file."""
    try:
        return rpycall.divert_stderr()
    except OSError:
        return False


def is_of_others(line):
    return not LOG_LINE.match(line)


def write(text):
    if text:
        sys.stderr.write(text)


def install():
    imports.watch(LIBRARIES, load_library)
