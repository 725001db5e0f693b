# Callbacks whose arguments need their own conversion: learning rates by epoch, Orbax checkpoints.

# Keras passes the epoch, from 0, and expects a float.
as_epoch_schedule <- function(schedule, argument = "schedule") {
  if (is_py_object(schedule)) {
    return(schedule)
  }
  check_function(schedule, argument)
  taken <- n_arguments(schedule, "on_epoch_begin")
  function(epoch, learning_rate) {
    rate <- if (taken == 2L) schedule(epoch, learning_rate) else schedule(epoch)
    if (is_py_object(rate)) rate <- as.numeric(rate)
    if (!is.numeric(rate) || length(rate) != 1L || is.na(rate)) {
      abort("`%s` must give one number, not %s.", argument, describe(rate))
    }
    as.double(rate)
  }
}

#' @eval rd_keras("keras.callbacks.OrbaxCheckpoint")
#' @export
callback_orbax_checkpoint <- function(
    directory,
    monitor = "val_loss",
    verbose = 0L,
    save_best_only = FALSE,
    mode = "auto",
    save_freq = "epoch",
    initial_value_threshold = NULL,
    max_to_keep = 1L,
    save_on_background = TRUE,
    save_weights_only = FALSE
) {
  args <- capture_args(
    directory = as_path,
    monitor = one_string,
    verbose = as_verbosity,
    save_best_only = as_flag,
    mode = one_string,
    save_freq = as_frequency,
    initial_value_threshold = number,
    max_to_keep = as_integer,
    save_on_background = as_flag,
    save_weights_only = as_flag
  )
  check_module("orbax.checkpoint", "orbax-checkpoint")
  create_keras("keras.callbacks.OrbaxCheckpoint", args)
}
