# Data sets derived from data: windows over a time series, parts of a data set, normalized vectors.

#' @eval rd_keras("keras.utils.timeseries_dataset_from_array")
#' @export
timeseries_dataset_from_array <- function(
    data,
    targets,
    sequence_length,
    sequence_stride = 1L,
    sampling_rate = 1L,
    batch_size = 128L,
    shuffle = FALSE,
    seed = NULL,
    start_index = NULL,
    end_index = NULL,
    format = "tf"
) {
  check_flags()
  data <- as_keras_data(data, "data")
  length <- if (is_py_object(data)) py_len(data) else n_observations(data, "data")
  range <- time_range(start_index, end_index, length)
  call_keras(
    "keras.utils.timeseries_dataset_from_array", data, as_keras_data(targets, "targets"),
    sequence_length = as_count(sequence_length, "sequence_length"),
    sequence_stride = as_count(sequence_stride, "sequence_stride"),
    sampling_rate = as_count(sampling_rate, "sampling_rate"),
    batch_size = as_count(batch_size, "batch_size"),
    shuffle = shuffle, seed = as_integer(seed, "seed"),
    start_index = range$start, end_index = range$end, format = format
  )
}

# Keras counts from 0, excludes the end, and rejects an end equal to the length of the data.
time_range <- function(start, end, length) {
  start <- as_count(start, "start_index")
  end <- as_count(end, "end_index")
  last <- if (is.null(end)) length else end
  if (last > length) {
    abort("`end_index` is %d, but `data` has %d points.", last, length)
  }
  if (!is.null(start) && start >= last) {
    abort("`start_index` (%d) must be before the last point (%d).", start, last)
  }
  list(start = if (!is.null(start)) start - 1L, end = if (last < length) end)
}

#' @eval rd_keras("keras.utils.split_dataset")
#' @export
split_dataset <- function(
    dataset,
    left_size = NULL,
    right_size = NULL,
    shuffle = FALSE,
    seed = NULL,
    preferred_backend = NULL
) {
  check_flags()
  split <- keras_endpoint("keras.utils.split_dataset")
  # Blocking, because the dataset may call R functions.
  call_blocking(split, list(
    as_keras_data(dataset, "dataset"),
    left_size = share_or_count(left_size),
    right_size = share_or_count(right_size),
    shuffle = shuffle,
    seed = as_integer(seed, "seed"),
    preferred_backend = preferred_backend
  ), convert = TRUE)
}

share_or_count <- function(x) if (are_whole(x)) as.integer(x) else x

#' @eval rd_keras("keras.utils.normalize")
#' @export
normalize <- function(x, axis = -1L, order = 2L) {
  x <- as_observed(x, "x")
  # NumPy warns of R's NA, but not of NaN.
  if (is.double(x)) x[is.na(x)] <- NaN
  axis <- as_axis(axis, "axis")
  # Keras takes axis 0 for a missing axis.
  if (identical(axis, 0L)) axis <- -length(dim(x))
  call_keras("keras.utils.normalize", x, axis = axis, order = order)
}
