# Datasets of TensorFlow as R objects: their class, and the calls of their methods.

dataset_class <- "tensorflow.python.data.ops.dataset_ops.DatasetV2"

# A filter of classes (R/py-class-name.R): every dataset also has the class `tf_dataset`.
with_dataset_class <- function(classes) {
  if (dataset_class %in% classes) c("tf_dataset", classes) else classes
}

#' Treat a Python object as a dataset
#'
#' Datasets are objects of `tf.data.Dataset`. All of them have the S3 class `tf_dataset` in R,
#' whether a function of this package or Python code created them, so that the `dataset_*()`
#' functions, [print()], [length()] and [iterate()] accept them. `as_tf_dataset()` returns a dataset
#' unchanged and creates one from R data as [tensor_slices_dataset()] does. Use it in functions of
#' your own that accept either.
#'
#' @param dataset A dataset, or R data: data frame, array, vector or list.
#' @return A dataset, with the class `tf_dataset`.
#' @family dataset sources
#' @concept tf.data.Dataset
#' @concept convert to dataset
#' @seealso [tensor_slices_dataset()] for datasets of R data.
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' inherits(as_tf_dataset(tf$data$Dataset$range(3L)), "tf_dataset")
#' as_tf_dataset(head(iris))
as_tf_dataset <- function(dataset) {
  if (is_dataset(dataset)) {
    return(as_handle(dataset, TRUE))
  }
  is_data <- !is_py_object(dataset) || is_one_array(dataset)
  if (!is_data) check_dataset(dataset)
  data_slices(dataset, "dataset")
}

is_dataset <- function(x) is.environment(x) && inherits(x, dataset_class)

check_dataset <- function(x, argument = "dataset") {
  must_be(x, "a dataset", is_dataset(x), argument,
          if (is_py_object(x)) "" else " tensor_slices_dataset() creates one from R data.")
}

# Calls a method of a dataset. `...` are its arguments; those that are NULL are left out, so that
# Python's defaults apply.
dataset_method <- function(dataset, method, ...) {
  check_dataset(dataset)
  args <- drop_null(list(...))
  call_python(get_attr(dataset, method, TRUE), args, TRUE)
}

# Calls a function of the module tf.data, by its path: `tf_data("Dataset.range", 10L)`.
tf_data <- function(path, ...) call_python(member_at(tf$data, path), drop_null(list(...)), TRUE)

member_at <- function(x, path) {
  for (name in strsplit(path, ".", fixed = TRUE)[[1]]) x <- get_attr(x, name, TRUE)
  x
}

# ---- Sizes and flags -----------------------------------------------------------------------------

# A count of elements, a seed or the end of a range, as a Python int of any size. Inf means -1,
# which tf.data takes for no limit.
as_size <- function(x, argument, least = 1L) {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  if (identical(x, Inf) && least == -1L) {
    return(-1L)
  }
  if (!is_whole(x, least, 2^53)) {
    abort_number(x, argument, if (least == -1L) "a whole number, or -1 or Inf for no limit"
                              else whole_text(least))
  }
  as_python_int(x)
}

# The number of calls at the same time: a count, or tf$data$AUTOTUNE, which is -1.
as_parallel <- function(x, argument = "num_parallel_calls") {
  if (identical(x, "AUTOTUNE")) -1L else as_size(x, argument, -1L)
}

as_int64 <- function(x, argument) as_size(x, argument, -Inf)

as_python_int <- function(x) as_key(as.double(x))
