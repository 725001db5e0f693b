# Parts of models in files and in R's memory: weights, architecture, bytes.

#' Save and load the weights or architecture of a model
#'
#' `save_model_weights()` saves the weights alone, and `load_model_weights()` loads them into a
#' model of the same architecture. Use them for checkpoints of models that your code creates, and
#' for transfer learning. `save_model_config()` saves the architecture alone, as JSON, and
#' `load_model_config()` creates a model with new weights from it. [save_model()] saves both, and
#' the state of the optimizer. As there, an existing file remains unchanged if saving fails. If
#' loading fails, the model has the weights that it had before.
#'
#' @inheritParams save_model
#' @param model A Keras model.
#' @param filepath String. Path of the file: for weights it ends in `.weights.h5`, or in
#'   `.weights.json` if it is written in shards. For `save_model_config()`, `NULL` returns the JSON.
#' @param max_shard_size Positive number. Maximum size of one file in gigabytes; `NULL` writes one
#'   file.
#' @param skip_mismatch Logical. Whether to skip layers whose weights have other shapes, with a
#'   warning.
#' @param ... Further arguments of Keras's `load_weights` method.
#' @return `save_model_weights()` and `load_model_weights()`: the model, invisibly.
#'   `save_model_config()`: the path, invisibly, or a string. `load_model_config()`: a model with
#'   new weights.
#' @concept checkpoint
#' @concept model weights
#' @concept JSON
#' @concept transfer learning
#' @concept sharded weights
#' @seealso [save_model()] saves the whole model, [get_weights()] returns weights as R arrays,
#'   [callback_model_checkpoint()] with `save_weights_only = TRUE`.
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 3)
#' file <- tempfile(fileext = ".weights.h5")
#' save_model_weights(model, file)
#'
#' json <- save_model_config(model)
#' same <- load_model_config(textConnection(json))
#' load_model_weights(same, file)
#' all.equal(get_weights(same), get_weights(model))
#' @export
save_model_weights <- function(model, filepath, overwrite = FALSE, max_shard_size = NULL) {
  check_flags()
  check_model(model, "model")
  target <- path.expand(as_string(filepath, "filepath"))
  ending <- if (is.null(max_shard_size)) ".weights.h5" else ".weights.json"
  if (!endsWith(target, ending)) {
    abort("`filepath` must end in %s, not \"%s\".", ending, basename(target))
  }
  check_free(target, overwrite)
  if (!is.null(max_shard_size)) check_free(shard_files(target), overwrite)
  explain_file(call_python(model$save_weights, drop_null(list(
    target, overwrite = TRUE, max_shard_size = max_shard_size
  ))))
  invisible(model)
}

# The files of weights that belong to a `.weights.json`, by the names that Keras gives them.
shard_files <- function(index) {
  base <- sub("[.]weights[.]json$", "", basename(index))
  files <- list.files(dirname(index))
  is_shard <- startsWith(files, base) &
    grepl("^_[0-9]{5,}[.]weights[.]h5$", substring(files, nchar(base) + 1L))
  file.path(dirname(index), files[is_shard])
}

#' @rdname save_model_weights
#' @export
load_model_weights <- function(model, filepath, skip_mismatch = FALSE, ...) {
  check_flags()
  check_model(model, "model")
  path <- existing_path(filepath)
  check_kind_of_weights(path)
  if (!has_flag(model, "built")) {
    abort(c("`model` has no weights yet, so none can be loaded. Create it with `input_shape`, or",
            "call it on data first."))
  }
  args <- list(path, skip_mismatch = skip_mismatch, ...)
  explain_weights({
    in_python("rkeras.keras.loading.check_weights", path)
    with_weights_undone(model, call_python(model$load_weights, args))
  }, path)
  invisible(model)
}

check_kind_of_weights <- function(path) {
  kinds <- c(".weights.h5", ".weights.json", ".keras", ".h5", ".hdf5")
  if (!dir.exists(path) && !any(endsWith(path, kinds))) {
    abort("`filepath` must end in %s, not \"%s\".", listed(kinds, "or"), basename(path))
  }
}

explain_weights <- function(expr, path) {
  tryCatch(expr, python.builtin.Exception = function(e) {
    # Older versions of Keras collect the errors of h5py.
    of_h5py <- grepl("Unable to (synchronously )?open", conditionMessage(e))
    if (!of_h5py && !inherits(e, errors_of_files)) stop(e)
    abort("`filepath`: \"%s\" does not contain a complete set of weights (%s).", path,
          conditionMessage(e), kind = "file")
  })
}

# Errors of h5py, zipfile and JSON are those of the file.
errors_of_files <- c(
  paste0("python.builtin.", c("OSError", "RuntimeError", "KeyError")), "zipfile.BadZipFile",
  "zlib.error", "json.decoder.JSONDecodeError", "rkeras.keras.loading.DamagedFile"
)

