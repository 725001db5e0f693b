# Inspecting Python objects without modifying them.

# ---- text ---------------------------------------------------------------------------------------

#' Text representation of a Python object
#'
#' `py_repr()` returns Python's `repr()`: the form that the Python prompt shows, in which strings
#' have quotes. `py_str()` returns Python's `str()`: the readable form that `print()` shows in
#' Python. `py_str()` is an S3 generic: a method for a Python class determines how `format()` and
#' `as.character()` show its objects.
#'
#' @param object A Python object. R values are converted first.
#' @param ... Arguments of methods.
#' @return A string.
#' @concept repr
#' @concept str
#' @concept convert to string
#' @seealso [python-printing] for `print()`, `format()` and `str()`,
#'   [as.character()][python-coercion] for the elements of arrays.
#' @export
#' @examplesIf py_available()
#' writeLines(py_repr(r_to_py("text")))
#' writeLines(py_str(r_to_py("text")))
#' writeLines(py_str(import("datetime")$timedelta))
py_repr <- function(object) unwrap(rs_repr(object))

#' @rdname py_repr
#' @export
py_str <- function(object, ...) UseMethod("py_str")

#' @export
py_str.default <- function(object, ...) unwrap(rs_str(object))

#' @export
py_str.python.builtin.module <- function(object, ...) {
  paste0("Module(", module_name(object), ")")
}

module_name <- function(x) {
  if (is_delayed(x)) {
    return(get("delayed_module", envir = x)$module)
  }
  unwrap(rs_get_attr(x, "__name__", TRUE))
}

# As reticulate prints it; a tensor of another process is often met, and says so.
lost_text <- function(x) {
  if (!inherits(x, "rkeras.tensor")) return("<pointer: 0x0>")
  sprintf("<%s of another R session, without its values>", sub(".*[.]", "", class(x)[[1]]))
}

# ---- identity, length, truth --------------------------------------------------------------------

#' Identity, length and truth value of a Python object
#'
#' `py_id()` is Python's `id()`: two references to the same object have the same id. `py_len()` is
#' `len()`, the number of items of a container. `py_bool()` is `bool()`, the truth value that
#' Python's `if` uses: empty containers, zero and `None` are `FALSE`.
#'
#' @param object,x A Python object.
#' @param default Value to return for an object that has no length. With `NULL`, such an object is
#'   an error of class `python.builtin.TypeError`.
#' @return `py_id()`: a string, because an id may exceed the range of R's numbers. `py_len()`: a
#'   number. `py_bool()`: `TRUE` or `FALSE`.
#' @concept len
#' @concept truthiness
#' @concept object identity
#' @seealso [length()][python-objects] and [all.equal()][python-coercion] for Python objects,
#'   [py_has_attr()].
#' @export
#' @examplesIf py_available()
#' x <- r_to_py(list(1, "a"))
#' py_len(x)
#' py_len(r_to_py(1), default = NA)
#' py_bool(x)
#' py_bool(r_to_py(list()))
#' y <- x # another reference to the same object
#' py_id(x) == py_id(y)
py_id <- function(object) unwrap(rs_id(object))

#' @rdname py_id
#' @export
py_len <- function(x, default = NULL) {
  result <- rs_len(x)
  if (!is.null(default) && failed(result, "TypeError")) default else unwrap(result)
}

#' @rdname py_id
#' @export
py_bool <- function(x) unwrap(rs_bool(x))

#' List all attributes of a Python object
#'
#' Returns the names that Python's `dir()` lists: attributes and methods of the object and its
#' classes, including private names (`_name`) and special methods (`__name__`). Use `names(x)` for
#' the public names only, which are also those that the console completes after `x$`.
#'
#' @param x A Python object.
#' @return A character vector.
#' @concept dir
#' @concept methods of an object
#' @concept introspection
#' @seealso [py_get_attr()] reads an attribute by name, [py_help()] shows its documentation,
#'   [names()][python-objects].
#' @export
#' @examplesIf py_available()
#' x <- r_to_py(1L)
#' names(x)
#' setdiff(py_list_attributes(x), names(x))[1:5]
py_list_attributes <- function(x) unwrap(rs_dir(x))

# ---- references ---------------------------------------------------------------------------------

