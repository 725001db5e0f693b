# keras_model_custom(): a model whose forward pass is an R function.

#' Define a model by a function
#'
#' Creates a model from an R function that defines its layers and its forward pass. `model_fn`
#' receives the model as `self`, assigns layers to its attributes, and returns a function that
#' applies them. The model is compiled, trained and saved like any other. The forward pass is R code
#' that runs while Keras builds the graph of the model, not for each batch, so it does not slow down
#' training.
#'
#' Use [keras_model()] for graphs of layers, and [Model()] for a reusable class with arguments and
#' methods such as `train_step()`.
#'
#' @param model_fn Function of the model (`self`). It returns a function of `inputs`, which may also
#'   have the arguments `mask` and `training`.
#' @param name String. Name of the model.
#' @return A Keras model.
#' @concept custom model
#' @concept model subclassing
#' @concept forward pass
#' @seealso [Model()] defines a class of models, [keras_model()] and [keras_model_sequential()] need
#'   no function, [Layer()] for a custom layer.
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
#' model |> compile(
#'   loss = "sparse_categorical_crossentropy", metrics = "accuracy"
#' )
#' model |> fit(iris[1:4], iris$Species, epochs = 2, verbose = 0)
#' dim(predict(model, iris[1:4]))
#' @export
keras_model_custom <- function(model_fn, name = NULL) {
  if (!is.function(model_fn)) abort("`model_fn` must be a function of the model.")
  call_python(custom_model_class(), list(model_fn = model_fn, name = name), convert = TRUE)
}

custom_model_class <- function() {
  cached("classes", "CustomModel", {
    definition <- class_definition("CustomModel", list(
      initialize = initialize_custom_model, call = call_custom_model
    ), parent = topenv())
    new_python_class(definition, list(keras_endpoint("keras.Model")))
  })
}

# These variables are in the scope of methods.
utils::globalVariables(c("self", "super", "private"))

initialize_custom_model <- function(model_fn, name = NULL) {
  super$initialize(name = name)
  call <- model_fn(self)
  if (!is.function(call)) {
    abort("`model_fn` must return a function of `inputs`.", call = quote(keras_model_custom()))
  }
  private$call <- function_for_keras(call)
}

call_custom_model <- function(inputs, ..., mask = NULL, training = NULL) {
  call <- private$call
  own <- list(mask = mask, training = training)
  if (!"..." %in% names(formals(call))) own <- own[names(own) %in% names(formals(call))]
  do.call(call, c(list(inputs, ...), own), quote = TRUE)
}
