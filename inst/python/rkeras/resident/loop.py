"""A model's step for many batches of tensors, in one call of TensorFlow."""

import inspect
import math
import time

import keras
import numpy as np
import tensorflow as tf

from rkeras import borrowed
from rkeras.keras import memory
from rkeras.resident import shared

# A call runs for about this long, in seconds: R serves its user between calls.
PAUSE = 0.07
# A step of this time is short: handing it to a worker thread takes a tenth of it, and it need not be given up.
SHORT = 0.02
# Parts of the names of operators that run Python code or wait for other threads.
WAITING = ("Py", "Iterator", "Dataset", "Queue", "Barrier", "Stage", "Callback", "RemoteCall")
# Up to this size, in bytes, data are in the memory of a GPU; larger data are in the computer's, as in Keras.
ON_DEVICE = 1 << 30


class Unsuitable(Exception):
    """Keras's own loop has to do this."""


class Batches:
    """Data as tensors whose first axis are samples. The last batch may be smaller."""

    def __init__(self, data, size=None):
        self.n = samples(data)
        self.device = None if nbytes(data) <= ON_DEVICE else "CPU:0"
        with tf.device(self.device):
            self.data = keras.tree.map_structure(tensor, keras.tree.lists_to_tuples(data))
        self.size = size or 32
        self.count = math.ceil(self.n / self.size)
        # Known to the step if it is always the same.
        self.length = self.size if self.n % self.size == 0 else None
        # What is the same for all data that a compiled loop takes.
        structure = str(keras.tree.map_structure(lambda x: 0, self.data))
        kinds = ((x.dtype, *x.shape[1:]) for x in tf.nest.flatten(self.data))
        self.key = (self.device, self.length, structure, *kinds)

    def spec(self):
        """Of a batch."""
        return tf.nest.map_structure(lambda x: tf.TensorSpec((self.length, *x.shape[1:]), x.dtype), self.data)

    def first(self):
        return tf.nest.map_structure(lambda x: x[: self.size], self.data)

    def order(self, shuffle=False):
        # tf.range() takes three times as long for small data.
        order = tf.convert_to_tensor(np.arange(self.n, dtype="int64"))
        return tf.random.shuffle(order) if shuffle else order


def samples(data):
    """The number of samples. Other data than arrays and dense tensors are Keras's."""
    flat = tf.nest.flatten(data)
    if not flat or not all(isinstance(x, (np.ndarray, tf.Tensor)) and len(x.shape) > 0 for x in flat):
        raise Unsuitable
    lengths = {x.shape[0] for x in flat}
    if len(lengths) > 1 or 0 in lengths:
        raise Unsuitable
    return lengths.pop()


def nbytes(data):
    return sum(math.prod(x.shape) * (x.dtype.itemsize if isinstance(x, np.ndarray) else x.dtype.size)
               for x in tf.nest.flatten(data))


def tensor(x):
    """Keras's conversion: other floats become those of its configuration, strings tensors."""
    if isinstance(x, tf.Tensor):
        return tf.cast(x, keras.config.floatx()) if x.dtype.is_floating else x
    if x.dtype.kind == "f":
        # NumPy warns of R's NA.
        with np.errstate(invalid="ignore"):
            return tf.convert_to_tensor(x.astype(keras.config.floatx(), order="C", copy=False))
    if x.dtype.kind in "biu":
        return tf.convert_to_tensor(x)
    if x.dtype.kind in "OU" and all(isinstance(value, str) for value in x.flat):
        return tf.convert_to_tensor(x.astype(object), tf.string)
    raise Unsuitable


def loop_of(model, kind, batches):
    """Compiled once for each kind of data, and again when the model makes its function for steps again, as after
    `compile()`."""
    getattr(model, f"make_{kind}_function")()
    loop = known_loop(model, kind, batches)
    if loop is None:
        if kind == "train":
            build_optimizer(model)
        loop = shared.loop_of(model, kind, batches, lambda: Loop(model, kind, batches))
        loop.made_for = made_for(model, kind)
        known = memory.of(model)
        known.loops = {key: loop for key, loop in known.loops.items() if is_of(loop, model, key[0])}
        known.loops[(kind, *batches.key)] = loop
    if loop.call is None:
        raise Unsuitable
    return loop


