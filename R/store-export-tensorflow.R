# Export of what TensorFlow itself makes: modules with functions, and sessions of TensorFlow 1.

#' Export modules and sessions of TensorFlow
#'
#' Writes a `tf$Module` or another object that TensorFlow can save, or the graph and variables of a
#' session of TensorFlow 1, in the SavedModel format. `tf$saved_model$load()` reads it, in R and in
#' Python, and TensorFlow Serving serves it. For Keras models see [export_savedmodel()].
#'
#' @param object A `tf$Module`, or a `tf$compat$v1$Session`.
#' @param export_dir_base String. Path of the directory to write.
#' @param ... For a module: arguments of `tf$saved_model$save()`, such as `signatures`.
#' @param inputs,outputs Named lists of tensors of the graph: the inputs and outputs of the
#'   signature `serving_default`.
#' @param overwrite Logical. Whether to replace an existing directory.
#' @param versioned Logical. Whether to write to a subdirectory that is named by the current time,
#'   as TensorFlow Serving expects versions of a model.
#' @param as_text Logical. Whether to write the graph as text.
#' @return Path of the written directory, invisibly.
#' @family TensorFlow
#' @seealso [export_savedmodel()] for Keras models, [view_savedmodel()], [use_compat()].
#' @concept SavedModel
#' @concept deployment
#' @name export_savedmodel-tensorflow
#' @examplesIf py_available() && py_module_available("tensorflow")
#' graph <- tf$Graph()
#' with(graph$as_default(), {
#'   x <- tf$compat$v1$placeholder(tf$float32, shape = shape(NA))
#'   y <- x * 2
#'   session <- tf$compat$v1$Session()
#' })
#' folder <- tempfile()
#' export_savedmodel(session, folder, inputs = list(x = x), outputs = list(y = y))
#' session$close()
#'
#' double <- tf$saved_model$load(folder)$signatures["serving_default"]
#' double(tf$constant(c(1, 2)))
NULL

#' @rdname export_savedmodel-tensorflow
#' @export
export_savedmodel.tensorflow.python.trackable.base.Trackable <- # nolint: object_length_linter.
  function(object, export_dir_base, ..., overwrite = TRUE, versioned = !overwrite) {
  check_flags()
    folder <- export_folder(export_dir_base, overwrite, versioned)
    tf$saved_model$save(object, folder, ...)
    invisible(folder)
  }

#' @rdname export_savedmodel-tensorflow
#' @export
export_savedmodel.tensorflow.python.client.session.Session <- # nolint: object_length_linter.
  function(object, export_dir_base, inputs, outputs, overwrite = TRUE, versioned = !overwrite,
           as_text = FALSE, ...) {
  check_flags()
    check_graph_tensors(inputs, "inputs")
    check_graph_tensors(outputs, "outputs")
    folder <- export_folder(export_dir_base, overwrite, versioned)
    saved <- tf$compat$v1$saved_model
    builder <- saved$builder$SavedModelBuilder(folder)
    # TensorFlow warns that its functions for graphs are deprecated.
    suppressWarnings(with(object$graph$as_default(), builder$add_meta_graph_and_variables(
      object, list("serve"), signature_def_map = list(
        serving_default = saved$signature_def_utils$predict_signature_def(inputs, outputs)
      )
    )))
    builder$save(as_text)
    invisible(folder)
  }

# The builder requires that the directory does not exist.
export_folder <- function(path, overwrite, versioned) {
  folder <- path.expand(as_string(path, "export_dir_base"))
  if (versioned) folder <- file.path(folder, format(Sys.time(), "%Y%m%d%H%M%OS"))
  if (file.exists(folder)) {
    if (!isTRUE(overwrite)) {
      abort("`export_dir_base`: \"%s\" exists. `overwrite = TRUE` replaces it.", path,
            kind = "file")
    }
    unlink(folder, recursive = TRUE)
  }
  make_folder(dirname(folder), "export_dir_base")
  folder
}

check_graph_tensors <- function(tensors, argument) {
  if (!is.list(tensors) || is.null(names(tensors)) || !all(vapply(tensors, is_tensor, NA))) {
    abort("`%s` must be a named list of tensors of the graph.", argument)
  }
}
