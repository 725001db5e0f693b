"""Trains a model in pure Python: what bench/callback.R measures training with R functions against."""

import os
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np

SIZE = 32
STEPS = 500


def model():
    keras.utils.set_random_seed(1)
    made = keras.Sequential([keras.Input((64,))])
    made.add(keras.layers.Dense(256, activation="relu"))
    made.add(keras.layers.Dense(128, activation="relu"))
    made.add(keras.layers.Dense(10, activation="softmax"))
    made.compile(loss="sparse_categorical_crossentropy", optimizer="adam", metrics=["accuracy"])
    return made


def data():
    random = np.random.default_rng(1)
    return random.random((SIZE * STEPS, 64)), random.integers(0, 10, SIZE * STEPS)


class Losses(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.losses = []

    def on_train_batch_end(self, batch, logs=None):
        self.losses.append(logs["loss"])


def batches(x, y):
    while True:
        for start in range(0, SIZE * STEPS, SIZE):
            yield x[start : start + SIZE], y[start : start + SIZE]


def seconds(fit):
    start = time.perf_counter()
    fit()
    return time.perf_counter() - start


def main():
    x, y = data()
    trained = model()

    def fit(*args, **named):
        trained.fit(*args, epochs=1, verbose=0, **named)

    questions = {
        "nothing": lambda: fit(x, y, batch_size=SIZE),
        "a callback on every batch": lambda: fit(x, y, batch_size=SIZE, callbacks=[Losses()]),
        "a generator": lambda: fit(batches(x, y), steps_per_epoch=STEPS),
    }
    for name, question in questions.items():
        question()
        for _ in range(5):
            print(name, seconds(question), sep="\t")


if __name__ == "__main__":
    main()
