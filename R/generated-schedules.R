# keras.schedules, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.optimizers.schedules.CosineDecay")
#' @export
learning_rate_schedule_cosine_decay <- function(
    initial_learning_rate,
    decay_steps,
    alpha = 0,
    name = "CosineDecay",
    warmup_target = NULL,
    warmup_steps = 0L
) {
  create_keras("keras.optimizers.schedules.CosineDecay", capture_args(
    initial_learning_rate = initial_rate,
    decay_steps = positive_whole,
    alpha = number_from_0,
    name = one_string,
    warmup_target = initial_rate,
    warmup_steps = whole_from_0
  ))
}

#' @eval rd_keras("keras.optimizers.schedules.CosineDecayRestarts")
#' @export
learning_rate_schedule_cosine_decay_restarts <- function(
    initial_learning_rate,
    first_decay_steps,
    t_mul = 2,
    m_mul = 1,
    alpha = 0,
    name = "SGDRDecay"
) {
  create_keras("keras.optimizers.schedules.CosineDecayRestarts", capture_args(
    initial_learning_rate = initial_rate,
    first_decay_steps = positive_whole,
    t_mul = positive_number,
    m_mul = positive_number,
    alpha = number_from_0,
    name = one_string
  ))
}

#' @eval rd_keras("keras.optimizers.schedules.ExponentialDecay")
#' @export
learning_rate_schedule_exponential_decay <- function(
    initial_learning_rate,
    decay_steps,
    decay_rate,
    staircase = FALSE,
    name = "ExponentialDecay"
) {
  create_keras("keras.optimizers.schedules.ExponentialDecay", capture_args(
    initial_learning_rate = initial_rate,
    decay_steps = positive_whole,
    decay_rate = number_from_0,
    staircase = as_flag,
    name = one_string
  ))
}

#' @eval rd_keras("keras.optimizers.schedules.InverseTimeDecay")
#' @export
learning_rate_schedule_inverse_time_decay <- function(
    initial_learning_rate,
    decay_steps,
    decay_rate,
    staircase = FALSE,
    name = "InverseTimeDecay"
) {
  create_keras("keras.optimizers.schedules.InverseTimeDecay", capture_args(
    initial_learning_rate = initial_rate,
    decay_steps = positive_whole,
    decay_rate = number_from_0,
    staircase = as_flag,
    name = one_string
  ))
}

#' @eval rd_keras("keras.optimizers.schedules.PiecewiseConstantDecay")
#' @export
learning_rate_schedule_piecewise_constant_decay <- function(
    boundaries,
    values,
    name = "PiecewiseConstant"
) {
  create_keras("keras.optimizers.schedules.PiecewiseConstantDecay", capture_args(
    boundaries = as_integers,
    values = as_floats,
    name = one_string
  ))
}

#' @eval rd_keras("keras.optimizers.schedules.PolynomialDecay")
#' @export
learning_rate_schedule_polynomial_decay <- function(
    initial_learning_rate,
    decay_steps,
    end_learning_rate = 0.0001,
    power = 1,
    cycle = FALSE,
    name = "PolynomialDecay"
) {
  create_keras("keras.optimizers.schedules.PolynomialDecay", capture_args(
    initial_learning_rate = initial_rate,
    decay_steps = positive_whole,
    end_learning_rate = number_from_0,
    power = number_from_0,
    cycle = as_flag,
    name = one_string
  ))
}
