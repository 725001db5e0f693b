# Model(): model classes with methods in R.

#' Define a model
#'
#' `Model()` makes a function that makes models whose forward pass, and training step if need be,
#' are R functions. They run while Keras builds the graph, not for each batch.
#'
#' Methods see `self`, `super` and `private` as methods of [PyClass()] do; [Layer()] says more of
#' `initialize`, `call`, `build` and `get_config`.
#'
#' * `initialize` makes the layers, as attributes of `self`.
#' * `call(inputs)` applies them. It may have the arguments `mask` and `training` too.
#' * `train_step(data)`, `test_step(data)` and `predict_step(data)` are what [fit()],
#'   [evaluate()] and [predict()] do with a batch. `data` is a list, `x`, `y` and, if given,
#'   `sample_weight`; for `predict_step` it is `x`. Steps for training and tests return a named list
#'   of scalars, the metrics.
#' * `compute_loss(x, y, y_pred, sample_weight)` returns the loss of a batch,
#'   `compute_metrics(x, y, y_pred, sample_weight)` a named list.
#'
#' @inheritParams Layer
#' @param initialize,call,train_step,predict_step,test_step,compute_loss,compute_metrics Methods,
#'   see below.
#' @param inherit Class to inherit from, in place of Keras's `Model`: a class of Keras, or what
#'   `Model()` returned.
#' @return A function with the arguments of `initialize`, which makes a Keras model.
#' @family classes
#' @examplesIf is_keras_available() && keras$backend$backend() == "tensorflow"
#' Regression <- Model(
#'   "Regression",
#'   initialize = function(units = 8) {
#'     super$initialize()
#'     self$hidden <- layer_dense(units = units, activation = "relu")
#'     self$out <- layer_dense(units = 1)
#'   },
#'   call = function(inputs) inputs |> self$hidden() |> self$out(),
#'   train_step = function(data) {
#'     with(tf$GradientTape() %as% tape, {
#'       y_pred <- self(data[[1]], training = TRUE)
#'       loss <- self$compute_loss(y = data[[2]], y_pred = y_pred)
#'     })
#'     variables <- self$trainable_variables
#'     self$optimizer$apply(tape$gradient(loss, variables), variables)
#'     list(loss = loss)
#'   }
#' )
#' model <- Regression()
#' model |> compile(optimizer = "adam", loss = "mse")
#' history <- model |> fit(as.matrix(cars["speed"]), cars$dist, epochs = 2, verbose = 0)
#' history$metrics
#' @export
Model <- function(classname, initialize = NULL, call = NULL, train_step = NULL, predict_step = NULL,
                  test_step = NULL, compute_loss = NULL, compute_metrics = NULL, ...,
                  public = list(), private = list(), inherit = NULL,
                  parent_env = parent.frame()) {
  methods <- list(
    initialize = initialize, call = call, train_step = train_step, predict_step = predict_step,
    test_step = test_step, compute_loss = compute_loss, compute_metrics = compute_metrics
  )
  keras_class("Model", classname, methods, c(dots_list(...), public), private, inherit,
              if (!missing(parent_env)) parent_env)
}

#' @rdname Model
#' @export
new_model_class <- Model
