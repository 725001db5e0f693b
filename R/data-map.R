# Verbs that apply functions to the elements of a dataset, and how TensorFlow gets the functions.

#' Transform the elements of a dataset
#'
#' `dataset_map()` applies a function to each element. TensorFlow traces the function once, with
#' symbolic tensors, and runs the resulting graph in its own threads, so the function computes with
#' operations on tensors: arithmetic, `op_*()` functions, `tf$...`. `dataset_map_and_batch()` then
#' combines the results into batches.
#'
#' Elements that are named lists reach the function as a named list: `record$name`. The parts of
#' unnamed elements, such as `list(x, y)`, are separate arguments. A function returns a tensor, a
#' named list of tensors, or a list of the parts of the new elements; lists may be nested. R values
#' in the result become tensors: a single double `float32`, as in Python, and vectors those of
#' [as_tensor()].
#'
#' A formula is a short form of a function: `~ .x + 1`. Its arguments are `.x` (or `.` or `..1`) and
#' `.y` (or `..2`).
#'
#' R code in the function that does not depend on tensors runs once, during tracing: random numbers
#' of R, `print()` and counters do not run again for each element.
#'
#' @param dataset A dataset.
#' @param map_func Function, formula or [tf_function()] that takes an element and returns a new one.
#' @param num_parallel_calls Positive integer. Number of elements to process at the same time, or
#'   `tf$data$AUTOTUNE`. `NULL`, the default, means one after another.
#' @inheritParams dataset_batch
#' @param num_parallel_batches Positive integer. Number of batches to create at the same time,
#'   instead of `num_parallel_calls`.
#' @return A dataset.
#' @family dataset verbs
#' @concept apply a function to each element
#' @concept preprocessing
#' @concept data augmentation
#' @concept purrr lambda
#' @seealso [dataset_flat_map()] and [dataset_interleave()] for functions that return datasets,
#'   [dataset_filter()], [dataset_scan()] for functions with a state.
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' tensor_slices_dataset(1:3) |>
#'   dataset_map(function(x) x * 10L) |>
#'   as_array_iterator() |>
#'   iterate() |>
#'   print()
#'
#' # Named elements
#' tensor_slices_dataset(cars) |>
#'   dataset_map(function(record) {
#'     record$speed <- record$speed * 1.609
#'     record
#'   })
#'
#' # A formula, four elements at a time
#' range_dataset(0, 8) |>
#'   dataset_map(~ .x^2L, num_parallel_calls = 4) |>
#'   as.data.frame()
dataset_map <- function(dataset, map_func, num_parallel_calls = NULL) {
  dataset_verb("map")
}

#' @rdname dataset_map
#' @export
dataset_map_and_batch <- function(dataset, map_func, batch_size, num_parallel_batches = NULL,
                                  drop_remainder = FALSE, num_parallel_calls = NULL) {
  check_dataset(dataset)
  size <- as_size(batch_size, "batch_size")
  if (!is.null(num_parallel_batches)) {
    if (!is.null(num_parallel_calls)) {
      abort("`num_parallel_batches` and `num_parallel_calls` cannot be combined. Supply one.")
    }
    num_parallel_calls <- as_size(num_parallel_batches, "num_parallel_batches") * batch_size
  }
  mapped <- dataset_map(dataset, map_func, num_parallel_calls)
  dataset_batch(mapped, size, as_flag(drop_remainder, "drop_remainder"))
}

#' Replace each element by a dataset
#'
#' `dataset_flat_map()` applies a function that returns a dataset to each element and concatenates
#' these datasets. `dataset_interleave()` reads several of them in turns, possibly at the same time:
#' it is the way to read many files in parallel.
#'
#' `dataset_interleave()` applies the function to `cycle_length` elements, takes `block_length`
#' elements from each of the resulting datasets in turn, and replaces a dataset that ends by that of
#' the next element.
#'
#' @inheritParams dataset_map
#' @param map_func Function or formula that takes an element and returns a dataset.
#' @param cycle_length Positive integer. Number of elements that are processed at the same time.
#'   `NULL`, the default, leaves the choice to TensorFlow.
#' @param block_length Positive integer. Number of consecutive elements from each dataset.
#' @param deterministic Logical. Whether to keep the order with parallel calls. `NULL`, the default,
#'   means the dataset's option, which is `TRUE`.
#' @param name String. Name of the operation in TensorFlow's graph.
#' @return A dataset.
#' @family dataset verbs
#' @concept nested datasets
#' @concept read files in parallel
#' @seealso [read_files()], [dataset_window()], [dataset_map()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' copies <- function(x) tensors_dataset(x) |> dataset_repeat(3)
#' tensor_slices_dataset(1:3) |>
#'   dataset_flat_map(copies) |>
#'   as_array_iterator() |>
#'   iterate() |>
#'   print()
#'
#' tensor_slices_dataset(1:3) |>
#'   dataset_interleave(copies, cycle_length = 2, block_length = 2) |>
#'   as_array_iterator() |>
#'   iterate() |>
#'   print()
dataset_flat_map <- function(dataset, map_func) {
  dataset_verb("flat_map", map_func = as_graph_function(map_func, "map_func", a_dataset))
}

