"""Datasets of TensorFlow for R: what has no function of its own in tf.data."""

import codecs
import os
import re

import numpy as np
import tensorflow as tf


def sparse_slices(tensor):
    """The rows of a sparse tensor as (indices, values, dense shape)."""
    def parts(row):
        return row.indices, row.values, row.dense_shape

    return tf.data.Dataset.from_tensor_slices(tensor).map(parts)


def lines(files, skip, options):
    """The lines of text files, without the first `skip` lines of each file."""
    if not skip:
        found = tf.data.TextLineDataset(files, **options)
        return found.map(_without_mark) if _have_mark(files) else found
    if not isinstance(files, (tf.data.Dataset, tf.Tensor)) and len(files) == 1:
        return tf.data.TextLineDataset(files, **options).skip(skip)
    parallel = options.pop("num_parallel_reads", None)

    def rest(file):
        return tf.data.TextLineDataset(file, **options).skip(skip)

    if not isinstance(files, tf.data.Dataset):
        files = tf.data.Dataset.from_tensor_slices(tf.reshape(files, [-1]))
    if parallel is None:
        return files.flat_map(rest)
    cycle = None if parallel == -1 else parallel
    return files.interleave(rest, cycle_length=cycle, num_parallel_calls=parallel)


def _have_mark(files):
    """Whether local files begin with a byte order mark of UTF-8, as spreadsheets write it."""
    if isinstance(files, (tf.data.Dataset, tf.Tensor)):
        return False
    return any(_has_mark(file) for file in np.ravel(files) if os.path.isfile(file))


def _has_mark(file):
    with open(file, "rb") as stream:
        return stream.read(3) == codecs.BOM_UTF8


def _without_mark(line):
    return tf.strings.regex_replace(line, "^\ufeff", "")


def decode(dataset, names, defaults, delim, parallel):
    """Lines of delimited text as dictionaries of columns."""
    # Tensors would be passed to the graph with each line.
    defaults = [tf.get_static_value(default) for default in defaults]

    # In columns with this default `NA` is a missing value; TensorFlow takes it for one in all columns.
    missing = [np.asarray(default).dtype.kind == "f" and bool(np.isnan(default)) for default in defaults]

    def parsed(line, are_numbers, na_value):
        wanted = [default if is_wanted else "" for default, is_wanted in zip(defaults, are_numbers)]
        return tf.io.decode_csv(line, wanted, field_delim=delim, na_value=na_value)

    def columns(line):
        found = parsed(line, [not is_missing for is_missing in missing], "")
        if any(missing):
            with_missing = parsed(line, missing, "NA")
            found = [b if is_missing else a for a, b, is_missing in zip(found, with_missing, missing)]
        return dict(zip(names, found))

    return dataset.map(columns, num_parallel_calls=parallel)


def query(file, query, names, types):
    """The rows of a query of a SQLite database as dictionaries of columns."""
    rows = tf.data.experimental.SqlDataset("sqlite", file, query, tuple(types))
    return rows.map(lambda *values: dict(zip(names, values)))


def refuse_wrong_values(dataset, argument, missing, highest=None, are_classes=False):
    """The dataset; values are errors with which training would go on. TensorFlow's graphs turn NaN into 0 where they
    fuse a layer with its relu(), so that a model could not tell. Losses compute a number from any label.

    `highest` is the highest label, None if the loss takes any. Batches are checked when they are used, as a dataset
    may be slow, endless or different each time.
    """
    def check(index, *batch):
        parts = batch[0] if isinstance(batch[0], tuple) else batch
        if missing:
            for part in tf.nest.flatten(parts[0]):
                refuse_missing(part, index)
        if highest is not None:
            refuse_label(parts[1], index)
        return batch[0]

    def refuse_missing(part, index):
        if isinstance(part, tf.Tensor) and part.dtype.is_floating and part.shape.rank != 0:
            # Without a branch, as that of tf.debugging.Assert(): an epoch would begin 50 ms later.
            found = tf.reduce_any(tf.math.is_nan(part), tf.range(1, tf.rank(part)))
            said = [f"`{argument}` has missing values", tf.argmax(found) + 1, index + 1]
            tf.raw_ops.Assert(condition=tf.logical_not(tf.reduce_any(found)), data=said)

    def refuse_label(y, index):
        """With few operations: each costs 10 us in a batch."""
        if not (isinstance(y, tf.Tensor) and (y.dtype.is_floating or y.dtype.is_integer)):
            return
        low, high = tf.reduce_min(y), tf.reduce_max(y)
        right = (low >= 0) & (high <= tf.constant(min(int(highest), y.dtype.max), y.dtype))
        if are_classes and y.dtype.is_floating:
            right &= tf.reduce_all(y == tf.floor(y))
        if y.shape.rank is None or 0 in y.shape or None in y.shape:
            right |= tf.size(y) == 0
        kind = "classes" if are_classes else "labels"
        said = [f"`{argument}` has the {kind}", low, high, index + 1, int(highest)]
        tf.raw_ops.Assert(condition=right, data=said)

    return dataset.enumerate().map(check)


