# Saving Python objects to files.

#' Save and load Python objects with pickle
#'
#' `py_save_object()` writes a Python object to a file with Python's pickle protocol, and
#' `py_load_object()` reads it. Use them for objects that [saveRDS()] cannot keep, which are all
#' Python objects except Keras models: fitted scikit-learn estimators, tokenizers, NumPy arrays.
#' Save Keras models with [save_model()]. A file can be read only where the same Python packages are
#' installed, possibly only in the same version.
#'
#' Loading a pickle file can run any code that the file contains: load only files that you trust.
#'
#' @param object A Python object, or an R value, which is converted.
#' @param filename String. Path of the file.
#' @param pickle String. Python module that serializes: `"pickle"`, or a module with the same
#'   functions, such as `"dill"`.
#' @param ... Further arguments of the module's `dump()` or `load()`, such as `protocol = 4`.
#' @param convert Logical. Whether to convert the object to an R value.
#' @return `py_save_object()`: `filename`, invisibly. `py_load_object()`: the object.
#' @section Errors:
#' Python's `PicklingError` or `TypeError` if an object cannot be pickled, and an error of class
#' `rkeras_error_file` if the file cannot be written, as on a full disk. An existing file then
#' remains unchanged: the new one replaces it when it is complete.
#' @concept pickle
#' @concept serialization
#' @concept persistence
#' @concept scikit-learn model
#' @seealso [save_model()] and [serialize_model()] for Keras models, [saveRDS()] for R objects,
#'   [py_is_null_xptr()].
#' @examplesIf py_available()
#' file <- tempfile(fileext = ".pickle")
#' py_save_object(dict(a = 1, b = "two"), file)
#' str(py_load_object(file))
#' py_load_object(file, convert = FALSE)$keys()
#' @export
py_save_object <- function(object, filename, pickle = "pickle", ...) {
  module <- import(pickle, convert = FALSE)
  bytes <- call_python(module$dumps, c(list(object), as_int_arguments(list(...))))
  # The object is pickled before, so that a failure does not concern the file.
  in_python("rkeras.beside.write_bytes", path.expand(as_string(filename, "filename")), bytes)
  invisible(filename)
}

#' @rdname py_save_object
#' @export
py_load_object <- function(filename, pickle = "pickle", ..., convert = TRUE) {
  check_flags()
  check_string(filename, "filename")
  module <- import(pickle, convert = FALSE)
  file <- call_python(python_builtin("open"), list(path.expand(filename), "rb"), FALSE)
  on.exit(file$close())
  object <- call_python(module$load, c(list(file), as_int_arguments(list(...))))
  if (convert) py_to_r(object) else object
}

# `protocol = 4` means an int.
as_int_arguments <- function(args) lapply(args, as_key)

# A hook for Python errors: those about a file have the class of rkeras, too. The text of
# inst/python/rkeras/beside.py is a sentence about the file.
as_file_error <- function(e) {
  if (inherits(e, "rkeras.beside.NotWritten")) {
    e$message <- sub("^NotWritten: ", "", conditionMessage(e))
  }
  if (is_about_file(e)) class(e) <- union("rkeras_error_file", class(e))
  e
}

# Compiled code, as that of TensorFlow, has a path and the reason of the system in its text.
is_about_file <- function(e) {
  if (inherits(e, "python.builtin.OSError")) {
    return(!is.null(attr_or_null(exception_of(e), "filename")))
  }
  reasons <- "No space left on device|File too large|Disk quota exceeded|Read-only file system"
  inherits(e, "error") && grepl(sprintf("/[^\n]*; (%s)", reasons), condition_message(e))
}
