# Scripts and folders for the tests of training runs.

# An empty working directory with a script of these lines, until the test ends.
local_project <- function(..., file = "train.R", frame = parent.frame()) {
  folder <- withr::local_tempdir(.local_envir = frame)
  withr::local_dir(folder, .local_envir = frame)
  if (...length()) writeLines(c(...), file)
  invisible(folder)
}

# A training run of "train.R" without output in the log.
quiet_run <- function(..., echo = FALSE, view = FALSE, envir = new.env()) {
  utils::capture.output(
    run <- suppressMessages(training_run(..., echo = echo, view = view, envir = envir))
  )
  run
}

# A run with these metadata, without a script.
recorded_run <- function(dir = unique_run_dir(seconds_scale = 3), ...) {
  data <- list(...)
  for (type in names(data)) write_run_metadata(type, data[[type]], dir)
  dir
}
