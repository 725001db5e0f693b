"""Compiled operators of TensorFlow, and their gradients."""

import tensorflow as tf

# By the names of operators.
functions, with_gradient = {}, set()


def load(library, name, has_gradient, real_outputs, real_inputs):
    if name not in functions:
        module = tf.load_op_library(library)
        functions[name] = _found(module, name), _found(module, name + "Grad")
    forward, backward = functions[name]
    if has_gradient and name not in with_gradient:
        tf.RegisterGradient(name)(_gradient(backward, real_outputs, real_inputs))
        with_gradient.add(name)
    return forward


def _found(module, name):
    """TensorFlow writes SparseSolver as sparse_solver, by rules of its own for digits."""
    for own in dir(module):
        if not own.startswith("_") and own.islower() and own.replace("_", "") == name.lower():
            return getattr(module, own)
    return None


def _gradient(backward, real_outputs, real_inputs):
    def gradient(op, *incoming):
        pairs = zip(incoming, op.outputs, real_outputs)
        real = [tf.zeros_like(out) if grad is None else grad for grad, out, is_real in pairs if is_real]
        outgoing = backward(*real, *op.outputs, *op.inputs)
        outgoing = iter(outgoing if isinstance(outgoing, (list, tuple)) else [outgoing])
        return [next(outgoing) if is_real else None for is_real in real_inputs]

    return gradient
