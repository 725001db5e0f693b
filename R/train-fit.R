# fit() and evaluate(): conversion of data and training in Keras.

#' Train a model
#'
#' Data are arrays or vectors, data frames of numbers, factors as labels, or Keras's own tensors and
#' datasets. Observations are the first axis. What can be seen to be wrong (lengths, shapes, labels
#' outside the model's classes, missing labels) is an error before the first step. The page
#' [rkeras-checks] lists all checks.
#'
#' Labels of `"sparse_categorical_crossentropy"` count from 0, as in Python; a factor is translated,
#' its first level being 0, and later ones mean the levels trained on.
#'
#' A formula takes inputs and targets from the data frame `data`, as [stats::lm()] does: the columns
#' are those of [stats::model.matrix()] without the intercept, in which a factor has a column of
#' zeros and ones for each level but the first. The dot stands for all columns that the response
#' does not use. For a model with several inputs, each input takes the terms that use the variable
#' of its name alone; a factor is then its codes from 0. Terms that are no inputs, such as
#' `offset(z)`, `weights(w)` and `(1 | g)`, are errors.
#'
#' For a model with several outputs, the response is a list with the names of the outputs:
#' `list(price = y1, kind = y2) ~ x1 + x2`. Without names, the responses are taken by position. Each
#' is computed as a single response is: a factor becomes labels, `cbind(y1, y2)` a matrix.
#'
#' @section What the model was trained on:
#' A model records the formula, the names of the columns, and the levels of factors that it was
#' trained on; `print()` and `summary()` show them, and [saveRDS()] keeps them. [evaluate()],
#' `predict()`, the validation data and single batches are matched to them:
#' * A data frame is matched by the names of its columns. Missing or renamed columns are an error;
#'   additional ones are left out with a warning of class `rkeras_warning_columns`.
#' * A matrix with column names is matched in the same way, but if some of the names are missing its
#'   columns are taken by position, with such a warning. Arrays without names are taken by position.
#' * A factor is matched by its levels. Levels that the model was not trained on are an error.
#'
#' Each `fit()` replaces the record, also by nothing where the data have no names. A `fit()` that
#' fails before its first step leaves it as it was. One that is interrupted or fails later replaces
#' it, as its data have changed the weights by then. [train_on_batch()] keeps the record, and makes
#' one if there is none.
#'
#' @param object A compiled Keras model; see [compile()].
#' @param x The inputs: an array or data frame; a list of them for a model with several inputs (with
#'   names, by name), or a data frame with a column for each; a TensorFlow dataset that yields
#'   inputs and targets; an R function that gives `list(inputs, targets)` of one batch at each call,
#'   and `NULL` at the end; or a formula.
#' @param y The targets: a vector, factor, array, data frame, or list of them. With a formula, the
#'   data frame.
#' @param ... Not used; must be empty.
#' @param batch_size How many observations make one step; `NULL` means 32.
#' @param epochs The epoch to train to: how many times to go through the data, counted from the
#'   first epoch ever.
#' @param callbacks A Keras callback or a list of them.
#' @param validation_split Share of the data (the last of them, before shuffling) to set aside and
#'   evaluate after each epoch, between 0 and 1.
#' @param validation_data Data to evaluate after each epoch: `list(x, y)` or
#'   `list(x, y, sample_weight)`, or a dataset.
#' @param shuffle Whether to shuffle the observations before each epoch.
#' @param class_weight What an observation of each class counts in the loss: a named list or vector,
#'   whose names are the labels (`c("0" = 1, "1" = 5)`) or, if `y` is a factor, its levels.
#' @param sample_weight What each observation counts in the loss: a vector.
#' @param initial_epoch The epoch to start at, counted from 1: to go on with earlier training.
#' @param steps_per_epoch,validation_steps How many batches make an epoch, or a validation; `NULL`
#'   means all there are.
#' @param validation_batch_size The batch size of the validation; `NULL` means `batch_size`.
#' @param validation_freq Validate after every so many epochs, or after the epochs given by a vector
#'   of several.
#' @param verbose `0` for silence, `1` for a bar with the time left that becomes one line an epoch,
#'   `2` for that line alone. `"auto"` is 1 at the prompt and 2 in a script,
#'   a document, a notebook or where the output goes to a file; the option
#'   `keras.fit_verbose` sets another default.
#' @param data Data frame with the variables of the formula in `x`.
#' @param view_metrics Whether to plot the metrics after each epoch, on the current graphics device.
#'   `"auto"` means where there is a pane for it (RStudio, Positron) and more than one epoch.
#' @return The training history, invisibly: see [plot.keras_training_history()].
#' @family training
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 16, activation = "relu") |>
#'   layer_dense(units = 3, activation = "softmax")
#' model |> compile(loss = "sparse_categorical_crossentropy", metrics = "accuracy")
#' history <- model |> fit(iris[1:4], iris$Species, epochs = 3, verbose = 0)
#' history
#' history <- model |> fit(Species ~ ., data = iris, epochs = 3, verbose = 0)
#' predict(model, iris[c(1, 51, 101), ], type = "class")
#'
#' # Several outputs
#' inputs <- keras_input(shape = 2)
#' hidden <- layer_dense(inputs, units = 8, activation = "relu")
#' model <- keras_model(inputs, list(
#'   layer_dense(hidden, units = 1, name = "length"),
#'   layer_dense(hidden, units = 3, activation = "softmax", name = "species")
#' ))
#' model |> compile(loss = list(length = "mse", species = "sparse_categorical_crossentropy"))
#' model |> fit(
#'   list(length = Sepal.Length, species = Species) ~ Petal.Length + Petal.Width, data = iris,
#'   epochs = 3, verbose = 0
#' )
#' str(predict(model, iris[c(1, 51, 101), ], type = "class"))
#' @export
fit.keras.src.models.model.Model <- function(
    object, x = NULL, y = NULL, ..., batch_size = NULL, epochs = 10, callbacks = NULL,
    validation_split = 0, validation_data = NULL, shuffle = TRUE, class_weight = NULL,
    sample_weight = NULL, initial_epoch = 1, steps_per_epoch = NULL, validation_steps = NULL,
    validation_batch_size = NULL, validation_freq = 1,
    verbose = getOption("keras.fit_verbose", getOption("keras.verbose", "auto")),
    view_metrics = getOption("keras.view_metrics", "auto"), data = NULL) {
  check_dots_empty("fit", ...)
  call <- sys.call(-1)
  check_compiled(object, "fit", call)
  learned <- learn(object, x, y, data, call)
  known <- learned$known
  data <- training_data(object, learned$x, learned$y, sample_weight, known, call = call)
  check_share(validation_split, "validation_split", call)
  check_split(data, validation_split, call)
  check_epochs(initial_epoch, epochs, call)
  check_flag(shuffle, "shuffle", call)
  callbacks <- as_callbacks(callbacks, call)
  check_monitors(callbacks, !is.null(validation_data) || validation_split > 0, call)
  progress <- progress_callback(verbose, 2L, call, callbacks)
  history <- history_callback()
  args <- drop_null(c(data, list(
    batch_size = as_count(batch_size, "batch_size", call),
    epochs = as_count(epochs, "epochs", call),
    verbose = 0L,
    callbacks = c(
      progress, callbacks, plot_callback(view_metrics, epochs, initial_epoch, call),
      last_callback(progress), history
    ),
    validation_split = validation_split,
    validation_data = as_validation_data(object, validation_data, known, call),
    # Keras can shuffle only arrays and warns about other objects.
    shuffle = if (missing(shuffle) && is_py_object(data$x)) FALSE else shuffle,
    class_weight = as_class_weight(class_weight, known$y$levels, call),
    initial_epoch = as_count(initial_epoch, "initial_epoch", call) - 1L,
    steps_per_epoch = as_count(steps_per_epoch, "steps_per_epoch", call),
    validation_steps = as_count(validation_steps, "validation_steps", call),
    validation_batch_size = as_count(validation_batch_size, "validation_batch_size", call),
    validation_freq = as_integer(validation_freq, "validation_freq", call)
  )))
  # Also runs after an error or interrupt: the weights have changed after the first step.
  on.exit(if (attr_or_null(history, "has_trained", TRUE)) remember_training(object, known))
  # A step whose graph failed to build would fail again, so it is removed.
  withCallingHandlers(
    under_progress(progress, with_model(object, call_blocking(object$fit, args))),
    python.builtin.Exception = function(e) forget_steps(object)
  )
  remember_training(object, known)
  result <- as_training_history(history)
  check_loss_after(result, call)
  invisible(result)
}

