# Pretrained models: created by name, with downloaded weights and preprocessing of their inputs; and
# text that language models generate.

create_application <- function(endpoint, args) {
  force(args)
  model <- explain_download(
    create_keras(endpoint, args),
    "Give `weights` the path of a file with weights, or NULL for random ones."
  )
  assign("application", application_module(endpoint), envir = memory_of(model))
  model
}

# Keras's error says only that a URL could not be fetched.
explain_download <- function(expr, remedy) {
  tryCatch(without_bars(expr), python.builtin.Exception = function(e) {
    if (!grepl("URL fetch failure", conditionMessage(e), fixed = TRUE)) stop(e)
    abort(paste0(
      sub(".*URL fetch failure on ([^ ]+): *", "Downloading \\1 failed: ", conditionMessage(e)),
      ". ", remedy
    ), kind = "download")
  })
}

# Keras writes the bar of a download with backspaces, which documents and logs would keep. Without
# interactive logging, its messages go to Python's log.
without_bars <- function(expr) {
  if (is_at_prompt() || !config_is_interactive_logging_enabled()) {
    return(expr)
  }
  config_disable_interactive_logging()
  on.exit(config_enable_interactive_logging())
  expr
}

#' @rdname application_nasnet_large
#' @param ... Arguments of `application_nasnet_large()`.
#' @export
application_nasnetlarge <- function(...) application_nasnet_large(...)

#' @rdname application_nasnet_mobile
#' @param ... Arguments of `application_nasnet_mobile()`.
#' @export
application_nasnetmobile <- function(...) application_nasnet_mobile(...)

#' Preprocess images and decode predictions of pretrained models
#'
#' Pretrained models of the `application_*()` functions expect images with a particular scaling and
#' channel order. `application_preprocess_inputs()` applies the preprocessing that a model was
#' trained with. `application_decode_predictions()` converts its predicted probabilities to the
#' names of the most likely ImageNet classes. Images that are preprocessed differently give poor
#' predictions without an error.
#'
#' The model is recognized by the function that created it, or by its name. The names of the classes
#' are downloaded when they are first needed.
#'
#' @param model A model created by an `application_*()` function.
#' @param x Array of images of shape `(images, rows, columns, 3)`, or one image without the first
#'   axis, with values from 0 to 255.
#' @param preds Matrix of predictions of shape `(images, 1000)`, as
#'   [predict()][predict.keras.src.models.model.Model] returns.
#' @param top Positive integer. Number of classes to return, the most likely first.
#' @param data_format String: `"channels_last"` or `"channels_first"`. `NULL` means Keras's default.
#' @param ... Must be empty.
#' @return `application_preprocess_inputs()`: the preprocessed images.
#'   `application_decode_predictions()`: a list with one data frame per image, with the columns
#'   `class_name`, `class_description` and `score`.
#' @concept ImageNet
#' @concept image classification
#' @concept transfer learning
#' @concept pretrained model
#' @seealso [application_mobilenet_v2()] and other models, [image_load()] and [image_to_array()]
#'   read images, [freeze_weights()] for transfer learning.
#' @examplesIf is_keras_available()
#' model <- application_mobilenet(
#'   input_shape = c(32, 32, 3), alpha = 0.25, weights = NULL
#' )
#' images <- array(runif(2 * 32 * 32 * 3, 0, 255), c(2, 32, 32, 3))
#' inputs <- application_preprocess_inputs(model, images)
#' range(inputs) # MobileNet's inputs are between -1 and 1
#' predictions <- predict(model, inputs)
#' dim(predictions)
#' if (interactive()) {
#'   # Downloads the names of the classes
#'   application_decode_predictions(model, predictions, top = 3)
#' }
#' @export
application_preprocess_inputs <- function(model, x, ..., data_format = NULL) {
  check_dots_empty(...)
  preprocess <- application_function(model, "preprocess_input")
  call_python(preprocess, list(as_float_array(x), data_format = data_format), convert = TRUE)
}

