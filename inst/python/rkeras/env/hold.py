"""Holds the lock of a folder, for a process that cannot lock: `hold.py FOLDER FILE` makes FILE when it has the lock,
and ends with its standard input, which is when that process closes it or ends."""

import os
import sys
import threading
import time

sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
import locks  # noqa: E402


def main(folder, file):
    threading.Thread(target=wait, args=(folder, file), daemon=True).start()
    sys.stdin.read()


def wait(folder, file):
    lock = locks.take(folder)
    while lock is None:
        time.sleep(0.2)
        lock = locks.take(folder)
    open(file, "w").close()
    # The lock ends with this thread otherwise.
    threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
