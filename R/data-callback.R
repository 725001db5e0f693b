# R functions that compute the elements of datasets while TensorFlow reads them.

#' Map an R function over a dataset, in R
#'
#' `dataset_map()` traces its function into a graph of TensorFlow operations. `dataset_map_r()`
#' calls an R function for each element instead, with R values, while the dataset is read. Use it
#' for what has no TensorFlow operation: other packages, regular expressions, simulations, files of
#' special formats. After [dataset_batch()] the function is called once for each batch, which is
#' much faster for small elements.
#'
#' TensorFlow's threads wait while R computes, and R computes while TensorFlow trains: with
#' [dataset_prefetch()] after it, the next batches are computed during a training step. R runs one
#' call at a time, so the order of the elements is kept, also with parallel calls. An error in `f`
#' is raised where the dataset is read, with its class.
#'
#' @param dataset A dataset.
#' @param f Function, or a formula such as `~ .x + 1`. It is called with the element as R values: a
#'   number, a string, a vector for a tensor with one axis, an array, or a named list of these. If
#'   elements are tuples, as after `tensor_slices_dataset(list(x, y))`, their parts are separate
#'   arguments. It returns a vector, an array, or a list: a named list becomes a named element, an
#'   unnamed one a tuple.
#' @param output What `f` returns: the name of a TensorFlow type, such as `"float32"`, for a tensor
#'   of any shape, a `tf$TensorSpec`, or a list of these that is nested as the result. `NULL` means
#'   that `f` is called once, with the first element, and all results have the types and shapes of
#'   its result; of batches, the first axis may vary.
#' @param num_parallel_calls Positive integer. Number of elements that TensorFlow prepares in
#'   advance for R. `NULL` means one after the other.
#' @return A dataset.
#' @family dataset verbs
#' @concept numpy_function
#' @concept py_function
#' @concept callback
#' @concept preprocessing in R
#' @seealso [dataset_map()] for functions of tensors, [generator_dataset()] for elements without a
#'   dataset to start from, [dataset_prefetch()].
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' tensor_slices_dataset(c("a b", "c d e")) |>
#'   dataset_map_r(function(text) lengths(strsplit(text, " "))) |>
#'   dataset_collect()
#'
#' # Batches, and the type of the result
#' range_dataset(0, 6) |>
#'   dataset_batch(3) |>
#'   dataset_map_r(function(x) cumsum(as.numeric(x)), output = "float32") |>
#'   as_array_iterator() |>
#'   iterate(print)
dataset_map_r <- function(dataset, f, output = NULL, num_parallel_calls = NULL) {
  check_dataset(dataset)
  f <- as_r_function(f, "f")
  specs <- as_specs(output, "output") %||% specs_of_first(dataset, f)
  fit <- in_elements("Fit", specs, .convert = FALSE)
  operator <- r_to_py(operator_of_elements(f, element_spec(dataset), fit), convert = TRUE)
  in_elements("map_in_r", dataset, operator, fit, as_parallel(num_parallel_calls))
}

# Calls `f` as Python will, and describes the result.
specs_of_first <- function(dataset, f) {
  first <- call_blocking(python_function("rkeras.tensorflow.elements.first"), list(dataset), TRUE)
  if (!length(first)) {
    abort("`dataset` has no elements, so `output` is needed: the type of what `f` returns.")
  }
  specs_of(do.call(f, lapply(first[[1]], as_argument)), "f", in_elements("has_batches", dataset))
}

# Operators hand over tensors with one axis as vectors.
as_argument <- function(x) if (is.list(x)) lapply(x, as_argument) else as_plain(x)

in_elements <- function(name, ...) in_python(paste0("rkeras.tensorflow.elements.", name), ...)

specs_of <- function(value, argument, is_batch) {
  value <- as_components(value, paste0(argument, "()"))
  in_elements("spec_of", value, is_batch, .convert = FALSE)
}

fitted_arrays <- function(value, fit, argument) {
  value <- as_components(value, paste0(argument, "()"))
  tryCatch(
    call_python(fit, list(value), FALSE),
    rkeras.tensorflow.elements.Unlike = function(e) {
      abort("`%s` returns a value that %s. `output` declares types and shapes.", argument,
            sub("^Unlike: ", "", conditionMessage(e)))
    }
  )
}

# ---- Declared types ------------------------------------------------------------------------------

