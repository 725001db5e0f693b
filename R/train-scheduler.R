# Arguments of callbacks that need their own conversion: learning rates by epoch, Orbax checkpoints.

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

# The folder of a callback that needs Orbax.
orbax_path <- function(x, argument = "directory") {
  check_module("orbax.checkpoint", "orbax-checkpoint")
  as_path(x, argument)
}
