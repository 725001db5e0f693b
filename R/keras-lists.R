# Lists for Keras functions: named_list(), zip_lists().

#' Lists for Keras
#'
#' `named_list()` makes a list that has names also when it is empty, which is a dict to Python.
#' `zip_lists()` puts lists side by side: the first elements of all, then the second ones.
#'
#' @param ... Elements, for `zip_lists()` lists of the same length; lists with names are matched by
#'   name.
#' @return A list.
#' @family tools
#' @examples
#' str(named_list())
#' str(zip_lists(list(1, 2), list("a", "b")))
#' str(zip_lists(list(a = 1, b = 2), list(b = "b", a = "a")))
#' @export
named_list <- function(...) {
  x <- list(...)
  if (is.null(names(x))) names(x) <- character(length(x))
  x
}

#' @rdname named_list
#' @export
zip_lists <- function(...) {
  lists <- list(...)
  if (length(lists) == 1L) lists <- lists[[1]]
  if (length(unique(lengths(lists))) > 1L) {
    abort(sprintf("The lists must be equally long, not %s.", toString(lengths(lists))))
  }
  keys <- names(lists[[1]])
  if (!is.null(keys)) lists <- Map(in_order_of, lists, list(keys), seq_along(lists))
  zipped <- lapply(seq_along(lists[[1]]), function(i) lapply(lists, `[[`, i))
  stats::setNames(zipped, keys)
}

in_order_of <- function(x, keys, position) {
  if (is.null(names(x))) {
    return(x)
  }
  if (anyDuplicated(keys) || !setequal(keys, names(x))) {
    abort(sprintf("List %d has other names than the first.", position), call = quote(zip_lists()))
  }
  x[keys]
}
