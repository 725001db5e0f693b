# Verbs for the speed of a pipeline: what is computed in advance, kept, or stored in files.

#' Prefetch elements of a dataset
#'
#' `dataset_prefetch()` computes the next elements while the current one is used, so that reading
#' and preprocessing run at the same time as training. It is usually the last verb of a pipeline.
#' `dataset_prefetch_to_device()` also copies the elements to a device, such as a GPU, and must be
#' the last verb.
#'
#' @param dataset A dataset.
#' @param buffer_size Positive integer. Number of elements to compute in advance. The default,
#'   `tf$data$AUTOTUNE`, lets TensorFlow choose and adapt it; so does `NULL`.
#' @param device String. Name of the device, such as `"/gpu:0"`.
#' @return A dataset.
#' @family dataset verbs
#' @concept performance
#' @concept GPU
#' @seealso [dataset_cache()], [dataset_options()], `num_parallel_calls` of [dataset_map()].
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' tensor_slices_dataset(cars) |>
#'   dataset_batch(10) |>
#'   dataset_prefetch(2)
dataset_prefetch <- function(dataset, buffer_size = tf$data$AUTOTUNE) {
  dataset_verb("prefetch", buffer_size = as_parallel(buffer_size %||% "AUTOTUNE", "buffer_size"))
}

#' @rdname dataset_prefetch
#' @export
dataset_prefetch_to_device <- function(dataset, device, buffer_size = NULL) {
  check_dataset(dataset)
  check_string(device, "device")
  size <- as_parallel(buffer_size, "buffer_size")
  apply <- tf_data("experimental.prefetch_to_device", device, buffer_size = size)
  dataset_method(dataset, "apply", apply)
}

#' Cache the elements of a dataset
#'
#' `dataset_cache()` keeps the elements that the first pass over a dataset computes, in memory or in
#' a file, so that later passes do not compute them again. Place it after expensive verbs and before
#' those that are to differ in each pass, such as [dataset_shuffle()]. `dataset_snapshot()` stores
#' the elements in a folder, from which later runs of a script read them.
#'
#' A cache is complete only when a pass reaches the end of the dataset. A cache in a file is not
#' renewed if the pipeline before it changes: delete the file. A snapshot is renewed.
#'
#' @param dataset A dataset.
#' @param filename String. File to keep the elements in. `NULL`, the default, keeps them in memory.
#' @param path String. Folder of the snapshot.
#' @param compression String: `"AUTO"`, `"GZIP"`, `"SNAPPY"` or `"None"`; `NULL`, `NA` and `""` mean
#'   no compression, too.
#' @param reader_func Function that takes a dataset of datasets, one for each file of the snapshot,
#'   and returns a dataset of their elements. `NULL` reads the files in parallel.
#' @param shard_func Function that takes an element and returns the number of the file for it, from
#'   0. `NULL` distributes the elements evenly.
#' @return A dataset.
#' @family dataset verbs
#' @concept cache
#' @concept persist to disk
#' @seealso [dataset_prefetch()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' folder <- tempfile()
#' squares <- range_dataset(0, 5) |>
#'   dataset_map(~ .x^2L) |>
#'   dataset_snapshot(folder)
#' print(iterate(as_array_iterator(squares)))
#' dir.exists(folder)
dataset_cache <- function(dataset, filename = NULL) {
  if (!is.null(filename) && !is_py_object(filename)) {
    filename <- path.expand(as_string(filename, "filename"))
  }
  dataset_method(dataset, "cache", filename)
}

#' @rdname dataset_cache
#' @export
dataset_snapshot <- function(dataset, path, compression = c("AUTO", "GZIP", "SNAPPY", "None"),
                             reader_func = NULL, shard_func = NULL) {
  check_dataset(dataset)
  check_string(path, "path")
  if (missing(compression)) compression <- "AUTO"
  reader <- if (!is.null(reader_func)) {
    as_graph_function(reader_func, "reader_func", a_dataset)
  }
  shard <- if (!is.null(shard_func)) {
    as_graph_function(shard_func, "shard_func", as_type("int64"))
  }
  args <- list(path.expand(path), compression = as_compression(compression),
               reader_func = reader, shard_func = shard)
  call_python(get_attr(dataset, "snapshot", TRUE), args, TRUE)
}

as_compression <- function(x) {
  is_none <- is.null(x) || is.atomic(x) && length(x) == 1L && x %in% c(NA, "", "None")
  if (is_none) NULL else as_choice(x, c("AUTO", "GZIP", "SNAPPY", "None"), "compression")
}

#' Get or set the options of a dataset
#'
#' Options apply to the whole pipeline: threads, optimizations, the order of elements. Without
#' further arguments, `dataset_options()` returns the options that are set. With arguments, it
#' returns a dataset with these options in addition to those of `dataset`.
#'
#' @param dataset A dataset.
#' @param ... Options by name; names of nested options have a dot, as in
#'   `threading.private_threadpool_size = 2`. Or a single list of such options, or an object of
#'   `tf$data$Options()`.
#' @return A dataset with the options, or an object of `tf$data$Options`.
#' @family dataset verbs
#' @concept threads
#' @concept autotune
#' @concept deterministic order
#' @seealso [dataset_prefetch()]. The page of `tf.data.Options` in TensorFlow's manual lists the
#'   options.
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' dataset <- range_dataset(0, 10) |>
#'   dataset_options(deterministic = FALSE, threading.private_threadpool_size = 2)
#' dataset_options(dataset)$threading$private_threadpool_size
dataset_options <- function(dataset, ...) {
  check_dataset(dataset)
  given <- list(...)
  if (length(given) == 0L) {
    return(dataset_method(dataset, "options"))
  }
  is_options <- inherits(given[[1]], "tensorflow.python.data.ops.options.Options")
  options <- if (is_options) given[[1]] else as_dataset_options(given)
  dataset_method(dataset, "with_options", options)
}

as_dataset_options <- function(given) {
  if (length(given) == 1L && is.list(given[[1]]) && !is_py_object(given[[1]])) given <- given[[1]]
  if (!are_names(names(given))) {
    abort("Options must have names: `dataset_options(dataset, deterministic = FALSE)`.")
  }
  options <- tf_data("Options")
  for (name in names(given)) set_option(options, name, given[[name]])
  options
}

set_option <- function(options, name, value) {
  path <- strsplit(name, ".", fixed = TRUE)[[1]]
  for (part in path[-length(path)]) options <- option_of(options, part, name)
  last <- path[[length(path)]]
  option_of(options, last, name)
  set_attr(options, last, if (is_whole(value)) as.integer(value) else value)
}

option_of <- function(options, part, name) {
  if (!is_py_object(options) || !has_attr(options, part)) {
    abort("There is no option `%s`: see `names(dataset_options(dataset))`.", name)
  }
  get_attr(options, part, TRUE)
}
