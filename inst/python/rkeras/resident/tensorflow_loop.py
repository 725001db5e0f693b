"""A model's step for many batches of tensors, in one call of TensorFlow."""

import functools
import inspect
import time

import keras
import numpy as np
import tensorflow as tf

from rkeras import borrowed
from rkeras.keras import memory
from rkeras.resident import loop, shared
from rkeras.resident.loop import ON_DEVICE, Unsuitable, floats, has_kerass_metrics, nbytes

# A step of this time is short: handing it to a worker thread takes a tenth of it, and it need not be given up.
SHORT = 0.02
# Parts of the names of operators that run Python code or wait for other threads.
WAITING = ("Py", "Iterator", "Dataset", "Queue", "Barrier", "Stage", "Callback", "RemoteCall")
# Whether Keras's loop trains some models.
CHOOSES = False


class Batches(loop.Batches):
    TENSOR = tf.Tensor

    def __init__(self, data, size=None):
        super().__init__(data, size)
        # Larger data are in the computer's memory, as in Keras.
        self.device = None if nbytes(data) <= ON_DEVICE else "CPU:0"
        # Known to the step if it is always the same.
        self.length = self.size if self.n % self.size == 0 else None
        with tf.device(self.device):
            self.data = self.data  # What cannot be converted is known at once.

    @functools.cached_property
    def key(self):
        return self.device, *super().key

    def first(self):
        return tf.nest.map_structure(lambda x: x[: self.size], self.data)

    def spec(self):
        """Of a batch."""
        return tf.nest.map_structure(lambda x: tf.TensorSpec((self.length, *x.shape[1:]), x.dtype), self.data)

    def order(self, shuffle=False):
        # tf.range() takes three times as long for small data.
        order = tf.convert_to_tensor(np.arange(self.n, dtype="int64"))
        return tf.random.shuffle(order) if shuffle else order

    def converted(self, x):
        """As by Keras: other floats become those of its configuration, strings tensors."""
        if isinstance(x, tf.Tensor):
            return tf.cast(x, keras.config.floatx()) if x.dtype.is_floating else x
        if x.dtype.kind == "f":
            return tf.convert_to_tensor(floats(x))
        if x.dtype.kind in "biu":
            return tf.convert_to_tensor(x)
        if x.dtype.kind in "OU" and all(isinstance(value, str) for value in x.flat):
            return tf.convert_to_tensor(x.astype(object), tf.string)
        raise Unsuitable


def check_session(model):
    strategy = tf.distribute.get_strategy()
    if tf.distribute.has_strategy() or model.distribute_strategy is not strategy:
        raise Unsuitable
    if tf.config.functions_run_eagerly() or not tf.executing_eagerly():
        raise Unsuitable


def renew_steps(model, verb, x=None, y=None, sample_weight=None, validation_data=None, validation_split=0, **others):
    """TensorFlow's graph of Keras's step is for data with fixed numbers of axes; others need a new graph."""
    data = keras.utils.pack_x_y_sample_weight(x, y, sample_weight)
    renew_step(model, {"fit": "train", "evaluate": "test"}.get(verb, verb), data)
    if validation_data is not None or validation_split:
        renew_step(model, "test", data if validation_data is None else validation_data)


def renew_step(model, kind, data):
    if type(model) not in memory.SIGNS:
        return
    axes = keras.tree.map_structure(n_axes, getattr(data, "element_spec", data))
    memory.values(model)
    known = memory.of(model).axes
    if known.setdefault(kind, axes) != axes:
        setattr(model, f"{kind}_function", None)
    known[kind] = axes


def n_axes(x):
    """Those of the batches of a generator are unknown."""
    shape = getattr(x, "shape", None)
    return shape.rank if isinstance(shape, tf.TensorShape) else shape is not None and len(shape)


def made(model, kind, batches):
    if kind == "train":
        build_optimizer(model)
    return shared.loop_of(model, kind, batches, lambda: Loop(model, kind, batches))


def build_optimizer(model):
    """As the first step does."""
    optimizer = getattr(model, "optimizer", None)
    if model.built and isinstance(optimizer, keras.optimizers.Optimizer) and not optimizer.built:
        optimizer.build(model.trainable_variables)


def traced(model, step, spec):
    """The step as a function of TensorFlow. Variables that it creates, such as those of metrics, are created outside
    of it: otherwise TensorFlow traces it twice. That is needed only if layers or optimizers were not built."""
    created = []

    def outside(create, **settings):
        initial = settings.get("initial_value")
        if tf.is_tensor(initial) and tf.is_symbolic_tensor(initial):
            return create(**settings)
        with tf.init_scope():
            variable = PLAIN(**{name: value for name, value in settings.items() if name in SETTINGS})
        created.append(variable)
        return variable

    def one_step(batch):
        with tf.variable_creator_scope(outside):
            return step(batch)

    def trace():
        return concrete(one_step, spec, jit_compile=model.jit_compile)

    function = trace()
    of_metrics = [variable.value for variable in model.metrics_variables]
    is_built = all(any(variable is known for known in of_metrics) for variable in created)
    return function if is_built else trace()


