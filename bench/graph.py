"""The functions of bench/graph.R in Python."""

import time

import tensorflow as tf


@tf.function
def python_add(x, y):
    return x + y


def newton(x):
    y = x
    steps = 0.0
    while tf.abs(y * y - x) > 1e-6:
        y = (y + x / y) / 2
        if steps > 20:
            break
        steps = steps + 1
    if y > 1:
        return y
    else:
        return -y


def python_newton():
    return tf.function(newton)


def call_many(function, x):
    times = []
    for _ in range(31):
        start = time.perf_counter()
        for _ in range(500):
            function(x, x)
        times.append(time.perf_counter() - start)
    return sorted(times)[15] / 500 * 1e6
