# Model(): model classes with methods in R; and losses of models that are distilled.

#' Define a custom model or training step
#'
#' `Model()` defines a class of models whose forward pass and, if needed, training step are R
#' functions (model subclassing), and returns a function that creates such models. Use it for models
#' with a training step of their own, such as generative adversarial networks, variational
#' autoencoders or contrastive learning, and for forward passes that [keras_model()] cannot express.
#' Such models are compiled, trained and saved like others.
#'
#' The functions run while Keras builds the graph, not for each batch. Gradients are computed by the
#' backend: with TensorFlow by a gradient tape, as in the example; with JAX, `train_step()` has
#' another signature (see [use_backend()]).
#'
#' @section Methods:
#' Methods can use `self`, `super` and `private`, like methods of [PyClass()]. [Layer()] describes
#' `initialize`, `call`, `build` and `get_config`.
#'
#' * `initialize` creates the layers, as attributes of `self`.
#' * `call(inputs)` applies them. It may also have the arguments `mask` and `training`.
#' * `train_step(data)`, `test_step(data)` and `predict_step(data)` process one batch in [fit()],
#'   [evaluate()] and `predict()`. `data` is a list of `x`, `y` and, if supplied, `sample_weight`;
#'   for `predict_step` it is `x`. Training and test steps return a named list of scalars, the
#'   metrics. Update the metrics in `self$metrics`, of which the first is the loss, and return
#'   `self$get_metrics_result()`, as in the example. If the list has exactly the names of these
#'   metrics, Keras reports their state instead of the values in the list; a metric that was not
#'   updated is then 0.
#' * `compute_loss(x, y, y_pred, sample_weight)` returns the loss of a batch, and
#'   `compute_metrics(x, y, y_pred, sample_weight)` a named list.
#'
#' @inheritParams Layer
#' @param initialize,call,train_step,predict_step,test_step,compute_loss,compute_metrics Methods:
#'   see the section Methods.
#' @param inherit Class to inherit from, instead of Keras's `Model`: a class of Keras, or a result
#'   of `Model()`.
#' @return A function with the arguments of `initialize`, which creates a Keras model.
#' @concept model subclassing
#' @concept custom training loop
#' @concept gradient tape
#' @concept GAN
#' @concept autoencoder
#' @seealso [keras_model()] for graphs of layers, [keras_model_custom()] for a single model,
#'   [Layer()], [with()][with.python.builtin.object] for gradient tapes, [train_on_batch()] for
#'   loops over batches.
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
#'     c(x, y) %<-% data[1:2]
#'     with(tf$GradientTape() %as% tape, {
#'       y_pred <- self(x, training = TRUE)
#'       loss <- self$compute_loss(y = y, y_pred = y_pred)
#'     })
#'     variables <- self$trainable_variables
#'     self$optimizer$apply(tape$gradient(loss, variables), variables)
#'     for (metric in self$metrics) {
#'       if (metric$name == "loss") {
#'         metric$update_state(loss)
#'       } else {
#'         metric$update_state(y, y_pred)
#'       }
#'     }
#'     self$get_metrics_result()
#'   }
#' )
#' set_random_seed(1)
#' model <- Regression(units = 4)
#' model |> compile(optimizer = optimizer_adam(0.1), loss = "mse")
#' history <- model |>
#'   fit(as.matrix(cars["speed"]), cars$dist, epochs = 10, verbose = 0)
#' round(history$metrics$loss)
#' @export
Model <- function(classname, initialize = NULL, call = NULL, train_step = NULL, predict_step = NULL,
                  test_step = NULL, compute_loss = NULL, compute_metrics = NULL, ...,
                  public = list(), private = list(), inherit = NULL,
                  parent_env = parent.frame()) {
  keras_class("Model")
}

#' @rdname Model
#' @export
new_model_class <- Model

# ---- Distillation --------------------------------------------------------------------------------

# Distillation: training a small model with the outputs of a large one.

#' Define a loss for knowledge distillation
#'
#' In knowledge distillation a small model, the student, is trained to reproduce the outputs of a
#' large model, the teacher. `DistillationLoss()` defines a loss that compares the two, and returns
#' a function that creates such losses for [distiller()]. [distillation_logits()] and
#' [distillation_feature()] are predefined losses; define your own for other distances between the
#' models.
#'
#' @section Methods:
#' Methods can use `self`, `super` and `private`, like methods of [PyClass()].
#'
#' * `compute_loss(teacher_outputs, student_outputs)` returns a scalar tensor.
#' * `get_config()` returns the list of arguments of `initialize` that creates the same object, for
#'   saving.
#' * If the object has attributes `teacher_layer_name` and `student_layer_name`, it receives the
#'   outputs of these layers instead of those of the models.
#'
#' @inheritParams Layer
#' @param compute_loss,initialize Methods: see the section Methods.
#' @param inherit Class to inherit from, instead of Keras's `DistillationLoss`: a class of Keras, or
#'   a result of this function.
#' @return A function with the arguments of `initialize`, which creates a loss for [distiller()].
#' @references
#' Hinton, G., Vinyals, O., & Dean, J. (2015). Distilling the knowledge in a neural network.
#' <https://arxiv.org/abs/1503.02531>
#' @concept knowledge distillation
#' @concept teacher and student
#' @concept model compression
#' @seealso [distiller()] trains the student, [distillation_logits()] and [distillation_feature()]
#'   are predefined losses, [Loss()] for ordinary losses.
#' @examplesIf is_keras_available()
#' distillation_distance <- DistillationLoss(
#'   "Distance",
#'   initialize = function(power = 2) self$power <- power,
#'   compute_loss = function(teacher_outputs, student_outputs) {
#'     op_mean(op_abs(teacher_outputs - student_outputs)^self$power)
#'   }
#' )
#' teacher <- keras_model_sequential(input_shape = 1) |>
#'   layer_dense(units = 1)
#' set_weights(teacher, list(matrix(2), 1)) # 2 * x + 1
#' student <- keras_model_sequential(input_shape = 1) |>
#'   layer_dense(units = 1)
#' model <- distiller(
#'   teacher, student, distillation_distance(power = 2),
#'   student_loss_weight = 0
#' )
#' model |> compile(loss = "mse", optimizer = optimizer_adam(0.1))
#' history <- model |> fit(
#'   as.matrix(cars["speed"]), cars$dist,
#'   batch_size = 10, epochs = 20, verbose = 0
#' )
#'
#' # The student has learned the teacher's outputs, not cars$dist
#' x <- matrix(c(10, 20))
#' cbind(teacher = predict(teacher, x), student = predict(student, x))
#' @export
DistillationLoss <- function(classname, compute_loss = NULL, initialize = NULL, ...,
                             public = list(), private = list(), inherit = NULL,
                             parent_env = parent.frame()) {
  keras_class("DistillationLoss")
}
