# fit() and evaluate(): conversion of data and training in Keras.

#' Train a model
#'
#' `fit()` trains a compiled model for a number of epochs. In each epoch it shuffles the samples,
#' divides them into batches, and takes one optimizer step per batch: the model predicts the batch,
#' the loss compares the predictions with the targets, the gradient of the loss with respect to the
#' weights is computed by backpropagation, and the optimizer updates the weights. After each epoch
#' the validation data, if there are any, are evaluated.
#'
#' Training runs on a worker thread, so that R callbacks and plots work during training, and Ctrl-C
#' stops it.
#'
#' @section Data:
#' Samples are the rows of a matrix or data frame, or the first axis of an array. Inputs and targets
#' must have the same number of samples. Data frames must be numeric. `x` and `y` can also be
#' tensors, NumPy arrays or TensorFlow datasets, which are passed to Keras unchanged.
#'
#' For data that do not fit into memory, `x` is an R function that returns one batch,
#' `list(inputs, targets)` or `list(inputs, targets, sample_weight)`, at each call, and `NULL` at
#' the end; or a [PyDataset()]; or a TensorFlow dataset. The function is called again for the next
#' epoch, in which it must return all batches anew. With `steps_per_epoch` it may return batches
#' without end; then it is called once for each step and no more. While a step runs, R already
#' computes the next batches of the epoch. Those of another epoch are computed after the callbacks
#' at its beginning, except that Keras reads the first two batches before the training begins.
#'
#' Inputs, targets and weights in lists are matched to the model's inputs and outputs by their
#' names, in any order, or else by position; other names are errors. Targets of several outputs may
#' be a data frame with a column for each.
#'
#' Lengths, shapes, labels outside the model's classes and missing values are checked before the
#' first step. The page [rkeras-checks] lists all checks.
#'
#' @section Speed:
#' On TensorFlow and JAX, data in memory (arrays, data frames, tensors, and lists of them) are made
#' tensors once, and one call of the backend runs many steps, for about 70 milliseconds. The results
#' are those of Keras's own loop, which runs otherwise: for datasets, R functions and sparse
#' matrices, with `steps_per_epoch`, `run_eagerly = TRUE` or a distribution strategy, for models
#' with a `fit()` method of their own, and with `options(rkeras.resident = FALSE)`. On JAX it also
#' runs for callbacks with a hook for batches and, on a CPU, for all but small dense networks. A
#' callback with such a hook is called after each batch. See
#' `rkeras_guide("speed-mixed-precision")`.
#'
#' @section Labels:
#' Integer labels for `"sparse_categorical_crossentropy"` count from 0, as in Python: a model with
#' 10 outputs takes the labels 0 to 9. A factor is converted: its first level becomes 0. The levels
#' are recorded, so that `predict(type = "class")` returns a factor. So are the `class_names` of a
#' data set that [image_dataset_from_directory()] and the like have made, also after it was mapped.
#'
#' @section Formulas:
#' A formula takes inputs and targets from the data frame `data`, as [stats::lm()] does. The inputs
#' are the columns of [stats::model.matrix()] without the intercept: a factor has one column of
#' zeros and ones for each level except the first. The dot means all columns that the response does
#' not use. For a model with several inputs, each input takes the terms that use only the variable
#' with the input's name; a factor is then passed as integer codes from 0. Terms that are not
#' inputs, such as `offset(z)`, `weights(w)` and `(1 | g)`, are errors. A variable that only removed
#' terms use, such as `x` in `. - x`, is not needed for later data. A term whose value of a row
#' depends on other rows, such as `rank(x)`, is a warning of class `rkeras_warning_formula`, as
#' later data have other values; `scale(x)`, `poly(x, 2)` and the like keep those of training.
#'
#' For a model with several outputs, the response is a list named after the outputs:
#' `list(price = y1, kind = y2) ~ x1 + x2`. Without names, the responses are matched by position.
#' Each is treated like a single response: a factor becomes labels, `cbind(y1, y2)` a matrix.
#'
#' @section Interrupts:
#' An interrupt (Ctrl-C, Esc or the stop button) ends the training at the next step. In an
#' interactive session `fit()` then returns the history of the epochs that have ended, after a
#' message with the epoch that was interrupted. The model keeps the weights of the last step, so
#' another `fit()` with `initial_epoch` continues from there. The code that called it continues too;
#' a second interrupt within two seconds stops it. In a script, the interrupt ends the script. A
#' handler such as `tryCatch(fit(...), interrupt = function(cnd) ...)` is called instead.
#'
#' @section What the model was trained on:
#' A model records the formula, the column names, and the factor levels that it was trained on;
#' `print()` and `summary()` show them, and [saveRDS()] keeps them. [evaluate()], `predict()`,
#' validation data and single batches are matched against this record:
#' * Columns of a data frame are matched by name. Missing or renamed columns are an error;
#'   additional columns are ignored with a warning of class `rkeras_warning_columns`.
#' * Columns of a matrix with column names are matched by name. If some of the names are missing,
#'   the columns are matched by position, with such a warning. Arrays without names are matched by
#'   position.
#' * Factors are matched by their levels. A level that the model was not trained on is an error.
#'
#' Each `fit()` replaces the record; data without names remove it. A `fit()` that fails before its
#' first step leaves the record unchanged. One that fails or is interrupted later replaces it,
#' because the weights have changed. [train_on_batch()] keeps the record, or creates one if there is
#' none.
#'
#' @section Choosing batch size and epochs:
#' Larger batches make each epoch faster, up to the limit of memory, and gradients less noisy;
#' smaller ones often generalize better. 32 to 512 are usual. Training for too many epochs overfits:
#' the training loss still decreases while the validation loss rises. Pass validation data and
#' [callback_early_stopping()], which stops at that point.
#'
#' @param object A compiled Keras model; see [compile()].
#' @param x Inputs: an array or data frame; for a model with several inputs, a list of them (matched
#'   by name if it has names) or a data frame with one column for each; a TensorFlow dataset or
#'   [PyDataset()] of inputs and targets; an R function that returns batches; or a formula.
#' @param y Targets: a vector, factor, array, data frame, or a list of them for a model with several
#'   outputs. With a formula, the data frame.
#' @param ... Must be empty.
#' @param batch_size Positive integer. Number of samples per step. `NULL` means 32. Not used for
#'   datasets and functions, which yield batches.
#' @param epochs Positive integer. Number of passes over the data. With `initial_epoch`, the index
#'   of the final epoch.
#' @param callbacks A Keras callback or a list of them.
#' @param validation_split Number between 0 and 1. Fraction of the samples to use as validation
#'   data. These are the last samples, taken before shuffling.
#' @param validation_data Data to evaluate after each epoch: `list(x, y)`, `list(x, y,
#'   sample_weight)`, a data frame if `x` is a formula, a dataset or an R function that returns
#'   batches. Overrides `validation_split`.
#' @param shuffle Logical. Whether to shuffle the samples before each epoch.
#' @param class_weight Named vector or list. Weight of each class in the loss, to compensate for
#'   class imbalance. The names are labels (`c("0" = 1, "1" = 5)`) or, if `y` is a factor, its
#'   levels. Other classes have the weight 1. Excludes `sample_weight`.
#' @param sample_weight Numeric vector with one element per sample. Weight of each sample in the
#'   loss. For sequences and images also an array of a weight for each step or pixel. For several
#'   outputs, a vector is for all of them, and a list has weights for each; outputs that are not in
#'   it have weights of 1.
#' @param initial_epoch Positive integer. Index of the first epoch, counted from 1, to resume
#'   earlier training.
#' @param steps_per_epoch,validation_steps Positive integer. Number of batches per epoch or
#'   validation. `NULL` means all batches.
#' @param validation_batch_size Positive integer. Number of samples per validation batch. `NULL`
#'   means `batch_size`.
#' @param validation_freq Positive integer or integer vector. With one integer `n`, validation runs
#'   after every `n` epochs; with several, after the epochs with these indices.
#' @param verbose `0` is silent, `1` shows a progress bar, `2` prints one line per epoch. `"auto"`
#'   means 1 at the prompt and 2 in scripts, documents, notebooks, and where output is redirected to
#'   a file.
#' @param data Data frame with the variables of the formula in `x`.
#' @param view_metrics Logical. Whether to plot the metrics after each epoch on the current graphics
#'   device. `"auto"` means `TRUE` in RStudio and Positron if there is more than one epoch.
#' @return The training history, invisibly: the loss and metrics of each epoch. See
#'   [plot.keras_training_history()] for plotting it and converting it to a data frame.
#' @aliases fit
#' @concept class weights
#' @concept imbalanced data
#' @concept sample weights
#' @concept validation split
#' @concept formula
#' @concept interrupt
#' @concept train a model
#' @concept training
#' @concept epochs
#' @concept batch size
#' @concept backpropagation
#' @concept overfitting
#' @concept validation
#' @concept class imbalance
#' @seealso [compile()] comes before `fit()`; [evaluate()] and
#'   [predict()][predict.keras.src.models.model.Model] after it. [train_on_batch()] takes one step.
#'   [callback_early_stopping()], [callback_model_checkpoint()].
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
#'   list(length = Sepal.Length, species = Species) ~ Petal.Length + Petal.Width,
#'   data = iris, epochs = 3, verbose = 0
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
  check_dots_empty(...)
  facts <- facts_of(object, trains = TRUE)
  check_compiled(facts, "fit")
  check_adapted(facts, "fit")
  as_share(validation_split, "validation_split")
  check_together(x, y, data, validation_split, class_weight, sample_weight)
  learned <- learn(facts, x, y, data)
  told <- new.env()
  data <- once_told(facts, told, {
    data <- training_data(facts, learned$x, learned$y, sample_weight, learned$record)
    check_steps(data$x, steps_per_epoch, "x", "steps_per_epoch")
    data
  })
  if (validation_split > 0) check_split(data, validation_split, learned$record$y$levels)
  initial_epoch <- as_count(initial_epoch, "initial_epoch", is_required = TRUE)
  epochs <- as_count(epochs, "epochs", is_required = TRUE)
  if (initial_epoch > epochs) tell("epochs", initial_epoch, epochs)
  as_flag(shuffle, "shuffle")
  callbacks <- as_callbacks(callbacks)
  check_monitors(callbacks, !is.null(validation_data) || validation_split > 0)
  progress <- progress_callback(verbose, 2L, callbacks)
  data <- with_class_weight(data, class_weight, facts, learned$record$y$levels)
  args <- drop_null(c(data, list(
    batch_size = batch_size_of(facts, batch_size, data$x),
    epochs = epochs,
    verbose = 0L,
    validation_split = validation_split,
    validation_data = as_validation_data(facts, validation_data, learned$record, validation_steps),
    # Keras can shuffle only arrays and warns about other objects.
    shuffle = if (missing(shuffle) && is_py_object(data$x)) FALSE else shuffle,
    initial_epoch = initial_epoch - 1L,
    steps_per_epoch = as_count(steps_per_epoch, "steps_per_epoch"),
    validation_steps = as_count(validation_steps, "validation_steps"),
    validation_batch_size = as_count(validation_batch_size, "validation_batch_size"),
    validation_freq = as_epochs(validation_freq, "validation_freq")
  )))
  tell_validation(progress, args)
  callbacks <- c(progress, callbacks, plot_callback(view_metrics, epochs, initial_epoch))
  history <- once_told(facts, told, {
    # Only now are the classes known that a generator's batches have.
    as_training_history(training(facts, args, callbacks, progress, learned$record))
  })
  if (is.null(told$infinite)) check_loss_after(history)
  invisible(history)
}

