"""How far training is: a line for each epoch, and while it runs a bar with the time left."""

import sys
import time

import keras


class Lines(keras.callbacks.Callback):
    """A line at the end of each epoch, and of an evaluation or prediction by itself."""

    def __init__(self):
        super().__init__()
        self._is_training = False

    def on_train_begin(self, logs=None):
        self._is_training = True

    def on_train_end(self, logs=None):
        self._is_training = False

    def on_epoch_begin(self, epoch, logs=None):
        epochs = str(self.params["epochs"])
        self._begin(f"Epoch {epoch + 1:>{len(epochs)}}/{epochs}")

    def on_epoch_end(self, epoch, logs=None):
        self._end(logs)

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
        self._write([self._title, duration(time.monotonic() - self._began), *metrics(logs)], "\n")

    def _write(self, parts, end):
        sys.stdout.write("  ".join(parts).rstrip() + end)
        sys.stdout.flush()


class Bar(Lines):
    """The same lines, written over and over while the batches go by."""

    INTERVAL = 0.1

    def __init__(self, width, unicode):
        super().__init__()
        self._width = width
        self._full, self._empty = ("\u2501", "\u2500") if unicode else ("=", "-")
        self._written = 0

    def on_train_batch_end(self, batch, logs=None):
        self._show(batch + 1, logs)

    def on_test_batch_end(self, batch, logs=None):
        if not self._is_training:
            self._show(batch + 1, logs)

    def on_predict_batch_end(self, batch, logs=None):
        self._show(batch + 1, None)

    def _begin(self, title):
        super()._begin(title)
        self._next = self._began + self.INTERVAL

    def _show(self, step, logs):
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + self.INTERVAL
        steps = self.params.get("steps")
        elapsed = now - self._began
        if steps:
            left = elapsed / step * max(steps - step, 0)
            parts = [self._title, self._bar(step / steps), f"{duration(left)} left"]
        else:
            parts = [self._title, f"{step} batches", duration(elapsed)]
        self._write(fitting([*parts, *metrics(logs)], self._width - 1), "")

    def _bar(self, share, length=20):
        done = min(int(share * length), length)
        return self._full * done + self._empty * (length - done)

    def _write(self, parts, end):
        text = "  ".join(parts).rstrip()
        # What stood there before may have been longer. Nothing but \\r is asked of the console.
        over = " " * (self._written - len(text))
        sys.stdout.write(("\r" if self._written else "") + text + over + end)
        sys.stdout.flush()
        self._written = 0 if end else len(text)


def metrics(logs):
    """The loss first, then in the order of their names, validation after training."""
    names = sorted(logs or (), key=lambda name: (name.startswith("val_"), not name.endswith("loss")))
    return [f"{name} {number(logs[name])}" for name in names]


def number(value):
    """Eight places wide, so that lines below each other can be compared."""
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


def fitting(parts, width):
    """As many of the parts as a line takes."""
    while len(parts) > 1 and len("  ".join(parts).rstrip()) > width:
        parts = parts[:-1]
    return parts
