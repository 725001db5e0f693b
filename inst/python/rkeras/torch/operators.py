"""R functions as operators of PyTorch (R/operator-make.R), with R's gradients."""

import torch
from keras import backend, ops
from rkeras import rpycall
from rkeras.bridge.operators import values


class Operator:
    """As in tensorflow/operators.py."""

    def __init__(self, function, name, dtypes, several, shape, gradient, stateful, of_inputs=False, number=None):
        self.function, self.name, self.several, self.shape = function, name, several, shape
        self.dtypes, self.gradient, self.of_inputs = dtypes, gradient, of_inputs

    def __call__(self, *inputs, name=None):
        outputs = Differentiable.apply(self, *map(ops.convert_to_tensor, inputs))
        return list(outputs) if self.several else outputs[0]

    def compute(self, inputs, shapes, dtypes):
        arrays = values(self, map(ops.convert_to_numpy, inputs), shapes, dtypes)
        return tuple(map(ops.convert_to_tensor, arrays))

    def outputs(self, inputs):
        shapes = None
        if self.shape is not None:
            given = [list(x.shape) for x in inputs]
            shapes = rpycall.rkeras("operator_shape_lists", self.shape, given, len(self.dtypes))
        if any(x.is_meta for x in inputs):
            return self.without_values(shapes)
        return self.compute(inputs, shapes, self.dtypes)

    def without_values(self, shapes):
        """Keras traces layers with tensors that have only a shape."""
        if shapes is None or any(shape is None or None in shape for shape in shapes):
            rpycall.rkeras("no_shape", self.name)
        return tuple(ops.zeros(shape, dtype) for shape, dtype in zip(shapes, self.dtypes))


class Differentiable(torch.autograd.Function):
    @staticmethod
    def forward(context, operator, *inputs):
        outputs = operator.outputs(inputs)
        context.operator, context.count = operator, len(inputs)
        context.save_for_backward(*inputs, *outputs)
        context.mark_non_differentiable(*[y for y in outputs if not is_float(y)])
        return outputs

    @staticmethod
    def backward(context, *grads):
        operator = context.operator
        if operator.gradient is None:
            rpycall.rkeras("no_gradient", operator.name)
        inputs, outputs = context.saved_tensors[: context.count], context.saved_tensors[context.count :]
        dtypes = [backend.standardize_dtype(x.dtype) if is_float(x) else "float32" for x in inputs]
        shapes = [list(x.shape) for x in inputs]
        found = operator.gradient.compute((*inputs, *outputs, *grads), shapes, dtypes)
        return None, *(dx if is_float(x) else None for x, dx in zip(inputs, found))


def is_float(x):
    return x.is_floating_point() or x.is_complex()