# Keras's fit(). Returns its history, of the epochs before an interrupt if there was one.
training <- function(facts, args, callbacks, progress, record) {
  # It runs after all others, records the metrics and ends the line of an epoch.
  history <- in_python("rkeras.keras.history.History", progress, .convert = FALSE)
  args$callbacks <- c(callbacks, history)
  args <- through_hooks("fit arguments", args)
  has_begun <- function() isTRUE(attr_or_null(history, "has_trained", TRUE))
  is_done <- FALSE
  # Before the first step for the files that callbacks write; afterwards with what batches have
  # taught. It stays after an error or interrupt, as the weights have changed.
  forget <- remember_training(facts, record)
  on.exit(if (is_done || has_begun()) remember_training(facts, record) else forget())
  # A step whose graph failed to build would fail again, so it is removed.
  forget_steps <- function(e) {
    for (step in c("train_function", "test_function")) set_attr(facts$model, step, NULL)
  }
  is_interrupted(history = history, epochs = args$epochs, withCallingHandlers(
    run_shown(facts, "fit", args, progress, labels_of_loss(facts), has_begun),
    python.builtin.Exception = forget_steps
  ))
  is_done <- TRUE
  history
}

# Keras's warnings of what a check or compile() has warned of.
is_told_again <- function(w, facts, told) {
  isTRUE(told$ends_early) && inherits(w, "rkeras_warning_ran_out") || is_told_by_compile(facts, w)
}

# Evaluates `expr` with one warning for each fault. `told` notes that numbers are infinite, which
# makes the loss so, and that there are fewer batches than steps.
once_told <- function(facts, told, expr) {
  withCallingHandlers(expr, warning = function(w) {
    if (inherits(w, c("rkeras_warning_infinite", "rkeras_warning_overflow"))) {
      told$infinite <- TRUE
    } else if (inherits(w, "rkeras_warning_too_few_batches")) {
      told$ends_early <- TRUE
    } else if (is_told_again(w, facts, told)) {
      tryInvokeRestart("muffleWarning")
    }
  })
}