#' Evaluate a model
#'
#' Computes the loss and the metrics of a compiled model on data it has not been trained on.
#'
#' @inheritParams fit.keras.src.models.model.Model
#' @param steps How many batches to evaluate; `NULL` means all there are.
#' @param verbose `0` for silence, `1` for a progress bar, `2` for one line. `"auto"` is 1 at the
#'   prompt and 0 in a script; the option `keras.fit_verbose` sets another default.
#' @return A vector of numbers with names: the loss, then the metrics. `$` gets one of them.
#' @family training
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 3)
#' model |> compile(loss = "mse", metrics = "mae")
#' model |> evaluate(matrix(1, 10, 4), matrix(0, 10, 3))
#' @export
evaluate <- function(object, ...) {
  UseMethod("evaluate")
}

#' @rdname evaluate
#' @export
evaluate.keras.src.models.model.Model <- function(
    object, x = NULL, y = NULL, ..., batch_size = NULL,
    verbose = getOption("keras.fit_verbose", getOption("keras.verbose", "auto")),
    sample_weight = NULL, steps = NULL, callbacks = NULL) {
  check_dots_empty("evaluate", ...)
  call <- sys.call(-1)
  check_compiled(object, "evaluate", call)
  data <- training_data(object, x, y, sample_weight, call = call)
  progress <- progress_callback(verbose, 0L, call)
  args <- drop_null(c(data, list(
    batch_size = as_count(batch_size, "batch_size", call),
    verbose = 0L,
    steps = as_count(steps, "steps", call),
    callbacks = c(progress, as_callbacks(callbacks, call)),
    return_dict = TRUE
  )))
  result <- under_progress(progress, with_model(object, {
    call_blocking(object$evaluate, args, convert = TRUE)
  }))
  structure(vapply(loss_first(result), as.double, 0), class = "keras_evaluation")
}

