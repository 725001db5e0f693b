# Verbs that combine elements of a dataset into batches, take batches apart, and choose, repeat and
# reorder elements.

#' Combine elements into batches
#'
#' `dataset_batch()` stacks consecutive elements along a new first axis, as training needs them.
#' Elements of a batch must have the same shape. `dataset_padded_batch()` fills up elements of
#' different shapes with a padding value. `dataset_unbatch()` splits batches into their elements,
#' and `dataset_rebatch()` changes the size of the batches of a dataset that is batched already.
#'
#' @param dataset A dataset.
#' @param batch_size Positive integer. Number of elements in a batch. For `dataset_rebatch()` also a
#'   vector of sizes, which are used in turn.
#' @param drop_remainder Logical. Whether to drop the last batch if it has fewer than `batch_size`
#'   elements. With `TRUE` the size of the batches is part of their shape.
#' @param num_parallel_calls Positive integer. Number of batches to compute at the same time, or
#'   `tf$data$AUTOTUNE`. `NULL`, the default, means one after another.
#' @param deterministic Logical. Whether parallel calls keep the order of the elements. `NULL`, the
#'   default, means the dataset's option, which is `TRUE`.
#' @param padded_shapes Shape to pad each element to: a vector or [shape()], or a list of them with
#'   the structure of the elements. `NA`, `NULL` in a shape, and -1 mean the longest element of the
#'   batch, and so does the default `NULL`.
#' @param padding_values Value to pad with: a number or string of the elements' type, or a list of
#'   them with the structure of the elements. `NULL`, the default, means 0, or `""` for strings.
#' @param name String. Name of the operation in TensorFlow's graph.
#' @return A dataset.
#' @family dataset verbs
#' @concept mini-batch
#' @concept padding sequences
#' @seealso [dataset_bucket_by_sequence_length()] batches sequences of similar length,
#'   [dataset_map_and_batch()].
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' range_dataset(0, 7) |>
#'   dataset_batch(3) |>
#'   iterate(print)
#'
#' # Sequences of different lengths
#' range_dataset(1, 4) |>
#'   dataset_map(~ tf$range(.x)) |>
#'   dataset_padded_batch(3) |>
#'   iterate(print)
#'
#' range_dataset(0, 7) |>
#'   dataset_batch(3) |>
#'   dataset_rebatch(2) |>
#'   dataset_unbatch() |>
#'   length()
dataset_batch <- function(dataset, batch_size, drop_remainder = FALSE, num_parallel_calls = NULL,
                          deterministic = NULL, name = NULL) {
  dataset_verb("batch")
}

#' @rdname dataset_batch
#' @export
dataset_padded_batch <- function(dataset, batch_size, padded_shapes = NULL, padding_values = NULL,
                                 drop_remainder = FALSE, name = NULL) {
  dataset_verb("padded_batch", padded_shapes = as_padded_shapes(padded_shapes, dataset),
               padding_values = as_padding(padding_values, dataset))
}

#' @rdname dataset_batch
#' @export
dataset_unbatch <- function(dataset, name = NULL) dataset_verb("unbatch")

#' @rdname dataset_batch
#' @export
dataset_rebatch <- function(dataset, batch_size, drop_remainder = FALSE, name = NULL) {
  if (length(batch_size) < 2L || is_py_object(batch_size)) return(dataset_verb("rebatch"))
  dataset_verb("rebatch", batch_size = array(vapply(batch_size, as_size, 0L, "batch_size")))
}

# ---- Structures of shapes and values -------------------------------------------------------------

# The structure of `padded_shapes` follows that of the elements: a shape is a vector, or a list
# where the elements have no parts.
as_padded_shapes <- function(x, dataset) {
  if (!is.null(x)) shapes_like(x, element_spec(dataset), "padded_shapes")
}

