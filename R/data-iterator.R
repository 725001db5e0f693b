# Reading datasets in R, element by element.

#' Iterate over a dataset as R arrays
#'
#' Creates an iterator whose elements are R values: arrays, numbers and strings instead of tensors,
#' in lists with the structure of the elements. [iterate()] calls a function with each of them and
#' [iter_next()] returns the next one. Both also accept datasets themselves, with elements that are
#' tensors.
#'
#' A single string is a character vector of length 1 with the class `tf_string`, which has the
#' method `$decode()` that Python's strings of bytes have. Bytes that are not UTF-8 text are raw
#' vectors. Ragged and sparse tensors remain tensors.
#'
#' @param dataset A dataset.
#' @return A Python iterator of R values.
#' @family dataset iterators
#' @concept loop over batches
#' @concept tensors to R arrays
#' @seealso [iterate()], [iter_next()], [dataset_collect()], [as.data.frame()].
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' batches <- tensor_slices_dataset(cars) |> dataset_batch(3)
#' it <- as_array_iterator(batches)
#' iter_next(it)
#'
#' range_dataset(0, 3) |>
#'   as_array_iterator() |>
#'   iterate(function(x) print(x + 1))
as_array_iterator <- function(dataset) {
  if (!is_py_object(dataset) || !has_attr(dataset, "__next__")) check_dataset(dataset)
  in_python("rkeras.tensorflow.pipeline.ArrayIterator", dataset)
}

#' @export
as_iterator.tf_dataset <- function(x) {
  in_python("rkeras.tensorflow.pipeline.iterator", x, .convert = py_has_convert(x))
}

#' @export
py_to_r.rkeras.tensorflow.pipeline.Text <- function(x) {
  structure(as.character.python.builtin.bytes(x), class = "tf_string")
}

#' @export
`$.tf_string` <- function(x, name) {
  text <- as.vector(unclass(x))
  if (name != "decode") {
    abort("A string has no method `$%s()`. See as.character().", name)
  }
  function(...) text
}

#' @export
print.tf_string <- function(x, ...) {
  print(unclass(x), ...)
  invisible(x)
}

#' Get the next element of a dataset or iterator
#'
#' `iterator_get_next()` returns the next element of an iterator and raises an error at the end of
#' the dataset, where [iter_next()] returns a value. `next_batch()` creates an iterator and returns
#' its first element. `until_out_of_range()` evaluates an expression again and again until it meets
#' the end of a dataset, `with_dataset()` evaluates one and ends without an error there, and
#' `out_of_range_handler()` is the handler for [tryCatch()] that they use.
#'
#' The error at the end has the class
#' `tensorflow.python.framework.errors_impl.OutOfRangeError`.
#'
#' @param dataset A dataset.
#' @param iterator An iterator: [make_iterator_one_shot()], [as_iterator()].
#' @param name String. Name of the operation in a graph.
#' @param expr Expression to evaluate, in the environment of the caller.
#' @param e A condition.
#' @return `iterator_get_next()` and `next_batch()`: a tensor, or a list of tensors.
#'   `until_out_of_range()`, `with_dataset()` and `out_of_range_handler()`: `NULL`, invisibly.
#' @family dataset iterators
#' @concept end of sequence
#' @concept loop over batches
#' @seealso [iterate()] is the shorter form of such loops.
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' batches <- tensor_slices_dataset(cars) |> dataset_batch(20)
#' next_batch(batches)$speed
#'
#' iterator <- make_iterator_one_shot(batches)
#' until_out_of_range({
#'   batch <- iterator_get_next(iterator)
#'   print(length(batch$dist))
#' })
iterator_get_next <- function(iterator, name = NULL) {
  call_blocking(iterator_member(iterator, "get_next"), drop_null(list(name = name)), TRUE)
}

iterator_member <- function(x, name) {
  if (is_py_object(x) && !is_dataset(x) && has_attr(x, name)) {
    return(get_attr(x, name, TRUE))
  }
  if (is_py_object(x) && has_attr(x, "__next__")) {
    abort("`iterator` has no `%s`, because it is not an iterator of a graph. It needs no start.",
          name)
  }
  abort("`iterator` must be an iterator, not %s. make_iterator_one_shot() creates one.",
        if (is_dataset(x)) "a dataset" else describe(x))
}

#' @rdname iterator_get_next
#' @export
next_batch <- function(dataset) {
  check_dataset(dataset)
  iterator_get_next(make_iterator_one_shot(dataset))
}

#' @rdname iterator_get_next
#' @export
until_out_of_range <- function(expr) {
  expr <- substitute(expr)
  env <- parent.frame()
  at_end(repeat eval(expr, env))
}

#' @rdname iterator_get_next
#' @export
with_dataset <- function(expr) at_end(expr)

#' @rdname iterator_get_next
#' @export
out_of_range_handler <- function(e) {
  ends <- c("tensorflow.python.framework.errors_impl.OutOfRangeError",
            "python.builtin.StopIteration")
  if (!inherits(e, ends)) stop(e)
  invisible()
}

# Evaluates `expr` until the end of a dataset or iterator.
at_end <- function(expr) {
  tryCatch({
    expr
    invisible()
  }, python.builtin.Exception = out_of_range_handler)
}

