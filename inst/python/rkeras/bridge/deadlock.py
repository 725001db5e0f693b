"""Deadlocks: threads that wait for one another, or for a lock that nobody will release."""

import threading
import traceback

from rkeras import rpycall
from rkeras.bridge import activity, locks

CYCLE = (
    "it seems that these threads wait for one another and will never go on. Release a lock before you call an R "
    "function, or wait for a thread that calls one."
)
LEFT = "the main thread waits for a lock that will hardly be released: the thread that took it runs no Python code."


def report(waited, asking):
    """Describes how the main thread waits, in the end, for itself or for a lock that was left taken; empty if it
    does neither.

    The main thread waits for the thread `waited`; those in `asking` wait for R.
    """
    frames = rpycall.current_frames()
    # This thread may have the identifier of one that has ended.
    frames.pop(threading.get_ident(), None)
    main = threading.main_thread().ident
    steps, at = [], main
    while at not in [step[0] for step in steps]:
        reason, after, lock = waits_for(at, main, waited, asking, frames)
        if after is None:
            return described(LEFT, steps, main, frames) if end_at_lock(steps, frames) else ""
        steps.append((at, reason, after, lock))
        at = after
    # Threads outside the cycle may wait for threads in it.
    start = [step[0] for step in steps].index(at)
    return described(CYCLE, steps[start:], main, frames)


def end_at_lock(steps, frames):
    """Whether the last step is the wait for a lock whose thread runs no Python code."""
    return bool(steps) and steps[-1][3] is not None and steps[-1][2] not in frames


def waits_for(thread, main, waited, asking, frames):
    """The reason why `thread` waits, the thread that it waits for, and the lock, if that is the reason."""
    if thread == main:
        return "waits for a Python call that an R function made on", waited or None, None
    if thread in asking:
        return "has called an R function, and waits for", main, None
    frame = frames.get(thread)
    if frame is None:
        return "", None, None
    joined = activity.joined(frame)
    if joined:
        return "waits for the end of", joined, None
    lock = locks.wanted(frame, thread)
    if lock is None:
        return "", None, None
    holder, where = held_by(lock, thread, frames)
    return f"waits for {locks.inner(lock)!r}, which was taken{where} by", holder, lock


def held_by(lock, thread, frames):
    for ident, frame in frames.items():
        if ident != thread and locks.is_held(lock, ident):
            for at in activity.outward(frame):
                if any(each is not None and locks.inner(each) is locks.inner(lock) for each in locks.named(at)):
                    code = at.f_code
                    return ident, f' in {code.co_name}() ("{code.co_filename}", line {at.f_lineno})'
    return locks.owner(lock), ""


def described(what, steps, main, frames):
    steps = "".join(told(step, main, frames) for step in steps)
    return f"{what} An interrupt (Ctrl-C) twice gives up the call.\n{steps}"


def told(step, main, frames):
    thread, reason, after, _ = step
    name = named(thread, main)
    return f"{name[0].upper()}{name[1:]} {reason} {named(after, main)}:\n{stack(thread, frames)}"


def stack(thread, frames):
    return "".join(traceback.format_stack(frames[thread])) if thread in frames else "  (no Python code)\n"


def named(thread, main):
    if thread == main:
        return "the main thread"
    names = {t.ident: t.name for t in threading.enumerate()}
    return f"thread {names.get(thread, thread)}"


def stacks(thread):
    """The stacks of the waiting thread and of the main thread. `<R>` is the file of functions called by
    R."""
    frames = rpycall.current_frames()
    main = threading.main_thread().ident
    return f"The thread that waits:\n{stack(thread, frames)}The main thread:\n{stack(main, frames)}"