def concrete(function, *specs, **settings):
    """A function of TensorFlow that call() calls with the tensors of these structures."""

    def of_tensors(*tensors):
        return function(*tf.nest.pack_sequence_as(specs, tensors))

    return tf.function(of_tensors, autograph=False, **settings).get_concrete_function(*tf.nest.flatten(specs))


def call(function, *structures):
    """TensorFlow's own call compares the arguments with the structure, which takes as long as a small step."""
    tensors = tf.nest.flatten(structures)
    if CALL is None:
        return function(*tensors)
    return getattr(function, CALL)(tensors, function.captured_inputs)


CALL = borrowed.spelled("call_of_tensors") if borrowed.is_there("call_of_tensors") else None
# The class of variables that are created at once, which calls no creator.
PLAIN = type(tf.Variable(0.0))
SETTINGS = inspect.signature(PLAIN.__init__).parameters.keys()
INDEX = tf.TensorSpec((), tf.int64)


class Loop(loop.Loop):
    def __init__(self, model, kind, batches):
        super().__init__(kind)
        self.device = batches.device
        self.spec = spec = batches.spec()
        step = tf.autograph.experimental.do_not_convert(getattr(model, f"{kind}_step"))
        self.step = traced(model, step, spec)
        self.results = self.step.structured_outputs
        self.flat = tf.nest.flatten(self.results)
        self.is_single = False
        # Whether the step is; None if it has not been run for a single batch.
        self.is_short = None
        # Tracing has made the metrics.
        self.gives_metrics = kind != "predict" and has_kerass_metrics(model, kind)
        self.reset = concrete(model.reset_metrics) if self.gives_metrics else None
        if kind == "predict":
            trace = self.predictions if all(is_dense(x) and x.shape.rank for x in self.flat) else None
        elif all(is_dense(x) and x.shape.is_fully_defined() for x in self.flat):
            trace = self.last_logs
        else:
            trace = self.single
            self.is_single = True
        data = tf.nest.map_structure(lambda x: tf.TensorSpec((None, *x.shape[1:]), x.dtype), spec)
        order = tf.TensorSpec((None,), tf.int64)
        if trace is not None:
            trace = concrete(trace, data, order, INDEX, INDEX, INDEX)
        self.call = trace
        self.is_suitable = trace is not None

    def batch(self, data, order, size, i):
        rows = order[i * size : tf.minimum((i + 1) * size, tf.size(order, tf.int64))]
        rows.set_shape(tf.nest.flatten(self.spec)[0].shape[:1])
        with tf.device(self.device):
            batch = tf.nest.map_structure(lambda x: tf.gather(x, rows), data)
        return call(self.step, batch)

    def last_logs(self, data, order, size, first, last):
        none = tf.nest.map_structure(lambda x: tf.zeros(x.shape, x.dtype), self.results)
        return tf.while_loop(
            lambda i, logs: i < last,
            lambda i, logs: (i + 1, self.batch(data, order, size, i)),
            (first, none),
            parallel_iterations=1,
        )[1]

    def predictions(self, data, order, size, first, last):
        def write(i, arrays):
            outputs = tf.nest.flatten(self.batch(data, order, size, i))
            at = tf.cast(i - first, tf.int32)
            return i + 1, [array.write(at, output) for array, output in zip(arrays, outputs)]

        n = tf.cast(last - first, tf.int32)
        arrays = [
            tf.TensorArray(x.dtype, n, infer_shape=False, element_shape=(None, *x.shape[1:])) for x in self.flat
        ]
        arrays = tf.while_loop(lambda i, arrays: i < last, write, (first, arrays), parallel_iterations=1)[1]
        return tf.nest.pack_sequence_as(self.results, [array.concat() for array in arrays])

    def single(self, data, order, size, first, last):
        return self.batch(data, order, size, first)

    def steps(self, batches, shuffle):
        order = batches.order(shuffle)
        size = tf.constant(batches.size, tf.int64)

        def of(first, last):
            return call(self.call, batches.data, order, size, *(tf.constant(i, tf.int64) for i in (first, last)))

        return of

    def stride(self, watching):
        return 1 if self.is_single else super().stride(watching)

    def reset_metrics(self, model):
        """A metric's own method takes a call of TensorFlow for each variable; here one resets all."""
        if self.gives_metrics:
            call(self.reset)
        else:
            model.reset_metrics()

    def once(self, batch):
        """The results of the step for a single batch."""
        began = time.monotonic()
        result = call(self.step, batch.data)
        if self.is_short is None and self.seconds_since(began, result) < SHORT:
            self.is_short = is_self_contained(self.step.graph.as_graph_def())
        return result

    def wait(self, result):
        # On a GPU the call may return before the steps have ended.
        for x in tf.nest.flatten(result)[:1]:
            x.numpy()


def is_self_contained(graph):
    """Nothing in it waits for the main thread, which may then run it."""
    nodes = [graph.node, *(function.node_def for function in graph.library.function)]
    return not any(part in node.op for part in WAITING for group in nodes for node in group)


def is_dense(x):
    return isinstance(x, (tf.Tensor, tf.TensorSpec))