#' Create iterators as in TensorFlow 1
#'
#' `make_iterator_one_shot()` creates an iterator that passes once over a dataset. The other
#' functions are for graphs of TensorFlow 1 (`tf$compat$v1`), where an iterator is initialized in a
#' session and may be connected with several datasets. Outside such graphs they raise an error;
#' there, create a new iterator for each pass.
#'
#' @param dataset A dataset.
#' @param iterator An iterator of a graph.
#' @param shared_name String. Name by which sessions share the iterator's state.
#' @param output_types,output_shapes Types and shapes of the elements, in the structure of the
#'   elements: see [output_types()]. `NULL` shapes are unknown.
#' @param string_handle String tensor: the handle of an iterator.
#' @param name String. Name of the operation in the graph.
#' @return An iterator. `iterator_initializer()` and `iterator_make_initializer()`: an operation to
#'   run in a session. `iterator_string_handle()`: a string tensor.
#' @family dataset iterators
#' @concept session
#' @concept reinitializable iterator
#' @concept feedable iterator
#' @seealso [iterator_get_next()], [as_iterator()]
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' iterator <- make_iterator_one_shot(range_dataset(0, 3))
#' iterator_get_next(iterator)
#' iterator_get_next(iterator)
#'
#' # In a graph, with a session
#' v1 <- tf$compat$v1
#' graph <- tf$Graph()
#' with(graph$as_default(), {
#'   iterator <- make_iterator_initializable(range_dataset(0, 3))
#'   element <- iterator_get_next(iterator)
#'   session <- v1$Session(graph = graph)
#'   session$run(iterator_initializer(iterator))
#'   print(session$run(element))
#' })
make_iterator_one_shot <- function(dataset) {
  check_dataset(dataset)
  v1_data("make_one_shot_iterator", in_python("rkeras.tensorflow.pipeline.untuned", dataset))
}

#' @rdname make_iterator_one_shot
#' @export
make_iterator_initializable <- function(dataset, shared_name = NULL) {
  check_dataset(dataset)
  check_in_graph()
  v1_data("make_initializable_iterator", dataset, shared_name = shared_name)
}

#' @rdname make_iterator_one_shot
#' @export
make_iterator_from_structure <- function(output_types, output_shapes = NULL, shared_name = NULL) {
  check_in_graph()
  v1_data("Iterator.from_structure", as_v1_structure(output_types), as_v1_structure(output_shapes),
          shared_name = shared_name)
}

#' @rdname make_iterator_one_shot
#' @export
make_iterator_from_string_handle <- function(string_handle, output_types, output_shapes = NULL) {
  check_in_graph()
  v1_data("Iterator.from_string_handle", string_handle, as_v1_structure(output_types),
          as_v1_structure(output_shapes))
}

#' @rdname make_iterator_one_shot
#' @export
iterator_initializer <- function(iterator) iterator_member(iterator, "initializer")

#' @rdname make_iterator_one_shot
#' @export
iterator_make_initializer <- function(iterator, dataset, name = NULL) {
  make <- iterator_member(iterator, "make_initializer")
  check_dataset(dataset)
  call_python(make, drop_null(list(dataset, name = name)), TRUE)
}

#' @rdname make_iterator_one_shot
#' @export
iterator_string_handle <- function(iterator, name = NULL) {
  handle <- iterator_member(iterator, "string_handle")
  call_python(handle, drop_null(list(name = name)), TRUE)
}

v1_data <- function(path, ...) {
  call_python(member_at(tf$compat$v1$data, path), drop_null(list(...)), TRUE)
}

check_in_graph <- function() {
  if (isTRUE(tf$executing_eagerly())) {
    abort(paste(
      "This kind of iterator exists only in graphs of TensorFlow 1. Use",
      "make_iterator_one_shot(), as_iterator() or iterate(), or call it within",
      "`with(tf$Graph()$as_default(), ...)`."
    ))
  }
}

# Lists of types and shapes as tuples.
as_v1_structure <- function(x) {
  if (is.null(x) || is_py_object(x)) x
  else if (inherits(x, "keras_shape") || is.numeric(x)) as_tensor_shape(x)
  else if (is.character(x)) tf$as_dtype(x)
  else as_structure(lapply(x, as_v1_structure))
}

#' Types and shapes of the elements of a dataset
#'
#' `output_types()` returns the dtypes and `output_shapes()` the shapes of the tensors of each
#' element, in lists with the structure of the elements. Axes of unknown length, such as that of
#' batches, are `NA`.
#'
#' @param object A dataset, or an iterator of one.
#' @return A `tf$DType` or `tf$TensorShape`, or a list of them.
#' @family dataset iterators
#' @concept element_spec
#' @concept dtype
#' @concept shape
#' @seealso [print()] and [str()] of a dataset show both.
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' batches <- tensor_slices_dataset(cars) |> dataset_batch(10)
#' output_types(batches)
#' output_shapes(batches)
output_types <- function(object) v1_of_elements("get_output_types", object)

#' @rdname output_types
#' @export
output_shapes <- function(object) v1_of_elements("get_output_shapes", object)

v1_of_elements <- function(get, object) {
  must_be(object, "a dataset or an iterator of one",
          is_py_object(object) && has_attr(object, "element_spec"))
  v1_data(get, object)
}