shapes_like <- function(x, spec, argument) {
  if (is_py_object(x)) {
    return(x)
  }
  if (is_py_object(spec)) {
    return(if (is.null(x)) spec$shape else as_tensor_shape(x))
  }
  parts <- parts_like(x, spec, argument)
  as_structure(Map(function(x, spec) shapes_like(x, spec, argument), parts, spec))
}

as_padding <- function(x, dataset) {
  if (is.null(x)) NULL else values_like(x, element_spec(dataset), "padding_values")
}

# R numbers with the dtypes of the elements' parts.
values_like <- function(x, spec, argument) {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  if (is_py_object(spec)) {
    return(as_tensor(x, spec$dtype))
  }
  # One value for several parts of different types would fail in TensorFlow.
  parts <- if (is.list(x)) parts_like(x, spec, argument) else rep(list(x), length(spec))
  as_structure(Map(function(x, spec) values_like(x, spec, argument), parts, unname(spec)),
               names(spec))
}

# The list `x` in the order of the parts of the elements.
parts_like <- function(x, spec, argument) {
  x <- as.list(x)
  is_same <- length(x) == length(spec) && (is.null(names(x)) || setequal(names(x), names(spec)))
  if (!is_same) {
    parts <- names(spec)
    wanted <- if (is.null(parts)) "" else paste0(": ", in_ticks(parts))
    abort("`%s` must have the %d parts of the elements%s, but has %d.", argument, length(spec),
          wanted, length(x))
  }
  if (is.null(names(x))) x else x[names(spec)]
}

# A tuple, or a named list for a dictionary.
as_structure <- function(parts, names = base::names(parts)) {
  if (is.null(names)) python_tuple(unname(parts)) else stats::setNames(parts, names)
}

# The structure of the elements: a list of TensorSpecs, nested as the elements are, or one of them.
element_spec <- function(dataset) get_attr(dataset, "element_spec", TRUE)

# ---- Choice and order ----------------------------------------------------------------------------

#' Shuffle and repeat a dataset
#'
#' `dataset_shuffle()` puts the elements in random order, `dataset_repeat()` repeats the dataset,
#' and `dataset_shuffle_and_repeat()` does both, with a new order in each repetition.
#'
#' Shuffling keeps a buffer of `buffer_size` elements, draws the next element from it at random, and
#' fills its place from the dataset. The order is uniformly random only if the buffer holds the
#' whole dataset: for a data frame, use `nrow(x)`. Shuffle before [dataset_batch()], so that
#' elements and not batches are shuffled.
#'
#' @param dataset A dataset.
#' @param buffer_size Positive integer. Number of elements in the buffer.
#' @param seed Integer. Seed of the random order. `NULL`, the default, means the seeds of
#'   [set_random_seed()], or a different order in each session.
#' @param reshuffle_each_iteration Logical. Whether each pass over the dataset has a new order.
#'   `NULL`, the default, means `TRUE`.
#' @param count Positive integer. Number of repetitions. `NULL`, the default, -1 and `Inf` mean
#'   endlessly.
#' @return A dataset.
#' @family dataset verbs
#' @concept random order
#' @concept epochs
#' @concept reproducible
#' @seealso [dataset_batch()], [set_random_seed()], [dataset_take()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' range_dataset(0, 5) |>
#'   dataset_shuffle(5, seed = 1) |>
#'   as_array_iterator() |>
#'   iterate() |>
#'   print()
#'
#' range_dataset(0, 3) |> dataset_repeat(2) |> length()
#' range_dataset(0, 3) |> dataset_repeat() |> length()
dataset_shuffle <- function(dataset, buffer_size, seed = NULL, reshuffle_each_iteration = NULL) {
  dataset_verb("shuffle")
}

#' @rdname dataset_shuffle
#' @export
dataset_repeat <- function(dataset, count = NULL) dataset_verb("repeat")

#' @rdname dataset_shuffle
#' @export
dataset_shuffle_and_repeat <- function(dataset, buffer_size, count = NULL, seed = NULL) {
  dataset_repeat(dataset_shuffle(dataset, buffer_size, seed), count)
}

