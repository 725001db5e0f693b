# Python iterators and generators, item by item from R.

#' Go through a Python iterable
#'
#' `iterate()` calls a function on each item, `iter_next()` fetches one item after the other and
#' `as_iterator()` gives the iterator of an iterable. Items are converted to R values if the
#' iterable was made with `convert = TRUE`.
#'
#' @param it,x A Python iterable: a list, a generator, an iterator, ...
#' @param f The function to call on each item.
#' @param simplify Make a vector of the results if each is a single value of the same type?
#' @param completed What to return when no item is left.
#' @return `iterate()` gives the results of `f`, as a vector or a list, invisibly; `iter_next()`
#'   the next item or `completed`; `as_iterator()` a Python iterator.
#' @family iteration
#' @export
#' @examplesIf py_available()
#' squares <- py_eval("(n * n for n in range(4))")
#' print(iterate(squares))
#'
#' it <- as_iterator(py_eval("['a', 'b']", convert = FALSE))
#' iter_next(it)
#' iter_next(it)
#' iter_next(it, completed = "done")
iterate <- function(it, f = base::identity, simplify = TRUE) {
  advance <- next_method(as_iterator(it))
  f <- match.fun(f)
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
as_iterator <- function(x) {
  if (!is_py_object(x)) {
    abort("`x` must be a Python object; `r_to_py()` makes one of an R value.")
  }
  if (unwrap(rs_has_attr(x, "__next__"))) {
    return(x)
  }
  call_python(python_builtin("iter"), list(x), py_has_convert(x))
}

next_method <- function(it) unwrap(rs_get_attr(it, "__next__", py_has_convert(it)))

next_item <- function(advance, completed) {
  result <- rs_call(advance, list(), NULL)
  if (failed(result, "StopIteration")) completed else unwrap(result)
}

# A vector if all results are atomic, of length 1 and of one type.
simplified <- function(results) {
  types <- unique(vapply(results, scalar_type, ""))
  if (length(types) == 1L && nzchar(types)) unlist(results) else results
}

scalar_type <- function(x) {
  if (is.atomic(x) && length(x) == 1L && is.null(attributes(x))) typeof(x) else ""
}

#' A Python iterator over an R function
#'
#' `py_iterator()` makes an iterator that calls `fn` for each item: Python's `for`, `list()`,
#' `tf$data$Dataset$from_generator()` and [fit()] take it. It ends when `fn` returns `completed`, or
#' the end of a generator of the package coro. An error in `fn` is an error where the item was asked
#' for.
#'
#' `generator()` makes a Python function that gives such an iterator, for what wants to begin anew:
#' each call calls `start`, which returns the function for the items.
#'
#' @param fn An R function without arguments, or a generator instance of the package coro.
#' @param completed What `fn` returns when there are no more items.
#' @param prefetch How many items to make before they are asked for, while R has nothing else to do.
#' @param start An R function without arguments that returns a function as `fn`.
#' @return A Python iterator; `generator()` gives a Python function that returns one.
#' @family iteration
#' @export
#' @examplesIf py_available()
#' count_to <- function(n) {
#'   i <- 0
#'   function() if (i < n) i <<- i + 1
#' }
#' import_builtins()$list(py_iterator(count_to(3)))
#'
#' counts <- generator(function() count_to(3))
#' iterate(counts())
py_iterator <- function(fn, completed = NULL, prefetch = 0L) {
  if (!is.function(fn) || is_py_object(fn)) {
    abort("`fn` must be an R function that gives one item at each call.")
  }
  check_no_arguments(fn, "fn")
  if (!are_whole(prefetch) || length(prefetch) != 1L || prefetch < 0) {
    abort(sprintf("`prefetch` must be one whole number from 0 up, not %s.", describe(prefetch)))
  }
  end <- call_python(python_builtin("object"), list(), FALSE)
  advance <- function() {
    item <- fn()
    if (identical(item, completed) || is_exhausted(item)) end else item
  }
  iterator <- import("rkeras.iterator", convert = FALSE)$RIterator
  as_handle(call_python(iterator, list(advance, end, as.integer(prefetch)), FALSE), TRUE)
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
check_no_arguments <- function(f, argument, call = sys.call(-1)) {
  if (inherits(f, "coro_generator_instance")) {
    return()
  }
  needed <- as.character(python_formals(f)$required)
  needed <- setdiff(needed, "...")
  if (length(needed)) {
    abort(sprintf(
      "`%s` must be a function without arguments, but needs `%s`. Write `function() ...`.",
      argument, needed[[1]]
    ), call = call)
  }
}

# The value that a coro generator returns when it is exhausted.
is_exhausted <- function(x) is.symbol(x) && identical(x, as.symbol(".__exhausted__."))