def prepare(dataset, features, response, named, dtype, parallel):
    """Columns as (x, y). `dtype` is that of the stacked features, None to keep it, False not to stack."""
    def parts(record):
        x = chosen(record)
        y = None if response is None else record[response]
        if named:
            return {"x": x} if response is None else {"x": x, "y": y}
        return x if response is None else (x, y)

    def chosen(record):
        columns = {name: record[name] for name in features}
        if dtype is False:
            return columns
        tensors = columns.values()
        if dtype is not None:
            tensors = [tf.cast(tensor, dtype) for tensor in tensors]
        return tf.stack(list(tensors), axis=-1)

    return dataset.map(parts, num_parallel_calls=parallel)


class Text(bytes):
    """A single string, which R shows as such."""


class ArrayIterator:
    """The elements of a dataset as NumPy arrays, numbers and strings."""

    def __init__(self, dataset):
        self._elements = iterator(dataset)

    def __iter__(self):
        return self

    def __next__(self):
        return arrays(next(self._elements))


def iterator(dataset):
    """An iterator for R, whose garbage collector destroys it late."""
    return iter(untuned(dataset))


def untuned(dataset):
    """The dataset for such an iterator. The thread that tunes a pipeline sometimes misses the end of its iterator, and
    TensorFlow 2.21 waits for it as long as the iterator has lived, with the GIL: in plain Python, too, when some fifty
    iterators are destroyed one after the other. So it is not tuned, unless the user has chosen it."""
    if not isinstance(dataset, tf.data.Dataset) or dataset.options().autotune.enabled is not None:
        return dataset
    options = tf.data.Options()
    options.autotune.enabled = False
    return dataset.with_options(options)


def arrays(element):
    """An element with NumPy arrays in the place of tensors."""
    return tf.nest.map_structure(array, element)


def array(tensor):
    if not hasattr(tensor, "numpy"):
        return tensor
    value = tensor.numpy()
    if isinstance(value, bytes):
        return Text(value) if is_text(value) else value
    if getattr(value, "dtype", None) == object:
        return texts(value)
    return value


def is_text(value):
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True


def texts(values):
    try:
        items = [value.decode() for value in values.ravel()]
    except (UnicodeDecodeError, AttributeError):
        return values
    result = np.empty(values.size, dtype=object)
    result[:] = items
    return result.reshape(values.shape)


def columns(dataset, batched):
    """All elements as (names, columns); `batched` if each element has several rows."""
    if not batched:
        dataset = dataset.batch(4096)
    spec = dataset.element_spec
    parts = [[] for _ in flat(spec)]
    for element in dataset:
        for part, (_, tensor) in zip(parts, flat(element)):
            part.append(dense(tensor))
    specs = [spec for _, spec in flat(spec)]
    return [name for name, _ in flat(spec)], [joined(*pair) for pair in zip(parts, specs)]


def dense(tensor):
    return tf.sparse.to_dense(tensor) if isinstance(tensor, tf.SparseTensor) else tensor


def joined(tensors, spec):
    if tensors:
        return array(tf.concat(tensors, axis=0))
    return array(tf.zeros([size or 0 for size in spec.shape], spec.dtype))


def flat(element, name="V1"):
    """The tensors of an element with their names: `speed`, `x.speed`, `V1`."""
    if isinstance(element, dict):
        outer = "" if re.fullmatch("V[0-9]+", name) else name + "."
        items = [(outer + str(key), part) for key, part in element.items()]
    elif isinstance(element, (tuple, list)):
        items = [(f"V{i + 1}", part) for i, part in enumerate(element)]
    else:
        return [(name, element)]
    return [pair for key, part in items for pair in flat(part, key)]


def pairs(dataset):
    """Elements {"x":, "y":, "sample_weight":} as the tuples that Keras takes."""

    def parts(element):
        y, weight = element.get("y"), element.get("sample_weight")
        if weight is not None:
            return element["x"], y, weight
        return element["x"] if y is None else (element["x"], y)

    return dataset.map(parts)


def by_output(dataset, names, is_dict):
    """Batches whose targets and weights are dicts of `names`, or lists in this order, as Keras takes them for a model
    that was made with a list of outputs. Outputs without weights have ones."""

    def by_name(part):
        if isinstance(part, dict):
            return part
        return dict(zip(names, part if isinstance(part, tuple) else [part] * len(names)))

    def ordered(x, y, *weights):
        ones = tf.ones(tf.shape(tf.nest.flatten(y)[0])[0])
        parts = [by_name(y), *({**dict.fromkeys(names, ones), **by_name(weight)} for weight in weights)]
        if not is_dict:
            parts = [tuple(part[name] for name in names if name in part) for part in parts]
        return x, *parts

    return dataset.map(ordered)