# The TensorSpecs of types, nested as `x`; NULL for NULL.
as_specs <- function(x, argument) {
  if (is.null(x) || inherits(x, "tensorflow.python.framework.type_spec.TypeSpec")) {
    return(x)
  }
  if (is.list(x) && length(x)) {
    return(as_structure(lapply(x, as_specs, argument), names(x)))
  }
  must_be(x, "the name of a type, such as \"float32\", a tf$TensorSpec, or a list",
          is_string(x) || inherits(x, "tensorflow.python.framework.dtypes.DType"), argument)
  tryCatch(tf$TensorSpec(shape = NULL, dtype = x), python.builtin.TypeError = function(e) {
    abort("`%s`: there is no type \"%s\".", argument, x)
  })
}

#' Create a dataset from an R generator
#'
#' The elements are computed by an R function while the dataset is read: rows of a database,
#' simulations, an endless stream. Each call returns the next element, and `NULL` ends the data.
#'
#' For training over several epochs, `generator` is a function that returns the function for the
#' elements: it is called at the beginning of each pass. A function that returns the elements itself
#' can be read once. Generators of the package coro, Python iterators and [py_iterator()] are
#' accepted, too.
#'
#' R computes while TensorFlow trains: [dataset_prefetch()] after it requests the next elements
#' during a step. `prefetch` lets R compute elements before TensorFlow requests them, whenever R is
#' idle.
#'
#' @param generator Function without arguments: it returns the function for the elements of a pass,
#'   or is this function. Or a generator of coro, a Python iterator, or a Python function that
#'   returns one, such as [generator()].
#' @param output Types and shapes of an element: as in [dataset_map_r()]. `NULL` means those of the
#'   first element, which is then computed when the dataset is created.
#' @param prefetch Integer. Number of elements that R computes in advance.
#' @return A dataset.
#' @family dataset sources
#' @concept large data
#' @concept data generator
#' @concept from_generator
#' @concept generator
#' @concept coro
#' @concept streaming
#' @seealso [dataset_map_r()], [py_iterator()], [PyDataset()] for batches in any order.
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' walks <- generator_dataset(function() {
#'   i <- 0
#'   function() {
#'     i <<- i + 1
#'     if (i <= 3) list(step = i, position = cumsum(c(0, 1, -1)))
#'   }
#' })
#' walks
#' dataset_collect(walks)[[3]]$position
#' length(dataset_collect(walks)) # a new pass
generator_dataset <- function(generator, output = NULL, prefetch = 0L) {
  prefetch <- as_size(prefetch, "prefetch", 0L)
  source <- as_passes(generator)
  specs <- as_specs(output, "output") %||% specs_of_item(source)
  fit <- in_elements("Fit", specs, .convert = FALSE)
  passes <- function() {
    item <- source$start()
    py_iterator(prefetch = prefetch, fn = function() {
      value <- item()
      if (!is.null(value) && !is_exhausted(value)) fitted_arrays(value, fit, "generator")
    })
  }
  in_elements("generate", passes, specs)
}

# A list of `start`, a function that returns the function for the items of a pass, and `first`, a
# function that returns the first item in advance.
as_passes <- function(x) {
  if (is_py_object(x)) x <- python_passes(x)
  must_be(x, "a function or an iterator", is.function(x), "generator")
  if (inherits(x, "coro_generator_instance")) {
    return(single_pass(x, list()))
  }
  check_no_arguments(x, "generator")
  item <- x()
  if (!is.function(item)) {
    return(single_pass(x, list(item)))
  }
  list(first = function() item(), start = x)
}

# `ready` has items that are computed already. The function can be read once.
single_pass <- function(item, ready) {
  is_started <- FALSE
  next_item <- function() {
    if (!length(ready)) {
      return(item())
    }
    value <- ready[[1]]
    ready <<- ready[-1]
    value
  }
  first <- function() {
    if (!length(ready)) ready <<- list(item())
    ready[[1]]
  }
  start <- function() {
    if (is_started) {
      abort(paste(
        "`generator` can be read once, but a second pass begins. Give a function that returns",
        "the function for the elements: `function() { ...; function() ... }`."
      ))
    }
    is_started <<- TRUE
    next_item
  }
  list(first = first, start = start)
}

# Python iterators and functions that return them, as R functions.
python_passes <- function(x) {
  items <- function(iterator) {
    iterator <- as_handle(iterator, TRUE)
    function() iter_next(iterator)
  }
  if (py_has_attr(x, "__next__")) {
    item <- items(x)
    return(function() item())
  }
  if (py_has_attr(x, "__iter__")) {
    return(function() items(as_iterator(x)))
  }
  function() items(as_iterator(call_python(x, list(), TRUE)))
}

specs_of_item <- function(source) {
  item <- source$first()
  if (is.null(item) || is_exhausted(item)) {
    abort("`generator` has no elements, so `output` is needed: the type of an element.")
  }
  specs_of(item, "generator", FALSE)
}
