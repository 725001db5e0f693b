"""tf.numpy_function in pure Python: what bench/stream.R measures dataset_map_r() against."""

import os
import sys
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf
from pipelines import drain


def mapped(dataset, function, dtype):
    return dataset.map(lambda x: tf.numpy_function(function, [x], dtype))


def read(dataset):
    for _ in dataset:
        pass


def tell(name, dataset, how=drain):
    for _ in range(5):
        start = time.perf_counter()
        how(dataset)
        print(name, time.perf_counter() - start, sep="\t")


numbers = tf.data.Dataset.range(5000)
texts = tf.data.Dataset.from_tensors(np.array(["some text"] * 100)).repeat(500)
batches = tf.data.Dataset.from_tensors(np.random.default_rng(1).random((128, 100))).repeat(500)
tell("5,000 numbers", mapped(numbers, lambda x: x + 1, tf.int64))
tell("500 batches of 100 strings", mapped(texts, lambda x: np.array([len(s) for s in x]), tf.int64))
tell("500 batches of 12,800 doubles", mapped(batches, lambda x: np.exp(np.sin(x)), tf.float64))
tell("5,000 numbers, one by one", mapped(numbers, lambda x: x + 1, tf.int64), read)
