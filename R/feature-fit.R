# Fitting a specification: statistics of the columns, and TensorFlow's feature columns made of them.

#' Fit a feature specification
#'
#' Reads the data once and computes what the steps need: the mean and standard deviation or the
#' range of columns with a scaler, and the vocabulary of categorical columns without one. Then it
#' creates TensorFlow's feature columns. Missing numbers are left out of the statistics. The
#' specification itself is not changed.
#'
#' @param object A specification; see [feature_spec()].
#' @param dataset TensorFlow dataset or data frame to compute the statistics from. `NULL` means the
#'   data that `feature_spec()` was called with.
#' @param ... Not used.
#' @return A fitted specification of class `FeatureSpec`.
#' @family feature specifications
#' @concept feature columns
#' @concept normalization
#' @concept vocabulary
#' @seealso [feature_spec()], [dense_features()], [dataset_use_spec()].
#' @examplesIf is_keras_available()
#' spec <- feature_spec(iris, Species ~ Sepal.Length) |>
#'   step_numeric_column(Sepal.Length, normalizer_fn = scaler_min_max())
#' fit(spec)
#' @export
fit.FeatureSpec <- function(object, dataset = NULL, ...) {
  fit_in_place(copy_spec(object), dataset)
}

#' Feature columns of a specification
#'
#' Returns the feature columns that are numbers, for [layer_dense_features()]: numeric and
#' bucketized columns, indicators and embeddings. Categorical columns are among them only through
#' [step_indicator_column()] or [step_embedding_column()].
#'
#' @param spec A fitted specification; see [fit.FeatureSpec()].
#' @return A named list of TensorFlow's feature columns.
#' @family feature specifications
#' @concept feature columns
#' @concept DenseFeatures
#' @seealso [feature_spec()], [layer_dense_features()].
#' @examplesIf is_keras_available()
#' spec <- feature_spec(iris, Species ~ .) |>
#'   step_numeric_column(starts_with("Petal")) |>
#'   step_bucketized_column(Petal.Length, boundaries = c(2, 5)) |>
#'   fit()
#' names(dense_features(spec))
#' @export
dense_features <- function(spec) {
  check_feature_spec(spec)
  dense_columns(spec)
}

dense_columns <- function(spec) {
  Filter(is_dense_column, spec_columns(spec))
}

spec_columns <- function(spec) {
  if (!spec$prepared) {
    abort("The feature specification is not fitted. Call `fit(spec)` first.")
  }
  spec$columns
}

fit_in_place <- function(spec, dataset) {
  if (!is.null(dataset)) assign("dataset", named_dataset(dataset, "dataset"), spec)
  check_columns_present(spec$dataset, spec$x, "dataset")
  require_feature_columns()
  facts <- column_facts(spec)
  columns <- list()
  for (name in names(spec$steps)) {
    columns <- with_step(name, spec$steps[[name]], columns, facts, spec$types)
  }
  assign("columns", columns, spec)
  assign("prepared", TRUE, spec)
  spec
}

# One pass over the data for all steps.
column_facts <- function(spec) {
  needs <- vapply(spec$steps, step_need, "")
  keys <- vapply(spec$steps, function(step) step$columns[[1]], "")
  moments <- unique(keys[needs == "moments"])
  words <- unique(keys[needs == "vocabulary"])
  for (name in words) check_category_type(name, spec$types[[name]])
  if (length(c(moments, words))) check_finite(spec$dataset)
  measure <- python_function("rkeras.keras.features.measure")
  found <- call_blocking(measure, list(spec$dataset, as.list(moments), as.list(words)), TRUE)
  list(
    moments = stats::setNames(found[[1]], moments),
    vocabularies = stats::setNames(lapply(found[[2]], unlist), words)
  )
}

check_columns_present <- function(dataset, names, argument) {
  absent <- setdiff(names, names(element_columns(dataset)))
  if (length(absent)) {
    abort("`%s` has no column %s, which the specification uses.", argument, in_ticks(absent))
  }
}

check_category_type <- function(name, type) {
  if (!type %in% c("string", "int8", "int16", "int32", "int64", "uint8", "uint16")) {
    abort("`%s` is of type %s, but categories are strings or integers. Convert it with %s.", name,
          type, "as.character() or as.integer(), or by dataset_map()")
  }
}

# TensorFlow calls its feature columns deprecated.
require_feature_columns <- function() {
  if (!py_has_attr(tf, "feature_column")) {
    abort(c("The installed TensorFlow has no feature columns. Use `layer_feature_space()`, which",
            "has the same transformations."), kind = "module")
  }
}
