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
