# Models in files. inst/python/rkeras/keras/files.py keeps the old file until the new one is
# complete.

#' Save and load a model
#'
#' `save_model()` writes a model to one file: its architecture, its weights, how it was compiled,
#' and the state of its optimizer. `load_model()` reads it, to predict or to continue training. The
#' `.keras` format is Keras's own: Python can read the file as well, unless the model contains R
#' code. Use [save_model_weights()] for weights only, and [export_savedmodel()] for deployment
#' without Keras.
#'
#' @param model For `save_model()` a Keras model; for `load_model()` the path of a file, or a raw
#'   vector that `save_model(model)` returned.
#' @param filepath String. Path of the file to write, with the extension `.keras` (or `.h5`, an
#'   older format); for `zipped = FALSE` a directory, without extension. `NULL` returns the model as
#'   a raw vector.
#' @param overwrite Logical. Whether to replace an existing file; otherwise an existing file is an
#'   error.
#' @param zipped Logical. `TRUE` writes one file, `FALSE` a directory with the same content. `NULL`
#'   means one file.
#' @param ... Further arguments of Keras's `save` method.
#' @param custom_objects Named list of classes and functions that the model needs and that are not
#'   registered with Keras.
#' @param compile Logical. Whether to restore the loss, metrics and optimizer.
#' @param safe_mode Logical. Whether to refuse R or Python code in the file. `FALSE` runs such code:
#'   use it only for files that you trust.
#' @section R code in files:
#' Layers, losses and other classes that were defined in R ([Layer()], ...) and R functions are
#' saved in the file as R code, with the objects that they use from the environment of their
#' definition: other functions, numbers and the like, but no Python objects. `load_model()` uses the
#' classes and functions of the session, by their class names, or those in `custom_objects`. A
#' function has the name of the variable that it was assigned to: for `compile(loss = own_loss)`,
#' supply `custom_objects = list(own_loss = own_loss)`. If a class or function is in neither, the
#' code in the file is run if `safe_mode = FALSE`; otherwise it is an error that shows the code.
#' @section What R knows of the model:
#' A `.keras` file also has what R learned in training: the formula, the columns, levels of factors,
#' units of times, the scores of [conformal()] and the history of [tabular()]. So the loaded model
#' takes the same data frames, and `predict(type = "class")`, `interval`, `formula()` and `print()`
#' work as before. Python's Keras ignores it, and a file that Python writes is without it. The rows
#' of the training data are not in the file, nor is the call for `update()`.
#'
#' It is data, not code. The calls of a formula, such as `log(x)` and `poly(x, 2)`, are stored as
#' trees, and computed when a data frame is given to the loaded model. `load_model()` accepts calls
#' of arithmetic, and of functions of base, stats, splines and survival that compute values from
#' values. Another function, such as one of your own, is an error that shows the formula: supply the
#' function in `custom_objects`, or use `safe_mode = FALSE`. What cannot be written as data (a
#' recipe, the `scale` of `conformal()`) is left out with a warning of class
#' `rkeras_warning_saved`; [saveRDS()] keeps it. Without its recipe, a model refuses data frames:
#' save what `recipes::prep(recipe, training = data)` returns beside the file, and use
#' `load_model(file, custom_objects = list(recipe = ))`. HDF5 files have no such record.
#' @section Interrupted saving:
#' Models are written to a directory next to the existing file, which is replaced when the new file
#' is complete; this also holds for models that callbacks or Python code save. So if saving fails or
#' is interrupted, the existing file remains unchanged. The directory's name begins with `.saving-`,
#' and it is locked. A directory of a process that was killed is not locked, and is removed when the
#' next model is saved to the same place on the same host; those of other hosts, or from before a
#' restart, remain. On a full disk, the error is of class `rkeras_error_file` and names the file.
#' @section Doubtful files:
#' A damaged file is an error of class `rkeras_error_file`; so is a file with parts that are packed
#' to less than a hundredth of their size, or with weights that it does not contain, which may have
#' been made to exhaust the memory. Weights that are NaN and a learning rate that is negative or not
#' finite are warnings of class `rkeras_warning_file`.
#' @return `save_model()`: the path, invisibly, or a raw vector. `load_model()`: a model.
#' @concept save model
#' @concept load model
#' @concept save a model
#' @concept checkpoint
#' @concept persistence
#' @concept resume training
#' @concept .keras file
#' @seealso [callback_model_checkpoint()] saves during training, [save_model_weights()] for weights,
#'   [serialize_model()] and [saveRDS()] for models in R objects, [register_keras_serializable()]
#'   for custom classes, [export_savedmodel()].
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 3)
#' file <- tempfile(fileext = ".keras")
#' save_model(model, file)
#' same <- load_model(file)
#' x <- matrix(1, nrow = 1, ncol = 4)
#' identical(predict(model, x), predict(same, x))
#' @export
save_model <- function(model, filepath = NULL, overwrite = FALSE, zipped = NULL, ...) {
  check_flags()
  if (!inherits(model, feature_space_class)) check_model(model, "model")
  if (is.null(filepath)) {
    return(model_bytes(model, ...))
  }
  target <- path.expand(as_string(filepath, "filepath"))
  check_target(target, overwrite, folder = isFALSE(zipped))
  overwrites <- if (is_model(model)) TRUE # a feature space does not ask
  args <- drop_null(list(target, overwrite = overwrites, zipped = zipped, ...))
  explain_file(call_python(model$save, args))
  invisible(filepath)
}

