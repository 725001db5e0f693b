# Batches that are alike: one call for each after the first.

# Loops train on thousands of batches of one type and shape. After a batch has passed the checks,
# only the values of those like it are checked, as long as the model's graph and loss are the same.
# The R code of all checks takes half as long as a small step. Short steps whose graphs are
# self-contained need one call: `repeat()` in rkeras.keras.batch runs them on the main thread, as
# handing one to a worker thread takes a tenth of it. A worker is needed where R functions are
# called from other threads, and where users may want to give the call up.
# The result; NULL for a batch that must be checked.
repeated <- function(model, step, x, y = NULL) {
  data <- if (step == "predict_on_batch") list(x) else list(x, y)
  repeat_step <- python_function("rkeras.keras.batch.repeat")
  result <- call_on_numbers(repeat_step, model, step, data)
  if (!is.null(result)) {
    return(result)
  }
  facts <- facts_if_alike(model, step, x, y)
  if (!is.null(facts)) run_alike(model, step, lapply(data, as_batch), facts)
}

# The model's facts; NULL for a batch that must be checked.
facts_if_alike <- function(model, step, x, y = NULL) {
  facts <- facts_of(model)
  known <- facts[[step]]
  is_alike <- !is.null(known) && identical(kind_of(x), known$x) && identical(kind_of(y), known$y) &&
    identical(facts$axes, known$axes) && all_finite(x) &&
    (is.null(y) || are_labels(y, known$loss, known$classes))
  if (is_alike) facts
}

# Arrays and vectors of numbers without names and classes, whose meaning is their position alone.
remember_kind <- function(model, step, x, y = NULL) {
  facts <- facts_of(model)
  if (is.null(facts) || !is_plain_array(x) || !(is.null(y) || is_plain_array(y))) {
    return(invisible())
  }
  known <- list(
    x = kind_of(x), y = kind_of(y), axes = facts$axes, loss = loss_name(model),
    classes = n_classes(model)
  )
  assign(step, known, envir = facts)
}

kind_of <- function(x) list(typeof(x), length(x), attributes(x))

is_plain_array <- function(x) {
  typeof(x) %in% c("double", "integer", "logical") && length(x) > 0L &&
    length(setdiff(names(attributes(x)), "dim")) == 0L
}

# Targets that check_labels() accepts.
are_labels <- function(y, loss, classes) {
  if (is.null(classes)) loss <- ""
  switch(
    loss,
    sparse_categorical_crossentropy =
      is_within(y, classes - 1) && (is.integer(y) || all(y == trunc(y))),
    binary_crossentropy = is_within(y, 1),
    all_finite(y)
  )
}

is_within <- function(y, upper) isTRUE(min(y) >= 0 && max(y) <= upper)

# Vectors would be sent as lists.
as_batch <- function(x) {
  if (!is.null(x) && is.null(dim(x))) dim(x) <- length(x)
  x
}

run_alike <- function(model, step, data, facts) {
  data[[1]] <- as_feature_column(model, data[[1]])
  start <- proc.time()[["elapsed"]]
  run <- python_function("rkeras.keras.batch.run")
  result <- call_blocking(run, c(list(model, step), data), TRUE)
  is_short <- proc.time()[["elapsed"]] - start < 0.02
  if (step != "predict_on_batch") {
    is_short <- is_short && all(vapply(result, typeof, "") == "double")
    result <- lapply(result, as.double)
  }
  if (is_short && !isFALSE(facts[[step]]$is_direct)) note_step(model, step, data, facts)
  result
}

note_step <- function(model, step, data, facts) {
  known <- facts[[step]]
  args <- c(list(model, step, n_labels(known)), data)
  known$is_direct <- call_python(python_function("rkeras.keras.batch.note"), args, TRUE)
  assign(step, known, envir = facts)
}

# How many labels `are_labels()` accepts, from 0 on; NULL if any number is one.
n_labels <- function(known) {
  if (is.null(known$classes) || identical(known$y, kind_of(NULL))) {
    return(NULL)
  }
  switch(
    known$loss,
    sparse_categorical_crossentropy = as.integer(known$classes), binary_crossentropy = 2L
  )
}
