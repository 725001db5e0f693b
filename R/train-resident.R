# Training on TensorFlow runs data in memory in few calls (inst/python/rkeras/resident).

# Calls fit(), evaluate(), predict() or a step of a model, on a worker thread.
run_training <- function(model, verb, args, convert = NULL, backend = config_backend()) {
  # Other backends have loops of their own.
  if (!can("resident", backend)) {
    return(call_blocking(get_attr(model, verb), args, convert))
  }
  run <- python_function("rkeras.resident.training.run")
  call_blocking(run, c(list(model, verb, is_resident()), args), convert)
}

# A step for one batch. A short one takes less time than a worker thread needs to begin, so that the
# main thread runs it.
run_step <- function(facts, verb, args) {
  result <- if (is_resident() && can("resident", facts$backend)) {
    run <- python_function("rkeras.resident.training.run_at_once")
    call_python(run, c(list(facts$model, verb), args), TRUE)
  }
  result %||% run_training(facts$model, verb, args, TRUE, facts$backend)
}

is_resident <- function() {
  as_flag(getOption("rkeras.resident", TRUE), "options(rkeras.resident = )")
}

# The same with its progress, for a model that may be built by it. `labels` are those that batches
# may have.
run_shown <- function(facts, verb, args, progress, labels = NULL, ...) {
  model <- facts$model
  convert <- if (verb != "fit") TRUE
  under_progress(progress, with_model(model, with_undo(
    model, run_training(model, verb, args, convert, facts$backend), facts$is_to_be_built, ...
  ), labels))
}
