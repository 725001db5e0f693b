"""Single operations on tensors in pure Python: what bench/tensor.R measures R against."""

import os
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import tensorflow as tf

N = 2000

x = tf.constant([[float(10 * i + j) for j in range(10)] for i in range(10)])
v = tf.Variable(x)
mask = x > 50.0
i = tf.constant([2, 0])
QUESTIONS = {
    "x + 1": lambda: x + 1,
    "x + x": lambda: x + x,
    "x > 5": lambda: x > 5,
    "sqrt(x)": lambda: tf.sqrt(x),
    "sum(x)": lambda: tf.reduce_sum(x),
    "matrix product": lambda: x @ x,
    "x[2, 3]": lambda: x[1, 2],
    "x[2, ]": lambda: x[1, :],
    "x[2:5, 1:9:2]": lambda: x[1:5, 0:9:2],
    "x[c(3, 1), ]": lambda: tf.gather(x, i),
    "x[mask]": lambda: tf.boolean_mask(x, mask),
    "v[2, 3] <- 0": lambda: v[1, 2].assign(0.0),
    "as_tensor(1)": lambda: tf.constant(1.0),
    "as.array(x)": lambda: x.numpy(),
}


def main():
    for name, f in QUESTIONS.items():
        f()
        for _ in range(5):
            start = time.perf_counter()
            for _ in range(N):
                f()
            print(name, (time.perf_counter() - start) / N, sep="\t", flush=True)


main()
