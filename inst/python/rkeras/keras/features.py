"""Feature specifications: the columns of a data set, statistics of columns, and the layer that
computes a dense tensor from TensorFlow's feature columns.

The module imports TensorFlow and Keras, so R imports it when a specification is fitted.
"""

import functools
import inspect

import keras
import numpy as np
import tensorflow as tf

from rkeras import borrowed


# ---- Columns of a data set -----------------------------------------------------------------------


def columns(dataset):
    """The type and shape of each column of the elements, or None if they are not named columns."""
    element = dataset.element_spec
    if isinstance(element, tuple) and element:
        element = element[0]
    if not isinstance(element, dict):
        return None
    return {name: [spec.dtype.name, shape_list(spec.shape)] for name, spec in element.items()}


def shape_list(shape):
    return None if shape.rank is None else [-1 if n is None else n for n in shape.as_list()]


def select(dataset, x, y):
    """The columns `x`, with the column or columns `y` if there are any."""

    def pick(element):
        features = {name: element[name] for name in x}
        if not y:
            return features
        return features, element[y[0]] if len(y) == 1 else {name: element[name] for name in y}

    return dataset.map(pick)


# ---- Statistics of columns -----------------------------------------------------------------------


class Moments:
    """Count, mean, standard deviation and range of a column, without its missing values."""

    def __init__(self):
        self.n, self.mean, self.squares = 0, 0.0, 0.0
        self.least, self.largest = np.inf, -np.inf

    def add(self, values):
        values = np.asarray(values, dtype="float64").ravel()
        values = values[~np.isnan(values)]
        if values.size == 0:
            return
        # Chan, Golub and LeVeque (1983): two sets of moments are combined without cancellation.
        n, mean, squares = values.size, values.mean(), ((values - values.mean()) ** 2).sum()
        shift, total = mean - self.mean, self.n + n
        self.squares += squares + shift**2 * self.n * n / total
        self.mean += shift * n / total
        self.n = total
        self.least, self.largest = min(self.least, values.min()), max(self.largest, values.max())

    def result(self):
        sd = (self.squares / (self.n - 1)) ** 0.5 if self.n > 1 else float("nan")
        return {"n": self.n, "mean": float(self.mean), "sd": float(sd), "min": float(self.least), "max": float(self.largest)}


class Vocabulary:
    """The different values of a column, sorted."""

    def __init__(self):
        self.values = set()

    def add(self, values):
        self.values.update(np.unique(np.asarray(values).ravel()).tolist())

    def result(self):
        return [v.decode("utf-8") if isinstance(v, bytes) else v for v in sorted(self.values)]


def measure(dataset, moments, vocabularies):
    """Moments and vocabularies of the named columns, from one pass over the data."""
    measures = [(name, Moments()) for name in moments] + [(name, Vocabulary()) for name in vocabularies]
    if measures:
        names = {name for name, _ in measures}
        dataset = dataset.map(lambda element: {name: element[name] for name in names})
        for batch in batched(dataset).as_numpy_iterator():
            for name, measure in measures:
                measure.add(flat(batch[name]))
    results = [measure.result() for _, measure in measures]
    return [results[: len(moments)], results[len(moments) :]]


def batched(dataset):
    """Single rows in batches, which are measured faster."""
    one_row = all(spec.shape.rank == 0 for spec in tf.nest.flatten(dataset.element_spec))
    return dataset.batch(1024) if one_row else dataset


def flat(values):
    return getattr(values, "flat_values", getattr(values, "values", values))


# ---- Normalizers ---------------------------------------------------------------------------------


@keras.saving.register_keras_serializable("rkeras")
class Linear:
    """The function (x - shift) / scale of a numeric column."""

    def __init__(self, shift, scale):
        self.shift, self.scale = shift, scale

    def __call__(self, x):
        x = tf.cast(x, tf.float32)
        return (x - self.shift) / self.scale

    def __repr__(self):
        return f"(x - {self.shift:.6g}) / {self.scale:.6g}"

    def get_config(self):
        return {"shift": self.shift, "scale": self.scale}

    @classmethod
    def from_config(cls, config):
        return cls(**config)


# ---- Feature columns -----------------------------------------------------------------------------


def make(kind, /, **fields):
    """A feature column. Without the decorator, which logs that feature columns are deprecated."""
    return inspect.unwrap(getattr(tf.feature_column, kind))(**fields)


# ---- Shared embeddings ---------------------------------------------------------------------------


def share_embeddings(columns, name):
    """Embedding columns that use one matrix of weights.

    TensorFlow's own shared columns work only in graphs of TensorFlow 1.
    """
    buckets = {column.categorical_column.num_buckets for column in columns}
    if len(buckets) > 1:
        raise ValueError(f"have different numbers of categories: {sorted(buckets)}")
    return [shared_class(type(column))(*column).under(name) for column in columns]


@functools.cache
def shared_class(embedding):
    """A subclass of TensorFlow's embedding column, whose `shared` names the weights."""

    class SharedEmbeddingColumn(embedding):
        def under(self, name):
            self.shared = name
            return self

        @property
        def name(self):
            return f"{self.categorical_column.name}_shared_embedding"

    return SharedEmbeddingColumn


# ---- The layer -----------------------------------------------------------------------------------


