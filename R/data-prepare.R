# dataset_prepare(): features and response from the columns of a dataset.

#' Choose features and response of a dataset
#'
#' Transforms a dataset of named columns into one of features and a response, for training. Columns
#' are chosen by a formula, as in `dataset_prepare(cyl ~ mpg + disp)`, or by `x` and `y` as in
#' tidyselect: `x = c(mpg, disp)`, `x = mpg:disp`, `x = -cyl`, character vectors, and functions such
#' as [starts_with()].
#'
#' By default the features are stacked into one tensor, whose last axis has an element for each
#' feature. They must be numbers; if their dtypes differ, they are converted to the widest
#' floating-point dtype among them. The elements of `dataset` may be records or batches.
#'
#' [fit()] and [evaluate()] accept the result: `x` and `y` are inputs and targets. With `named =
#' FALSE` the elements are `list(x, y)`, which other code for Keras expects.
#'
#' @inheritParams dataset_batch
#' @param dataset A dataset whose elements are named lists of tensors.
#' @param x Features: a formula `response ~ features`, names of columns, or a selection of them. A
#'   dot in a formula means all columns except the response.
#' @param y Response: name of a column. `NULL`, the default, means none, unless `x` is a formula
#'   with a response.
#' @param named Logical. Whether the elements are named lists `list(x = , y = )` or unnamed lists.
#' @param named_features Logical. Whether the features remain a named list of tensors, instead of
#'   one tensor.
#' @param parallel_records Positive integer. Number of elements to process at the same time. `NULL`
#'   means one after another.
#' @param batch_size Positive integer. Number of elements in a batch. `NULL`, the default, leaves
#'   elements as they are.
#' @param num_parallel_batches Positive integer. Number of batches to prepare at the same time.
#' @return A dataset. If there is no response, its elements have no `y`; unnamed, they are `x`
#'   alone.
#' @family dataset verbs
#' @concept formula
#' @concept tidyselect
#' @concept inputs and targets
#' @seealso [feature_spec()] for features that need preprocessing, [fit()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' tensor_slices_dataset(mtcars) |>
#'   dataset_prepare(x = c(mpg, disp), y = cyl, batch_size = 16)
#'
#' prepared <- tensor_slices_dataset(cars) |>
#'   dataset_prepare(dist ~ speed, batch_size = 10)
#' model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
#' model |> compile(loss = "mse")
#' model |> fit(prepared, epochs = 2, verbose = 0)
dataset_prepare <- function(dataset, x, y = NULL, named = TRUE, named_features = FALSE,
                            parallel_records = NULL, batch_size = NULL, num_parallel_batches = NULL,
                            drop_remainder = FALSE) {
  check_flags()
  columns <- dataset_columns(dataset)
  chosen <- chosen_columns(substitute(x), substitute(y), columns, parent.frame())
  type <- if (named_features) FALSE else common_type(dataset, chosen$x)
  if (!is.null(num_parallel_batches) && !is.null(batch_size)) {
    parallel_records <- as_size(num_parallel_batches, "num_parallel_batches") * batch_size
  }
  prepared <- in_python(
    "rkeras.tensorflow.pipeline.prepare", dataset, as.list(chosen$x), chosen$y, named, type,
    as_parallel(parallel_records, "parallel_records")
  )
  if (is.null(batch_size)) prepared
  else dataset_batch(prepared, batch_size, drop_remainder = drop_remainder)
}

# The dtypes of the columns of a dataset, by name. An error for elements without names.
dataset_columns <- function(dataset) {
  check_dataset(dataset)
  spec <- element_spec(dataset)
  if (is_py_object(spec) || is.null(names(spec))) {
    abort(
      c("`dataset` must have elements with named columns, but they are %s. See csv_record_spec(),",
        "or name them in dataset_map()."), types_text(spec_types(spec))
    )
  }
  spec_types(spec)
}

# The dtype to which the features are converted before they are stacked, or NULL.
common_type <- function(dataset, features) {
  types <- unlist(spec_types(element_spec(dataset))[features])
  if (length(types) != length(features)) {
    abort(paste("Features that consist of several tensors cannot be stacked. Use",
                "`named_features = TRUE`."))
  }
  if (length(unique(types)) == 1L) {
    return(NULL)
  }
  is_number <- grepl("^(float|bfloat|int|uint|bool)", types)
  if (!all(is_number)) {
    abort(
      c("The features must have one dtype to be stacked, but %s. Use `named_features = TRUE`, or",
        "leave columns out."), toString(sprintf("`%s` is %s", features, types))
    )
  }
  floats <- grep("float", types, value = TRUE)
  if (length(floats)) floats[[which.max(match(floats, float_widths))]] else "float32"
}

float_widths <- c("bfloat16", "float16", "float32", "float64")

# ---- Choice of columns ---------------------------------------------------------------------------

# list(x =, y =): names of columns, from the expressions of the arguments.
chosen_columns <- function(x, y, columns, env) {
  formula <- formula_given(x, names(columns), env)
  if (!is.null(formula)) {
    return(formula_columns(formula, names(columns)))
  }
  x <- unname(selected_columns(list(x), columns, env))
  y <- if (!is.null(y)) unname(selected_columns(list(y), columns, env))
  if (length(x) == 0L) abort("`x` selects no columns.")
  if (length(y) > 1L) {
    abort("`y` must be one column, not %d: %s.", length(y), toString(y))
  }
  list(x = x, y = if (length(y)) y)
}

# A formula, written in the call or the value of a variable.
formula_given <- function(x, columns, env) {
  if (is.call(x) && identical(x[[1]], quote(`~`))) {
    return(x)
  }
  if (is.name(x) && nzchar(as.character(x)) && !as.character(x) %in% columns) {
    value <- get0(as.character(x), env)
    if (inherits(value, "formula")) value
  }
}

formula_columns <- function(formula, columns) {
  response <- if (length(formula) == 3L) formula[[2]]
  if (!is.null(response) && !is.name(response)) abort_term(response)
  y <- if (!is.null(response)) as.character(response)
  check_column_known(y, columns)
  x <- formula_terms(formula[[length(formula)]], setdiff(columns, y), columns)
  x <- setdiff(x, y)
  if (length(x) == 0L) abort("The formula has no features.")
  list(x = x, y = y)
}

# Names joined by `+` and taken out by `-`. The dot means `all`. Numbers stand for the intercept,
# which a dataset does not have.
formula_terms <- function(x, all, columns) {
  if (is.name(x)) {
    return(if (identical(x, quote(.))) all else check_column_known(as.character(x), columns))
  }
  operator <- if (is.call(x)) as.character(x[[1]])[[1]] else ""
  if (!is.numeric(x) && !operator %in% c("+", "-", "(")) abort_term(x)
  terms <- lapply(Filter(Negate(is.numeric), as.list(x)[-1]), formula_terms, all, columns)
  if (operator != "-") return(unlist(terms))
  if (length(x) == 2L) setdiff(all, terms[[1]]) else setdiff(terms[[1]], unlist(terms[-1]))
}

abort_term <- function(x) {
  abort(
    c("A formula joins names of columns by `+` and `-`, without `%s`. Compute columns with",
      "dataset_map() before."), paste(deparse(x), collapse = "")
  )
}

check_column_known <- function(names, columns) {
  unknown <- setdiff(names, columns)
  if (length(unknown)) abort_columns(unknown, columns)
  names
}
