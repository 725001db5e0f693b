# Python's own documentation, shown live.

#' Show the documentation of a Python object
#'
#' Shows the text of Python's `help()` for a function, class, module or other object: its signature,
#' docstring and methods. Use it to look up arguments of Python functions that have no R function,
#' such as those of NumPy or pandas. Help on a class can be long; use the dotted name of a method to
#' read only its part.
#'
#' @param object A Python object, or a string with its dotted name, such as `"os.path.basename"`.
#' @return The text as a string, invisibly. Interactive sessions show it in R's pager; scripts print
#'   it.
#' @concept docstring
#' @concept documentation
#' @concept Python help
#' @seealso [py_list_attributes()] and [names()][python-objects] list attributes, [import()].
#' @export
#' @examplesIf py_available()
#' py_help(import_builtins()$len)
#' py_help("os.path.basename")
py_help <- function(object) {
  text <- help_text(object)
  if (interactive()) show_in_pager(text) else cat(text, "\n", sep = "")
  invisible(text)
}

# A docstring may hold what is not valid Unicode text; py_str() shows it.
help_text <- function(object) {
  plain <- python_function("pydoc.plaintext")
  py_str(in_python("pydoc.render_doc", object, "Help on %s", renderer = plain, .convert = FALSE))
}

show_in_pager <- function(text) {
  path <- tempfile(fileext = ".txt")
  on.exit(unlink(path))
  writeLines(text, path, useBytes = TRUE)
  file.show(path, title = "Python help")
}
