# What Keras's training records in the active run: hooks of fit() and evaluate() (R/zzz.R).

# Adds a callback to the arguments of Keras's fit() that writes the metrics after each epoch.
record_fit <- function(args) {
  dir <- active_run_dir()
  if (is.null(dir)) {
    return(args)
  }
  recorder <- fit_recorder(normalizePath(dir), args)
  args$callbacks <- c(args$callbacks, python_callback(recorder$hooks, recorder))
  args
}

fit_recorder <- function(dir, args) {
  # The file for the metrics of this fit(); a script may train several times.
  folder <- data_dir(dir, "history")
  dir.create(folder, recursive = TRUE, showWarnings = FALSE)
  file <- sprintf("%s/fit-%03d.json", folder, length(list.files(folder, "^fit-")) + 1L)
  metrics <- metrics_so_far(dir, args)
  model <- NULL
  list(
    set_model = function(value) model <<- value,
    set_params = function(params) NULL,
    hooks = list(
      on_train_begin = function(logs) {
        write_lines(utils::capture.output(print(model)), data_dir(dir, "model.txt"))
        properties <- c(data_properties(args), training_properties(model))
        write_run_metadata("properties", properties, dir)
      },
      on_epoch_end = function(epoch, logs) {
        metrics <<- with_epoch(metrics, epoch, loss_first(logs))
        write_run_metadata("metrics", metrics, dir)
        write_json(file, metrics, arrays = TRUE)
      }
    )
  )
}

# Training that continues at `initial_epoch` has the metrics of the epochs before.
metrics_so_far <- function(dir, args) {
  n <- args$epochs
  before <- if (args$initial_epoch > 0L) read_metrics(dir)
  rows <- seq_len(min(args$initial_epoch, nrow(before) %||% 0L))
  metrics <- as.data.frame(matrix(NA_real_, n, 0L))
  for (name in names(before)) metrics[[name]] <- replace(rep(NA_real_, n), rows, before[rows, name])
  metrics
}

with_epoch <- function(metrics, epoch, logs) {
  for (name in names(logs)) {
    column <- metrics[[name]] %||% rep(NA_real_, nrow(metrics))
    column[[epoch]] <- as.double(logs[[name]])
    metrics[[name]] <- column
  }
  metrics
}

record_evaluation <- function(result) {
  dir <- active_run_dir()
  if (!is.null(dir)) write_run_metadata("evaluation", as.list(unclass(result)), dir)
}

# ---- The model -----------------------------------------------------------------------------------

data_properties <- function(args) {
  n <- n_samples(args$x)
  split <- floor((n %||% 0) * (1 - args$validation_split))
  validation <- if (is.null(args$validation_data)) {
    if (args$validation_split > 0 && !is.null(n)) n - split
  } else {
    n_samples(args$validation_data)
  }
  drop_null(list(
    samples = if (!is.null(n)) as.integer(split),
    validation_samples = if (!is.null(validation)) as.integer(validation),
    epochs = args$epochs,
    batch_size = args$batch_size %||% if (!is.null(n)) 32L
  ))
}

# The number of rows of the first array in inputs; NULL for datasets and generators.
n_samples <- function(x) {
  while (is.list(x) && !is.data.frame(x)) x <- x[[1]]
  if (inherits(x, "python.builtin.tuple")) {
    return(n_samples(py_get_item(x, 0L)))
  }
  size <- if (is_py_object(x)) unlist(attr_or_null(x, "shape", TRUE)) else dim(x) %||% length(x)
  if (is.numeric(size) && length(size)) size[[1]]
}

training_properties <- function(model) {
  optimizer <- model$optimizer
  drop_null(list(
    loss_function = name_of_loss(model),
    optimizer = class_name_of(optimizer),
    # A schedule that needs the step has no single rate.
    learning_rate = tryCatch(as.numeric(optimizer$learning_rate), error = function(e) NULL)
  ))
}
