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
  invisible(x)
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

# ---- Verbs ---------------------------------------------------------------------------------------

# Calls a method of the calling verb's `dataset` with the verb's other arguments, each converted by
# the rule of its name. Arguments in `...` are passed as they are, in place of the verb's.
dataset_verb <- function(method, ...) {
  args <- verb_arguments(...names())
  call_python(get_attr(args$dataset, method, TRUE), drop_null(c(args[-1], list(...))), TRUE)
}

# The same for a function of the module tf.data, which has no `dataset`.
data_source <- function(path, ...) {
  args <- verb_arguments(...names())
  call_python(member_at(tf$data, path), drop_null(c(args, list(...))), TRUE)
}

# The arguments of the verb, other than those named `own`.
verb_arguments <- function(own, rules = verb_rules(), verb = sys.function(sys.parent(2L)),
                           frame = parent.frame(2L)) {
  caller <- parent.frame(3L)
  names <- setdiff(names(formals(verb)), own)
  args <- withCallingHandlers(mget(names, frame), error = function(cnd) {
    explain_absent(cnd, names, frame, caller)
  })
  absent <- vapply(args, identical, NA, substitute())
  if (any(absent)) abort_without(names[absent][[1]], FALSE)
  by_rules_of(args, rules, list())
}

verb_rules <- function() {
  list(
    dataset = check_dataset, choice_dataset = as_choice_dataset,
    batch_size = as_size, buffer_size = as_size, size = as_size, shift = as_size, stride = as_size,
    cycle_length = as_size, block_length = as_size, window_size = as_size, record_bytes = as_size,
    shuffle_buffer_size = as_size, header_bytes = as_size_from_0, footer_bytes = as_size_from_0,
    bucket_boundaries = as_increasing_sizes, bucket_batch_sizes = as_sizes,
    count = as_limit, num_epochs = as_limit,
    seed = as_int64, shuffle_seed = as_int64, start = as_int64,
    num_parallel_calls = as_parallel, num_parallel_reads = as_parallel,
    prefetch_buffer_size = as_parallel,
    drop_remainder = as_flag, deterministic = as_flag, reshuffle_each_iteration = as_flag,
    stop_on_empty_dataset = as_flag, pad_to_bucket_boundary = as_flag, no_padding = as_flag,
    shuffle = as_flag, use_quote_delim = as_flag, header = as_flag, sloppy = as_flag,
    map_func = as_graph_function, scan_func = function_of(state_and_element),
    predicate = function_of(as_condition_of),
    key_func = function_of(as_type("int64")), window_size_func = function_of(as_type("int64")),
    class_func = function_of(as_type("int32")), element_length_func = function_of(as_type("int32")),
    filenames = as_files, file_pattern = all_files, compression_type = as_file_compression,
    field_delim = check_delim, column_names = as_sequence, select_columns = as_selected,
    column_defaults = as_csv_defaults
  )
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
  as_key(as.double(x))
}

# The number of calls at the same time: a count, or tf$data$AUTOTUNE, which is -1.
as_parallel <- function(x, argument = "num_parallel_calls") {
  if (identical(x, "AUTOTUNE")) -1L else as_size(x, argument, -1L)
}

as_size_from_0 <- function(x, argument) as_size(x, argument, 0L)

as_limit <- function(x, argument) as_size(x, argument, -1L)

as_int64 <- function(x, argument) as_size(x, argument, -Inf)

# A list of ints.
as_sizes <- function(x, argument) {
  if (is_py_object(x)) x <- py_to_r(x)
  lapply(unname(as.list(x)), as_size, argument)
}

as_increasing_sizes <- function(x, argument) {
  sizes <- as_sizes(x, argument)
  if (is.unsorted(unlist(sizes), strictly = TRUE)) {
    abort("`%s` must increase, but is %s.", argument, toString(sizes))
  }
  sizes
}
