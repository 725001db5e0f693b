# Data in memory are trained on in few calls of TensorFlow (inst/python/rkeras/resident).

# Calls fit(), evaluate() or predict() of a model, on a worker thread.
run_training <- function(model, verb, args, convert = NULL) {
  method <- if (is_resident(getOption("rkeras.resident", TRUE))) {
    args <- c(list(model), args)
    python_function(paste0("rkeras.resident.training.", verb))
  } else {
    get_attr(model, verb)
  }
  call_blocking(method, args, convert)
}

# Other backends have loops of their own.
is_resident <- function(option) {
  as_flag(option, "options(rkeras.resident = )") && config_backend() == "tensorflow"
}
