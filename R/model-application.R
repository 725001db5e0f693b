# Pretrained models: created by name, with downloaded weights and preprocessing of their inputs.

create_application <- function(endpoint, args) {
  force(args)
  model <- explain_download(
    create_keras(endpoint, args), attr(args, "call"),
    "Give `weights` the path of a file with weights, or NULL for random ones."
  )
  remember(model, "application", application_module(endpoint))
  model
}

# Keras's error says only that a URL could not be fetched.
explain_download <- function(expr, call, remedy) {
  tryCatch(expr, python.builtin.Exception = function(e) {
    if (!grepl("URL fetch failure", conditionMessage(e), fixed = TRUE)) stop(e)
    abort(paste0(
      sub(".*URL fetch failure on ([^ ]+): *", "Downloading \\1 failed: ", conditionMessage(e)),
      ". ", remedy
    ), "download", call = call)
  })
}

#' @rdname application_nasnet_large
#' @param ... Arguments of the function of the newer name.
#' @export
application_nasnetlarge <- function(...) application_nasnet_large(...)

#' @rdname application_nasnet_mobile
#' @param ... Arguments of the function of the newer name.
#' @export
application_nasnetmobile <- function(...) application_nasnet_mobile(...)

#' Images for a trained model, and what it sees in them
#'
#' `application_preprocess_inputs()` puts images into the form that a model of the `application_`
#' functions was trained with; `application_decode_predictions()` names the classes that its
#' predictions stand for. Both know models by the function that made them, or by their names.
#'
#' The names of the classes are downloaded when they are first needed.
#'
#' @param model A model made by an `application_` function.
#' @param x Images: an array of shape `(images, rows, columns, 3)`, or one image without the first
#'   axis, of values from 0 to 255.
#' @param preds What [predict()] gives: a row for each image, with 1000 columns.
#' @param top How many classes to name, the most likely first.
#' @param data_format `"channels_last"`, `"channels_first"`, or `NULL` for Keras's default.
#' @param ... Not used.
#' @return `application_preprocess_inputs()`: the images as the model wants them.
#'   `application_decode_predictions()`: a list with a data frame for each image, of the columns
#'   `class_name`, `class_description` and `score`.
#' @family applications
#' @examplesIf is_keras_available()
#' model <- application_mobilenet(input_shape = c(32, 32, 3), alpha = 0.25, weights = NULL)
#' images <- array(runif(2 * 32 * 32 * 3, 0, 255), c(2, 32, 32, 3))
#' predictions <- predict(model, application_preprocess_inputs(model, images))
#' if (interactive()) application_decode_predictions(model, predictions, top = 3)
#' @export
application_preprocess_inputs <- function(model, x, ..., data_format = NULL) {
  check_dots_empty("application_preprocess_inputs", ...)
  preprocess <- application_function(model, "preprocess_input", sys.call())
  call_python(preprocess, list(as_writable(x), data_format = data_format), convert = TRUE)
}

#' @rdname application_preprocess_inputs
#' @export
application_decode_predictions <- function(model, preds, top = 5L, ...) {
  check_dots_empty("application_decode_predictions", ...)
  decode_predictions(
    application_function(model, "decode_predictions", sys.call()), preds, top, sys.call()
  )
}

#' @eval rd_keras("keras.applications.imagenet_utils.decode_predictions")
#' @export
imagenet_decode_predictions <- function(preds, top = 5L) {
  decode <- keras_endpoint("keras.applications.imagenet_utils.decode_predictions")
  decode_predictions(decode, preds, top, sys.call())
}

decode_predictions <- function(decode, preds, top, call) {
  top <- as_count(top, "top", call)
  decoded <- explain_download(
    call_python(decode, list(preds, top = top), convert = TRUE), call,
    "The names of ImageNet's classes come from there."
  )
  lapply(decoded, function(classes) {
    column <- function(i, type) vapply(classes, function(class) class[[i]], type)
    data.frame(
      class_name = column(1L, ""), class_description = column(2L, ""), score = column(3L, 0)
    )
  })
}

application_function <- function(model, name, call) {
  module <- if (inherits(model, "keras.src.models.model.Model")) module_of_model(model)
  if (is.null(module)) {
    abort(paste(
      "`model` must be made by an application_ function; for others, see",
      "imagenet_preprocess_input() and imagenet_decode_predictions()."
    ), call = call)
  }
  keras_endpoint(paste("keras.applications", module, name, sep = "."))
}

# After saving and loading, a model has only its name.
module_of_model <- function(model) {
  known <- recall(model, "application")
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
  module <- unwrap(rs_get_attr(keras_endpoint(endpoint), "__module__", TRUE))
  sub(".*[.]", "", module)
}
