# Inspecting Python objects without modifying them.

# ---- text ---------------------------------------------------------------------------------------

#' The text of a Python object
#'
#' `py_repr()` is Python's `repr()`, the form the Python prompt shows; `py_str()` is Python's
#' `str()`. `py_str()` is generic: a method for a Python class changes how `format()` and
#' `as.character()` show its objects.
#'
#' @param object A Python object. An R value is converted first.
#' @param ... For methods.
#' @return A string.
#' @family inspection
#' @export
#' @examplesIf py_available()
#' py_repr(r_to_py("text"))
#' py_str(r_to_py("text"))
#' py_str(import("os"))
py_repr <- function(object) {
  if (is_lost(object)) lost_text else unwrap(rs_repr(object))
}

#' @rdname py_repr
#' @export
py_str <- function(object, ...) UseMethod("py_str")

#' @export
py_str.default <- function(object, ...) {
  if (is_lost(object)) lost_text else unwrap(rs_str(object))
}

#' @export
py_str.python.builtin.module <- function(object, ...) {
  if (is_lost(object)) {
    return(lost_text)
  }
  paste0("Module(", module_name(object), ")")
}

module_name <- function(x) {
  if (is_delayed(x)) {
    return(get("delayed_module", envir = x)$module)
  }
  unwrap(rs_get_attr(x, "__name__", TRUE))
}

lost_text <- "<pointer: 0x0>"

# ---- identity, length, truth --------------------------------------------------------------------

#' Identity, length and truth of a Python object
#'
#' `py_id()` is Python's `id()`: two references to the same object have the same id. `py_len()` is
#' `len()` and `py_bool()` is `bool()`, so an empty container is `FALSE`.
#'
#' @param object,x A Python object.
#' @param default What to return for an object that has no length. `NULL`: that is an error of
#'   class `python.builtin.TypeError`.
#' @return `py_id()` a string (an id may exceed R's numbers), `py_len()` a number, `py_bool()`
#'   `TRUE` or `FALSE`.
#' @family inspection
#' @export
#' @examplesIf py_available()
#' x <- r_to_py(list(1, "a"))
#' py_len(x)
#' py_len(py_none(), default = 0L)
#' py_bool(r_to_py(list()))
#' py_id(x) == py_id(x)
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

#' All attributes of a Python object
#'
#' The names that Python's `dir()` lists, private and special ones included. `names()` gives the
#' public ones.
#'
#' @param x A Python object.
#' @return A character vector.
#' @family inspection
#' @export
#' @examplesIf py_available()
#' py_list_attributes(r_to_py(1L))
py_list_attributes <- function(x) unwrap(rs_dir(x))

# ---- references ---------------------------------------------------------------------------------

#' Is it a Python object?
#'
#' Tells objects that live in Python from values of R. Python functions are Python objects too,
#' though they are R functions at the same time.
#'
#' @param x Any R object.
#' @return `TRUE` if `x` is a reference to a Python object, else `FALSE`.
#' @family inspection
#' @export
#' @examples
#' is_py_object(1)
#' @examplesIf py_available()
#' is_py_object(r_to_py(1))
is_py_object <- function(x) inherits(x, "python.builtin.object")

#' References that have lost their object
#'
#' A Python object lives in its session only. A reference that comes back by `readRDS()` or
#' `load()` points nowhere: `py_is_null_xptr()` tells, and `py_validate_xptr()` is an error then.
#' Keras models are an exception: see [serialize_model()].
#'
#' @param x A Python object.
#' @return `py_is_null_xptr()` gives `TRUE` or `FALSE`; `py_validate_xptr()` gives nothing.
#' @family inspection
#' @export
#' @examplesIf py_available()
#' x <- r_to_py("text")
#' py_is_null_xptr(x)
#' py_validate_xptr(x)
#' py_is_null_xptr(unserialize(serialize(x, NULL)))
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
    abort(paste0(
      "`x` is a Python object from another R session, and ended with that session. Make it anew; ",
      "what must outlast a session goes into a file, as models do with save_model()."
    ))
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

#' Python's None, Ellipsis and str
#'
#' Values that a conversion from R does not give: `NULL` becomes `None` wherever it is passed, but
#' R drops it from lists and takes it for a deletion in assignments.
#'
#' @param str A string.
#' @return A Python object: `None`, `...`, or a Python string that stays one (`py_unicode()`).
#' @family inspection
#' @export
#' @examplesIf py_available()
#' py_none()
#' py_ellipsis()
#' py_unicode("text")
py_none <- function() unwrap(rs_eval("None", FALSE))

#' @rdname py_none
#' @export
py_ellipsis <- function() unwrap(rs_eval("...", FALSE))

#' @rdname py_none
#' @export
py_unicode <- function(str) r_to_py.default(as.character(str))

#' Can a Python module be imported?
#'
#' Tries it, which may take as long as importing the module does.
#'
#' @param module The name of a module.
#' @return `TRUE` or `FALSE`; without a usable Python `FALSE`.
#' @family inspection
#' @export
#' @examplesIf py_available()
#' py_module_available("json")
#' py_module_available("no_such_module")
py_module_available <- function(module) {
  tryCatch(
    {
      unwrap(rs_import(module, FALSE))
      TRUE
    },
    error = function(error) FALSE
  )
}
