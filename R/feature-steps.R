# The steps that say of what kind a column is, numeric or categorical, and scalers for numbers.

#' Steps for numeric columns
#'
#' `step_numeric_column()` declares columns as numbers, optionally scaled by a scaler, whose
#' constants `fit()` computes, or by a function of tensors. `step_bucketized_column()` divides
#' numeric columns into intervals and encodes them as indicators: `length(boundaries) + 1` zeros
#' with a single one. `step_remove_column()` removes features, such as a column that only served to
#' derive another one.
#'
#' A bucketized column is named `bucketized_` and the column's name, unless the argument has a name:
#' `step_bucketized_column(decade = age, boundaries = c(20, 30))`.
#'
#' @param spec A specification; see [feature_spec()].
#' @param ... Columns: names, selections such as `all_numeric()` and `-age`, or `new = old`; see
#'   [selectors].
#' @param shape Integer vector. Shape of one value of the column.
#' @param default_value Number for missing values when serialized examples are read. `NULL` means
#'   that there must be none.
#' @param dtype TensorFlow type of the result.
#' @param normalizer_fn A scaler, [scaler_standard()] or [scaler_min_max()], or a function of a
#'   tensor that returns a tensor. `NULL` means that numbers are used as they are.
#' @param boundaries Numeric vector or list in increasing order. Limits of the intervals; each
#'   interval includes its lower limit.
#' @return The specification with the step. The argument `spec` is not changed.
#' @family feature specifications
#' @concept feature columns
#' @concept normalization
#' @concept bucketize
#' @concept discretization
#' @seealso [feature_spec()], [scaler_standard()], [layer_normalization()],
#'   [layer_discretization()].
#' @examplesIf is_keras_available()
#' spec <- feature_spec(iris, Species ~ .) |>
#'   step_numeric_column(all_numeric(), normalizer_fn = scaler_standard()) |>
#'   step_bucketized_column(length = Sepal.Length, boundaries = c(5, 6)) |>
#'   step_remove_column(Sepal.Length) |>
#'   fit()
#' layer_dense_features(iris[c(1, 51), 1:4], dense_features(spec))
#' @export
step_numeric_column <- function(spec, ..., shape = 1L, default_value = NULL, dtype = tf$float32,
                                normalizer_fn = NULL) {
  add_steps("StepNumericColumn", default_value = default_value)
}

#' @rdname step_numeric_column
#' @export
step_bucketized_column <- function(spec, ..., boundaries) {
  boundaries <- if (!missing(boundaries)) unlist(boundaries)
  if (!is.numeric(boundaries) || !length(boundaries) || anyNA(boundaries) ||
        is.unsorted(boundaries, strictly = TRUE)) {
    abort("`boundaries` must be numbers in increasing order, such as `c(18, 30, 65)`.")
  }
  add_steps("StepBucketizedColumn", "bucketized_", boundaries = lapply(boundaries, as_float))
}

#' @rdname step_numeric_column
#' @export
step_remove_column <- function(spec, ...) add_steps("StepRemoveColumn", "remove_")

#' Steps for categorical columns
#'
#' These steps declare columns as categories and say how a value becomes an index. Categories are no
#' numbers yet: [step_indicator_column()] or [step_embedding_column()] encodes them.
#'
#' * `step_categorical_column_with_vocabulary_list()`: the position in a list of values. Without a
#'   list, `fit()` uses the different values of the column, sorted.
#' * `step_categorical_column_with_vocabulary_file()`: the line of a text file that has the value.
#' * `step_categorical_column_with_hash_bucket()`: a hash of the value. It needs no vocabulary, but
#'   different values may get the same index.
#' * `step_categorical_column_with_identity()`: the value itself, an integer from 0 to
#'   `num_buckets - 1`.
#'
#' Empty strings and the integer -1 are missing values: their indicators are 0.
#'
#' @inheritParams step_numeric_column
#' @param vocabulary_list Vector of strings or integers. `NULL` means the values in the data.
#' @param vocabulary_file String. Path of a text file with one value in each line.
#' @param vocabulary_size Positive integer. Number of lines to use. `NULL` means all.
#' @param hash_bucket_size Positive integer. Number of different indices.
#' @param num_buckets Positive integer. Number of categories.
#' @param dtype TensorFlow type of the values: strings or integers. The default for lists and hashes
#'   is the type of the column.
#' @param default_value Integer. Index, from 0, for values outside of the vocabulary or range. -1
#'   treats them as missing; `NULL` raises an error for them.
#' @param num_oov_buckets Integer. Number of indices beyond the vocabulary for unknown values, which
#'   are distributed by a hash. Not together with `default_value`.
#' @return The specification with the step. The argument `spec` is not changed.
#' @family feature specifications
#' @concept feature columns
#' @concept categorical data
#' @concept vocabulary
#' @concept hashing trick
#' @seealso [feature_spec()], [step_indicator_column()], [layer_string_lookup()], [layer_hashing()].
#' @examplesIf is_keras_available()
#' data <- data.frame(size = c("S", "M", "L", "S"), price = c(1, 2, 3, 1))
#' spec <- feature_spec(data, price ~ size) |>
#'   step_categorical_column_with_vocabulary_list(size, vocabulary_list = c("S", "M", "L")) |>
#'   step_indicator_column(size) |>
#'   fit()
#' layer_dense_features(data["size"], dense_features(spec))
#' @export
step_categorical_column_with_vocabulary_list <- function(spec, ..., vocabulary_list = NULL,
                                                         dtype = NULL, default_value = -1L,
                                                         num_oov_buckets = 0L) {
  add_steps("StepCategoricalColumnWithVocabularyList")
}

