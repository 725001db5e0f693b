# One-hot encoding of labels.

#' Convert labels to one-hot encoding
#'
#' Converts class labels to a matrix with one column per class: 1 in the column of the label's class
#' and 0 elsewhere. This is the form of targets for [loss_categorical_crossentropy()]. With
#' `"sparse_categorical_crossentropy"`, models train on the labels themselves, without this
#' conversion and with less memory.
#'
#' @param x Labels: an R or NumPy array or a tensor of non-negative integers that count from 0; or a
#'   factor, whose first level is class 0.
#' @param num_classes Positive integer. Number of classes. `NULL` means the largest label plus one,
#'   or the number of levels of a factor.
#' @return An array with the shape of `x` and an additional last axis of length `num_classes`. A
#'   last axis of length 1 in `x` is dropped first, so a matrix with one column gives a matrix. For
#'   a tensor, a tensor.
#' @concept one hot encoding
#' @concept one-hot encoding
#' @concept dummy variables
#' @concept class labels
#' @concept classification
#' @seealso [op_one_hot()] for tensors in models, [layer_category_encoding()] as a layer,
#'   [stats::model.matrix()] for formulas.
#' @examples
#' to_categorical(c(0, 2, 1))
#' to_categorical(factor(c("no", "yes", "no")))
#' # The inverse
#' max.col(to_categorical(c(0, 2, 1))) - 1
#' @export
to_categorical <- function(x, num_classes = NULL) {
  x <- without_integer64(x)
  if (is_tensor(x)) {
    return(tensor_to_categorical(x, num_classes))
  }
  if (is_py_object(x)) x <- py_to_r(x)
  if (is.factor(x)) {
    num_classes <- num_classes %||% nlevels(x)
    x <- factor_codes(x)
  }
  if (is.logical(x)) storage.mode(x) <- "integer"
  num_classes <- check_num_classes(x, num_classes)
  one_hot <- matrix(0, length(x), num_classes)
  one_hot[cbind(seq_along(x), as.vector(x) + 1)] <- 1
  array(one_hot, c(label_shape(x), num_classes))
}

# The values of symbolic tensors are unknown, so their labels are neither counted nor checked.
tensor_to_categorical <- function(x, num_classes) {
  has_values <- !is_symbolic(x)
  if (has_values) num_classes <- check_num_classes(as.array(x), num_classes)
  if (is.null(num_classes)) {
    abort("`num_classes` is missing: the labels in a symbolic tensor cannot be counted.")
  }
  if (grepl("float", op_dtype(x), fixed = TRUE)) x <- op_cast(x, "int32")
  lengths <- shape(x)
  if (length(lengths) > 1L && identical(lengths[[length(lengths)]], 1L)) x <- op_squeeze(x, -1L)
  call_keras("keras.ops.one_hot", x, as_integer(num_classes, "num_classes"))
}

check_num_classes <- function(x, num_classes) {
  if (is.numeric(x) && anyNA(x)) {
    abort("`x` has %s, but each observation needs a label. Leave those out.", count_missing(x))
  }
  if (!only_whole(x) || any(x < 0)) {
    abort("`x` must contain labels: whole numbers from 0 up, none missing, or a factor.")
  }
  needed <- if (length(x)) max(x) + 1 else 0
  num_classes <- as_count(num_classes, "num_classes")
  if (is.null(num_classes)) {
    return(as.integer(needed))
  }
  if (num_classes < needed) {
    abort("`num_classes` is %d, but labels go up to %d: at least %d classes are needed.",
          num_classes, as.integer(needed - 1), as.integer(needed))
  }
  num_classes
}

# A column of labels counts as a vector, as in Keras.
label_shape <- function(x) {
  shape <- if (is.null(dim(x))) length(x) else dim(x)
  if (length(shape) > 1L && shape[[length(shape)]] == 1L) shape[-length(shape)] else shape
}
