"""The graph of a SavedModel as a log that TensorBoard shows."""

import tensorflow as tf


def write(model_dir, log_dir):
    v1 = tf.compat.v1
    graph = tf.Graph()
    with graph.as_default(), v1.Session(graph=graph) as session:
        v1.saved_model.loader.load(session, ["serve"], model_dir)
        v1.summary.FileWriter(log_dir, graph=graph).close()
