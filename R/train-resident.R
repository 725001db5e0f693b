# How training runs: in few calls for data in memory (inst/python/rkeras/resident), and with
# interrupts.

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
  result <- if (is_resident() && can("graphs", facts$backend)) {
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

# ---- Interrupted training ------------------------------------------------------------------------

# Interrupted training: fit() returns the history so far, and the model can be trained again.

# Evaluates `expr`, the training. If the user interrupts it in an interactive session, returns TRUE
# after a message. A handler of the caller for interrupts takes precedence: the restart is used only
# if none takes the interrupt (raise() in R/native-unwrap.R).
is_interrupted <- function(expr, history, epochs) {
  stop_here <- function() {
    message(interrupt_message(history, epochs))
    # The caller stops too in a script, or if the user has interrupted the training before this one.
    if (!is_session_interactive() || is_repeated_interrupt()) invokeRestart("abort")
    TRUE
  }
  withRestarts(
    {
      expr
      FALSE
    },
    rkeras_interrupted = stop_here
  )
}

interrupt_message <- function(history, epochs) {
  done <- as.integer(unlist(attr_or_null(history, "epoch", TRUE)))
  # Callbacks that run before the history may be interrupted in an epoch that it does not know yet.
  epoch <- max(attr_or_null(history, "current", TRUE), done + 1L, -1L) + 1L
  if (epoch == 0L) {
    return("Interrupted before the first epoch.")
  }
  sprintf(
    paste(
      "Interrupted in epoch %d of %d. The history has %s; the weights are those of the last step.",
      "Go on with `initial_epoch = %d`."
    ),
    epoch, as.integer(epochs), count_of(length(done), "epoch", "epochs"), epoch
  )
}

# In a loop over trainings, the second interrupt in a row ends the loop.
is_repeated_interrupt <- function() {
  time <- now()
  is_soon <- time - interrupts$last < 2
  interrupts$last <- time
  is_soon
}

interrupts <- new.env(parent = emptyenv())
interrupts$last <- -Inf