#' @rdname application_preprocess_inputs
#' @export
application_decode_predictions <- function(model, preds, top = 5L, ...) {
  check_dots_empty(...)
  decode_predictions(application_function(model, "decode_predictions"), preds, top)
}

#' @eval rd_keras("keras.applications.imagenet_utils.decode_predictions")
#' @export
imagenet_decode_predictions <- function(preds, top = 5L) {
  decode <- keras_endpoint("keras.applications.imagenet_utils.decode_predictions")
  decode_predictions(decode, preds, top)
}

decode_predictions <- function(decode, preds, top) {
  top <- as_count(top, "top")
  decoded <- explain_download(
    call_python(decode, list(preds, top = top), convert = TRUE),
    "The names of ImageNet's classes come from there."
  )
  lapply(decoded, function(classes) {
    column <- function(i, type) vapply(classes, function(class) class[[i]], type)
    data.frame(
      class_name = column(1L, ""), class_description = column(2L, ""), score = column(3L, 0)
    )
  })
}

application_function <- function(model, name) {
  module <- if (is_model(model)) module_of_model(model)
  if (is.null(module)) {
    abort(paste(
      "`model` must be made by an application_ function; for others, see",
      "imagenet_preprocess_input() and imagenet_decode_predictions()."
    ))
  }
  keras_endpoint(paste("keras.applications", module, name, sep = "."))
}

# After saving and loading, a model has only its name.
module_of_model <- function(model) {
  known <- memory_of(model)$application
  if (!is.null(known)) {
    return(known)
  }
  named <- vapply(application_names, grepl, NA, x = model$name)
  if (any(named)) names(which(named))[[1]]
}

application_names <- c(
  convnext = "^convnext", densenet = "^densenet", efficientnet = "^efficientnetb",
  efficientnet_v2 = "^efficientnetv2", inception_resnet_v2 = "^inception_resnet_v2",
  inception_v3 = "^inception_v3", mobilenet = "^mobilenet_[0-9]", mobilenet_v2 = "^mobilenetv2",
  mobilenet_v3 = "^MobileNetV3", nasnet = "^nasnet", resnet = "^resnet[0-9]+$",
  resnet_v2 = "^resnet[0-9]+v2", vgg16 = "^vgg16", vgg19 = "^vgg19", xception = "^xception"
)

# The module with the functions of the model: `keras.applications.resnet` for ResNet50.
application_module <- function(endpoint) {
  module <- get_attr(keras_endpoint(endpoint), "__module__", TRUE)
  sub(".*[.]", "", module)
}

# ---- Language models -----------------------------------------------------------------------------

#' Generate text with a language model
#'
#' Calls the method `generate` of a model. Language models of the Python package keras_hub have this
#' method: it continues a text, the prompt, token by token. Models that you define with [Model()]
#' can have it too. Keras's own model classes do not have such a method.
#'
#' @param x A Keras model with a method `generate`.
#' @param ... Arguments of its method, for example the prompt and `max_length`.
#' @return The result of the method, converted to R.
#' @aliases generate
#' @concept text generation
#' @concept language model
#' @concept LLM
#' @concept keras_hub
#' @seealso [Model()] defines a class of models, [predict()][predict.keras.src.models.model.Model]
#'   computes the outputs for given inputs.
#' @examplesIf is_keras_available()
#' Counter <- Model("Counter", generate = function(start, n) {
#'   start + seq_len(n)
#' })
#' generate(Counter(), 10, n = 3)
#' @exportS3Method generics::generate keras.src.models.model.Model
generate.keras.src.models.model.Model <- function(x, ...) {
  if (!py_has_attr(x, "generate")) {
    abort("%s has no method `generate`.", describe(x))
  }
  call_python(get_attr(x, "generate", FALSE), list(...), TRUE)
}
