"""The side of pure Python of small.R."""

import sys
import time

started = time.perf_counter()

import keras

keras.layers.Dense(1)
print(f"start to the first layer\t{time.perf_counter() - started:.6g}")

import numpy as np
from sklearn.datasets import load_digits, load_iris


def tell(name, f, per=1, times=3):
    f()
    for _ in range(times):
        start = time.perf_counter()
        f()
        print(f"{name}\t{(time.perf_counter() - start) / per:.6g}")


def dense(inputs, units, outputs):
    model = keras.Sequential([
        keras.Input((inputs,)), keras.layers.Dense(units, activation="relu"),
        keras.layers.Dense(outputs, activation="softmax"),
    ])
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


def trained(x, y, units=16, epochs=50, **args):
    model = dense(x.shape[1], units, int(y.max()) + 1)
    model.fit(x, y, epochs=epochs, verbose=0, **args)
    return model


def five_folds(x, y):
    fold = np.arange(len(x)) % 5
    for i in range(5):
        model = trained(x[fold != i], y[fold != i], epochs=30)
        model.evaluate(x[fold == i], y[fold == i], verbose=0)


def main():
    iris = load_iris(return_X_y=True)
    start = time.perf_counter()
    model = trained(*iris, epochs=1)
    print(f"first fit, one epoch\t{time.perf_counter() - start:.6g}")
    tell("iris, 50 epochs with validation", lambda: trained(*iris, validation_data=iris))
    tell("iris, five folds of 30 epochs", lambda: five_folds(*iris), times=2)
    tell("digits, 20 epochs", lambda: trained(*load_digits(return_X_y=True), 64, 20), times=2)
    x = np.random.default_rng(1).random((20000, 784), "float32")
    y = np.arange(20000) % 10
    for size in (32, 128):
        tell(f"20,000 x 784, 2 epochs of batches of {size}", lambda: trained(x, y, 64, 2, batch_size=size), times=2)
    tell("predict() of 150 rows", lambda: [model.predict(iris[0], verbose=0) for _ in range(20)], 20)
    tell("evaluate() of 150 rows", lambda: [model.evaluate(*iris, verbose=0) for _ in range(20)], 20)
    tell("predict() of one row", lambda: [model.predict(iris[0][:1], verbose=0) for _ in range(20)], 20)


if __name__ == "__main__":
    sys.exit(main())