class State:
    """The feature columns of a layer, their variables and lookup tables.

    Keras copies tuples that are attributes of a layer, and columns are tuples: their own attributes
    would be lost.
    """

    def __init__(self, layer, columns):
        self.layer, self.columns, self.variables, self.resources = layer, columns, {}, {}

    def create_variable(self, feature_column, name, shape, dtype=None, trainable=True, use_resource=True, initializer=None):
        key = getattr(feature_column, "shared", feature_column.name), name
        if key not in self.variables:
            self.variables[key] = self.layer.add_weight(
                name=f"{key[0]}_{name}",
                shape=tuple(shape),
                dtype=(dtype or tf.float32).name,
                trainable=trainable and self.layer.trainable,
                initializer=as_initializer(initializer),
            )

    def get_variable(self, feature_column, name):
        variable = self.variables[getattr(feature_column, "shared", feature_column.name), name]
        return tf.convert_to_tensor(variable)

    def add_resource(self, feature_column, name, resource):
        self.resources[feature_column.name, name] = resource
        # A SavedModel contains the tables that are attributes of the layer.
        setattr(self.layer, f"table_{len(self.resources)}", resource)

    def has_resource(self, feature_column, name):
        return (feature_column.name, name) in self.resources

    def get_resource(self, feature_column, name):
        return self.resources[feature_column.name, name]


def as_initializer(initializer):
    """TensorFlow's initializers need a dtype of TensorFlow, and return tensors of it."""
    if initializer is None or isinstance(initializer, keras.initializers.Initializer):
        return initializer
    return lambda shape, dtype=None: initializer(shape, tf.as_dtype(dtype or "float32"))


@keras.saving.register_keras_serializable("rkeras")
class DenseFeatures(keras.layers.Layer):
    """Concatenates the dense tensors of feature columns, in the order of the columns' names."""

    takes_columns = True

    def __init__(self, feature_columns, **kwargs):
        super().__init__(**kwargs)
        self.state = State(self, sorted(map(as_column, feature_columns), key=lambda column: column.name))

    @property
    def feature_columns(self):
        return self.state.columns

    def build(self, input_shape):
        for column in self.feature_columns:
            create = getattr(column, "create_state", None)
            if create:
                create(self.state)
        self.built = True

    def call(self, features):
        if not isinstance(features, dict):
            raise ValueError("the features must be named columns")
        cache = borrowed.get("feature_cache")(features)
        parts = [self.dense(column, cache) for column in self.feature_columns]
        return parts[0] if len(parts) == 1 else tf.concat(parts, axis=-1)

    def dense(self, column, cache):
        tensor = column.get_dense_tensor(cache, self.state)
        return tf.reshape(tf.cast(tensor, self.compute_dtype), (-1, size(column)))

    def compute_output_shape(self, input_shape):
        first = next(iter(input_shape.values())) if isinstance(input_shape, dict) else input_shape
        return first[0], sum(map(size, self.feature_columns))

    def compute_output_spec(self, features):
        shapes = {name: tensor.shape for name, tensor in features.items()}
        return keras.KerasTensor(self.compute_output_shape(shapes), dtype=self.compute_dtype)

    def get_config(self):
        return {**super().get_config(), "feature_columns": [describe(column) for column in self.feature_columns]}


def size(column):
    return column.variable_shape.num_elements()


# ---- Feature columns in files --------------------------------------------------------------------

# The fields of each class that its function in tf.feature_column knows by another name.
RENAMED = {"number_buckets": "num_buckets"}
MAKERS = {
    "NumericColumn": "numeric_column",
    "BucketizedColumn": "bucketized_column",
    "HashedCategoricalColumn": "categorical_column_with_hash_bucket",
    "IdentityCategoricalColumn": "categorical_column_with_identity",
    "VocabularyListCategoricalColumn": "categorical_column_with_vocabulary_list",
    "VocabularyFileCategoricalColumn": "categorical_column_with_vocabulary_file",
    "CrossedColumn": "crossed_column",
    "IndicatorColumn": "indicator_column",
    "EmbeddingColumn": "embedding_column",
    "SharedEmbeddingColumn": "embedding_column",
}


def describe(value):
    """A feature column, or a field of one, as values that JSON has."""
    maker = MAKERS.get(type(value).__name__)
    if maker:
        names = inspect.signature(type(value)).parameters
        fields = {RENAMED.get(name, name): describe(field) for name, field in zip(names, value)}
        return {"column": maker, "fields": fields, "shared": getattr(value, "shared", None)}
    if isinstance(value, (list, tuple)):
        return [describe(item) for item in value]
    if isinstance(value, tf.DType):
        return {"dtype": value.name}
    if callable(value):
        return {"function": keras.saving.serialize_keras_object(as_saved(value))}
    return value


def as_saved(function):
    """The default initializer of embeddings is one of TensorFlow 1, which has no config in Keras."""
    if hasattr(function, "stddev") and not isinstance(function, keras.initializers.Initializer):
        return keras.initializers.TruncatedNormal(function.mean, function.stddev)
    return function


def as_column(value):
    """The opposite of describe()."""
    if isinstance(value, list):
        return [as_column(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "dtype" in value:
        return tf.as_dtype(value["dtype"])
    if "function" in value:
        return keras.saving.deserialize_keras_object(value["function"])
    made = make(value["column"], **{name: as_column(field) for name, field in value["fields"].items()})
    return share_embeddings([made], value["shared"])[0] if value.get("shared") else made
