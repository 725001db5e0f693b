# Documentation of Python functions: as data, with R wrappers made of it, and as Python shows it.

#' Documentation of a Python function as a list
#'
#' `py_function_docs()` reads the docstring of a Python function or class, written in the style of
#' NumPy, Google or reStructuredText, and returns its parts. `py_function_wrapper()` writes an R
#' function that calls it, with roxygen comments, as a start for the wrappers of an R package: edit
#' the defaults and the types before you use it.
#'
#' @param python_function A Python function or class, or a string with the R code of one, such as
#'   `"np$linspace"`.
#' @param r_prefix String. Prefix of the name of the R function.
#' @param r_function String. Name of the R function. `NULL` means the prefix and the Python name.
#' @return `py_function_docs()`: a list of `name`, `qualified_name`, `description`, `details`,
#'   `signature`, `parameters` and `sections`, named lists of strings, and `returns`.
#'   `py_function_wrapper()`: the code as a string, invisibly; it is printed as well.
#' @concept docstring
#' @concept roxygen
#' @concept package development
#' @concept wrapper
#' @seealso [py_help()] shows the documentation.
#' @examplesIf py_available()
#' textwrap <- import("textwrap")
#' docs <- py_function_docs(textwrap$shorten)
#' docs$description
#' names(docs$parameters)
#' py_function_wrapper("textwrap$shorten", r_prefix = "text")
#' @export
py_function_docs <- function(python_function) {
  code <- if (is.character(python_function)) python_function else NULL
  object <- as_python_function(python_function, parent.frame())
  docs <- docstring_parts(object)
  docs$qualified_name <- code %||% docs$name
  docs
}

docstring_parts <- function(object) {
  docs <- in_python("rkeras.session.docstrings.parts", object)
  docs[c("parameters", "sections")] <- lapply(docs[c("parameters", "sections")], as.list)
  docs
}

as_python_function <- function(x, env) {
  if (is.character(x)) {
    check_string(x, "python_function")
    x <- eval(str2lang(x), env)
  }
  must_be(x, "a Python function", is_py_object(x), "python_function")
  x
}

#' @rdname py_function_docs
#' @export
py_function_wrapper <- function(python_function, r_prefix = NULL, r_function = NULL) {
  code <- if (is.character(python_function)) python_function else
    paste(deparse(substitute(python_function)), collapse = "")
  object <- as_python_function(python_function, parent.frame())
  docs <- docstring_parts(object)
  name <- r_function %||% paste(c(r_prefix, docs$name), collapse = "_")
  wrapper <- wrapper_code(name, code, docs, formals_code(object))
  cat(wrapper)
  invisible(wrapper)
}

# The parameters as they are written in the definition of a function, by name.
formals_code <- function(f) {
  formals <- formals(f)
  formals <- formals[names(formals) != "..."]
  vapply(names(formals), function(name) {
    is_required <- identical(formals[[name]], substitute())
    if (is_required) name else paste(name, "=", deparse1(formals[[name]]))
  }, "")
}

wrapper_code <- function(name, code, docs, formals) {
  lines <- c(
    docs$description, if (nzchar(docs$details)) c("", docs$details), "",
    sprintf("@param %s %s", names(docs$parameters), unlist(docs$parameters)),
    if (nzchar(docs$returns)) c("", paste("@return", docs$returns)), "", "@export"
  )
  comment <- unlist(lapply(lines, function(line) {
    if (nzchar(line)) strwrap(line, 76, prefix = "#' ") else "#'"
  }))
  arguments <- paste0("    ", names(formals), " = ", names(formals), collapse = ",\n")
  paste0(
    paste(comment, collapse = "\n"), "\n",
    name, " <- function(", paste(formals, collapse = ", "), ") {\n",
    "  ", code, "(", if (length(formals)) paste0("\n", arguments, "\n  "), ")\n}\n"
  )
}

# ---- Shown live ----------------------------------------------------------------------------------

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
