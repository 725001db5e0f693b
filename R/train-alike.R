# Batches that are alike: one call for each after the first.

# Loops train on thousands of batches of one type and shape. After one has passed the checks, only
# the values of those like it are checked, as long as the model's graph and loss are the same: the R
# code of all checks takes half as long as a small step. Short steps whose graphs are self-contained
# need one call: `repeat()` in rkeras.keras.batch runs them on the main thread, as handing one to a
# worker thread takes a tenth of it. A worker is needed where R functions are called from other
# threads, and where users may want to give the call up.
# The result; NULL for a batch that must be checked.
repeated <- function(model, step, x, y = NULL) {
  data <- if (step == "predict_on_batch") list(x) else list(x, y)
  result <- call_on_numbers(python_function("rkeras.keras.batch.repeat"), model, step, data)
  if (isTRUE(result)) {
    again <- python_function("rkeras.keras.batch.again")
    result <- call_blocking(again, c(list(model, step), lapply(data, as_batch)), TRUE)
  }
  if (is.null(result)) NULL else as_results(result, step)
}

# Vectors would be sent as lists.
as_batch <- function(x) if (is.null(x) || is.array(x)) x else array(x)

as_results <- function(result, step) {
  if (step == "predict_on_batch") result else lapply(result, as.double)
}

# Arrays and vectors of numbers without names and classes, whose meaning is their position alone.
is_plain_batch <- function(x, y = NULL) is_plain_array(x) && (is.null(y) || is_plain_array(y))

is_plain_array <- function(x) {
  typeof(x) %in% c("double", "integer", "logical") && length(x) > 0L &&
    length(setdiff(names(attributes(x)), "dim")) == 0L
}

note_step <- function(facts, step, data) {
  labels <- if (!is.null(data$y)) labels_of_loss(facts)
  n_labels <- if (!is.null(labels)) as.integer(labels$highest + 1)
  data <- if (step == "predict_on_batch") data["x"] else list(data$x, data$y)
  args <- c(list(facts$model, step, n_labels), unname(data))
  call_python(python_function("rkeras.keras.batch.note"), args)
}
