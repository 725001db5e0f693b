"""Files of columns, larger than memory, as datasets: Parquet, Arrow and CSV, read with pyarrow.

A shard is what is read at once: a row group of a Parquet file, a record batch of an Arrow file, a
block of lines of a CSV file. The dataset is a map over the numbers of the shards, so that TensorFlow
can save and restore the position of an iterator.
"""

import io
import os

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import tensorflow as tf

from rkeras.bridge.told import InRWords

SUFFIXES = {".parquet": "parquet", ".pq": "parquet", ".arrow": "arrow", ".feather": "arrow", ".ipc": "arrow", ".csv": "csv"}
BLOCK = 16 * 2**20


# ---- Shards --------------------------------------------------------------------------------------


class ParquetFile:
    """TensorFlow's threads read several shards at once, but a reader is for one thread, so each shard has
    its own. Files are not mapped, because the pages of a mapped file count as memory of the process."""

    def __init__(self, path):
        self.path = path
        with pa.parquet.ParquetFile(path) as file:
            self.metadata, self.schema = file.metadata, file.schema_arrow
        self.n = self.metadata.num_row_groups
        self.rows = self.metadata.num_rows

    def read(self, shard, columns):
        with pa.parquet.ParquetFile(self.path, metadata=self.metadata, pre_buffer=False) as file:
            return file.read_row_group(shard, columns=columns, use_threads=False)


class ArrowFile:
    def __init__(self, path):
        self.path = path
        with self.open() as file:
            self.schema, self.n = file.schema, file.num_record_batches
        self.rows = None

    def open(self):
        return pa.ipc.open_file(pa.OSFile(self.path))

    def read(self, shard, columns):
        with self.open() as file:
            return pa.Table.from_batches([file.get_batch(shard)]).select(columns)


class CsvFile:
    """Types come from the first block; blocks end at the ends of lines."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            self.header = file.readline()
            self.starts = list(block_starts(file, os.path.getsize(path)))
        self.n = len(self.starts) - 1
        self.rows = None
        self.schema = None
        if self.n < 1:
            raise InRWords(f'"{path}" has no rows.')
        self.schema = self.read(0, None).schema

    def read(self, shard, columns):
        start, end = self.starts[shard : shard + 2]
        with open(self.path, "rb") as file:
            file.seek(start)
            block = self.header + file.read(end - start)
        types = {field.name: field.type for field in self.schema} if self.schema else None
        options = pa.csv.ConvertOptions(column_types=types, include_columns=columns)
        return pa.csv.read_csv(io.BytesIO(block), pa.csv.ReadOptions(use_threads=False), convert_options=options)


def block_starts(file, size):
    while file.tell() < size:
        yield file.tell()
        file.seek(min(file.tell() + BLOCK, size))
        file.readline()
    yield size


READERS = {"parquet": ParquetFile, "arrow": ArrowFile, "csv": CsvFile}


def open_files(paths, kind):
    return [open_file(path, kind or SUFFIXES.get(os.path.splitext(path)[1].lower())) for path in paths]


def open_file(path, kind):
    if kind is None:
        raise InRWords(f'"{path}" ends in none of {", ".join(SUFFIXES)}; give its `format`.')
    try:
        return READERS[kind](path)
    except (pa.ArrowInvalid, OSError) as failure:
        raise InRWords(f'"{path}" cannot be read as {kind}: {failure}.') from None


# ---- Columns -------------------------------------------------------------------------------------


def spec(field):
    kind, shape = field.type, (None,)
    if pa.types.is_fixed_size_list(kind):
        kind, shape = kind.value_type, (None, kind.list_size)
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_binary(kind):
        return tf.TensorSpec(shape, tf.string)
    if pa.types.is_temporal(kind) or pa.types.is_decimal(kind):
        return tf.TensorSpec(shape, tf.float64)
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind):
        return tf.TensorSpec(shape, tf.as_dtype(kind.to_pandas_dtype()))
    raise InRWords(f"Column `{field.name}` is of type {kind}, which has no tensors; leave it out of `columns`.")


def array_of(column, spec, name, replacement):
    column = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if column.null_count and replacement is not None:
        column = column.fill_null(replacement)
    if column.null_count and not spec.dtype.is_floating:
        raise InRWords(f"Column `{name}` has missing values; give a value for them in `na`.")
    if pa.types.is_fixed_size_list(column.type):
        width = column.type.list_size
        values = column.flatten().to_numpy(zero_copy_only=False).reshape(-1, width)
        return values.astype(spec.dtype.as_numpy_dtype)
    if pa.types.is_date(column.type):
        column = column.cast(pa.int32() if pa.types.is_date32(column.type) else pa.int64())
    elif pa.types.is_temporal(column.type):
        return seconds(column)
    elif pa.types.is_decimal(column.type):
        column = column.cast(pa.float64())
    values = column.to_numpy(zero_copy_only=False)
    return values if spec.dtype == tf.string else values.astype(spec.dtype.as_numpy_dtype)


def seconds(column):
    """Timestamps since 1970, times of the day and durations."""
    kind = column.type
    if pa.types.is_timestamp(kind):
        column = column.cast(pa.timestamp("us", kind.tz))
    elif pa.types.is_duration(kind):
        column = column.cast(pa.duration("us"))
    else:
        column = column.cast(pa.time64("us"))
    return column.cast(pa.int64()).to_numpy(zero_copy_only=False) / 1e6


# ---- The dataset ---------------------------------------------------------------------------------


def columns_dataset(paths, kind, columns, batch_size, shuffle, seed, na, parallel, drop_remainder):
    """Batches of named columns from all shards of the files."""
    files = open_files(paths, kind)
    names = columns or files[0].schema.names
    check_schemas(files, paths, names)
    specs = {name: spec(files[0].schema.field(name)) for name in names}
    places = [(i, shard) for i, file in enumerate(files) for shard in range(file.n)]
    order = tf.data.Dataset.range(len(places))
    if shuffle:
        order = order.shuffle(len(places), seed=seed, reshuffle_each_iteration=True)
    seeds = tf.data.Dataset.random(seed=seed, rerandomize_each_iteration=True)

    def read(place, row_seed):
        file, shard = places[place]
        table = files[file].read(shard, names)
        arrays = [array_of(table.column(name), specs[name], name, na.get(name)) for name in names]
        if shuffle:
            rows = np.random.default_rng(row_seed).permutation(len(table))
            arrays = [values[rows] for values in arrays]
        return arrays

    @tf.autograph.experimental.do_not_convert
    def transform(place, row_seed):
        # TensorFlow saves the position of iterators only over functions without a state.
        dtypes = [specs[name].dtype for name in names]
        values = tf.numpy_function(read, [place, row_seed], dtypes, stateful=False)
        for value, name in zip(values, names):
            value.set_shape(specs[name].shape)
        return dict(zip(names, values))

    dataset = tf.data.Dataset.zip((order, seeds)).map(transform, num_parallel_calls=parallel, deterministic=True)
    return dataset.rebatch(batch_size, drop_remainder=drop_remainder) if batch_size else dataset


def check_schemas(files, paths, names):
    for file, path in zip(files, paths):
        for name in names:
            if name not in file.schema.names:
                raise InRWords(f'"{path}" has no column `{name}`; it has {", ".join(file.schema.names)}.')
            first, here = files[0].schema.field(name).type, file.schema.field(name).type
            if first != here:
                raise InRWords(f'Column `{name}` is {first} in "{paths[0]}", but {here} in "{path}".')
