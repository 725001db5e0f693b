# Saving Python objects to files.

#' Save and load Python objects
#'
#' Python's pickle in a file. `saveRDS()` cannot keep a Python object, save for Keras models, which
#' have [save_model()] too.
#'
#' Loading runs code that the file names: load only files that you trust.
#'
#' @param object A Python object, or an R value that converts to one.
#' @param filename The file's path.
#' @param pickle The Python module that does the work: `"pickle"`, or one with the same functions,
#'   as `"dill"`.
#' @param ... Further arguments for the module's `dump()` or `load()`, as `protocol = 4`.
#' @param convert Convert the object to R?
#' @return `py_save_object()`: `filename`, invisibly. `py_load_object()`: the object.
#' @section Errors: Python's `PicklingError` or `TypeError` where an object cannot be pickled; the
#'   file that was there before stays whole then.
#' @examplesIf py_available()
#' file <- tempfile(fileext = ".pickle")
#' py_save_object(dict(a = 1, b = "two"), file)
#' py_load_object(file)
#' @family Python objects in R
#' @export
py_save_object <- function(object, filename, pickle = "pickle", ...) {
  module <- import(pickle, convert = FALSE)
  bytes <- call_python(module$dumps, c(list(object), as_int_arguments(list(...))))
  # The object is pickled before the file is opened, so that a failure does not damage an existing
  # file.
  with_python_file(filename, "wb", function(file) file$write(bytes))
  invisible(filename)
}

#' @rdname py_save_object
#' @export
py_load_object <- function(filename, pickle = "pickle", ..., convert = TRUE) {
  module <- import(pickle, convert = FALSE)
  object <- with_python_file(filename, "rb", function(file) {
    call_python(module$load, c(list(file), as_int_arguments(list(...))))
  })
  if (convert) py_to_r(object) else object
}

with_python_file <- function(filename, mode, f) {
  if (!is_string(filename)) {
    abort("`filename` must be the path of a file.", call = sys.call(-1))
  }
  file <- call_python(python_builtin("open"), list(path.expand(filename), mode), FALSE)
  on.exit(file$close())
  f(file)
}

# `protocol = 4` means an int.
as_int_arguments <- function(args) lapply(args, as_key)
