# Progress of a training: lines, a bar, a plot.

# The callback that shows progress, or NULL. Only interactive sessions show a bar by default;
# scripts use `quiet`. A bar is shown after `patience` seconds.
progress_callback <- function(verbose, quiet, callbacks = NULL, patience = 0) {
  verbose <- as_verbose(verbose, quiet)
  has_rate <- any(vapply(callbacks, inherits, NA, rate_callbacks))
  switch(
    as.character(verbose),
    "1" = in_python(
      "rkeras.keras.progress.Bar", has_rate, as.integer(getOption("width")), has_boxes(),
      patience, .convert = FALSE
    ),
    "2" = in_python("rkeras.keras.progress.Lines", has_rate, .convert = FALSE)
  )
}

rate_callbacks <- c(
  "keras.src.callbacks.learning_rate_scheduler.LearningRateScheduler",
  "keras.src.callbacks.reduce_lr_on_plateau.ReduceLROnPlateau"
)

# The bar shows how many batches a validation has, if that is known before its end.
tell_validation <- function(progress, args) {
  if (!inherits(progress, "rkeras.keras.progress.Bar")) {
    return(invisible())
  }
  size <- args$validation_batch_size %||% args$batch_size %||% 32L
  steps <- args$validation_steps
  if (is.null(steps) && is.null(args$validation_data)) {
    n <- n_observations(args$x, "x")
    steps <- ceiling((n - floor(n * (1 - args$validation_split))) / size)
  }
  steps <- if (!is.null(steps) && !is.na(steps)) as.integer(steps)
  progress$expect_validation(steps, args$validation_data, size)
}

as_verbose <- function(verbose, quiet) {
  if (identical(verbose, "auto")) {
    return(if (is_at_prompt()) 1L else quiet)
  }
  if (is.logical(verbose) && length(verbose) == 1L && !is.na(verbose)) {
    return(as.integer(verbose))
  }
  verbose <- without_integer64(verbose)
  must_be(verbose, "\"auto\", 0, 1 or 2", is_whole(verbose) && verbose %in% 0:2)
  as.integer(verbose)
}

# Evaluates `expr`, during which the console may show a bar or a held line (src/lines.c). R
# callbacks and Python output erase it. Here, messages, warnings, errors and the prompt after an
# interrupt end it.
under_progress <- function(progress, expr) {
  if (is.null(progress)) {
    return(expr)
  }
  on.exit(leave_line(TRUE))
  withCallingHandlers(
    expr,
    message = function(message) leave_line(FALSE),
    warning = function(warning) if (getOption("warn") >= 1L) leave_line(FALSE)
  )
}

# The callback that plots the metrics after each epoch, or NULL.
plot_callback <- function(view_metrics, epochs, initial_epoch) {
  if (identical(view_metrics, "auto")) {
    # Elsewhere, a plot window would open over the console.
    has_pane <- Sys.getenv("RSTUDIO") == "1" || Sys.getenv("POSITRON") == "1"
    view_metrics <- is_at_prompt() && has_pane && epochs > initial_epoch
  }
  must_be(view_metrics, "\"auto\", TRUE or FALSE", is_flag(view_metrics))
  if (view_metrics) python_callback(plot_hooks(epochs, initial_epoch))
}

# The hooks of the callback. If drawing takes long, some epochs are skipped.
plot_hooks <- function(epochs, initial_epoch) {
  metrics <- list()
  seen <- list()
  next_at <- 0
  is_pending <- FALSE
  last <- initial_epoch
  draw <- function(epoch) {
    history <- structure(
      list(params = list(epochs = as.integer(epoch)), metrics = loss_first(metrics), epochs = seen),
      class = "keras_training_history"
    )
    began <- now()
    is_pending <<- FALSE
    is_drawn <- draw_live(history, c(initial_epoch, epochs))
    next_at <<- if (is_drawn) now() + 5 * (now() - began) else Inf
  }
  list(
    on_epoch_end = function(epoch, logs) {
      for (name in names(logs)) {
        metrics[[name]] <<- c(metrics[[name]], as.double(logs[[name]]))
        seen[[name]] <<- c(seen[[name]], as.integer(epoch))
      }
      is_pending <<- TRUE
      last <<- epoch
      if (now() >= next_at || (next_at < Inf && !grDevices::dev.interactive())) draw(epoch)
    },
    on_train_end = function(logs) if (is_pending && next_at < Inf) draw(last)
  )
}

now <- function() as.double(Sys.time())

# Returns whether the plot could be drawn. Training continues without it.
draw_live <- function(history, xlim) {
  data <- drawable(as.data.frame(history))
  if (nrow(data) == 0L) {
    return(TRUE)
  }
  grDevices::dev.hold()
  on.exit(grDevices::dev.flush())
  tryCatch(
    {
      plot_history_base(data, xlim, sprintf("Epoch %d of %d", max(data$epoch), xlim[[2]]))
      TRUE
    },
    error = function(error) {
      warn(paste("The metrics are not plotted:", conditionMessage(error)), kind = "plot",
           call = NULL)
      FALSE
    }
  )
}

# Whether the console supports Unicode. The option is defined by the package cli.
has_boxes <- function() isTRUE(getOption("cli.unicode", l10n_info()[["UTF-8"]]))
