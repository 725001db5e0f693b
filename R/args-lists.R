# Lists for Keras functions: named_list(), zip_lists().

#' Create named lists and zip lists
#'
#' `named_list()` creates a list in which all elements have names: an element without one is named
#' after its expression, such as the variable `x` in `named_list(x)`. An empty list has names, too,
#' so that the result always becomes a Python dictionary. `zip_lists()` combines lists element by
#' element, like Python's `zip()`: the first elements of all lists, then the second elements, and so
#' on. Use it to pair inputs with targets.
#'
#' @param ... Elements; for `zip_lists()`, lists of the same length, or one list of such lists.
#'   Lists with names are matched by name.
#' @return `named_list()`: a list with different names. `zip_lists()`: a list with one element for
#'   each position, each a list of the elements at this position.
#' @concept zip
#' @concept transpose a list
#' @concept empty dictionary
#' @seealso [dict()] for Python dictionaries, [tree_map_structure()] for nested lists.
#' @examples
#' units <- 32
#' activation <- "relu"
#' str(named_list(units, activation, use_bias = FALSE))
#' str(named_list())
#' str(zip_lists(list(1, 2), list("a", "b")))
#' str(zip_lists(list(a = 1, b = 2), list(b = "b", a = "a")))
#' @export
named_list <- function(...) {
  x <- dots_list(...)
  names <- names(x) %||% character(length(x))
  unnamed <- !nzchar(names)
  names[unnamed] <- labels_of(eval(substitute(alist(...))), length(x))[unnamed]
  if (anyDuplicated(names)) {
    abort("`%s` is the name of several elements. Use different names.",
          names[duplicated(names)][[1]])
  }
  stats::setNames(x, names)
}

# The text of each expression. Elements that `!!!` splices have no expressions of their own.
labels_of <- function(written, n) {
  texts <- vapply(written, function(x) paste(deparse(x), collapse = " "), "")
  texts <- unname(texts[texts != ""])
  if (length(texts) == n) texts else as.character(seq_len(n))
}

#' @rdname named_list
#' @export
zip_lists <- function(...) {
  lists <- list(...)
  if (length(lists) == 0L) return(list())
  if (length(lists) == 1L) lists <- lists[[1]]
  if (length(unique(lengths(lists))) > 1L) {
    abort("The lists must have the same length, not %s.", toString(lengths(lists)))
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
    abort("List %d has other names than the first.", position, call = quote(zip_lists()))
  }
  x[keys]
}
