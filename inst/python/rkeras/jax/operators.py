"""R functions as operators of JAX (R/operator-make.R): callbacks of traced functions, with R's gradients."""

import jax
import jax.numpy as jnp
import numpy as np
from rkeras import rpycall
from rkeras.bridge.operators import values


class Operator:
    """As in tensorflow/operators.py."""

    def __init__(self, function, name, dtypes, several, shape, gradient, stateful, of_inputs=False, number=None):
        self.function, self.name, self.several, self.shape = function, name, several, shape
        self.dtypes = [np.dtype(dtype) for dtype in dtypes]
        self.gradient, self.of_inputs = gradient, of_inputs
        self.differentiable = jax.custom_vjp(self.compute)
        self.differentiable.defvjp(self.forward, self.backward)

    def __call__(self, *inputs, name=None):
        outputs = self.differentiable(*[jnp.asarray(x) for x in inputs])
        return list(outputs) if self.several else outputs[0]

    def compute(self, *inputs):
        return self.call(inputs, self.specs(inputs))

    def forward(self, *inputs):
        outputs = self.compute(*inputs)
        return outputs, (inputs, outputs)

    def backward(self, residuals, grads):
        inputs, outputs = residuals
        if self.gradient is None:
            rpycall.rkeras("no_gradient", self.name)
        specs = [jax.ShapeDtypeStruct(x.shape, x.dtype if is_float(x) else np.float32) for x in inputs]
        grads = [jnp.zeros(y.shape, y.dtype) if not is_float(y) else dy for y, dy in zip(outputs, grads)]
        found = self.gradient.call((*inputs, *outputs, *grads), specs)
        pairs = zip(inputs, found)
        return tuple(dx if is_float(x) else np.zeros(x.shape, jax.dtypes.float0) for x, dx in pairs)

    def call(self, inputs, specs):
        if specs is None:
            return tuple(jnp.asarray(y) for y in self.on_host(None, *map(np.asarray, inputs)))

        def host(*arrays):
            return self.on_host(specs, *map(np.asarray, arrays))

        return tuple(jax.pure_callback(host, tuple(specs), *inputs, vmap_method="sequential"))

    def specs(self, inputs):
        """The shapes and dtypes of the outputs; None if the function must be called to know them."""
        if self.shape is None:
            if any(isinstance(x, jax.core.Tracer) for x in inputs):
                rpycall.rkeras("no_shape", self.name)
            return None
        # Keras traces layers with symbols for unknown lengths.
        symbols = {n for x in inputs for n in x.shape if not isinstance(n, int)}
        shapes = [[n if isinstance(n, int) else -1 for n in x.shape] for x in inputs]
        found = rpycall.rkeras("operator_shape_lists", self.shape, shapes, len(self.dtypes))
        if len(symbols) == 1:
            found = [shape and [symbols.copy().pop() if n is None else n for n in shape] for shape in found]
        if any(shape is None or None in shape for shape in found):
            rpycall.rkeras("no_shape", self.name)
        return [jax.ShapeDtypeStruct(shape, of_jax(dtype)) for shape, dtype in zip(found, self.dtypes)]

    def on_host(self, specs, *inputs):
        dtypes = self.dtypes if specs is None else [spec.dtype for spec in specs]
        shapes = None if specs is None else [list(spec.shape) for spec in specs]
        return tuple(y.astype(of_jax(y.dtype), copy=False) for y in values(self, inputs, shapes, dtypes))


def of_jax(dtype):
    return jax.dtypes.canonicalize_dtype(dtype)


def is_float(x):
    return jnp.issubdtype(x.dtype, jnp.inexact)
