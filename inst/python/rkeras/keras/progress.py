"""Training progress: a line for each epoch, and a bar with the remaining time."""

import math
import os
import sys
import time

import keras
from rkeras import rpycall
from rkeras.bridge.output import RConsole
from rkeras.tensors.around import around


class Lines(keras.callbacks.Callback):
    """A line at the end of each epoch, and of an evaluation or prediction.

    This is the first callback, so that output of other callbacks appears below the line. The line is
    held until then, or until the last callback, `rkeras.keras.history.History`, has it written with the values that
    other callbacks have added to `logs`. The learning rate is added there, and read here if `has_rate`.
    """

    def __init__(self, has_rate=False):
        super().__init__()
        self._is_training = False
        self._has_rate = has_rate

    def on_train_begin(self, logs=None):
        self._is_training = True

    def on_train_end(self, logs=None):
        self._is_training = False

    def on_epoch_begin(self, epoch, logs=None):
        epochs = str(self.params["epochs"])
        self._begin(f"Epoch {epoch + 1:>{len(epochs)}}/{epochs}")

    def on_epoch_end(self, epoch, logs=None):
        rate = {"learning_rate": self.model.optimizer.learning_rate} if self._has_rate else {}
        self._took = duration(time.monotonic() - self._began)
        self._write([self._title, self._took], {**(logs or {}), **rate}, "hold")

    def on_last(self, logs):
        self._write([self._title, self._took], logs, "replace")

    def on_test_begin(self, logs=None):
        if not self._is_training:
            self._begin("Evaluation")

    def on_test_end(self, logs=None):
        if not self._is_training:
            self._end(logs)

    def on_predict_begin(self, logs=None):
        self._begin("Prediction")

    def on_predict_end(self, logs=None):
        self._end(None)

    def _begin(self, title):
        self._title = title
        self._began = time.monotonic()

    def _end(self, logs):
        self._write([self._title, duration(time.monotonic() - self._began)], logs, "end")

    def _write(self, head, logs, becomes):
        write_line(self._line(head, metrics(logs)), becomes)

    def _line(self, head, metrics):
        return "  ".join([*head, *metrics]).rstrip()


class Bar(Lines):
    """The same lines, overwritten after batches. What ends within `patience` seconds shows nothing."""

    INTERVAL = 0.1
    few_batches = True

    def __init__(self, has_rate, width, unicode, patience=0):
        super().__init__(has_rate)
        self._patience = patience
        self._width = width
        self._full, self._empty = ("\u2501", "\u2500") if unicode else ("=", "-")
        self._steps = self._step = None
        self._validation_steps = self._validation_step = None

    def expect_validation(self, steps, data, batch_size):
        """The number of batches of each validation; without it, that of `data` if they have a length."""
        self._validation_steps = steps or count_batches(data, batch_size)

    def on_train_batch_end(self, batch, logs=None):
        self._show(batch + 1, logs)

    def on_test_batch_end(self, batch, logs=None):
        if not self._is_training:
            self._show(batch + 1, logs)
            return
        self._validation_step = batch + 1
        if self._is_due():
            done = of_all(batch + 1, self._validation_steps)
            self._write_over([self._title, self._bar(1), f"validation {done}"])

    def on_test_end(self, logs=None):
        # The first validation determines the number of its steps.
        self._validation_steps = self._validation_steps or self._validation_step
        super().on_test_end(logs)

    def on_predict_batch_end(self, batch, logs=None):
        self._show(batch + 1, None)

    def on_epoch_end(self, epoch, logs=None):
        # The first epoch of a generator determines the number of steps.
        self._steps = self._step
        super().on_epoch_end(epoch, logs)

    def _begin(self, title):
        super()._begin(title)
        self._next = self._began + max(self.INTERVAL, self._patience)
        self._first = None

    def _end(self, logs):
        if time.monotonic() >= self._began + self._patience:
            super()._end(logs)

    def _is_due(self):
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + self.INTERVAL
        return True

    def _show(self, step, logs):
        self._step = step
        now = time.monotonic()
        # The first step includes building the graph, so it is not representative.
        if self._first is None:
            self._first = step, now
        if not self._is_due():
            return
        steps = self.params.get("steps") or self._steps
        if steps:
            bar = self._bar(step / steps)
            parts = [self._title, bar, of_all(step, steps), *self._pace(step, steps, now)]
        else:
            parts = [self._title, f"{step} batches", duration(now - self._began)]
        self._write_over([*parts, *metrics(logs)])

    def _pace(self, step, steps, now):
        first, then = self._first
        if step <= first:
            return []
        each = (now - then) / (step - first)
        return [f"{duration(each * max(steps - step, 0))} left", f"{short_duration(each)}/step"]

    def _bar(self, share):
        length = 20 if self._room() > 60 else 5
        done = min(int(share * length), length)
        return self._full * done + self._empty * (length - done)

    # The last column is not used, because some consoles then start a new line.
    def _room(self):
        return min(self._width, terminal_width() or self._width) - 1

    def _write_over(self, parts):
        write_line("  ".join(fitting(parts, self._room())).rstrip(), "show")

    def _line(self, head, metrics):
        return "\n".join(wrapped(head, metrics, self._room()))


