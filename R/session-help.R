# Python's own documentation, shown live.

#' Help on a Python object
#'
#' Shows what Python's `help()` says about a function, class, module or other object.
#'
#' @param object A Python object, or the dotted name of one as a string.
#' @return The text, invisibly. An interactive session shows it in R's pager, a script prints it.
#' @family inspection
#' @export
#' @examplesIf py_available()
#' py_help(import_builtins()$len)
#' py_help("os.path.basename")
py_help <- function(object) {
  text <- help_text(object)
  if (interactive()) show_in_pager(text) else cat(text, "\n", sep = "")
  invisible(text)
}

help_text <- function(object) {
  plain <- python_function("pydoc", "plaintext")
  args <- list(object, "Help on %s", renderer = plain)
  call_python(python_function("pydoc", "render_doc"), args, TRUE)
}

show_in_pager <- function(text) {
  path <- tempfile(fileext = ".txt")
  on.exit(unlink(path))
  writeLines(text, path, useBytes = TRUE)
  file.show(path, title = "Python help")
}
