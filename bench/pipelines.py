"""Pipelines of tf.data in pure Python: what bench/data.R measures those made in R against."""

import os
import sys
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np
import tensorflow as tf


def drain(dataset):
    return dataset.reduce(0, lambda n, *x: n + 1)


def numbers():
    return tf.data.Dataset.range(20000).map(lambda x: x * 2 + 1)


def lines(file):
    names = [f"x{i}" for i in range(10)]

    def decode(line):
        return dict(zip(names, tf.io.decode_csv(line, [0.0] * 10)))

    return tf.data.TextLineDataset(file).skip(1).map(decode).batch(128)


def rows(columns):
    return tf.data.Dataset.from_tensor_slices(columns).shuffle(10000, seed=1).batch(128)


def images(x, y):
    def prepare(image, label):
        image = tf.cast(image, tf.float32) / 255
        return tf.image.flip_left_right(image), label

    return tf.data.Dataset.from_tensor_slices((x, y)).map(prepare, num_parallel_calls=2).batch(128)


def main(file):
    random = np.random.default_rng(1)
    columns = {f"x{i}": random.random(20000) for i in range(10)}
    x = random.integers(0, 256, (5000, 28, 28, 1)).astype("int32")
    y = random.integers(0, 10, 5000).astype("int32")
    keras.utils.set_random_seed(1)
    model = keras.Sequential([keras.Input((28, 28, 1)), keras.layers.Flatten(),
                              keras.layers.Dense(10, activation="softmax")])
    model.compile(loss="sparse_categorical_crossentropy", optimizer="adam")
    made = numbers(), lines(file), rows(columns), images(x, y)
    tell("map of 20,000 numbers", lambda: drain(made[0]))
    tell("5,000 lines of CSV", lambda: drain(made[1]))
    tell("8 times 20,000 rows, shuffled and batched", lambda: drain(made[2].repeat(8)))
    tell("8 times 5,000 images, two at a time", lambda: drain(made[3].repeat(8)))
    tell("fit() on the images", lambda: model.fit(made[3].repeat(8), epochs=1, verbose=0))
    tell("making the dataset of rows", lambda: rows(columns))


def tell(name, f):
    f()
    for _ in range(5):
        start = time.process_time()
        f()
        print(name, time.process_time() - start, sep="\t")


if __name__ == "__main__":
    main(sys.argv[1])
