# Models for other programs: SavedModel, LiteRT, ONNX and others, which need neither R nor Keras.

#' Export a model for serving and deployment
#'
#' Writes the computation of a model in a format that runs without Keras and R, and without the code
#' of layers written in R: for TensorFlow Serving, mobile devices, ONNX Runtime or OpenVINO. An
#' exported model can only predict; use [save_model()] for a file from which training can be
#' resumed.
#'
#' The TensorFlow format is read by [layer_tfsm()] as a layer, and by `tf$saved_model$load()` as an
#' object whose function `serve` computes the outputs. An existing file remains unchanged until the
#' new one is complete, as with [save_model()].
#'
#' The names of a SavedModel's inputs consist of English letters, digits and `_ . / > -`: spaces and
#' other letters become `_`, with a message.
#'
#' @section Input signature:
#' `input_signature` describes the inputs of the model: one input, or a list of several, with the
#' names of the model's inputs if it has any. Each input is a shape whose first axis is the batch,
#' such as `shape(NA, 28, 28)`; or a list of `shape`, `dtype` and optionally `name`; or an
#' equivalent object of Keras or TensorFlow.
#'
#' @param object A Keras model.
#' @param export_dir_base String. Path of the directory to write, or of the file: it ends in
#'   `.tflite` for LiteRT, `.onnx` for ONNX, `.xml` for OpenVINO, `.pt2` for PyTorch. Missing parent
#'   directories are created.
#' @param ... Further arguments of the format: `opset_version` for ONNX; for LiteRT, settings of
#'   TensorFlow's converter, such as `optimizations = list(tf$lite$Optimize$DEFAULT)`.
#' @param format String: `"tf_saved_model"`, `"litert"`, `"onnx"`, `"openvino"` or `"torch"`. ONNX
#'   needs the Python packages `onnx` and `tf2onnx`, OpenVINO needs `openvino`; `"torch"` needs a
#'   model that runs on PyTorch.
#' @param verbose Logical. Whether to print a description of the exported model.
#' @param input_signature Shapes and data types of the inputs. `NULL` means those that the model was
#'   built with.
#' @return `export_dir_base`, invisibly.
#' @concept export model
#' @concept deployment
#' @concept TensorFlow Serving
#' @concept SavedModel
#' @concept TensorFlow Lite
#' @concept ONNX
#' @concept inference
#' @seealso [save_model()] to continue training later, [layer_tfsm()] reads the export,
#'   [export_archive()] exports other functions than the forward pass, [quantize_weights()] reduces
#'   the size.
#' @examplesIf is_keras_available() && keras$backend$backend() == "tensorflow"
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 3)
#' folder <- tempfile()
#' export_savedmodel(model, folder, verbose = FALSE)
#' dir(folder)
#'
#' # Load it without Keras
#' served <- tf$saved_model$load(folder)
#' x <- as.matrix(iris[1:2, 1:4])
#' all.equal(as.array(served$serve(x)), predict(model, x))
#'
#' # Use it as a layer of a model
#' layer <- layer_tfsm(filepath = folder)
#' layer(x)
#' @export
export_savedmodel <- function(object, export_dir_base, ...) {
  UseMethod("export_savedmodel")
}

#' @export
export_savedmodel.default <- function(object, export_dir_base, ...) {
  abort("`object` must be a Keras model, not %s.", describe(object),
        call = quote(export_savedmodel()))
}

#' @rdname export_savedmodel
#' @export
export_savedmodel.keras.src.models.model.Model <- function(
    object, export_dir_base, ..., format = "tf_saved_model", verbose = TRUE,
    input_signature = NULL) {
  check_flags()
  target <- path.expand(as_string(export_dir_base, "export_dir_base"))
  check_export(target, format)
  signature <- as_input_signature(input_signature, is_of_graph(object))
  is_saved_graph <- format == "tf_saved_model" && is_built_graph(object)
  if (is_saved_graph && is.null(signature)) object <- with_plain_inputs(object)
  # Keras's description lists the addresses of variables.
  describes <- isTRUE(verbose) && is_saved_graph
  args <- list(target, format = format, verbose = verbose && !describes,
               input_signature = signature, ...)
  explain_file(explain_missing(export_model(object, args, format), format), "export_dir_base")
  if (describes) describe_export(export_dir_base, object)
  invisible(export_dir_base)
}

