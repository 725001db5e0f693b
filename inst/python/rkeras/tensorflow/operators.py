"""R functions as operators of TensorFlow (R/operator-make.R, src/rust/src/op).

The kernels are native code: they find the R function of an operator by its number and run it on the main
thread. This module registers them, adds operations to graphs, and holds the R functions: a graph that
contains an operation, or a tensor whose gradient needs one, keeps the operator alive.
"""

import os
import weakref

import tensorflow as tf

from rkeras import borrowed, rpycall
from rkeras.libraries import execution

# As in kernel.rs, by whether the operator is stateful.
NAMES = {True: "RFunctionNeedsRkeras", False: "PureRFunctionNeedsRkeras"}
# The functions that add an operation, by name; made when the first operator is.
added_by = {}
# The operators by number, for gradients.
known = weakref.WeakValueDictionary()
# The operators of files, which live as long as the session: their graphs do not say which are in use.
from_files = {}


class Operator:
    """An R function as an operator; `gradient` is another operator or None."""

    def __init__(self, function, name, dtypes, several, shape, gradient, stateful, of_inputs=False, number=None):
        register()
        self.function, self.name, self.stateful = function, name, stateful
        self.dtypes = [tf.as_dtype(dtype) for dtype in dtypes]
        self.several, self.shape, self.gradient = several, shape, gradient
        self.number = rpycall.add_operator(function, shape, of_inputs, number and int(number))
        self.of_inputs, self.own_code = of_inputs, None
        known[self.number] = self

    def __del__(self):
        number = getattr(self, "number", None)
        # A file that was loaded in the session that wrote it has made another operator of this number.
        if number is not None and known.get(number, self) is self:
            rpycall.drop_operator(number)

    def __call__(self, *inputs, name=None):
        inputs = [tf.convert_to_tensor(x) for x in inputs]
        outputs = self.add(inputs, self.dtypes, name)
        if self.shape is not None and not tf.executing_eagerly():
            self.set_shapes(inputs, outputs)
        return outputs if self.several else outputs[0]

    def add(self, inputs, dtypes, name=None):
        """Adds the operation to the current graph, or computes it."""
        is_graph = not tf.executing_eagerly()
        code = self.code() if is_graph else ""
        outputs = added_by[self.stateful](inputs, dtypes, self.number, self.name, code, name=name)
        if is_graph:
            self.keep_in_graphs()
        elif self.gradient is not None:
            for output in outputs:
                output.rkeras_operator = self
        return outputs

    def keep_in_graphs(self):
        graph = tf.compat.v1.get_default_graph()
        while graph is not None:
            if not hasattr(graph, "rkeras_operators"):
                graph.rkeras_operators = {}
            graph.rkeras_operators[self.number] = self
            outer = getattr(graph, "outer_graph", None)
            # The outermost graph is TensorFlow's global one, which does not contain the operation.
            graph = outer if hasattr(outer, "outer_graph") else None

    def set_shapes(self, inputs, outputs):
        found = rpycall.rkeras("operator_shape_lists", self.shape, [sizes(x) for x in inputs], len(outputs))
        for output, shape in zip(outputs, found):
            output.set_shape(shape)

    def code(self):
        """The R code that makes the operator again, for files that contain the graph."""
        if self.own_code is None:
            self.own_code = "" if self.of_inputs else rpycall.rkeras("operator_code", self)
        return self.own_code


def sizes(x):
    """The shape for R: -1 is unknown; None is an unknown rank."""
    return None if x.shape.rank is None else [-1 if n is None else n for n in x.shape]


def register():
    """Registers the kernels and their gradients, once."""
    if added_by:
        return
    execution.serve()
    rpycall.register_operators(library(tf.sysconfig.get_lib()))
    for is_stateful, name in NAMES.items():
        added_by[is_stateful] = wrapper(name)
        tf.RegisterGradient(name)(gradients)


def library(folder):
    """The library of TensorFlow that has its C API. The shortest name is that without a full version."""
    on_windows = os.path.join(folder, "python", "_pywrap_tensorflow_common.dll")
    if os.path.exists(on_windows):
        return on_windows
    names = [name for name in os.listdir(folder) if name.startswith("libtensorflow_framework.")]
    return os.path.join(folder, min(names, key=len, default="libtensorflow_framework.so.2"))


def wrapper(name):
    """TensorFlow's own Python function for the operation, as tf.load_op_library() makes it."""
    from tensorflow.core.framework import op_def_pb2

    list_of_one = op_def_pb2.OpList()
    list_of_one.op.add().CopyFrom(borrowed.get("operator_definitions")(name))
    code = borrowed.get("operator_wrappers")(list_of_one.SerializeToString())
    namespace = {"__name__": f"rkeras.{name}"}
    exec(code, namespace)
    return namespace[next(key for key in namespace if key.replace("_", "") == name.lower())]


def gradients(op, *grads):
    """The gradients with respect to the inputs, of which only floats have one."""
    operator = known[op.get_attr("id")]
    if operator.gradient is None:
        rpycall.rkeras("no_gradient", operator.name)
    inputs, outputs = list(op.inputs), list(op.outputs)
    grads = [tf.zeros_like(y) if dy is None else dy for y, dy in zip(outputs, grads)]
    dtypes = [x.dtype if is_differentiable(x) else tf.float32 for x in inputs]
    found = operator.gradient.add([*inputs, *outputs, *grads], dtypes)
    for x, gradient in zip(inputs, found):
        if is_differentiable(x):
            gradient.set_shape(x.shape)
    return [gradient if is_differentiable(x) else None for x, gradient in zip(inputs, found)]


def is_differentiable(x):
    return x.dtype.is_floating or x.dtype.is_complex


def operators_in(path):
    """The operators in the graphs of a SavedModel."""
    from tensorflow.core.protobuf import saved_model_pb2

    saved = saved_model_pb2.SavedModel()
    with open(os.path.join(path, "saved_model.pb"), "rb") as file:
        saved.ParseFromString(file.read())
    found = {}
    for graph in (meta_graph.graph_def for meta_graph in saved.meta_graphs):
        functions = (function.node_def for function in graph.library.function)
        for node in (node for nodes in (graph.node, *functions) for node in nodes):
            if node.op in NAMES.values():
                name, code = (node.attr[key].s.decode() for key in ("label", "code"))
                found[node.attr["id"].i] = {"number": str(node.attr["id"].i), "name": name, "code": code}
    return list(found.values())


def keep_from_file(operator):
    from_files[operator.number] = operator
