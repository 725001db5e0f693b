# Printing Python objects in the console.

#' Print Python objects
#'
#' `print()` shows a Python object as the Python prompt does (`repr()`). `format()` and
#' `as.character()` return its text (`str()`), and `str()` prints one line: the class and the
#' beginning of the text. `summary()` describes the columns of a pandas object and is the same as
#' `str()` for other objects. Functions show their signature and the first paragraph of their
#' documentation, classes and other callable objects their signature in a second line, and
#' `format()` of a traceback the calls. Tensors have their own
#' [methods][tensor-printing]. Objects of Keras show their settings instead of a memory address. A
#' reference that was restored from a file has lost its object: it prints as `<pointer: 0x0>`, and
#' all functions that need the object are errors.
#'
#' @param x,object A Python object.
#' @param indent.str,nest.lev Position of the object in a list: see [utils::str()].
#' @param ... Ignored.
#' @return `print()` and `summary()`: `x`, invisibly (`summary()` of a pandas object: its
#'   description). `str()`: nothing. `format()` and `as.character()`: a string.
#' @concept display
#' @concept repr
#' @concept format
#' @seealso [py_repr()] and [py_str()] for the text,
#'   [summary()][summary.keras.src.models.model.Model] of models, [tensor-printing],
#'   [py_is_null_xptr()].
#' @name python-printing
#' @examplesIf py_available() && py_module_available("pandas")
#' x <- r_to_py(list(a = 1L, b = "text"))
#' x
#' format(x)
#' str(list(python = x, r = 1))
#' import("os")
#' import_builtins()$sorted
#' summary(r_to_py(cars))
NULL

#' @rdname python-printing
#' @export
print.python.builtin.object <- function(x, ...) {
  cat(shown_as(x), "\n", sep = "")
  invisible(x)
}

# The text that is printed for an object: Python's repr() unless it is long or uninformative.
shown_as <- function(x) if (is_lost(x)) lost_text(x) else shown(x)

shown <- function(x) UseMethod("shown")

shown.python.builtin.object <- function(x) {
  width <- getOption("width")
  described <- if (is.function(x)) routine_text("shown", x, width)
  described %||% paste0(py_repr(x), if (is.function(x)) routine_text("signature", x, width))
}

shown.python.builtin.module <- function(x) py_str(x)

# "shown" and "line" are NULL for callable objects that are not functions, such as classes.
routine_text <- function(how, x, ...) {
  in_python(paste0("rkeras.session.routines.", how), x, ...)
}

# The same in one line.
line_of <- function(x, width) {
  text <- if (is_lost(x)) lost_text(x) else shown_line(x, width)
  line <- if (startsWith(text, "<")) text else paste0("<", class(x)[[1L]], "> ", text)
  if (nchar(line, "width") > width) paste(strtrim(line, width - 4L), "...") else line
}

shown_line <- function(x, width) UseMethod("shown_line")

shown_line.python.builtin.object <- function(x, width) {
  # repr() of ten million numbers would take seconds.
  if (class(x)[[1L]] %in% paste0("python.builtin.", c("list", "tuple", "dict", "set", "str"))) {
    return(in_python("rkeras.bridge.brief.text", x, as.integer(width)))
  }
  routine <- if (is.function(x)) routine_text("line", x)
  routine %||% paste(trimws(strsplit(shown(x), "\n", fixed = TRUE)[[1L]]), collapse = " ")
}

#' @rdname python-printing
#' @export
format.python.builtin.object <- function(x, ...) py_str(x)

#' @export
format.python.builtin.traceback <- function(x, ...) {
  as_lines(in_python("traceback.format_tb", x))
}

#' @rdname python-printing
#' @export
as.character.python.builtin.object <- function(x, ...) py_str(x)

#' @rdname python-printing
#' @exportS3Method utils::str python.builtin.object
str.python.builtin.object <- function(object, ..., indent.str = "", nest.lev = 0) {
  # In a list, the name of the element comes first.
  before <- if (nest.lev > 0) nchar(indent.str) + 12L else 2L
  cat(" ", line_of(object, getOption("width") - before), "\n", sep = "")
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
