# The steps that encode categories as numbers, and cross them.

#' Steps that encode categorical columns
#'
#' `step_indicator_column()` encodes categories as indicators (one-hot, or counts if a value has
#' several categories), and `step_embedding_column()` as vectors that training adjusts, one for each
#' category. `step_shared_embeddings_column()` uses the same vectors for several columns with the
#' same categories, such as the origin and the destination of a flight. `step_crossed_column()`
#' makes a category of each combination of values, hashed into a number of buckets; it is
#' categorical itself, so an indicator or embedding follows it.
#'
#' The features are named after their columns: `indicator_size`, `embedding_size`,
#' `crossed_size_color`, unless the argument has a name: `step_crossed_column(kind = c(size,
#' color), hash_bucket_size = 10)`. Unlike TensorFlow's own, shared embeddings also work in eager
#' mode and in models of Keras 3.
#'
#' @inheritParams step_numeric_column
#' @param ... Columns: names, selections, or `new = old`; see [selectors]. For crosses and shared
#'   embeddings `c()` of several columns, with or without a name.
#' @param dimension Positive integer, or a function or formula of the number of categories that
#'   returns one. Length of the vectors. By default the fourth root of the number of categories.
#' @param combiner String. How vectors of a value with several categories are combined: `"mean"`,
#'   `"sqrtn"` or `"sum"`.
#' @param initializer Initializer of the vectors, such as [initializer_random_uniform()]. `NULL`
#'   means a truncated normal distribution.
#' @param ckpt_to_load_from,tensor_name_in_ckpt Strings. Checkpoint and the name of the tensor in it
#'   that the vectors begin with.
#' @param max_norm Number. Longer vectors are scaled to this length. `NULL` means no limit.
#' @param trainable Logical. Whether training changes the vectors.
#' @param shared_embedding_collection_name String. Name of the shared weights.
#' @param hash_bucket_size Integer, at least 2. Number of buckets.
#' @param hash_key Integer. Key of the hash function. `NULL` means TensorFlow's.
#' @return The specification with the step. The argument `spec` is not changed.
#' @family feature specifications
#' @concept one-hot encoding
#' @concept embedding
#' @concept entity embedding
#' @concept feature cross
#' @concept interaction
#' @seealso [feature_spec()], [step_categorical_column_with_vocabulary_list()],
#'   [layer_embedding()], [layer_hashed_crossing()].
#' @examplesIf is_keras_available()
#' data <- data.frame(size = c("S", "M", "L"), color = c("red", "red", "blue"))
#' spec <- feature_spec(data, ~ .) |>
#'   step_categorical_column_with_vocabulary_list(all_nominal()) |>
#'   step_indicator_column(color) |>
#'   step_embedding_column(size, dimension = 2) |>
#'   step_crossed_column(kind = c(size, color), hash_bucket_size = 4) |>
#'   step_indicator_column(kind) |>
#'   fit()
#' spec
#' layer_dense_features(data, dense_features(spec))
#' @export
step_indicator_column <- function(spec, ...) add_steps("StepIndicatorColumn", "indicator_")

#' @rdname step_indicator_column
#' @export
step_embedding_column <- function(spec, ..., dimension = function(x) {
                                    as.integer(x^0.25)
                                  }, combiner = "mean", initializer = NULL,
                                  ckpt_to_load_from = NULL, tensor_name_in_ckpt = NULL,
                                  max_norm = NULL, trainable = TRUE) {
  add_steps("StepEmbeddingColumn", "embedding_")
}

#' @rdname step_indicator_column
#' @export
step_shared_embeddings_column <- function(spec, ..., dimension, combiner = "mean",
                                          initializer = NULL,
                                          shared_embedding_collection_name = NULL,
                                          ckpt_to_load_from = NULL, tensor_name_in_ckpt = NULL,
                                          max_norm = NULL, trainable = TRUE) {
  add_group_steps("StepSharedEmbeddings", "shared_embeddings_")
}

#' @rdname step_indicator_column
#' @export
step_crossed_column <- function(spec, ..., hash_bucket_size, hash_key = NULL) {
  add_group_steps("StepCrossedColumn", "crossed_")
}

# A whole number, or a function of the number of categories.
as_dimension <- function(x, argument) {
  if (inherits(x, "formula")) formula_function(x, argument)
  else if (is.function(x)) x else check_whole(x, argument)
}

as_combiner <- function(x, argument) as_choice(x, c("mean", "sqrtn", "sum"), argument)

# ---- Their feature columns -----------------------------------------------------------------------

embedding_of <- function(step, parent) {
  dimension <- step$args$dimension
  if (is.function(dimension)) {
    dimension <- check_whole(dimension(parent$num_buckets), "dimension(...)")
  }
  feature_column("embedding_column", step, categorical_column = parent, dimension = dimension,
                 shared_embedding_collection_name = NULL)
}

# Columns with the same weights, as features of their own.
shared_columns <- function(name, step, columns) {
  embeddings <- lapply(step$columns, function(column) {
    embedding_of(step, categorical_parent(step, columns, column))
  })
  shared <- tryCatch(
    in_python("rkeras.keras.features.share_embeddings", embeddings,
              step$args$shared_embedding_collection_name %||% name, .convert = FALSE),
    python.builtin.ValueError = function(e) {
      abort("The columns %s %s. Columns that share embeddings need the same `vocabulary_list`.",
            in_ticks(step$columns), python_words(e), call = step$call)
    }
  )
  shared <- lapply(seq_along(embeddings) - 1L, function(i) as_handle(py_get_item(shared, i), TRUE))
  stats::setNames(shared, paste0("shared_embeddings_", step$columns))
}

# A cross is made of categorical columns, bucketized ones, and columns of the data as they are.
crossed_feature <- function(step, columns, types) {
  keys <- lapply(step$columns, function(name) {
    column <- columns[[name]]
    if (is.null(column) && name %in% names(types)) name else categorical_parent(step, columns, name)
  })
  feature_column("crossed_column", step, keys = keys)
}
