# Models in files: inst/python/rkeras/files.py keeps the old file until the new one is whole.

#' Save and load models
#'
#' `save_model()` writes a model with its weights and the state of its optimizer into one file;
#' `load_model()` reads it back, ready to predict or to go on training.
#'
#' @param model For `save_model()` a Keras model; for `load_model()` the path of a file, or a raw
#'   vector made by `save_model(model)`.
#' @param filepath The file to write, with the extension `.keras` (or `.h5`, an older format); for
#'   `zipped = FALSE` a folder, without extension.
#'   `NULL` returns the model as a raw vector.
#' @param overwrite Whether to replace a file that exists; otherwise that is an error.
#' @param zipped Whether to write one file; `FALSE` writes a folder with the same content.
#' @param ... Further arguments of Keras's `save` method.
#' @param custom_objects A named list of classes and functions that the model needs and Keras does
#'   not know.
#' @param compile Whether to restore how the model was compiled.
#' @param safe_mode Whether to refuse code that the file holds, of R or of Python; `FALSE` runs it.
#' @section Old files: What is saved, by these functions, by callbacks or by Python code, is written
#'   to a folder beside the old file, and takes its place when whole. So saving that fails or is
#'   interrupted leaves the old file as it was. The folder's name begins with `.saving-`; that of a
#'   process that was killed is removed when the next model is saved there.
#' @section R code in files: Layers, losses and the like that were made in R ([Layer()], ...) and R
#'   functions are kept in the file as R code, with what they use from where they were defined:
#'   other functions, numbers and the like, but no Python objects. `load_model()` takes them from
#'   the session, by their class name, or from `custom_objects`; where they are in neither, the code
#'   in the file is run if `safe_mode = FALSE`, and shown by an error otherwise.
#' @return `save_model()` returns the path invisibly, or a raw vector; `load_model()` a model.
#' @family saving
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 3)
#' file <- tempfile(fileext = ".keras")
#' save_model(model, file)
#' same <- load_model(file)
#' identical(predict(model, matrix(1, 1, 4)), predict(same, matrix(1, 1, 4)))
#' @export
save_model <- function(model, filepath = NULL, overwrite = FALSE, zipped = NULL, ...) {
  if (!inherits(model, "keras.src.models.model.Model")) {
    abort(sprintf("`model` must be a Keras model, not %s.", describe(model)))
  }
  if (is.null(filepath)) {
    return(model_bytes(model, ...))
  }
  target <- path.expand(as_string(filepath, "filepath"))
  check_target(target, overwrite, folder = isFALSE(zipped))
  args <- drop_null(list(target, overwrite = TRUE, zipped = zipped, ...))
  explain_file(call_python(model$save, args), target)
  invisible(filepath)
}

#' @rdname save_model
#' @export
load_model <- function(model, custom_objects = NULL, compile = TRUE, safe_mode = TRUE) {
  if (is.raw(model)) {
    file <- tempfile(fileext = ".keras")
    on.exit(unlink(file))
    writeBin(model, file)
    model <- file
  }
  path <- as_string(model, "model")
  if (!file.exists(path)) {
    abort(sprintf("`model`: there is no file \"%s\".", path))
  }
  load <- keras_endpoint("keras.saving.load_model")
  code <- python_code_function("code_in_file")(path.expand(path))
  objects <- with_r_code(code, custom_objects, safe_mode, sys.call())
  call_with_objects(objects, load, list(
    path.expand(path), compile = compile, safe_mode = safe_mode
  ))
}

model_bytes <- function(model, ...) {
  file <- tempfile(fileext = ".keras")
  on.exit(unlink(file))
  call_python(model$save, list(file, ...))
  readBin(file, "raw", file.size(file))
}

check_target <- function(target, overwrite, folder, call = sys.call(-1)) {
  archive <- extension(target) %in% c(".keras", ".h5", ".hdf5")
  if (!archive && !folder) {
    abort(sprintf("`filepath` must end in .keras (or .h5), not \"%s\".", basename(target)),
          call = call)
  }
  if (archive && folder) {
    abort("`filepath` names a folder when zipped = FALSE: leave the extension away.", call = call)
  }
  check_free(target, overwrite, call)
}

extension <- function(path) regmatches(path, regexpr("(\\.[^./]*)?$", path))

# What the system says of files, as an error about the argument.
explain_file <- function(expr, target, argument = "filepath", call = sys.call(-1)) {
  force(call)
  tryCatch(expr, python.builtin.OSError = function(e) {
    reason <- sub("/[.]saving-[^/]*", "", conditionMessage(e))
    abort(sprintf("`%s`: \"%s\" cannot be written (%s).", argument, target, reason), "file", call)
  })
}