#' @rdname dataset_flat_map
#' @export
dataset_interleave <- function(dataset, map_func, cycle_length = NULL, block_length = 1,
                               num_parallel_calls = NULL, deterministic = NULL, name = NULL) {
  dataset_verb("interleave", map_func = as_graph_function(map_func, "map_func", a_dataset))
}

# Functions of flat_map() and the like return datasets.
a_dataset <- function(x, argument) {
  must_return(x, "a dataset, such as that of tensors_dataset()", is_dataset(x), argument)
  x
}

#' Accumulate over the elements of a dataset
#'
#' `dataset_reduce()` combines all elements into one value: it calls a function with the state so
#' far and the next element, and the result is the new state. `dataset_scan()` is a `dataset_map()`
#' with a state: its function returns the new state and the element of the new dataset.
#'
#' If the elements are single tensors, R numbers in `initial_state` take their dtype where this
#' loses nothing; otherwise doubles are `float64` and integers `int32`. The state keeps its dtype
#' and shape.
#'
#' @inheritParams dataset_map
#' @param initial_state Initial state: a number, array, tensor or list of them.
#' @param reduce_func Function of two arguments, state and element, or formula of `.x` and `.y`. It
#'   returns the new state. If the elements have several parts, the second argument is a list of
#'   them.
#' @param scan_func Function of two arguments, state and element, or formula. It returns a list of
#'   the new state and the new element.
#' @return `dataset_reduce()`: the final state, a tensor or list of tensors. `dataset_scan()`: a
#'   dataset.
#' @family dataset verbs
#' @concept sum of a dataset
#' @concept running total
#' @concept fold
#' @seealso [dataset_map()], [Reduce()] for R vectors.
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' range_dataset(0, 10) |> dataset_reduce(0, function(state, x) state + x)
#'
#' # Cumulative sums
#' range_dataset(0, 10) |>
#'   dataset_scan(0, function(state, x) list(state + x, state + x)) |>
#'   as_array_iterator() |>
#'   iterate() |>
#'   print()
dataset_reduce <- function(dataset, initial_state, reduce_func) {
  check_dataset(dataset)
  # Blocking, because the dataset may call R functions.
  call_blocking(get_attr(dataset, "reduce", TRUE), list(
    as_state(initial_state, dataset), as_graph_function(reduce_func, "reduce_func")
  ), convert = TRUE)
}

#' @rdname dataset_reduce
#' @export
dataset_scan <- function(dataset, initial_state, scan_func) {
  dataset_verb("scan", initial_state = as_state(initial_state, dataset))
}

state_and_element <- function(x, argument) {
  is_pair <- if (is_py_object(x)) !is_tensor(x) else is.list(x) && length(x) == 2L
  must_return(x, "list(state, element)", is_pair, argument)
  as_element(if (is.list(x)) unname(x) else x, argument)
}

as_state <- function(x, dataset) {
  spec <- element_spec(dataset)
  type <- if (is_py_object(spec) && is.numeric(x)) state_type(x, spec)
  if (is.null(type)) as_components(x, "initial_state") else as_tensor(x, type)
}

state_type <- function(x, spec) {
  type <- spec$dtype$name
  if (grepl("^(float|bfloat)", type) || grepl("^u?int", type) && are_whole(x)) type
}

# ---- Functions for TensorFlow --------------------------------------------------------------------

# Functions that verbs of datasets pass to TensorFlow: R functions, formulas and Python functions.

# A function that tf.data traces, with R's control flow on tensors (autograph()). `f` is an R
# function, a formula such as `~ .x + 1`, or a Python function; a Python function is passed on
# unchanged. `result` converts its result.
as_graph_function <- function(f, argument, result = as_element) {
  if (is_py_object(f)) {
    return(f)
  }
  f <- convert_function(as_r_function(f, argument))
  r_to_py(function(...) {
    check_takes(f, ...length(), argument)
    result(graph_result(f(...)), argument)
  }, convert = TRUE)
}

as_r_function <- function(f, argument) {
  if (inherits(f, "formula")) {
    return(formula_function(f, argument))
  }
  must_be(f, "a function, or a formula such as `~ .x + 1`", is.function(f), argument)
  f
}

formula_function <- function(f, argument) {
  if (length(f) != 2L) {
    abort("`%s` must be a formula with one side, such as `~ .x + 1`.", argument)
  }
  lambda_of_formula(f)
}

# The elements of a dataset of tuples are passed as several arguments.
check_takes <- function(f, n, argument) {
  formals <- formals(args(f))
  if (is.null(formals) && is.primitive(f) || "..." %in% names(formals)) {
    return(invisible())
  }
  needed <- vapply(formals, function(x) is.symbol(x) && !nzchar(x), NA)
  if (n < sum(needed) || n > length(formals)) {
    abort("`%s` takes %s, but is called with %s: the parts of each element.", argument,
          count_of(length(formals), "argument", "arguments"), n)
  }
}

# The rule of an argument that is a function with such results.
function_of <- function(result) function(f, argument) as_graph_function(f, argument, result)

# Results that must have a dtype: keys and lengths, which R code often computes as doubles or as
# ints of another size.
as_type <- function(dtype) {
  function(x, argument) call_python(tf$cast, list(as_element(x, argument), dtype), TRUE)
}
