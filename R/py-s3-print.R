# How Python objects show themselves at the R prompt: as Python shows them.

#' Printing Python objects
#'
#' `print()` shows a Python object as the Python prompt does (`repr()`), `format()` and
#' `as.character()` give its text (`str()`), and `str()` gives one line: class and the beginning of
#' the text. `summary()` describes a pandas object and is the same as `str()` for others. A
#' reference that was saved with `saveRDS()` has lost its object and prints as `<pointer: 0x0>`.
#'
#' @param x,object A Python object.
#' @param ... Ignored.
#' @return `print()` and `summary()` return `x` invisibly (`summary()` of a pandas object: its
#'   description), `str()` nothing, `format()` and `as.character()` a string.
#' @name python-printing
#' @family objects
#' @examplesIf py_available()
#' x <- r_to_py(list(a = 1L, b = "text"))
#' x
#' format(x)
#' str(list(python = x, r = 1))
#' import("os")
NULL

#' @rdname python-printing
#' @export
print.python.builtin.object <- function(x, ...) {
  cat(shown_as(x), "\n", sep = "")
  invisible(x)
}

#' @rdname python-printing
#' @export
format.python.builtin.object <- function(x, ...) py_str(x)

#' @rdname python-printing
#' @export
as.character.python.builtin.object <- function(x, ...) py_str(x)

#' @rdname python-printing
#' @exportS3Method utils::str python.builtin.object
str.python.builtin.object <- function(object, ...) {
  text <- strsplit(shown_as(object), "\n", fixed = TRUE)[[1L]]
  line <- paste0(" <", class(object)[[1L]], "> ", paste(trimws(text), collapse = " "))
  width <- getOption("width")
  if (nchar(line) > width) line <- paste0(substr(line, 1L, width - 4L), " ...")
  cat(line, "\n", sep = "")
}

#' @rdname python-printing
#' @export
summary.python.builtin.object <- function(object, ...) {
  str.python.builtin.object(object)
  invisible(object)
}

#' @export
summary.pandas.DataFrame <- function(object, ...) object$describe()
#' @export
summary.pandas.Series <- summary.pandas.DataFrame
#' @export
summary.pandas.core.frame.DataFrame <- summary.pandas.DataFrame
#' @export
summary.pandas.core.series.Series <- summary.pandas.DataFrame

# Python's repr, save that a module's is cluttered by its file.
shown_as <- function(x) if (inherits(x, "python.builtin.module")) py_str(x) else py_repr(x)
