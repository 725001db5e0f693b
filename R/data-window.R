# Verbs that group elements of a dataset: into windows, by keys, by length.

#' Split a dataset into windows
#'
#' Each element of the result is a dataset of `size` consecutive elements; windows overlap if
#' `shift` is smaller than `size`. Turn the windows into tensors with [dataset_flat_map()] and
#' [dataset_batch()], as for the sequences of a time series.
#'
#' The parts of elements with several parts are datasets of their own in each window: a window of
#' `list(x, y)` is a list of two datasets, which [zip_datasets()] combines.
#'
#' @param dataset A dataset.
#' @param size Positive integer. Number of elements in a window.
#' @param shift Positive integer. Number of elements from the start of a window to that of the next.
#'   `NULL`, the default, means `size`: windows do not overlap.
#' @param stride Positive integer. Distance between the elements of a window.
#' @param drop_remainder Logical. Whether to drop windows at the end that have fewer elements.
#' @return A dataset of datasets.
#' @family dataset verbs
#' @concept sliding window
#' @concept time series
#' @seealso [timeseries_dataset_from_array()], [dataset_group_by_window()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' range_dataset(0, 6) |>
#'   dataset_window(3, shift = 1, drop_remainder = TRUE) |>
#'   dataset_flat_map(function(window) dataset_batch(window, 3)) |>
#'   iterate(print)
dataset_window <- function(dataset, size, shift = NULL, stride = 1, drop_remainder = FALSE) {
  dataset_verb("window")
}

#' Group elements by a key
#'
#' Computes a key for each element, collects up to `window_size` elements with the same key, and
#' applies a function to each of these groups, which returns a dataset. The result contains the
#' elements of these datasets. A typical use are batches whose elements have something in common.
#'
#' @param dataset A dataset.
#' @param key_func Function or formula that takes an element and returns its key, a whole number.
#' @param reduce_func Function of a key and a dataset, the group, that returns a dataset.
#' @param window_size Positive integer. Number of elements in a group; the last groups can have
#'   fewer.
#' @param window_size_func Function of a key that returns the number of elements in its groups,
#'   instead of `window_size`.
#' @param name String. Name of the operation in TensorFlow's graph.
#' @return A dataset.
#' @family dataset verbs
#' @concept group by
#' @concept stratified batches
#' @seealso [dataset_bucket_by_sequence_length()], [dataset_window()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' range_dataset(to = 10) |>
#'   dataset_group_by_window(
#'     key_func = function(x) x %% 2,
#'     reduce_func = function(key, group) dataset_batch(group, 5),
#'     window_size = 5
#'   ) |>
#'   iterate(print)
dataset_group_by_window <- function(dataset, key_func, reduce_func, window_size = NULL,
                                    window_size_func = NULL, name = NULL) {
  dataset_verb("group_by_window",
               reduce_func = as_graph_function(reduce_func, "reduce_func", a_dataset))
}

#' Batch sequences of similar length
#'
#' Assigns elements to buckets by their length and makes padded batches from the elements of each
#' bucket. Sequences of similar length need less padding than those of [dataset_padded_batch()], so
#' training computes less.
#'
#' With `bucket_boundaries = c(3, 5)` the buckets are the lengths below 3, 3 and 4, and 5 or more.
#'
#' @inheritParams dataset_batch
#' @param element_length_func Function or formula that takes an element and returns its length.
#' @param bucket_boundaries Integer vector, increasing. The lengths at which the next bucket begins.
#' @param bucket_batch_sizes Integer vector with one more element than `bucket_boundaries`. Batch
#'   size of each bucket.
#' @param pad_to_bucket_boundary Logical. Whether to pad to the largest length of the bucket rather
#'   than to the longest element of the batch. No element may then be as long as the last boundary.
#' @param no_padding Logical. Whether not to pad: all elements of a bucket must have the same shape,
#'   or be sparse tensors.
#' @return A dataset of batches.
#' @family dataset verbs
#' @concept sequences of variable length
#' @concept padding
#' @concept text
#' @seealso [dataset_padded_batch()], [dataset_group_by_window()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' sequences <- range_dataset(1, 7) |> dataset_map(~ tf$range(.x))
#' sequences |>
#'   dataset_bucket_by_sequence_length(
#'     element_length_func = ~ tf$size(.x),
#'     bucket_boundaries = c(3, 5),
#'     bucket_batch_sizes = c(2, 2, 2)
#'   ) |>
#'   iterate(print)
dataset_bucket_by_sequence_length <- function(
    dataset, element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes = NULL,
    padding_values = NULL, pad_to_bucket_boundary = FALSE, no_padding = FALSE,
    drop_remainder = FALSE, name = NULL) {
  dataset_verb("bucket_by_sequence_length",
               padded_shapes = as_padded_shapes(padded_shapes, dataset),
               padding_values = as_padding(padding_values, dataset))
}

#' Resample a dataset to a target distribution of classes
#'
#' Drops elements at random, so that the classes of the remaining ones have the frequencies
#' `target_dist`. Use it for data in which some classes are rare; `class_weight` of [fit()] is the
#' alternative that keeps all elements.
#'
#' @param dataset A dataset.
#' @param class_func Function or formula that takes an element and returns its class, a whole number
#'   from 0.
#' @param target_dist Numeric vector. Target frequency of each class, in the order of the classes.
#' @param initial_dist Numeric vector. Frequency of each class in `dataset`. `NULL`, the default,
#'   estimates the frequencies from the elements while they are read.
#' @param seed Integer. Seed of the choice. `NULL` means a different choice each time.
#' @param name String. Name of the operation in TensorFlow's graph.
#' @return A dataset with elements `list(class, element)`.
#' @family dataset verbs
#' @concept class imbalance
#' @concept undersampling
#' @concept rare classes
#' @seealso [sample_from_datasets()], [fit()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' classes <- rep(c(0L, 0L, 0L, 1L), 250)
#' resampled <- tensor_slices_dataset(classes) |>
#'   dataset_rejection_resample(~ .x, target_dist = c(0.6, 0.4), initial_dist = c(0.75, 0.25),
#'                              seed = 1) |>
#'   dataset_map(function(class, x) x)
#' table(unlist(iterate(as_array_iterator(resampled))))
dataset_rejection_resample <- function(dataset, class_func, target_dist, initial_dist = NULL,
                                       seed = NULL, name = NULL) {
  target <- as_distribution(target_dist, "target_dist")
  initial <- if (!is.null(initial_dist)) as_distribution(initial_dist, "initial_dist")
  check_distributions(target_dist, initial_dist)
  dataset_verb("rejection_resample", target_dist = target, initial_dist = initial)
}

as_distribution <- function(x, argument) {
  if (is_py_object(x)) {
    return(x)
  }
  if (is.list(x)) x <- unlist(x)
  must_be(x, "frequencies of classes, numbers from 0 to 1",
          is.numeric(x) && length(x) && !anyNA(x) && all(x >= 0), argument)
  as_tensor(as.double(x), "float32")
}

check_distributions <- function(target, initial) {
  are_of_r <- !is.null(initial) && !is_py_object(target) && !is_py_object(initial)
  if (are_of_r && length(target) != length(initial)) {
    abort(
      "`target_dist` has %d classes, but `initial_dist` has %d. Both need one frequency per class.",
      length(target), length(initial)
    )
  }
}