describe_export <- function(path, model) {
  cat("Saved artifact at '", path, "'.\n", sep = "")
  for (end in c("inputs", "outputs")) {
    tensors <- in_python("rkeras.keras.exported.described", get_attr(model, end, FALSE))
    cat(strwrap(paste0(end, ": ", toString(tensors)), exdent = 2), sep = "\n")
  }
}

export_model <- function(model, args, format) {
  if (format != "onnx") return(call_python(model$export, args))
  # Keras exports only models to ONNX that have been called.
  if (is_built_graph(model)) {
    call_python(model, list(inputs_in_structure(model)), FALSE)
  }
  call_python(python_function("rkeras.keras.exported.to_onnx"), c(list(model), args))
}

is_built_graph <- function(model) is_of_graph(model) && has_flag(model, "built")

# TensorFlow has no names with spaces or other letters than those of English.
with_plain_inputs <- function(model) {
  plain <- in_python("rkeras.keras.exported.with_plain_inputs", model)
  if (length(plain$names)) {
    message("Inputs of the SavedModel have other names: ", toString(sprintf(
      "\"%s\" for `%s`", unlist(plain$names), names(plain$names)
    )), ".")
  }
  plain$model
}

# The file extension of each format, and the Python packages that it needs: that of ONNX has one for
# each backend.
export_endings <- c(
  tf_saved_model = "", litert = ".tflite", onnx = "", openvino = ".xml", torch = ".pt2"
)
export_packages <- list(
  onnx = c(tensorflow = "tf2onnx", jax = "jax2onnx", torch = "onnxscript"),
  openvino = "openvino", litert = "litert-torch", torch = "torch"
)

check_export <- function(target, format) {
  format <- as_choice(format, names(export_endings), "format")
  if (!endsWith(target, export_endings[[format]])) {
    abort("`export_dir_base` must end in %s for format = \"%s\", not \"%s\".",
          export_endings[[format]], format, basename(target))
  }
  make_folder(dirname(target), "export_dir_base")
}

explain_missing <- function(expr, format) {
  tryCatch(expr, python.builtin.ImportError = function(e) {
    packages <- export_packages[[format]]
    if (format == "onnx") packages <- c("onnx", packages[[config_backend()]])
    abort(
      "format = \"%s\" needs Python packages that are missing (%s): py_install(%s) installs them.",
      format, conditionMessage(e), deparse1(packages), kind = "module"
    )
  })
}

# A list of input specifications, one for each argument of the exported function.
as_input_signature <- function(x, one = FALSE) {
  if (is.null(x)) {
    return(NULL)
  }
  specs <- input_specs(x)
  is_list <- is.list(specs) && is.null(names(specs))
  if (!is_list || (one && length(specs) > 1L)) list(specs) else specs
}

input_specs <- function(x) {
  if (is_py_object(x)) {
    return(x)
  }
  if (is.list(x) && "shape" %in% names(x)) {
    check_spec(x)
    return(new_input_spec(x$shape, x$dtype %||% "float32", x$name))
  }
  if (is_shape(x)) {
    return(new_input_spec(x, "float32", NULL))
  }
  if (!is.list(x) || length(x) == 0L) {
    abort("`input_signature` must contain shapes or lists of `shape` and `dtype`, not %s.",
          describe(x))
  }
  lapply(x, input_specs)
}

check_spec <- function(x) {
  unknown <- setdiff(names(x), c("shape", "dtype", "name"))
  if (length(unknown) > 0L) {
    abort("`input_signature`: an input has `shape`, `dtype` and `name`, no `%s`.", unknown[[1]])
  }
}

new_input_spec <- function(shape, dtype, name) {
  call_python(keras_endpoint("keras.InputSpec"), list(
    shape = shape_tuple(shape, "input_signature"), dtype = dtype, name = name
  ), FALSE)
}

is_shape <- function(x) {
  is_length <- function(n) is.null(n) || (is.atomic(n) && length(n) == 1L)
  inherits(x, "keras_shape") || is.numeric(x) || (is.logical(x) && all(is.na(x))) ||
    (is.list(x) && length(x) > 0L && is.null(names(x)) && all(vapply(x, is_length, NA)))
}

#' @eval rd_keras("keras.export.ExportArchive")
#' @export
export_archive <- function(format = "saved_model") {
  create_keras("keras.export.ExportArchive", list(format = format))
}