def write_line(text, becomes):
    """Writes to R's console (src/lines.c); if stdout is not R's console, writes only finished lines."""
    at_r = _is_r_console(sys.stdout) and rpycall.write_line(text, becomes)
    if not at_r and becomes in ("replace", "end"):
        print(text)


def terminal_width():
    """In columns; None if the output is not a terminal or its width is unknown."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except (AttributeError, OSError, ValueError):
        return None


def metrics(logs):
    """The loss first, then by name, validation metrics after training metrics."""
    names = sorted(logs or (), key=lambda name: (name.startswith("val_"), not name.endswith("loss")))
    return [f"{name} {number(logs[name])}" for name in names]


def number(value):
    """Formatted to eight characters, so that numbers in successive lines are aligned."""
    try:
        value = float(value)
    except (TypeError, ValueError):
        return str(value)
    plain = value == 0 or 1e-3 <= abs(value) < 1e4
    return f"{value:.4f}".ljust(8) if plain else f"{value:.2e}".ljust(8)


def duration(seconds):
    seconds = round(seconds)
    if seconds < 60:
        return f"{seconds:>2}s"
    minutes, seconds = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes}m{seconds:02}s"
    return f"{minutes // 60}h{minutes % 60:02}m"


def short_duration(seconds):
    """Of one step: two digits at least, in five characters."""
    if seconds < 0.01:
        return f"{seconds * 1000:.1f}ms"
    if seconds < 1:
        return f"{seconds * 1000:3.0f}ms"
    return f"{seconds:4.1f}s" if seconds < 60 else duration(seconds)


def of_all(step, steps):
    return f"{step:>{len(str(steps))}}/{steps}" if steps else str(step)


def count_batches(data, batch_size):
    """None if it is unknown."""
    if isinstance(data, tuple):
        shape = getattr(keras.tree.flatten(data)[0], "shape", None)
        return math.ceil(shape[0] / batch_size) if shape else None
    try:
        return data.num_batches if isinstance(data, keras.utils.PyDataset) else len(data)
    except (TypeError, NotImplementedError):
        return None


def fitting(parts, width):
    """As many of the parts as fit in a line."""
    while len(parts) > 1 and len("  ".join(parts).rstrip()) > width:
        parts = parts[:-1]
    return parts


def wrapped(head, metrics, width):
    """One line or, if it does not fit, several; validation metrics then start a new line."""
    line = "  ".join([*head, *metrics]).rstrip()
    if len(line) <= width:
        return [line]
    indent = " " * (len("  ".join(head)) + 2)
    lines = ["  ".join(head)]
    for i, metric in enumerate(metrics):
        is_other = i and metric.startswith("val_") and not metrics[i - 1].startswith("val_")
        longer = f"{lines[-1]}  {metric}"
        fits = len(longer.rstrip()) <= width and not is_other
        lines = [*lines[:-1], longer] if fits or i == 0 else [*lines, indent + metric]
    return [line.rstrip() for line in lines]


@around
def _for_console(make, self, *args, **kwargs):
    """Keras's own bar, as in `model$fit()`, is a line at its end where it could not be overwritten."""
    make(self, *args, **kwargs)
    if self.verbose == 1 and not (_is_r_console(sys.stdout) and rpycall.rkeras("is_at_prompt")):
        self.verbose = 2


def install():
    keras.utils.Progbar.__init__ = _for_console(keras.utils.Progbar.__init__)


def _is_r_console(stream):
    return isinstance(stream, RConsole) and not stream.is_captured()
