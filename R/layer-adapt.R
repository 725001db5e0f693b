# Preprocessing layers that learn from data: adapt() and the vocabulary.

#' Fit a preprocessing layer to data
#'
#' Computes the state of a preprocessing layer from data: means and variances for
#' [layer_normalization()], bin boundaries for [layer_discretization()], a vocabulary for
#' [layer_text_vectorization()] and the lookup layers, and all of these for [layer_feature_space()].
#' Call it before the layer is used or the model is trained. This state is not changed by [fit()]
#' and is saved with the model, so that predictions preprocess data in the same way.
#'
#' Adapt a layer to the training data only: statistics of validation or test data would leak into
#' training.
#'
#' @param object A preprocessing layer, such as [layer_normalization()],
#'   [layer_text_vectorization()] or [layer_feature_space()].
#' @param data Array, vector, factor or data frame, or a TensorFlow dataset of batches. For a
#'   feature space, a data frame, a named list of columns or a dataset of these.
#' @param ... Must be empty.
#' @param batch_size,steps Positive integer. For layers that accept them: the number of samples per
#'   batch, and the number of batches of a dataset to use. `NULL` means the layer's default.
#' @return `object`, modified in place, invisibly.
#' @concept standardization
#' @concept feature scaling
#' @concept vocabulary
#' @concept tokenize
#' @concept preprocessing
#' @seealso [get_vocabulary()] for the learned vocabulary, [layer_normalization()],
#'   [layer_text_vectorization()], [layer_feature_space()].
#' @examplesIf is_keras_available()
#' normalize_iris <- layer_normalization()
#' adapt(normalize_iris, iris[1:4])
#' z <- as.array(normalize_iris(as.matrix(iris[1:4])))
#' round(rbind(mean = colMeans(z), sd = apply(z, 2, sd)), 2)
#'
#' vectorize <- layer_text_vectorization()
#' adapt(vectorize, c("the cat sat", "the dog sat"))
#' get_vocabulary(vectorize)
#' as.array(vectorize(c("the cat", "a dog sat")))
#' @export
adapt <- function(object, data, ..., batch_size = NULL, steps = NULL) {
  check_dots_empty(...)
  check_has(object, "adapt", "a layer that has adapt()")
  check_steps(data, steps, "data", "steps")
  args <- drop_null(list(
    batch_size = as_integer(batch_size, "batch_size"),
    steps = as_integer(steps, "steps")
  ))
  data <- if (inherits(object, feature_space_class)) {
    as_features_dataset(data, "data")
  } else {
    data <- as_adapt_data(data, "data")
    each_part(data, "data", check_adapt_missing)
    whole_for(object, data)
  }
  # Data sets may call R functions, which needs a worker thread.
  with_undo(object, is_new = TRUE, {
    call_blocking(get_attr(object, "adapt", NULL), c(list(data), args))
  })
  invisible(object)
}

# Statistics of missing values would be NaN.
check_adapt_missing <- function(x, argument) {
  if (is.numeric(x) && anyNA(x)) {
    abort("`%s` has %s. Leave those observations out, or fill the values in.", argument,
          count_missing(x))
  }
}

# Character columns are words, not numbers.
as_adapt_data <- function(data, argument) {
  if (is.data.frame(data) && all(vapply(data, is_text, NA))) {
    data <- vapply(data, as.character, character(nrow(data)))
    return(matrix(data, ncol = NCOL(data)))
  }
  if (is.factor(data)) data <- as.character(data)
  if (is.list(data) && !is.data.frame(data) && all(vapply(data, is.atomic, NA))) {
    data <- unlist(data)
  }
  as_keras_data(data, argument)
}

is_text <- function(x) is.character(x) || is.factor(x)

#' Get or set the vocabulary of a layer
#'
#' The vocabulary of a lookup or text layer maps words or integers to indices. `get_vocabulary()`
#' returns it in the order of the indices: the first element has index 0. `set_vocabulary()` sets it
#' directly, instead of learning it with [adapt()], for example to use the vocabulary of a
#' pretrained embedding.
#'
#' @param object A layer: [layer_string_lookup()], [layer_integer_lookup()] or
#'   [layer_text_vectorization()].
#' @param include_special_tokens Logical. Whether to include the tokens for padding (`""`) and
#'   unknown words (`"[UNK]"`; for integers, -1).
#' @param vocabulary Vector of words or integers, or the path of a text file with one of them per
#'   line.
#' @param idf_weights Numeric vector. Inverse document frequency of each word, for `output_mode =
#'   "tf_idf"`.
#' @param ... Must be empty.
#' @return `get_vocabulary()`: a vector. `set_vocabulary()`: the layer, invisibly.
#' @concept token
#' @concept word index
#' @concept tokenize
#' @concept out-of-vocabulary
#' @seealso [adapt()] learns the vocabulary from data, [layer_string_lookup()] and
#'   [layer_text_vectorization()] use it, [layer_embedding()].
#' @examplesIf is_keras_available()
#' layer <- layer_string_lookup()
#' set_vocabulary(layer, c("red", "green"))
#' get_vocabulary(layer)
#' as.array(layer(c("green", "blue", "red"))) # blue is unknown
#' @export
get_vocabulary <- function(object, include_special_tokens = TRUE) {
  check_flags()
  check_has(object, "get_vocabulary", "a layer that has get_vocabulary()")
  words <- object$get_vocabulary(include_special_tokens = include_special_tokens)
  if (is.list(words)) unlist(words) else words
}

#' @rdname get_vocabulary
#' @export
set_vocabulary <- function(object, vocabulary, idf_weights = NULL, ...) {
  check_dots_empty(...)
  check_has(object, "set_vocabulary", "a layer that has set_vocabulary()")
  if (is.factor(vocabulary)) vocabulary <- as.list(as.character(vocabulary))
  if (is.numeric(vocabulary)) vocabulary <- as_integers(vocabulary, "vocabulary")
  args <- list(vocabulary, idf_weights = as_sequence(idf_weights))
  call_python(get_attr(object, "set_vocabulary", NULL), drop_null(args))
  invisible(object)
}
