# What is seen of a training while it runs: lines, a bar, a plot.

# The callback that shows progress, or NULL. A bar is for people: a script gets `quiet` instead.
progress_callback <- function(verbose, quiet, call) {
  verbose <- as_verbose(verbose, quiet, call)
  switch(
    as.character(verbose),
    "1" = call_python(python_function("rkeras.progress", "Bar"), list(
      as.integer(getOption("width")), l10n_info()[["UTF-8"]]
    )),
    "2" = call_python(python_function("rkeras.progress", "Lines"))
  )
}

as_verbose <- function(verbose, quiet, call) {
  if (identical(verbose, "auto")) {
    return(if (interactive()) 1L else quiet)
  }
  if (is.logical(verbose) && length(verbose) == 1L && !is.na(verbose)) {
    return(as.integer(verbose))
  }
  if (!are_whole(verbose) || !verbose %in% 0:2) {
    abort(sprintf("`verbose` must be \"auto\", 0, 1 or 2, not %s.", describe(verbose)), call = call)
  }
  as.integer(verbose)
}

# The callback that plots the metrics after each epoch, or NULL.
plot_callback <- function(view_metrics, epochs, initial_epoch, call) {
  if (identical(view_metrics, "auto")) {
    view_metrics <- has_plot_pane() && epochs > initial_epoch
  }
  if (!identical(view_metrics, TRUE) && !identical(view_metrics, FALSE)) {
    abort(sprintf("`view_metrics` must be \"auto\", TRUE or FALSE, not %s.",
                  describe(view_metrics)), call = call)
  }
  if (view_metrics) python_callback(list(on_epoch_end = plot_metrics(epochs, initial_epoch)))
}

# A plot window of its own would open over the console elsewhere.
has_plot_pane <- function() {
  interactive() && (Sys.getenv("RSTUDIO") == "1" || Sys.getenv("POSITRON") == "1")
}

plot_metrics <- function(epochs, initial_epoch) {
  metrics <- list()
  function(epoch, logs) {
    for (name in names(logs)) metrics[[name]] <<- c(metrics[[name]], as.double(logs[[name]]))
    params <- list(epochs = as.integer(epoch), initial_epoch = as.integer(initial_epoch))
    history <- structure(list(params = params, metrics = loss_first(metrics)),
                         class = "keras_training_history")
    plot_history_base(as.data.frame(history), xlim = c(initial_epoch, epochs))
  }
}