#' @export
`$.keras_evaluation` <- function(x, name) {
  values <- unclass(x)
  if (name %in% names(values)) values[[name]]
}

#' @export
print.keras_evaluation <- function(x, ...) {
  print(unclass(x), ...)
  invisible(x)
}

# Keras sorts metrics by name. Here the loss comes first and validation metrics last.
loss_first <- function(metrics) {
  names <- names(metrics) %||% character()
  is_loss <- names %in% c("loss", "val_loss")
  is_of_validation <- startsWith(names, "val_")
  metrics[c(
    which(is_loss & !is_of_validation), which(!is_loss & !is_of_validation),
    which(is_loss & is_of_validation), which(!is_loss & is_of_validation)
  )]
}

# Converts and checks the user's data, in the order of `known`. `names` are the names of the user's
# arguments.
training_data <- function(model, x, y, sample_weight = NULL, known = trained_on(model),
                          names = c("x", "y", "sample_weight"), call) {
  given <- as_trained(model, x, y, known, names, call = call)
  data <- list(
    x = inputs_of(model, given$x, known, names[[1]], call),
    y = as_keras_data(given$y, names[[2]], call),
    sample_weight = as_keras_data(sample_weight, names[[3]], call)
  )
  check_training_data(model, data, names, call)
  if (is.factor(given$y)) check_classes_compared(model, names[[2]], call)
  data$y <- target_of_one_output(model, data$y)
  renew_steps(model, data$y)
  data
}

