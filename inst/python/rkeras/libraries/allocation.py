"""Keeps freed memory for the next step of training.

glibc returns free memory at the end of a heap to the system above a threshold, and the kernel clears each page
of it again when the next step asks for it. The thresholds here are the largest that glibc sets itself, in a
process in which a block of 32 MB was freed; its padding is 128 KB unless it is set. Settings of the user's are left.
"""

import ctypes
import os
import re

from rkeras.bridge import imports

# Parameters of mallopt() by their numbers in malloc.h, in bytes.
SETTINGS = {
    -1: 64 << 20,  # M_TRIM_THRESHOLD
    -2: 4 << 20,  # M_TOP_PAD
    -3: 32 << 20,  # M_MMAP_THRESHOLD
}
BY_USER = re.compile(r"^MALLOC_(TRIM_THRESHOLD|TOP_PAD|MMAP_THRESHOLD|MMAP_MAX)_$")
TUNED_BY_USER = re.compile(r"\bglibc\.malloc\.(trim_threshold|top_pad|mmap_threshold|mmap_max)\b")


def is_set_by_user(environment):
    return any(map(BY_USER.match, environment)) or bool(TUNED_BY_USER.search(environment.get("GLIBC_TUNABLES", "")))


def keep_freed_memory():
    libc = ctypes.CDLL(None)
    if hasattr(libc, "gnu_get_libc_version") and not is_set_by_user(os.environ):
        for parameter, size in SETTINGS.items():
            libc.mallopt(parameter, size)


for library in ("tensorflow", "jax", "torch"):
    imports.after(library, keep_freed_memory)
