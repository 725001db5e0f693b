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
    initial_scale = positive_number,
    dynamic_growth_steps = positive_whole,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}
