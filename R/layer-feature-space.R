# Feature spaces: data frames, column by column, as numbers for a model.

#' @eval rd_keras("keras.utils.FeatureSpace")
#' @export
layer_feature_space <- function(object, features, output_mode = "concat", crosses = NULL,
                                crossing_dim = 32L, hashing_dim = 32L,
                                num_discretization_bins = 32L, name = NULL,
                                feature_names = NULL) {
  if (missing(features) && !is.null(feature_names)) features <- feature_names
  args <- capture_args(
    features = as_features,
    output_mode = one_string,
    crosses = as_crosses,
    crossing_dim = as_integer,
    hashing_dim = as_integer,
    num_discretization_bins = as_integer
  )
  args$feature_names <- NULL
  space <- call_python(keras_endpoint("keras.utils.FeatureSpace"), args, convert = TRUE)
  if (missing(object) || is.null(object)) {
    return(space)
  }
  columns <- as_feature_columns(object, "object")
  if (is.list(columns)) columns <- needed_columns(columns, names(args$features))
  call_python(space, list(columns))
}

feature_space_class <- "keras.src.layers.preprocessing.feature_space.FeatureSpace"

# A feature space raises an error for unknown columns.
needed_columns <- function(columns, features) {
  absent <- setdiff(features, names(columns))
  if (length(absent) > 0L) {
    abort("`object` has no column %s.", in_ticks(absent))
  }
  columns[features]
}

as_features <- function(x, argument) {
  if (is_py_object(x)) {
    return(x)
  }
  x <- as.list(x)
  if (is.null(names(x)) || !all(nzchar(names(x))) || anyDuplicated(names(x))) {
    abort("`%s` must be a list with a different name for each feature.", argument)
  }
  x
}

# Features to combine, as vectors of names or feature_cross(); a single one becomes a list.
as_crosses <- function(x, argument) {
  if (is.null(x)) {
    return(NULL)
  }
  if (is_py_object(x) || is.character(x)) x <- list(x)
  lapply(x, as_sequence)
}

# Batches of named columns. Each column is one tensor, because a feature space processes columns
# separately.
as_features_dataset <- function(data, argument) {
  if (is_py_object(data)) {
    return(data)
  }
  columns <- as_feature_columns(data, argument)
  for (name in names(columns)) {
    check_adapt_missing(columns[[name]], sprintf("%s$%s", argument, name))
  }
  dataset <- keras_endpoint("tensorflow.data.Dataset.from_tensor_slices")
  call_python(dataset, list(columns), convert = TRUE)$batch(1024L)
}

# The columns as arrays: factors become strings, which are categories, and so are missing ones.
as_feature_columns <- function(data, argument) {
  if (is_py_object(data)) {
    return(data)
  }
  must_be(data, "a data frame, or a named list of columns",
          is.list(data) && !is.null(names(data)), argument)
  lapply(as.list(data), function(column) {
    if (is_py_object(column)) return(column)
    if (is.factor(column) || is.character(column)) column <- as_categories(column)
    as_keras_array(column, argument)
  })
}