inputs_of <- function(model, x, known, argument, call) {
  is_generator <- is.function(x) && !is_py_object(x)
  if (is_generator) training_generator(x, argument, call, model, known)
  else as_keras_data(x, argument, call)
}

# A list of one target is for models with several outputs or with a named output.
target_of_one_output <- function(model, y) {
  if (!is.list(y) || length(y) != 1L || length(output_names(model)) != 1L) {
    return(y)
  }
  structure <- attr_or_null(model, borrowed_names("structures")[[2]], TRUE)
  if (is.list(structure) && !is.null(names(structure))) y else y[[1]]
}

# TensorFlow's graph of a step is for targets with a fixed number of axes; others need a new graph.
renew_steps <- function(model, y) {
  facts <- if (!is.null(y)) facts_of(model)
  if (is.null(facts)) {
    return(invisible())
  }
  axes <- n_axes(y)
  if (!is.null(facts$target_axes) && !identical(facts$target_axes, axes)) forget_steps(model)
  assign("target_axes", axes, envir = facts)
}

n_axes <- function(x) {
  if (is_py_object(x)) NA_integer_ else if (is.list(x)) lapply(x, n_axes) else length(dim(x))
}

forget_steps <- function(model) {
  for (name in c("train_function", "test_function")) unwrap(rs_set_attr(model, name, NULL))
}

as_validation_data <- function(model, data, known, call) {
  if (is.null(data) || is_py_object(data)) {
    return(data)
  }
  if (is.function(data)) {
    return(training_generator(data, "validation_data", call, model, known))
  }
  if (is.data.frame(data) && !is.null(known$formula)) {
    data <- unname(formula_data(known$formula, data, response = TRUE, call))
  }
  if (!is.list(data) || is.data.frame(data) || !length(data) %in% 2:3) {
    abort("`validation_data` must be list(x, y) or list(x, y, sample_weight).", call = call)
  }
  names <- c("validation_data[[1]]", "validation_data[[2]]", "validation_data[[3]]")
  weights <- if (length(data) == 3L) data[[3]]
  data <- training_data(model, data[[1]], data[[2]], weights, known, names, call)
  unwrap(rs_tuple(unname(drop_null(data)), FALSE))
}

# Python counts classes in ints: the names are labels or, if the targets are a factor, its levels.
as_class_weight <- function(class_weight, levels, call) {
  if (is.null(class_weight) || is_py_object(class_weight)) {
    return(class_weight)
  }
  classes <- names(class_weight)
  if (!is.null(levels) && all(classes %in% levels)) {
    classes <- match(classes, levels) - 1L
  }
  labels <- suppressWarnings(as.numeric(classes))
  if (is.null(names(class_weight)) || anyNA(labels)) {
    abort(paste0(
      "`class_weight` must have the classes as names: labels such as c(\"0\" = 1, \"1\" = 5)",
      if (!is.null(levels)) ", or levels of `y`", "."
    ), call = call)
  }
  weights <- lapply(unname(as.list(class_weight)), as.double)
  unwrap(rs_dict(as.list(as_integer(labels, "class_weight", call)), weights, FALSE))
}

check_epochs <- function(initial_epoch, epochs, call) {
  if (is.null(epochs)) tell("count", call, "epochs", "NULL")
  if (is.null(initial_epoch)) tell("count", call, "initial_epoch", "NULL")
  if (as_count(initial_epoch, "initial_epoch", call) > as_count(epochs, "epochs", call)) {
    tell("epochs", call, as.integer(initial_epoch), as.integer(epochs))
  }
}

check_share <- function(x, argument, call) {
  if (!is.numeric(x) || length(x) != 1L || is.na(x) || x < 0 || x >= 1) {
    tell("share", call, argument, describe(x))
  }
}
