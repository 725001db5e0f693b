# Data in memory are trained on in few calls of TensorFlow (inst/python/rkeras/resident).

# Calls fit(), evaluate() or predict() of a model, on a worker thread.
run_training <- function(model, verb, args, convert = NULL) {
  is_resident <- as_flag(getOption("rkeras.resident", TRUE), "options(rkeras.resident = )")
  # Other backends have loops of their own.
  method <- if (is_resident && config_backend() == "tensorflow") {
    args <- c(list(model), args)
    python_function(paste0("rkeras.resident.training.", verb))
  } else {
    get_attr(model, verb)
  }
  call_blocking(method, args, convert)
}

# The same with its progress, for a model that may be built by it. `labels` are those that batches
# may have.
run_shown <- function(facts, verb, args, progress, labels = NULL, ...) {
  model <- facts$model
  convert <- if (verb != "fit") TRUE
  under_progress(progress, with_model(model, with_undo(
    model, run_training(model, verb, args, convert), facts$is_to_be_built, ...
  ), labels))
}
