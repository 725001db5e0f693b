# Datasets made of numbers and of other datasets.

#' Create a dataset of numbers
#'
#' `range_dataset()` creates a dataset of equally spaced whole numbers, without `to`, like Python's
#' `range()`. `random_integer_dataset()` creates an endless dataset of random integers of 64 bits,
#' for example as seeds of random operations in [dataset_map()].
#'
#' @param from Integer. First number.
#' @param to Integer. End of the numbers, which is not included.
#' @param by Integer, not 0. Distance between two numbers.
#' @param ... Must be empty.
#' @param dtype Dtype of the numbers: a string such as `"int32"`, or a dtype such as `tf$float32`.
#' @param seed Integer. Seed. `NULL` means different numbers each time.
#' @return A dataset of scalar tensors.
#' @family dataset sources
#' @concept sequence of numbers
#' @concept random numbers
#' @seealso [tensor_slices_dataset()] for R data, [dataset_repeat()].
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' range_dataset(0, 10, by = 3) |> as_array_iterator() |> iterate() |> print()
#' range_dataset(0, 42) |> length()
#' random_integer_dataset(seed = 1) |> dataset_take(2) |> iterate(print)
range_dataset <- function(from = 0, to = 0, by = 1, ..., dtype = tf$int64) {
  check_no_dots(...)
  by <- as_int64(by, "by")
  if (identical(by, 0L)) abort("`by` must not be 0.")
  tf_data("Dataset.range", as_int64(from, "from"), as_int64(to, "to"), by,
          output_type = tf$as_dtype(dtype))
}

#' @rdname range_dataset
#' @export
random_integer_dataset <- function(seed = NULL) {
  data_source("Dataset.random")
}

#' Combine datasets
#'
#' `zip_datasets()` pairs the elements of several datasets, up to the end of the shortest.
#' `dataset_concatenate()` appends datasets, whose elements must have the same structure and dtypes.
#'
#' @param ... For `zip_datasets()`: datasets, or a list of datasets, which may be nested. Named
#'   datasets give elements that are named lists. For `dataset_concatenate()`: datasets to append.
#' @param dataset A dataset.
#' @return A dataset.
#' @family dataset sources
#' @concept join datasets
#' @concept inputs and targets
#' @concept bind rows
#' @seealso [sample_from_datasets()] mixes datasets.
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' x <- tensor_slices_dataset(cars$speed)
#' y <- tensor_slices_dataset(cars$dist)
#' zip_datasets(x, y)
#' zip_datasets(speed = x, dist = y)
#' range_dataset(0, 2) |>
#'   dataset_concatenate(range_dataset(7, 9)) |>
#'   as_array_iterator() |>
#'   iterate() |>
#'   print()
zip_datasets <- function(...) {
  datasets <- lapply(list(...), from_tuple)
  is_one_list <- length(datasets) == 1L && is.null(names(datasets)) && !is_py_object(datasets[[1]])
  if (is_one_list) datasets <- datasets[[1]]
  tf_data("Dataset.zip", datasets_structure(datasets))
}

from_tuple <- function(x) {
  if (inherits(x, c("python.builtin.tuple", "python.builtin.list"))) py_to_r(x) else x
}

datasets_structure <- function(x) {
  x <- from_tuple(x)
  if (is_dataset(x)) {
    return(x)
  }
  must_be(x, "datasets or lists of datasets", is.list(x) && length(x), "...")
  check_component_names(names(x), "...")
  as_structure(lapply(x, datasets_structure))
}

#' @rdname zip_datasets
#' @export
dataset_concatenate <- function(dataset, ...) {
  check_dataset(dataset)
  others <- list(...)
  if (length(others) == 1L && is.list(others[[1]]) && !is_py_object(others[[1]])) {
    others <- others[[1]]
  }
  for (other in others) {
    check_dataset(other, "...")
    check_same_elements(dataset, other)
    dataset <- dataset_method(dataset, "concatenate", other)
  }
  dataset
}