#' @rdname save_model_weights
#' @export
save_model_config <- function(model, filepath = NULL, overwrite = FALSE) {
  check_flags()
  check_model(model, "model")
  json <- call_python(model$to_json, list(), TRUE)
  if (is.null(filepath)) {
    return(json)
  }
  target <- path.expand(as_string(filepath, "filepath"))
  check_free(target, overwrite)
  explain_file(in_python("rkeras.beside.write_bytes", target, charToRaw(enc2utf8(json))))
  invisible(filepath)
}

#' @rdname save_model_weights
#' @export
load_model_config <- function(filepath, custom_objects = NULL, safe_mode = TRUE) {
  check_flags()
  json <- if (inherits(filepath, "connection")) filepath else existing_path(filepath)
  json <- paste(readLines(json, warn = FALSE, encoding = "UTF-8"), collapse = "\n")
  explain_loading(deserialize_keras_object(read_config(json), custom_objects, safe_mode))
}

read_config <- function(json) {
  config <- tryCatch(
    in_python("json.loads", json, .convert = FALSE),
    python.builtin.ValueError = function(e) NULL
  )
  is_dict <- inherits(config, "python.builtin.dict")
  if (!is_dict || is.null(py_get_item(config, "class_name", silent = TRUE))) {
    abort("`filepath` does not contain the configuration of a model (see save_model_config()).",
          kind = "file")
  }
  config
}

# The folder of the file must exist; the file may not exist yet.
check_folder <- function(file, argument) {
  check_path(dirname(file), argument, "folder", kind = "argument")
}

make_folder <- function(folder, argument) {
  dir.create(folder, showWarnings = FALSE, recursive = TRUE)
  if (!dir.exists(folder)) {
    abort("`%s`: the folder \"%s\" cannot be created.", argument, folder, kind = "file")
  }
}

check_free <- function(targets, overwrite) {
  for (target in targets) {
    check_folder(target, "filepath")
    if (file.exists(target) && !isTRUE(overwrite)) {
      abort("`filepath`: \"%s\" exists already; overwrite = TRUE replaces it.", target)
    }
  }
}

#' Save models with saveRDS() and send them to other processes
#'
#' [saveRDS()], [save()] and packages that send R objects to other processes (callr, future,
#' parallel) write a Keras model with its current state, also if it is part of another object. The
#' model is created again when it is first used, with its weights, its optimizer, layers written in
#' R, and the formula and levels of [fit()].
#'
#' `serialize_model()` explicitly converts a model, and every model in a list, to a raw vector, and
#' `unserialize_model()` converts it back. Use them to keep the state of a model at a certain time,
#' or to load a model without running its R code.
#'
#' @section Security and limitations:
#' R code in a model that is read from R's own file formats runs without confirmation, like
#' functions in such files: read only files that you trust. A model that cannot be saved is written
#' without its contents, with a warning of class `rkeras_warning_saved`. R's serialization format
#' before version 3 (`version = 2`) cannot contain models.
#'
#' @param model A Keras model, or a list that contains models at any depth.
#' @param ... For `serialize_model()`, further arguments of Keras's `save` method; for
#'   `unserialize_model()`, those of [load_model()].
#' @return `serialize_model()`: a raw vector of class `keras_model_bytes`; for a list, the list with
#'   such objects instead of its models. `unserialize_model()`: the same with models.
#' @concept saveRDS
#' @concept serialize
#' @concept parallel processing
#' @concept snapshot
#' @seealso [save_model()] writes a file that Python can read, [saveRDS()] for R objects,
#'   [clone_model()] copies the architecture, [py_save_object()] for other Python objects.
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 3)
#' x <- matrix(1, nrow = 1, ncol = 4)
#'
#' # As part of an R object
#' file <- tempfile(fileext = ".rds")
#' saveRDS(list(model = model, date = Sys.Date()), file)
#' restored <- readRDS(file)
#' identical(predict(restored$model, x), predict(model, x))
#'
#' # The state before a change
#' snapshot <- serialize_model(model)
#' before <- predict(model, x)
#' set_weights(model, lapply(get_weights(model), function(w) w * 0))
#' identical(predict(unserialize_model(snapshot), x), before)
#' @export
serialize_model <- function(model, ...) {
  if (is_model(model)) {
    return(structure(save_model(model, ...), class = "keras_model_bytes"))
  }
  must_be(model, "a Keras model, or a list with some", is.list(model))
  rapply(model, serialize_model, model_class, how = "replace", ...)
}

#' @rdname serialize_model
#' @export
unserialize_model <- function(model, ...) {
  if (is.raw(model)) {
    return(load_model(as.raw(model), ...))
  }
  must_be(model, "the result of serialize_model() or a list of such results", is.list(model))
  rapply(model, unserialize_model, "keras_model_bytes", how = "replace", ...)
}

#' @export
print.keras_model_bytes <- function(x, ...) {
  cat(sprintf("<Keras model, %s bytes: unserialize_model() makes it>\n",
              format(length(x), big.mark = ",")))
  invisible(x)
}
