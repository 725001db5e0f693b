# Python iterators and generators, item by item from R.

#' Iterate over a Python iterable
#'
#' `iterate()` calls a function with each item of a Python list, generator, dataset or other
#' iterable, like Python's `for` statement. `iter_next()` fetches one item at a time from an
#' iterator, and `as_iterator()` creates an iterator from an iterable. Items are converted to R
#' values if the iterable was created with `convert = TRUE`. A generator can be iterated over only
#' once.
#'
#' @param it,x A Python iterable: a list, dictionary, generator, iterator, dataset. An R vector or
#'   list is converted. `iter_next()` needs an iterator.
#' @param f Function that is called with each item.
#' @param simplify Logical. Whether to combine the results into a vector if each of them is a single
#'   value and all have the same type.
#' @param completed Value to return when there are no more items.
#' @return `iterate()`: the results of `f` as a vector or list, invisibly. `iter_next()`: the next
#'   item, or `completed`. `as_iterator()`: a Python iterator.
#' @concept for loop
#' @concept generator
#' @concept iterator
#' @concept tf.data dataset
#' @seealso [py_iterator()] creates a Python iterator from an R function, [lapply()] and
#'   [as.list()][python-coercion] also work on Python iterables.
#' @export
#' @examplesIf py_available()
#' squares <- py_eval("(n * n for n in range(4))")
#' print(iterate(squares))
#'
#' it <- as_iterator(py_eval("['a', 'b']", convert = FALSE))
#' iter_next(it)
#' iter_next(it)
#' iter_next(it, completed = "done")
#' @examplesIf is_keras_available()
#'
#' # The batches of a TensorFlow dataset
#' batches <- tf$data$Dataset$range(5L)$batch(2L)
#' iterate(batches, function(batch) print(as.array(batch)))
iterate <- function(it, f = base::identity, simplify = TRUE) {
  check_logical(simplify, "simplify")
  if (!is_string(f)) check_function(f, "f")
  f <- match.fun(f)
  iterator <- as_iterator(it)
  advance <- next_method(iterator)
  # Iterators of datasets have threads and buffers.
  on.exit(unwrap(rs_let_go(c(list(advance), if (!identical(iterator, it)) list(iterator)))))
  results <- list()
  exhausted <- new.env()
  while (!identical(item <- next_item(advance, exhausted), exhausted)) {
    results[length(results) + 1L] <- list(f(item))
  }
  invisible(if (simplify) simplified(results) else results)
}

#' @rdname iterate
#' @export
iter_next <- function(it, completed = NULL) {
  if (!is_py_object(it) || !unwrap(rs_has_attr(it, "__next__"))) {
    abort("`it` must be a Python iterator; `as_iterator()` makes one of an iterable.")
  }
  next_item(next_method(it), completed)
}

#' @rdname iterate
#' @export
as_iterator <- function(x) UseMethod("as_iterator")

#' @export
as_iterator.default <- function(x) {
  # `convert = TRUE`: the items of an R value are R values.
  if (!is_py_object(x)) x <- r_to_py(if (is.atomic(x)) as.list(x) else x, convert = TRUE)
  if (unwrap(rs_has_attr(x, "__next__"))) {
    return(x)
  }
  call_python(python_builtin("iter"), list(x), py_has_convert(x))
}

next_method <- function(it) unwrap(rs_get_attr(it, "__next__", py_has_convert(it)))

next_item <- function(advance, completed) {
  item <- unwrap(rs_next(advance))
  if (is.null(item)) completed else item[[1]]
}

# A vector if all results are atomic, of length 1 and of one type.
simplified <- function(results) {
  types <- unique(vapply(results, scalar_type, ""))
  if (length(types) == 1L && nzchar(types)) unlist(results) else results
}

scalar_type <- function(x) {
  if (is.atomic(x) && length(x) == 1L && is.null(attributes(x))) typeof(x) else ""
}

#' Create Python iterators and generators from R functions
#'
#' `py_iterator()` creates a Python iterator that calls the R function `fn` for each item. Python's
#' `for` statement, `list()`, `tf$data$Dataset$from_generator()` and [fit()] accept it. The iterator
#' ends when `fn` returns `completed`, or at the end of a generator of the package coro. An error in
#' `fn` is raised where the item was requested.
#'
#' An iterator can be used once. `generator()` creates a Python function that returns a new iterator
#' at each call, for code that iterates several times, such as one pass per epoch: each call runs
#' `start`, which returns the function for the items.
#'
#' @param fn R function without arguments that returns the next item, or a generator instance of the
#'   package coro.
#' @param completed Value that `fn` returns when there are no more items.
#' @param prefetch Integer. Number of items to compute in advance, while R is idle.
#' @param start R function without arguments that returns a function like `fn`.
#' @return `py_iterator()`: a Python iterator. `generator()`: a Python function that returns one.
#' @concept generator
#' @concept data generator
#' @concept coro
#' @concept dataset pipeline
#' @seealso [iterate()] iterates over Python iterables in R, [fit()] accepts R functions that return
#'   batches, [PyDataset()] for batches that are accessed in any order.
#' @export
#' @examplesIf py_available()
#' count_to <- function(n) {
#'   i <- 0
#'   function() if (i < n) i <<- i + 1
#' }
#' import_builtins()$list(py_iterator(count_to(3)))
#'
#' # Each call starts at 1
#' counts <- generator(function() count_to(3))
#' iterate(counts(), print)
#' sum(iterate(counts()))
py_iterator <- function(fn, completed = NULL, prefetch = 0L) {
  if (!is.function(fn) || is_py_object(fn)) {
    abort("`fn` must be an R function that gives one item at each call.")
  }
  check_no_arguments(fn, "fn")
  prefetch <- check_whole(prefetch, "prefetch", 0L)
  end <- call_python(python_builtin("object"), list(), FALSE)
  advance <- function() {
    item <- fn()
    if (identical(item, completed) || is_exhausted(item)) end else item
  }
  iterator <- import("rkeras.bridge.iterator", convert = FALSE)$RIterator
  as_handle(call_python(iterator, list(advance, end, prefetch), FALSE), TRUE)
}

#' @rdname py_iterator
#' @export
generator <- function(start, completed = NULL, prefetch = 0L) {
  if (!is.function(start) || is_py_object(start)) {
    abort("`start` must be an R function that returns a function.")
  }
  check_no_arguments(start, "start")
  force(completed)
  force(prefetch)
  r_to_py(function() py_iterator(start(), completed, prefetch), convert = TRUE)
}

# Generators of the package coro have formals that they need not be given.
check_no_arguments <- function(f, argument) {
  if (inherits(f, "coro_generator_instance")) {
    return()
  }
  needed <- as.character(python_formals(f)$required)
  needed <- setdiff(needed, "...")
  if (length(needed)) {
    abort("`%s` must be a function without arguments, but needs `%s`. Write `function() ...`.",
          argument, needed[[1]])
  }
}

# The value that a coro generator returns when it is exhausted.
is_exhausted <- function(x) is.symbol(x) && identical(x, as.symbol(".__exhausted__."))