#' Choose elements of a dataset
#'
#' `dataset_take()` keeps the first elements and `dataset_skip()` drops them; together they split a
#' dataset. `dataset_filter()` keeps the elements for which a function returns true,
#' `dataset_take_while()` the elements before the first one for which it does not, and
#' `dataset_unique()` the first of equal elements. `dataset_shard()` keeps each `num_shards`-th
#' element, so that several workers share the data.
#'
#' A predicate is traced by TensorFlow as the function of [dataset_map()] is. Comparison and logical
#' operators of R work on tensors: `record$mpg >= 20 & record$cyl == 6`.
#'
#' @param dataset A dataset.
#' @param count Integer. Number of elements. -1 and `Inf` mean all.
#' @param predicate Function or formula that takes an element and returns a single true or false.
#'   The parts of unnamed elements are separate arguments.
#' @param num_shards Positive integer. Number of shards.
#' @param index Integer from 0 to `num_shards - 1`. Number of the shard to keep.
#' @param name String. Name of the operation in TensorFlow's graph.
#' @return A dataset.
#' @family dataset verbs
#' @concept subset rows
#' @concept head
#' @concept train-test split
#' @concept distributed workers
#' @seealso [dataset_map()], [dataset_rejection_resample()], [sample_from_datasets()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' values <- function(dataset) iterate(as_array_iterator(dataset))
#' print(values(range_dataset(0, 10) |> dataset_skip(2) |> dataset_take(3)))
#' print(values(range_dataset(0, 10) |> dataset_filter(~ .x > 6)))
#' print(values(range_dataset(0, 10) |> dataset_take_while(~ .x < 4)))
#' print(values(range_dataset(0, 10) |> dataset_shard(num_shards = 3, index = 0)))
#' print(values(tensor_slices_dataset(c(1L, 2L, 1L)) |> dataset_unique()))
dataset_take <- function(dataset, count) dataset_verb("take")

#' @rdname dataset_take
#' @export
dataset_skip <- function(dataset, count) dataset_verb("skip")

#' @rdname dataset_take
#' @export
dataset_filter <- function(dataset, predicate) dataset_verb("filter")

#' @rdname dataset_take
#' @export
dataset_take_while <- function(dataset, predicate, name = NULL) dataset_verb("take_while")

#' @rdname dataset_take
#' @export
dataset_unique <- function(dataset, name = NULL) dataset_verb("unique")

#' @rdname dataset_take
#' @export
dataset_shard <- function(dataset, num_shards, index) {
  num_shards <- as_size(num_shards, "num_shards")
  index <- as_size(index, "index", 0L)
  if (is.numeric(num_shards) && is.numeric(index) && index >= num_shards) {
    abort("`index` must be less than `num_shards`, which is %d, not %d. It counts from 0.",
          num_shards, index)
  }
  dataset_method(dataset, "shard", num_shards, index)
}

# The result of a predicate: one truth value.
as_condition_of <- function(x, argument) {
  must_return(x, "a single true or false", is_py_object(x) || isTRUE(x) || isFALSE(x), argument)
  x
}

#' Number the elements of a dataset
#'
#' Each element of the result is a list of two parts: a number, which counts the elements, and the
#' element itself. Functions receive the two parts as separate arguments, as in
#' `dataset_map(function(i, x) ...)`.
#'
#' @param dataset A dataset.
#' @param start Integer. Number of the first element.
#' @return A dataset with elements `list(number, element)`. The numbers are `int64`.
#' @family dataset verbs
#' @concept index of elements
#' @concept row number
#' @seealso [dataset_map()], [zip_datasets()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' tensor_slices_dataset(c("a", "b")) |>
#'   dataset_enumerate(start = 1) |>
#'   as_array_iterator() |>
#'   iterate(str)
dataset_enumerate <- function(dataset, start = 0L) dataset_verb("enumerate")