# Shapes may differ, the structure and the dtypes may not.
check_same_elements <- function(x, y) {
  types <- list(spec_types(element_spec(x)), spec_types(element_spec(y)))
  if (!identical(types[[1]], types[[2]])) {
    abort(
      "The elements of the datasets must have the same parts and dtypes, but they are %s and %s.",
      types_text(types[[1]]), types_text(types[[2]])
    )
  }
}

# The dtypes of an element: a string, or a list of them nested as the element is.
spec_types <- function(spec) {
  if (!is_py_object(spec)) {
    return(lapply(spec, spec_types))
  }
  type <- attr_or_null(spec, "dtype", FALSE)
  if (is.null(type)) class(spec)[[1]] else get_attr(type, "name", TRUE)
}

types_text <- function(types) nested_text(types, identity, "(%s)")

nested_text <- function(x, leaf, brackets) {
  if (!is.list(x)) {
    return(leaf(x))
  }
  parts <- vapply(x, nested_text, "", leaf, brackets)
  if (!is.null(names(x))) parts <- paste0(names(x), ": ", parts)
  sprintf(brackets, toString(parts))
}

#' Mix datasets
#'
#' `sample_from_datasets()` draws each element at random from one of several datasets.
#' `choose_from_datasets()` draws from the datasets in the order that another dataset gives. Both
#' keep the order of elements within each dataset.
#'
#' @param datasets List of datasets, whose elements have the same structure and dtypes.
#' @param weights Numeric vector. Probability of each dataset, or a dataset of such vectors. `NULL`,
#'   the default, means equal probabilities.
#' @param seed Integer. Seed of the choice. `NULL` means a different choice each time.
#' @param choice_dataset Dataset of `int64` scalars from 0 to `length(datasets) - 1`: the dataset
#'   from which to take each element.
#' @param stop_on_empty_dataset Logical. Whether to end when one of the datasets ends. Otherwise the
#'   others go on, and their elements no longer have the probabilities `weights`.
#' @return A dataset.
#' @family dataset sources
#' @concept oversampling
#' @concept class imbalance
#' @concept mixture
#' @seealso [dataset_rejection_resample()], [dataset_interleave()], [zip_datasets()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' zeros <- tensors_dataset(0L) |> dataset_repeat()
#' ones <- tensors_dataset(1L) |> dataset_repeat()
#' sample_from_datasets(list(zeros, ones), weights = c(0.2, 0.8), seed = 1) |>
#'   dataset_take(1000) |>
#'   as_array_iterator() |>
#'   iterate() |>
#'   mean()
#'
#' choose_from_datasets(list(zeros, ones), range_dataset(0, 2) |> dataset_repeat(2)) |>
#'   as_array_iterator() |>
#'   iterate() |>
#'   print()
sample_from_datasets <- function(datasets, weights = NULL, seed = NULL,
                                 stop_on_empty_dataset = TRUE) {
  datasets <- as_datasets(datasets)
  if (is.list(weights)) weights <- unlist(weights)
  if (is.numeric(weights) && length(weights) != length(datasets)) {
    abort("`weights` must have an element for each of the %d datasets, but has %d.",
          length(datasets), length(weights))
  }
  data_source(
    "Dataset.sample_from_datasets", datasets = datasets,
    weights = if (is.numeric(weights)) with_one_axis(as.double(weights)) else weights
  )
}

#' @rdname sample_from_datasets
#' @export
choose_from_datasets <- function(datasets, choice_dataset, stop_on_empty_dataset = TRUE) {
  data_source("Dataset.choose_from_datasets", datasets = as_datasets(datasets))
}

as_choice_dataset <- function(x, argument) {
  check_dataset(x, argument)
  if (identical(spec_types(element_spec(x)), "int64")) x
  else dataset_method(x, "map", as_graph_function(~ .x, argument, as_type("int64")))
}

as_datasets <- function(x) {
  must_be(x, "a list of datasets", !is_dataset(x) && is.list(x) && length(x), "datasets")
  for (i in seq_along(x)) check_dataset(x[[i]], sprintf("datasets[[%d]]", i))
  for (other in x[-1]) check_same_elements(x[[1]], other)
  unname(x)
}
