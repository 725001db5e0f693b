"""Three models, trained and used in pure Python: what bench/train.R measures R against."""

import os
import resource
import sys
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
started = time.perf_counter()

import keras
import numpy as np

imported = time.perf_counter() - started


def mlp():
    return keras.Sequential([
        keras.Input((784,)),
        keras.layers.Dense(256, activation="relu"),
        keras.layers.Dense(128, activation="relu"),
        keras.layers.Dense(10, activation="softmax"),
    ])


def convnet():
    return keras.Sequential([
        keras.Input((28, 28, 1)),
        keras.layers.Conv2D(16, 3, activation="relu"),
        keras.layers.MaxPooling2D(2),
        keras.layers.Conv2D(32, 3, activation="relu"),
        keras.layers.Flatten(),
        keras.layers.Dense(10, activation="softmax"),
    ])


def lstm():
    return keras.Sequential([
        keras.Input((28, 28)),
        keras.layers.LSTM(64),
        keras.layers.Dense(10, activation="softmax"),
    ])


# What makes the model, the shape of an observation, how many of them, and epochs.
TASKS = {
    "MLP": (mlp, (784,), 20000, 3),
    "convnet": (convnet, (28, 28, 1), 4000, 2),
    "LSTM": (lstm, (28, 28), 4000, 2),
}


def main(task):
    make, shape, n, epochs = TASKS[task]
    random = np.random.default_rng(1)
    x, y = random.random((n, *shape)), random.integers(0, 10, n)
    keras.utils.set_random_seed(1)
    model = make()

    def compile():
        model.compile(
            loss="sparse_categorical_crossentropy", optimizer="adam", metrics=["accuracy"]
        )

    def fit():
        model.fit(x, y, batch_size=128, epochs=epochs, verbose=0)

    def call():
        for _ in range(20):
            model(one)

    one = x[:1]
    compile()
    fit()
    tell("fit()", fit)
    tell("predict()", lambda: model.predict(x, batch_size=128, verbose=0))
    tell("model(x) on one row", call, 20)
    print("peak memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, sep="\t")
    tell("compile()", lambda: [compile() for _ in range(20)], 20)
    small_steps(model, x, y)


def small_steps(model, x, y):
    batch, labels, few = x[:32], y[:32], x[:4]

    def each(f, n=20):
        return lambda: [f() for _ in range(n)]

    tell("train_on_batch()", each(lambda: model.train_on_batch(batch, labels, return_dict=True)), 20)
    tell("test_on_batch()", each(lambda: model.test_on_batch(batch, labels, return_dict=True)), 20)
    tell("predict_on_batch()", each(lambda: model.predict_on_batch(batch)), 20)
    tell("predict() of 4 rows", lambda: model.predict(few, verbose=0))
    tell("fit() of one batch", lambda: model.fit(batch, labels, verbose=0))
    if x.ndim == 2:
        # R's matrices are column-major, so their rows have to be gathered.
        for name, data in ("", x), (", column-major", np.asfortranarray(x)):
            tell(
                "fit() with a generator" + name,
                lambda: model.fit(batches(data, y), steps_per_epoch=150, verbose=0),
            )


def batches(x, y, size=128):
    while True:
        for start in range(0, len(x) - size + 1, size):
            yield x[start : start + size], y[start : start + size]


def tell(name, f, per=1):
    f()
    for _ in range(5):
        start = time.perf_counter()
        f()
        print(name, (time.perf_counter() - start) / per, sep="\t")


if __name__ == "__main__":
    print("import", imported, sep="\t")
    main(sys.argv[1])
