# Callback() and PyDataset(): classes whose methods R functions are during fit().

#' Define a callback for training
#'
#' A callback consists of functions (hooks) that [fit()], [evaluate()] and `predict()` call at the
#' beginning and end of each epoch and batch: to log metrics, to change the learning rate, or to
#' stop training. `Callback()` defines a class of callbacks and returns a function that creates
#' them, like those of Keras such as [callback_early_stopping()]. `callback_lambda()` creates a
#' single callback from R functions, for short hooks. Alternatively, write an R6 class that inherits
#' from [KerasCallback].
#'
#' @section Hooks:
#' Hooks can use `self`, `super` and `private`, like methods of [PyClass()]. `self$model` is the
#' model and `self$params` the settings of the training; `self$model$stop_training <- TRUE` stops
#' the training after the current batch. An error in a hook stops [fit()] with this error.
#'
#' Epochs and batches count from 1. `logs` is a named list of numbers, the loss and the metrics; it
#' is converted only if the hook uses it. A hook can omit arguments that it does not use, the last
#' ones first. Hooks that are not defined cost no time.
#'
#' `logs` is a copy. To add a metric to the history and for later callbacks, return it from
#' `on_epoch_end` with a further element: `logs$lr <- 0.1; logs`.
#'
#' Hooks for batches run often: keep them short, or use hooks for epochs.
#'
#' @param classname String. Name of the class.
#' @param on_epoch_begin,on_epoch_end Functions of `(epoch, logs)`.
#' @param on_train_begin,on_train_end,on_test_begin,on_test_end,on_predict_begin,on_predict_end
#'   Functions of `(logs)`. "Test" means [evaluate()] and the validation during training.
#' @param on_train_batch_begin,on_train_batch_end,on_test_batch_begin,on_test_batch_end Functions of
#'   `(batch, logs)`.
#' @param on_predict_batch_begin,on_predict_batch_end Functions of `(batch, logs)`; `logs$outputs`
#'   contains the predictions.
#' @param ...,public Further methods and fields by name, such as `initialize`, and `active`, a list
#'   of active bindings; see [Layer()]. For `callback_lambda()`: further hooks.
#' @param private Named list of private methods and fields, which Python does not see.
#' @param inherit Class to inherit from, instead of Keras's `Callback`: a function such as
#'   `callback_early_stopping`, a class of Keras, or a result of `Callback()`.
#' @param parent_env Environment in which methods look up variables that are not in scope, instead
#'   of the environment in which each method was defined.
#' @return `Callback()`: a function with the arguments of `initialize`, which creates a callback for
#'   [fit()]. `callback_lambda()`: a callback.
#' @concept custom callback
#' @concept training hooks
#' @concept stop training
#' @concept logging
#' @concept monitor
#' @seealso [callback_early_stopping()], [callback_model_checkpoint()] and
#'   [callback_learning_rate_scheduler()] for common tasks, [KerasCallback] for R6 classes, [fit()].
#' @examplesIf is_keras_available()
#' callback_stop_at <- Callback(
#'   "StopAt",
#'   initialize = function(loss) self$loss <- loss,
#'   on_epoch_end = function(epoch, logs = NULL) {
#'     cat(sprintf("Epoch %d: loss %.1f\n", epoch, logs$loss))
#'     if (logs$loss < self$loss) self$model$stop_training <- TRUE
#'   }
#' )
#' set_random_seed(1)
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 1)
#' model |> compile(loss = "mse", optimizer = optimizer_adam(0.1))
#' x <- as.matrix(iris[1:4])
#' history <- model |> fit(
#'   x, x[, 1], epochs = 20, verbose = 0,
#'   callbacks = callback_stop_at(2)
#' )
#'
#' # The loss after each batch
#' losses <- numeric()
#' log_losses <- callback_lambda(
#'   on_train_batch_end = function(batch, logs) {
#'     losses[[batch]] <<- logs$loss
#'   }
#' )
#' history <- model |>
#'   fit(x, x[, 1], epochs = 1, verbose = 0, callbacks = log_losses)
#' losses
#' @export
Callback <- function(classname, on_epoch_begin = NULL, on_epoch_end = NULL, on_train_begin = NULL,
                     on_train_end = NULL, on_train_batch_begin = NULL, on_train_batch_end = NULL,
                     on_test_begin = NULL, on_test_end = NULL, on_test_batch_begin = NULL,
                     on_test_batch_end = NULL, on_predict_begin = NULL, on_predict_end = NULL,
                     on_predict_batch_begin = NULL, on_predict_batch_end = NULL, ...,
                     public = list(), private = list(), inherit = NULL,
                     parent_env = parent.frame()) {
  hooks <- stats::setNames(rep(list(python_hook_method), length(callback_hooks)), callback_hooks)
  keras_class("Callback", rewrite = NULL, adapt = hooks, adapt_super = call_super_hook,
              check_names = warn_unknown_hooks)
}

# Keras calls only the hooks that it knows.
warn_unknown_hooks <- function(names) {
  for (name in setdiff(grep("^on_", names, value = TRUE), callback_hooks)) {
    guess <- closest(name, callback_hooks)
    warn("`%s` is not a hook of callbacks, so Keras will not call it.%s", name,
         did_you_mean(guess))
  }
}

#' @rdname Callback
#' @export
new_callback_class <- Callback

