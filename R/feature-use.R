# A fitted specification in a model: the data, the inputs, and the layer that computes the features.

#' Prepare a data set for a model by a specification
#'
#' Keeps the columns that the specification uses and splits each element into the features and the
#' target, `(x, y)`, as [fit()] expects. The features remain as they are in the data: the layer of
#' [layer_dense_features()] computes the numbers, so that the model contains the computation.
#'
#' @param dataset A TensorFlow dataset of named columns, or a data frame.
#' @param spec A fitted specification; see [fit.FeatureSpec()].
#' @return A TensorFlow dataset. Its elements are named features, or, if the specification has a
#'   target, pairs of named features and the target.
#' @family feature specifications
#' @concept feature columns
#' @concept tf.data dataset
#' @seealso [feature_spec()], [layer_input_from_dataset()].
#' @examplesIf is_keras_available()
#' spec <- feature_spec(mtcars, mpg ~ wt + hp) |>
#'   step_numeric_column(all_numeric()) |>
#'   fit()
#' dataset_use_spec(mtcars, spec)
#' @export
dataset_use_spec <- function(dataset, spec) {
  check_feature_spec(spec)
  spec_columns(spec)
  dataset <- named_dataset(dataset, "dataset")
  check_columns_present(dataset, c(spec$x, spec$y), "dataset")
  in_python("rkeras.keras.features.select", dataset, as.list(spec$x), as.list(spec$y))
}

#' Create inputs from the columns of a data set
#'
#' Creates one [keras_input()] for each column, with the column's name, type and shape. If the
#' elements of a dataset are pairs of features and target, as after [dataset_use_spec()], only the
#' features become inputs. A model with these inputs is trained with the same dataset or with a data
#' frame that has these columns.
#'
#' @param dataset A TensorFlow dataset of named columns, or a data frame.
#' @return A named list of symbolic Keras tensors.
#' @family feature specifications
#' @concept functional API
#' @concept input layer
#' @seealso [layer_dense_features()], [keras_input()], [keras_model()].
#' @examplesIf is_keras_available()
#' layer_input_from_dataset(iris[1:2])
#' @export
layer_input_from_dataset <- function(dataset) {
  if (is.data.frame(dataset)) dataset <- utils::head(dataset)
  columns <- element_columns(named_dataset(dataset, "dataset"))
  Map(function(column, name) {
    keras_input(shape = input_shape(column[[2]]), dtype = column[[1]], name = name)
  }, columns, names(columns))
}

# Without the axis of the batch. One number, in a batch or not, has the shape 1, which feature
# columns and layers expect.
input_shape <- function(shape) {
  shape <- as.integer(unlist(shape))
  shape[shape < 0L] <- NA
  if (length(shape) < 2L) 1L else shape[-1]
}

#' Compute feature columns as a layer
#'
#' The layer takes named columns and concatenates the numbers that TensorFlow's feature columns
#' compute of them, in the order of the columns' names: scaled numbers, indicators, embeddings. It
#' is usually the first layer of a model. Keras 3 has no such layer; this one is rkeras's own. It is
#' saved with the model. It needs the TensorFlow backend: on other backends use
#' [layer_feature_space()].
#'
#' @param object Named list of inputs, of [layer_input_from_dataset()], a sequential model, or named
#'   columns, such as a data frame.
#' @param feature_columns List of feature columns, of [dense_features()] or of `tf$feature_column`.
#' @param name String. Name of the layer.
#' @param trainable Logical. Whether training changes the weights of embeddings.
#' @param input_shape,batch_input_shape,batch_size,weights Not used. The columns have their shapes.
#' @param dtype String. Type of the result.
#' @return If `object` is missing or `NULL`, a layer. Otherwise the layer's output, or the model.
#' @section Shapes:
#' Input: named columns of shape `(batch)` or `(batch, 1)`. Output: `(batch, features)`.
#' @family feature specifications
#' @concept DenseFeatures
#' @concept feature columns
#' @seealso [feature_spec()], [dense_features()], [layer_feature_space()].
#' @eval rd_example("layer_dense_features")
#' @export
layer_dense_features <- function(object, feature_columns, name = NULL, trainable = NULL,
                                 input_shape = NULL, batch_input_shape = NULL, batch_size = NULL,
                                 dtype = NULL, weights = NULL) {
  check_tensorflow_backend()
  columns <- as_feature_list(feature_columns)
  args <- drop_null(list(columns, name = name, trainable = trainable, dtype = dtype))
  layer <- call_python(python_function("rkeras.keras.features.DenseFeatures"), args, TRUE)
  if (missing(object) || is.null(object)) return(layer)
  if (is_sequential(object)) return(compose_layer(object, layer, structure(list())))
  call_python(layer, list(as_feature_columns(object, "object")))
}

as_feature_list <- function(x) {
  columns <- if (is_py_object(x) && !inherits(x, "python.builtin.list")) list(x) else as.list(x)
  if (!length(columns) || !all(vapply(columns, is_dense_column, NA))) {
    abort(paste("`feature_columns` must be a list of dense feature columns, such as",
                "`dense_features(spec)`. Encode categorical columns with",
                "`step_indicator_column()` or `step_embedding_column()`."))
  }
  unname(columns)
}

is_dense_column <- function(x) is_py_object(x) && py_has_attr(x, "get_dense_tensor")

check_tensorflow_backend <- function() {
  if (!can("graphs")) {
    abort("Feature columns need the TensorFlow backend, but Keras uses %s. Use %s.",
          config_backend(), "`layer_feature_space()`", kind = "module")
  }
}