#' @rdname step_categorical_column_with_vocabulary_list
#' @export
step_categorical_column_with_vocabulary_file <- function(spec, ..., vocabulary_file,
                                                         vocabulary_size = NULL, dtype = tf$string,
                                                         default_value = NULL,
                                                         num_oov_buckets = 0L) {
  add_steps("StepCategoricalColumnWithVocabularyFile")
}

#' @rdname step_categorical_column_with_vocabulary_list
#' @export
step_categorical_column_with_hash_bucket <- function(spec, ..., hash_bucket_size,
                                                     dtype = tf$string) {
  add_steps("StepCategoricalColumnWithHashBucket", dtype = if (!missing(dtype)) dtype)
}

#' @rdname step_categorical_column_with_vocabulary_list
#' @export
step_categorical_column_with_identity <- function(spec, ..., num_buckets, default_value = NULL) {
  add_steps("StepCategoricalColumnWithIdentity")
}

as_vocabulary_file <- function(file, argument) {
  check_path(file, argument, kind = "argument")
  normalizePath(file)
}

# ---- Their feature columns -----------------------------------------------------------------------

numeric_feature <- function(step, facts) {
  feature_column(
    "numeric_column", step, key = step$columns, shape = as_tuple(step$args$shape),
    normalizer_fn = normalizer(step$args$normalizer_fn, facts$moments, step)
  )
}

bucketized_feature <- function(step, columns) {
  parent <- parent_column(step, columns, method = "normalizer_fn", what = "numeric",
                          remedy = "`step_numeric_column(%s)`")
  feature_column("bucketized_column", step, source_column = parent)
}

list_feature <- function(step, facts, types) {
  name <- step$columns
  check_category_type(name, types[[name]])
  words <- step$args$vocabulary_list %||% facts$vocabularies[[name]]
  feature_column(
    "categorical_column_with_vocabulary_list", step, key = name,
    vocabulary_list = as_sequence(words), dtype = step$args$dtype %||% category_type(types[[name]])
  )
}

hash_feature <- function(step, types) {
  name <- step$columns
  check_category_type(name, types[[name]])
  feature_column("categorical_column_with_hash_bucket", step, key = name,
                 dtype = step$args$dtype %||% category_type(types[[name]]))
}

identity_feature <- function(step, types) {
  if (!grepl("^u?int", types[[step$columns]])) {
    abort("`%s` is of type %s, but the step needs integers. Convert it with as.integer().",
          step$columns, types[[step$columns]], call = step$call)
  }
  feature_column("categorical_column_with_identity", step, key = step$columns)
}

# Lookup tables have keys of 64 bits.
category_type <- function(type) if (type == "string") tf$string else tf$int64

# ---- Scalers -------------------------------------------------------------------------------------

# Scalers: functions of a numeric column whose constants are computed from the data.

#' Scale numeric columns
#'
#' Values for the argument `normalizer_fn` of [step_numeric_column()]. When the specification is
#' fitted, `scaler_standard()` computes the mean and the standard deviation of each column, and
#' `scaler_min_max()` the smallest and the largest value.
#'
#' \deqn{\mathrm{standard}(x) = (x - \bar x) / s}{standard(x) = (x - mean) / sd}
#' \deqn{\mathrm{minmax}(x) = (x - \min x) / (\max x - \min x)}{minmax(x) = (x - min) / (max - min)}
#'
#' \eqn{s} is the standard deviation of R's `sd()`, with \eqn{n - 1} in the denominator. The
#' constants are part of the model, so new data are scaled as the training data were.
#'
#' @return A scaler, an object of class `StandardScaler` or `MinMaxScaler`.
#' @family feature specifications
#' @concept normalization
#' @concept standardization
#' @concept z-score
#' @seealso [step_numeric_column()], [layer_normalization()], `scale()`.
#' @examplesIf is_keras_available()
#' spec <- feature_spec(iris, ~ Sepal.Length + Petal.Length) |>
#'   step_numeric_column(Sepal.Length, normalizer_fn = scaler_standard()) |>
#'   step_numeric_column(Petal.Length, normalizer_fn = scaler_min_max()) |>
#'   fit()
#' layer_dense_features(iris[1:3, c(1, 3)], dense_features(spec))
#' @export
scaler_standard <- function() {
  new_scaler("StandardScaler", function(x) c(x$mean, x$sd))
}

#' @rdname scaler_standard
#' @export
scaler_min_max <- function() {
  new_scaler("MinMaxScaler", function(x) c(x$min, x$max - x$min))
}

# `constants` gives the shift and the scale for the moments of a column.
new_scaler <- function(class, constants) {
  structure(list(constants = constants), class = c(class, "Scaler"))
}

#' @export
print.Scaler <- function(x, ...) {
  cat("<", class(x)[[1]], ">\n", sep = "")
  invisible(x)
}

as_normalizer <- function(x, argument) {
  if (inherits(x, "Scaler") || is.function(x)) return(x)
  if (inherits(x, "formula")) return(formula_function(x, argument))
  must_be(x, "a scaler, such as `scaler_standard()`, or a function", argument = argument)
}

# The Python function for a fitted column.
normalizer <- function(x, moments, step) {
  if (!inherits(x, "Scaler")) return(x)
  constants <- x$constants(moments[[step$columns]])
  if (!all(is.finite(constants)) || constants[[2]] == 0) {
    abort(
      "`%s` cannot be scaled, because %s. Remove the column, or leave out `normalizer_fn`.",
      step$columns, if (moments[[step$columns]]$n == 0) "it has no values" else "it is constant",
      call = step$call
    )
  }
  call_python(python_function("rkeras.keras.features.Linear"), lapply(constants, as_float), FALSE)
}
