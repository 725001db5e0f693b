# Optimizers that the generator does not support.

#' @eval rd_keras("keras.optimizers.LossScaleOptimizer")
#' @export
optimizer_loss_scale <- function(
    inner_optimizer,
    initial_scale = 32768,
    dynamic_growth_steps = 2000L,
    ...,
    name = NULL,
    weight_decay = NULL,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = NULL,
    ema_momentum = NULL,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL
) {
  create_keras("keras.optimizers.LossScaleOptimizer", capture_args(
    inner_optimizer = as_optimizer,
    initial_scale = as_float,
    dynamic_growth_steps = as_integer
  ))
}