# A hook as a method, called with only the arguments that it has (see python_hook()).
python_hook_method <- function(name, method, of_instance) {
  force(of_instance)
  taken <- n_arguments(method, name)
  args <- hook_arguments(name, taken)
  call <- named_method(name, of_instance, args, c(alist(.self = ), hook_formals(args))) # nolint
  call <- placed_method(call, name, environment(of_instance)$.definition)
  in_python("rkeras.keras.callbacks.method", function_of_hook(name), r_to_py(call, convert = TRUE),
            taken, name, docstring(body(method)), .convert = FALSE)
}

# The method that `super$on_epoch_end(epoch, logs)` calls. Python counts from 0.
call_super_hook <- function(name, value) {
  if (!name %in% callback_hooks || !counts(name)) {
    return(value)
  }
  function(step, ...) value(step - 1L, ...)
}

# ---- Data sets -----------------------------------------------------------------------------------

# PyDataset(): data sets whose batches R functions return during fit().

#' Define a dataset that loads batches on demand
#'
#' `PyDataset()` defines a class of datasets for [fit()], [evaluate()] and `predict()`. R code reads
#' or computes each batch when it is needed, so data that do not fit into memory can be used: image
#' files, databases, simulations. In contrast to an R function that returns batches, a dataset has a
#' known length and its batches can be accessed in any order: `fit(shuffle = TRUE)` shuffles them.
#' While a step of the training runs, R computes the next batch of the epoch.
#'
#' @section Methods:
#' Methods can use `self`, `super` and `private`, like methods of [PyClass()].
#'
#' * `` `__getitem__`(index) `` returns a batch: the inputs, `list(inputs, targets)` or
#'   `list(inputs, targets, sample_weights)`, in any form that [fit()] accepts. `index` counts from
#'   1, as batches of callbacks do. (Subscripts of the object itself count from 0, as in Python:
#'   `dataset[0]` is the first batch.)
#' * `` `__len__`() `` returns the number of batches.
#' * `initialize` stores its arguments, preferably in `private`, where they remain R objects. With
#'   `...` among its arguments, `super$initialize(...)` passes `workers` and `max_queue_size` to
#'   Keras. If `initialize` does not call `super`, this is done before it.
#' * `on_epoch_begin()` and `on_epoch_end()` are called by [fit()].
#'
#' With `workers = 4`, four threads request batches in advance, up to `max_queue_size` of them; R
#' computes one at a time. `use_multiprocessing = TRUE` does not work with R code, because the
#' processes cannot run R.
#'
#' @inheritParams Layer
#' @param initialize Method: see the section Methods.
#' @param ...,public Further methods and fields by name: `` `__getitem__` `` and `` `__len__` ``
#'   must be among them.
#' @param inherit Class to inherit from, instead of Keras's `PyDataset`: a result of this function,
#'   or a class of Keras.
#' @return A function with the arguments of `initialize`, which creates a dataset.
#' @concept large data
#' @concept data generator
#' @concept out-of-memory data
#' @concept batch loading
#' @concept dataset pipeline
#' @concept Sequence
#' @seealso [fit()] also accepts an R function that returns batches,
#'   [image_dataset_from_directory()] for image files, [generator()] for Python generators.
#' @examplesIf is_keras_available()
#' rows_of <- PyDataset(
#'   "Rows",
#'   initialize = function(x, y, size = 32, ...) {
#'     super$initialize(...)
#'     private$x <- x
#'     private$y <- y
#'     private$size <- size
#'   },
#'   `__len__` = function() ceiling(nrow(private$x) / private$size),
#'   `__getitem__` = function(index) {
#'     first <- (index - 1) * private$size + 1
#'     last <- min(index * private$size, nrow(private$x))
#'     list(private$x[first:last, ], private$y[first:last])
#'   }
#' )
#' data <- rows_of(as.matrix(iris[1:4]), iris$Species)
#' py_len(data)
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 3, activation = "softmax")
#' model |> compile(loss = "sparse_categorical_crossentropy")
#' model |> fit(data, epochs = 2, verbose = 0)
#' @export
PyDataset <- function(classname, initialize = NULL, ..., public = list(), private = list(),
                      inherit = NULL, parent_env = parent.frame()) {
  members <- c(dots_list(...), public)
  absent <- setdiff(c("__getitem__", "__len__"), names(members))
  if ("num_batches" %in% names(members)) absent <- setdiff(absent, "__len__")
  if (is.null(inherit) && length(absent) > 0L) {
    abort("A data set needs the method `%s`.", absent[[1]])
  }
  keras_class("PyDataset", rewrite = rewrite_dataset_method, adapt_super = call_dataset_super)
}

# `__getitem__()` gets an index from 1, and its result is converted as in fit().
rewrite_dataset_method <- function(name, method) {
  method <- rewrite_method(name, method)
  if (name != "__getitem__" || !is.function(method) || is_py_object(method)) {
    return(method)
  }
  index <- as.name(utils::tail(names(formals(method)), 1L))
  value <- as.call(list(call("function", NULL, body(method), NULL)))
  body(method) <- as.call(c(
    quote(`{`), docstring(body(method)), call("<-", index, as.call(list(from_zero, index))),
    as.call(list(list_as_tuple, as.call(list(checked_batch, value, "__getitem__()", NULL))))
  ))
  method
}

from_zero <- function(index) if (index < 0L) index else index + 1L

call_dataset_super <- function(name, value) {
  if (name != "__getitem__") {
    return(call_keras_super(name, value))
  }
  function(index) value(as_py_index(index))
}
