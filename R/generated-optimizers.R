# keras.optimizers, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.optimizers.Adadelta")
#' @export
optimizer_adadelta <- function(
    learning_rate = 0.001,
    rho = 0.95,
    epsilon = 1e-07,
    weight_decay = NULL,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    ...
) {
  create_keras("keras.optimizers.Adadelta", capture_args(
    learning_rate = as_rate,
    rho = share,
    epsilon = number_from_0,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}

#' @eval rd_keras("keras.optimizers.Adafactor")
#' @export
optimizer_adafactor <- function(
    learning_rate = 0.001,
    beta_2_decay = -0.8,
    epsilon_1 = 1e-30,
    epsilon_2 = 0.001,
    clip_threshold = 1,
    relative_step = TRUE,
    weight_decay = NULL,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    ...
) {
  create_keras("keras.optimizers.Adafactor", capture_args(
    learning_rate = as_rate,
    beta_2_decay = number,
    epsilon_1 = number_from_0,
    epsilon_2 = number_from_0,
    clip_threshold = positive_number,
    relative_step = as_flag,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}

#' @eval rd_keras("keras.optimizers.Adagrad")
#' @export
optimizer_adagrad <- function(
    learning_rate = 0.001,
    initial_accumulator_value = 0.1,
    epsilon = 1e-07,
    weight_decay = NULL,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    ...
) {
  create_keras("keras.optimizers.Adagrad", capture_args(
    learning_rate = as_rate,
    initial_accumulator_value = number_from_0,
    epsilon = number_from_0,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}

#' @eval rd_keras("keras.optimizers.Adam")
#' @export
optimizer_adam <- function(
    learning_rate = 0.001,
    beta_1 = 0.9,
    beta_2 = 0.999,
    epsilon = 1e-07,
    amsgrad = FALSE,
    weight_decay = NULL,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    ...
) {
  create_keras("keras.optimizers.Adam", capture_args(
    learning_rate = as_rate,
    beta_1 = share_below_1,
    beta_2 = share_below_1,
    epsilon = number_from_0,
    amsgrad = as_flag,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}

#' @eval rd_keras("keras.optimizers.AdamW")
#' @export
optimizer_adam_w <- function(
    learning_rate = 0.001,
    weight_decay = 0.004,
    beta_1 = 0.9,
    beta_2 = 0.999,
    epsilon = 1e-07,
    amsgrad = FALSE,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    ...
) {
  create_keras("keras.optimizers.AdamW", capture_args(
    learning_rate = as_rate,
    weight_decay = decay_rate,
    beta_1 = share_below_1,
    beta_2 = share_below_1,
    epsilon = number_from_0,
    amsgrad = as_flag,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}

#' @eval rd_keras("keras.optimizers.Adamax")
#' @export
optimizer_adamax <- function(
    learning_rate = 0.001,
    beta_1 = 0.9,
    beta_2 = 0.999,
    epsilon = 1e-07,
    weight_decay = NULL,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    ...
) {
  create_keras("keras.optimizers.Adamax", capture_args(
    learning_rate = as_rate,
    beta_1 = share_below_1,
    beta_2 = share_below_1,
    epsilon = number_from_0,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}

#' @eval rd_keras("keras.optimizers.Ftrl")
#' @export
optimizer_ftrl <- function(
    learning_rate = 0.001,
    learning_rate_power = -0.5,
    initial_accumulator_value = 0.1,
    l1_regularization_strength = 0,
    l2_regularization_strength = 0,
    l2_shrinkage_regularization_strength = 0,
    beta = 0,
    weight_decay = NULL,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    ...
) {
  create_keras("keras.optimizers.Ftrl", capture_args(
    learning_rate = as_rate,
    learning_rate_power = number_to_0,
    initial_accumulator_value = number_from_0,
    l1_regularization_strength = number_from_0,
    l2_regularization_strength = number_from_0,
    l2_shrinkage_regularization_strength = number_from_0,
    beta = number_from_0,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}

#' @eval rd_keras("keras.optimizers.Lamb")
#' @export
optimizer_lamb <- function(
    learning_rate = 0.001,
    beta_1 = 0.9,
    beta_2 = 0.999,
    epsilon = 1e-07,
    weight_decay = NULL,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    ...
) {
  create_keras("keras.optimizers.Lamb", capture_args(
    learning_rate = as_rate,
    beta_1 = share_below_1,
    beta_2 = share_below_1,
    epsilon = number_from_0,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}

#' @eval rd_keras("keras.optimizers.Lion")
#' @export
optimizer_lion <- function(
    learning_rate = 0.001,
    beta_1 = 0.9,
    beta_2 = 0.99,
    weight_decay = NULL,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    ...
) {
  create_keras("keras.optimizers.Lion", capture_args(
    learning_rate = as_rate,
    beta_1 = share_below_1,
    beta_2 = share_below_1,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}

#' @eval rd_keras("keras.optimizers.LossScaleOptimizer")
#' @export
optimizer_loss_scale <- function(
    inner_optimizer,
    initial_scale = 32768,
    dynamic_growth_steps = 2000L,
    name = NULL,
    ...,
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

#' @eval rd_keras("keras.optimizers.MultiOptimizer")
#' @export
optimizer_multi <- function(optimizer_map, loss_scale_factor = NULL, name = NULL) {
  create_keras("keras.optimizers.MultiOptimizer", capture_args(loss_scale_factor = positive_number))
}

#' @eval rd_keras("keras.optimizers.Muon")
#' @export
optimizer_muon <- function(
    learning_rate = 0.001,
    adam_beta_1 = 0.9,
    adam_beta_2 = 0.999,
    adam_weight_decay = 0.004,
    epsilon = 1e-07,
    weight_decay = 0.004,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    exclude_layers = NULL,
    exclude_embeddings = TRUE,
    muon_a = 3.4445,
    muon_b = -4.775,
    muon_c = 2.0315,
    adam_lr_ratio = 1L,
    momentum = 0.95,
    ns_steps = 5L,
    nesterov = TRUE,
    rms_rate = 0.2,
    ...
) {
  create_keras("keras.optimizers.Muon", capture_args(
    learning_rate = as_rate,
    adam_beta_1 = share_below_1,
    adam_beta_2 = share_below_1,
    adam_weight_decay = decay_rate,
    epsilon = number_from_0,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2,
    exclude_layers = as_sequence,
    exclude_embeddings = as_flag,
    muon_a = number,
    muon_b = number,
    muon_c = number,
    adam_lr_ratio = number_from_0,
    momentum = share,
    ns_steps = positive_whole,
    nesterov = as_flag,
    rms_rate = rms_rate
  ))
}

#' @eval rd_keras("keras.optimizers.Nadam")
#' @export
optimizer_nadam <- function(
    learning_rate = 0.001,
    beta_1 = 0.9,
    beta_2 = 0.999,
    epsilon = 1e-07,
    weight_decay = NULL,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    ...
) {
  create_keras("keras.optimizers.Nadam", capture_args(
    learning_rate = as_rate,
    beta_1 = share_below_1,
    beta_2 = share_below_1,
    epsilon = number_from_0,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}

#' @eval rd_keras("keras.optimizers.OptimizerMap")
#' @export
optimizer_map <- function(default_optimizer, optimizer_map = NULL) {
  create_keras("keras.optimizers.OptimizerMap", capture_args(default_optimizer = as_optimizer))
}

#' @eval rd_keras("keras.optimizers.RMSprop")
#' @export
optimizer_rmsprop <- function(
    learning_rate = 0.001,
    rho = 0.9,
    momentum = 0,
    epsilon = 1e-07,
    centered = FALSE,
    weight_decay = NULL,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    ...
) {
  create_keras("keras.optimizers.RMSprop", capture_args(
    learning_rate = as_rate,
    rho = share,
    momentum = share,
    epsilon = number_from_0,
    centered = as_flag,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}

#' @eval rd_keras("keras.optimizers.SGD")
#' @export
optimizer_sgd <- function(
    learning_rate = 0.01,
    momentum = 0,
    nesterov = FALSE,
    weight_decay = NULL,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    ...
) {
  create_keras("keras.optimizers.SGD", capture_args(
    learning_rate = as_rate,
    momentum = share,
    nesterov = as_flag,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}

#' @eval rd_keras("keras.optimizers.ScheduleFreeAdamW")
#' @export
optimizer_schedule_free_adam_w <- function(
    learning_rate = 0.0025,
    beta_1 = 0.9,
    beta_2 = 0.999,
    epsilon = 1e-08,
    warmup_steps = 0L,
    weight_decay = NULL,
    clipnorm = NULL,
    clipvalue = NULL,
    global_clipnorm = NULL,
    use_ema = FALSE,
    ema_momentum = 0.99,
    ema_overwrite_frequency = NULL,
    loss_scale_factor = NULL,
    gradient_accumulation_steps = NULL,
    name = NULL,
    ...
) {
  create_keras("keras.optimizers.ScheduleFreeAdamW", capture_args(
    learning_rate = as_rate,
    beta_1 = share_below_1,
    beta_2 = share_below_1,
    epsilon = number_from_0,
    warmup_steps = whole_from_0,
    weight_decay = decay_rate,
    clipnorm = number_from_0,
    clipvalue = number_from_0,
    global_clipnorm = number_from_0,
    use_ema = as_flag,
    ema_momentum = share,
    ema_overwrite_frequency = positive_whole,
    loss_scale_factor = positive_number,
    gradient_accumulation_steps = whole_from_2
  ))
}
