# keras_model_custom(): a model whose forward pass is an R function.

#' Model with a forward pass in R
#'
#' `model_fn` makes the layers, as attributes of the model, and returns the function that applies
#' them. The model is compiled, trained and saved like any other; the R function runs while Keras
#' builds the graph of the model, not for each batch.
#'
#' @param model_fn A function of the model (`self`). It returns a function of `inputs`, which may
#'   also have the arguments `mask` and `training`.
#' @param name A name for the model.
#' @return A Keras model.
#' @family models
#' @examplesIf is_keras_available()
#' model <- keras_model_custom(name = "mymodel", function(self) {
#'   self$dense1 <- layer_dense(units = 8, activation = "relu")
#'   self$dense2 <- layer_dense(units = 3, activation = "softmax")
#'
#'   function(inputs, mask = NULL) {
#'     self$dense1(inputs) |>
#'       self$dense2()
#'   }
#' })
#' model |> compile(loss = "sparse_categorical_crossentropy", metrics = "accuracy")
#' model |> fit(iris[1:4], iris$Species, epochs = 2, verbose = 0)
#' dim(predict(model, iris[1:4]))
#' @export
keras_model_custom <- function(model_fn, name = NULL) {
  if (!is.function(model_fn)) abort("`model_fn` must be a function of the model.")
  call_python(custom_model_class(), list(model_fn = model_fn, name = name), convert = TRUE)
}

custom_model_class <- function() {
  if (is.null(python_state$custom_model_class)) {
    definition <- class_definition("CustomModel", list(
      initialize = initialize_custom_model, call = call_custom_model
    ), parent = topenv())
    python_state$custom_model_class <-
      new_python_class(definition, list(keras_endpoint("keras.Model")))
  }
  python_state$custom_model_class
}

# These variables are in the scope of methods.
utils::globalVariables(c("self", "super", "private"))

initialize_custom_model <- function(model_fn, name = NULL) {
  super$initialize(name = name)
  call <- model_fn(self)
  if (!is.function(call)) {
    abort("`model_fn` must return a function of `inputs`.", call = quote(keras_model_custom()))
  }
  private$call <- call
}

call_custom_model <- function(inputs, ..., mask = NULL, training = NULL) {
  call <- private$call
  own <- list(mask = mask, training = training)
  if (!"..." %in% names(formals(call))) own <- own[names(own) %in% names(formals(call))]
  do.call(call, c(list(inputs, ...), own), quote = TRUE)
}
