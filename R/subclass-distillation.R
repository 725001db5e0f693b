# Distillation: training a small model with the outputs of a large one.

#' @eval rd_keras("keras.distillation.Distiller")
#' @export
distiller <- function(
    teacher,
    student,
    distillation_losses,
    distillation_loss_weights = NULL,
    student_loss_weight = 0.5,
    name = "distiller",
    ...
) {
  create_keras("keras.distillation.Distiller", list(
    teacher, student, distillation_losses,
    distillation_loss_weights = as_sequence(distillation_loss_weights),
    student_loss_weight = student_loss_weight, name = name, ...
  ))
}

#' Define a loss for distillation
#'
#' Makes a function that makes losses for [distiller()]. [distillation_logits()] and
#' [distillation_feature()] are such losses.
#'
#' Methods see `self`, `super` and `private` as methods of [PyClass()] do.
#'
#' * `compute_loss(teacher_outputs, student_outputs)` returns one number, as a tensor.
#' * `get_config()` returns a list of what `initialize` needs to make the same object, for files.
#' * An object with the attributes `teacher_layer_name` and `student_layer_name` gets what these
#'   layers give, in place of the outputs of the models.
#'
#' @inheritParams Layer
#' @param compute_loss,initialize Methods, see below.
#' @param inherit Class to inherit from, in place of Keras's `DistillationLoss`: a class of Keras,
#'   or what this function returned.
#' @return A function with the arguments of `initialize`, which makes a loss for [distiller()].
#' @family classes
#' @examplesIf is_keras_available()
#' distillation_distance <- DistillationLoss(
#'   "Distance",
#'   initialize = function(power = 2) self$power <- power,
#'   compute_loss = function(teacher_outputs, student_outputs) {
#'     op_mean(op_abs(teacher_outputs - student_outputs)^self$power)
#'   }
#' )
#' teacher <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
#' student <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
#' model <- distiller(teacher, student, distillation_distance(power = 1), student_loss_weight = 0)
#' model |> compile(loss = "mse")
#' history <- model |> fit(as.matrix(cars["speed"]), cars$dist, verbose = 0)
#' @export
DistillationLoss <- function(classname, compute_loss = NULL, initialize = NULL, ...,
                             public = list(), private = list(), inherit = NULL,
                             parent_env = parent.frame()) {
  methods <- list(compute_loss = compute_loss, initialize = initialize)
  keras_class("DistillationLoss", classname, methods, c(dots_list(...), public), private,
              inherit, if (!missing(parent_env)) parent_env)
}