#' Test for invalid references to Python objects
#'
#' A Python object exists only in the R session in which it was created. A reference that is
#' restored by [readRDS()] or [load()] is invalid: it refers to no object. `py_is_null_xptr()` tests
#' for this, and `py_validate_xptr()` raises an error for such a reference. Save Python objects with
#' [py_save_object()] instead. Keras models are an exception: `saveRDS()` keeps them; see
#' [serialize_model()].
#'
#' @param x A Python object.
#' @return `py_is_null_xptr()`: `TRUE` or `FALSE`. `py_validate_xptr()`: nothing; it is called for
#'   its error.
#' @concept null pointer
#' @concept saveRDS
#' @concept external pointer
#' @seealso [py_save_object()] to save Python objects, [serialize_model()] and [save_model()] for
#'   models, [python-printing].
#' @export
#' @examplesIf py_available()
#' x <- r_to_py("text")
#' py_is_null_xptr(x)
#' py_validate_xptr(x)
#'
#' restored <- unserialize(serialize(x, NULL))
#' py_is_null_xptr(restored)
#' try(py_validate_xptr(restored))
py_is_null_xptr <- function(x) {
  if (!is_py_object(x)) {
    abort("`x` must be a Python object.")
  }
  is_lost(x)
}

#' @rdname py_is_null_xptr
#' @export
py_validate_xptr <- function(x) {
  if (py_is_null_xptr(x)) {
    abort(c("`x` is a Python object from another R session, which has ended. Create it again. To",
            "keep an object beyond a session, save it to a file, for example with save_model()."))
  }
  invisible(NULL)
}

# Whether the Python object of a reference no longer exists. External pointers are identical if
# their addresses are. A model loaded from a file is not lost, because it can be restored.
is_lost <- function(x) {
  # A caught exception is a condition.
  if (is.list(x)) x <- .subset2(x, "exception")
  reference <- if (is.function(x)) attr(x, "py_object", exact = TRUE) else x
  is.environment(reference) &&
    identical(get0(".pyobj", reference, inherits = FALSE), null_pointer) &&
    length(get0(".saved", reference, inherits = FALSE)) == 0L
}

# Whether `x` is a module that import(delay_load = ) has not imported yet.
is_delayed <- function(x) {
  is.environment(x) && !is.null(get0("delayed_module", x, inherits = FALSE)) &&
    is.null(get0(".pyobj", x, inherits = FALSE))
}

# Such a module before Python starts: showing it must not start Python.
is_waiting <- function(x) is_delayed(x) && !python_state$started

#' @importFrom methods new
null_pointer <- new("externalptr")

# ---- constants ----------------------------------------------------------------------------------

#' Create None, Ellipsis and Python strings
#'
#' Create Python's `None`, `...` (Ellipsis) and strings as Python objects, for places where R values
#' are not sufficient. `NULL` becomes `None` if it is an argument, but assigning `NULL` deletes an
#' item: assign `py_none()` instead. `py_ellipsis()` returns Python's `...`, which is used in
#' subscripts. `py_unicode()` returns a Python string that is not converted to R.
#'
#' @param str String.
#' @return A Python object: `None`, `...`, or a `str`.
#' @concept None
#' @concept NULL
#' @concept Ellipsis
#' @concept Python string
#' @seealso [crossing] for the conversion of `NULL` and strings, [python-objects] for subscripts,
#'   [r_to_py()].
#' @export
#' @examplesIf py_available()
#' d <- dict(a = 1, b = 2)
#' d["a"] <- py_none() # sets the item to None
#' d["b"] <- NULL # deletes the item
#' d
#' py_unicode("text")$upper()
py_none <- function() unwrap(rs_eval("None", FALSE))

#' @rdname py_none
#' @export
py_ellipsis <- function() unwrap(rs_eval("...", FALSE))

#' @rdname py_none
#' @export
py_unicode <- function(str) r_to_py.default(as.character(str))

#' Test whether a Python module is installed
#'
#' Looks for the module where Python would import it from, without importing it. Use it in scripts,
#' examples and tests that need an optional Python package.
#'
#' @param module String. Name of the module. To find a submodule such as `"a.b"`, Python imports
#'   `a`.
#' @return `TRUE` or `FALSE`. Without a usable Python installation, `FALSE`.
#' @concept optional dependency
#' @concept package installed
#' @seealso [py_install()] and [py_require()] install packages, [py_list_packages()] lists them,
#'   [is_keras_available()], [import()].
#' @export
#' @examplesIf py_available()
#' py_module_available("json")
#' py_module_available("no_such_module")
py_module_available <- function(module) {
  tryCatch(
    {
      provide_keras(module)
      is_importable(module)
    },
    # It has been made in the session and is of no file.
    python.builtin.ValueError = function(e) TRUE,
    error = function(e) FALSE
  )
}
