# Preprocessing layers that learn from data: adapt() and the vocabulary.

#' Let a preprocessing layer learn from data
#'
#' Normalization, discretization, lookup and text layers, and feature spaces, compute what they need
#' to know (a mean, boundaries, a vocabulary) from data before they are used.
#'
#' @param object A layer such as [layer_normalization()], [layer_text_vectorization()] or
#'   [layer_feature_space()].
#' @param data An array, vector, factor or data frame, or a `tf.data` data set of batches. For a
#'   feature space, a data frame, a named list of columns or a data set of these.
#' @param ... Not used; must be empty.
#' @param batch_size,steps For layers that ask for them: how many observations to look at in one go,
#'   and how many batches of a data set to look at.
#' @return `object`, changed, invisibly.
#' @family preprocessing layers
#' @examplesIf is_keras_available()
#' layer <- layer_normalization()
#' adapt(layer, iris[1:4])
#' colMeans(as.array(layer(as.matrix(iris[1:4]))))
#' @export
adapt <- function(object, data, ..., batch_size = NULL, steps = NULL) {
  call <- sys.call()
  check_dots_empty("adapt", ...)
  check_has(object, "adapt", "adapt()", call)
  args <- drop_null(list(
    batch_size = as_integer(batch_size, "batch_size", call),
    steps = as_integer(steps, "steps", call)
  ))
  data <- if (is_feature_space(object)) {
    as_features_dataset(data, "data", call)
  } else {
    whole_for(object, as_adapt_data(data, "data", call))
  }
  # Data sets may call R functions, which needs a worker thread.
  call_blocking(unwrap(rs_get_attr(object, "adapt", NULL)), c(list(data), args))
  invisible(object)
}

# Character columns are words, not numbers.
as_adapt_data <- function(data, argument, call) {
  if (is.data.frame(data) && all(vapply(data, is_text, NA))) {
    data <- vapply(data, as.character, character(nrow(data)))
    return(matrix(data, ncol = NCOL(data)))
  }
  if (is.factor(data)) data <- as.character(data)
  if (is.list(data) && !is.data.frame(data) && all(vapply(data, is.atomic, NA))) {
    data <- unlist(data)
  }
  as_keras_data(data, argument, call)
}

is_text <- function(x) is.character(x) || is.factor(x)

#' The vocabulary of a layer
#'
#' What a layer that looks words or numbers up knows, in the order of its output: the first element
#' is the one that becomes 0.
#'
#' @param object A layer: [layer_string_lookup()], [layer_integer_lookup()] or
#'   [layer_text_vectorization()].
#' @param include_special_tokens Whether the tokens for padding and unknown words are among them.
#' @param vocabulary The words (or numbers) as a vector, or the path of a text file with one on each
#'   line.
#' @param idf_weights With `output_mode = "tf_idf"`, the inverse document frequency of each.
#' @param ... Not used; must be empty.
#' @return `get_vocabulary()` gives a vector, `set_vocabulary()` the layer, invisibly.
#' @family preprocessing layers
#' @examplesIf is_keras_available()
#' layer <- layer_string_lookup()
#' set_vocabulary(layer, c("red", "green"))
#' get_vocabulary(layer)
#' @export
get_vocabulary <- function(object, include_special_tokens = TRUE) {
  check_has(object, "get_vocabulary", "get_vocabulary()", sys.call())
  words <- object$get_vocabulary(include_special_tokens = include_special_tokens)
  if (is.list(words)) unlist(words) else words
}

#' @rdname get_vocabulary
#' @export
set_vocabulary <- function(object, vocabulary, idf_weights = NULL, ...) {
  call <- sys.call()
  check_dots_empty("set_vocabulary", ...)
  check_has(object, "set_vocabulary", "set_vocabulary()", call)
  if (is.factor(vocabulary)) vocabulary <- as.list(as.character(vocabulary))
  if (is.numeric(vocabulary)) vocabulary <- as_integers(vocabulary, "vocabulary", call)
  args <- list(vocabulary, idf_weights = as_sequence(idf_weights))
  call_python(unwrap(rs_get_attr(object, "set_vocabulary", NULL)), drop_null(args))
  invisible(object)
}

check_has <- function(object, method, fun, call) {
  if (!is_py_object(object) || !isTRUE(unwrap(rs_has_attr(object, method)))) {
    abort(sprintf(
      "`object` must be a layer that has %s, not %s.", fun, describe(object)
    ), call = call)
  }
}