def known_loop(model, kind, batches):
    memory.values(model)
    loop = memory.of(model).loops.get((kind, *batches.key))
    return loop if loop is not None and is_of(loop, model, kind) else None


def is_of(loop, model, kind):
    """Whether the model is as it was when the loop was compiled."""
    return all(a is b for a, b in zip(loop.made_for, made_for(model, kind)))


def made_for(model, kind):
    return getattr(model, f"{kind}_function"), *memory.signs_of(model)


def reset_metrics(model, kind, batches):
    """A metric's own method takes a call of TensorFlow for each variable; here one resets all, if there is a loop."""
    loop = known_loop(model, kind, batches)
    if loop is not None and loop.reset is not None:
        call(loop.reset)
    else:
        model.reset_metrics()


def has_kerass_metrics(model, kind):
    """Whether all that computes the logs of a step is Keras's own: then these are the values of the metrics, and no
    value of Python changes them."""
    names = (f"{kind}_step", "reset_metrics", "get_metrics_result", "compute_metrics", "compute_loss", "metrics")
    metrics = [inner for metric in model.metrics for inner in (metric, *getattr(metric, "metrics", ()))]
    return has_kerass(model, *names) and all(type(metric).__module__.startswith("keras.") for metric in metrics)


def has_kerass(model, *names):
    """Whether the class of the model has Keras's own attributes of these names."""
    return all(getattr(type(model), name) is getattr(keras.Model, name) for name in names)


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


class Loop:
    """The steps of a kind, "train", "test" or "predict", for data of a structure."""

    def __init__(self, model, kind, batches):
        self.kind = kind
        # What the model consists of, which loop_of() notes.
        self.made_for = ()
        self.device = batches.device
        self.spec = spec = batches.spec()
        # Steps in a call: the first call is for one, because it takes longer than others.
        self.pace = 1
        step = tf.autograph.experimental.do_not_convert(getattr(model, f"{kind}_step"))
        self.step = traced(model, step, spec)
        self.results = self.step.structured_outputs
        self.flat = tf.nest.flatten(self.results)
        self.is_single = False
        # Whether the step is; None if it has not been run for a single batch.
        self.is_short = None
        self.reset = None
        if kind != "predict" and has_kerass_metrics(model, kind):
            self.reset = concrete(model.reset_metrics)
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

    def run(self, batches, watching, shuffle=False):
        """The logs of the last step, or all predictions."""
        order = batches.order(shuffle)
        size = tf.constant(batches.size, tf.int64)
        stride = 1 if self.is_single else watching.stride(self.kind)
        results = []
        first = 0
        while first < batches.count:
            last = min(first + (stride or self.pace), batches.count)
            watching.begin(self.kind, first)
            began = time.monotonic()
            result = call(self.call, batches.data, order, size, *(tf.constant(i, tf.int64) for i in (first, last)))
            if stride is None:
                self.pace = self.pace_after(result, last - first, began)
            # Keras counts the steps that are missing at the end.
            watching.end(self.kind, (first + stride if stride else last) - 1, result)
            if self.kind != "predict":
                results.clear()
            results.append(result)
            if watching.stops(self.kind):
                break
            first = last
        return arrays(results) if self.kind == "predict" else results[-1]

    def once(self, batch):
        """The results of the step for a single batch."""
        began = time.monotonic()
        result = call(self.step, batch.data)
        if self.is_short is None and seconds_since(began, result) < SHORT:
            self.is_short = is_self_contained(self.step.graph.as_graph_def())
        return result

    def pace_after(self, result, steps, began):
        return max(1, int(steps * PAUSE / (seconds_since(began, result) + 1e-9)))


def seconds_since(began, result):
    # On a GPU the call may return before the steps have ended.
    for x in tf.nest.flatten(result)[:1]:
        x.numpy()
    return time.monotonic() - began


def is_short(loop):
    return loop is not None and loop.is_short


def is_self_contained(graph):
    """Nothing in it waits for the main thread, which may then run it."""
    nodes = [graph.node, *(function.node_def for function in graph.library.function)]
    return not any(part in node.op for part in WAITING for group in nodes for node in group)


def is_dense(x):
    return isinstance(x, (tf.Tensor, tf.TensorSpec))


def arrays(results):
    return tf.nest.map_structure(lambda *parts: np.concatenate([part.numpy() for part in parts]), *results)