#' @rdname save_model
#' @export
load_model <- function(model, custom_objects = NULL, compile = TRUE, safe_mode = TRUE) {
  check_flags()
  if (is.raw(model)) {
    path <- tempfile(fileext = ".keras")
    on.exit(unlink(path))
    writeBin(model, path)
  } else {
    path <- path.expand(as_string(model, "model"))
    # Keras reports every other kind of file as missing.
    if (!grepl("://", path, fixed = TRUE)) check_path(path, "model", kind = "argument")
  }
  found <- explain_loading(in_python("rkeras.keras.loading.contents", path), path)
  if (found$kind != "model") abort_no_model(found$kind, if (!is.raw(model)) path)
  recipe <- if (is.list(custom_objects)) custom_objects[["recipe"]]
  if (is_recipe(recipe)) custom_objects[["recipe"]] <- NULL
  record <- read_record(found$record, custom_objects, safe_mode)
  if (is_recipe(recipe)) record <- with_recipe(record, recipe)
  objects <- with_r_code(found$code, custom_objects, safe_mode)
  load <- python_function("rkeras.keras.loading.load_model")
  loaded <- explain_loading(call_with_objects(objects, load, list(
    path, found$stored, compile = compile, safe_mode = safe_mode
  )), path)
  if (length(record) > 0L) list2env(record, memory_of(loaded))
  warn_of_doubts(loaded, if (!is.raw(model)) path)
  loaded
}

# The model works, but hardly as was intended. `path` is NULL for bytes.
warn_of_doubts <- function(model, path) {
  what <- if (is.null(path)) "the model" else sprintf("the model in \"%s\"", path)
  for (doubt in unlist(in_python("rkeras.keras.loading.doubts", model))) {
    warn("`model`: %s %s.", what, doubt, kind = "file")
  }
}

# `path` is NULL for bytes.
abort_no_model <- function(kind, path) {
  if (is.null(path)) abort("`model`: these bytes are not a complete Keras model.", kind = "file")
  reason <- switch(kind,
    SavedModel = "is a SavedModel, which layer_tfsm() and tf$saved_model$load() read",
    weights = "contains weights without a model: load_model_weights() reads them into a model",
    name = "must end in .keras, or in .h5 if it is of the older format",
    damaged = "is damaged, and not a complete Keras model",
    other = "does not contain a complete Keras model"
  )
  abort("`model`: \"%s\" %s.", path, reason, kind = "file")
}

# Explains Keras's errors about code that is missing or not allowed to run.
explain_loading <- function(expr, path = "") {
  tryCatch(expr, python.builtin.Exception = function(e) {
    message <- conditionMessage(e)
    if (inherits(e, "rkeras.keras.loading.DamagedFile")) {
      abort("`model`: \"%s\" %s.", path, message, kind = "file")
    }
    explain_unknown(message)
    explain_unsafe(message)
    if (grepl("[.](h5|hdf5)$", path)) explain_old_format(message)
    stop(e)
  })
}

explain_unknown <- function(message) {
  pattern <- paste0(
    "(?|(?:Could not locate (?:class|function)|Unknown [a-z ]+:) '([^']+)'|",
    "Cannot deserialize object of type `([^`]+)`)"
  )
  unknown <- regmatches(message, regexec(pattern, message, perl = TRUE))[[1]]
  if (length(unknown)) {
    abort(
      c("The saved object needs `%s`, which is neither part of Keras nor defined in this session.",
        "Define or register it first, or supply it in `custom_objects`."), unknown[[2]]
    )
  }
}

explain_unsafe <- function(message) {
  if (grepl("disallowed by default", message, fixed = TRUE)) {
    abort(paste0(
      "The saved object contains Python code, which runs only with `safe_mode = FALSE`. Use it if ",
      "you trust the source of the object. Keras says:\n", message
    ), kind = "unsafe")
  }
}

explain_old_format <- function(message) {
  if (grepl(old_compile_errors, message)) {
    abort(paste0(
      "HDF5 files do not store completely how a model was compiled. Load the file with ",
      "`compile = FALSE` and compile() the model, or save the model as .keras. Keras says:\n",
      message
    ), kind = "file")
  }
}

old_compile_errors <- paste(
  "string indices must be integers", "Could not interpret", "because it is not a KerasSaveable",
  sep = "|"
)

model_bytes <- function(model, ...) {
  file <- tempfile(fileext = ".keras")
  on.exit(unlink(file))
  call_python(model$save, list(file, ...))
  readBin(file, "raw", file.size(file))
}

check_target <- function(target, overwrite, folder) {
  archive <- extension(target) %in% c(".keras", ".h5", ".hdf5")
  if (!archive && !folder) {
    abort("`filepath` must end in .keras (or .h5), not \"%s\".", basename(target))
  }
  if (archive && folder) {
    abort("`filepath` names a directory if `zipped = FALSE`. Omit the extension.")
  }
  check_free(target, overwrite)
}

extension <- function(path) regmatches(path, regexpr("(\\.[^./]*)?$", path))

# The error about a file names the argument.
explain_file <- function(expr, argument = "filepath") {
  tryCatch(expr, rkeras.beside.NotWritten = function(e) {
    abort("`%s`: %s", argument, conditionMessage(e), kind = "file")
  })
}
