# keras.distillation, rendered by dev/wrappers/render.R: edit its tables, not this file.

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
  create_keras("keras.distillation.Distiller", capture_args(
    distillation_loss_weights = as_sequence,
    student_loss_weight = some_number,
    name = one_string
  , extra = layer_extra))
}

#' @eval rd_keras("keras.distillation.FeatureDistillation")
#' @export
distillation_feature <- function(
    loss = "mse",
    teacher_layer_name = NULL,
    student_layer_name = NULL
) {
  create_keras("keras.distillation.FeatureDistillation", capture_args(loss = one_string))
}

#' @eval rd_keras("keras.distillation.LogitsDistillation")
#' @export
distillation_logits <- function(temperature = 3, loss = "kl_divergence") {
  create_keras("keras.distillation.LogitsDistillation", capture_args(
    temperature = positive_number,
    loss = one_string
  ))
}
