# Callback(): callback classes with methods in R.

#' Define a callback
#'
#' A callback's hooks are called while a model is trained, evaluated or used for prediction. Give
#' the hooks to `Callback()`, which makes a function that makes callbacks; or to
#' `callback_lambda()`, which makes one callback; or write an R6 class that inherits from
#' [KerasCallback].
#'
#' Hooks see `self`, `super` and `private` as methods of [PyClass()] do. `self$model` is the model
#' and `self$params` says how it is trained; `self$model$stop_training <- TRUE` ends the training
#' after the current batch. An error in a hook stops [fit()] with that error.
#'
#' Epochs and batches count from 1. `logs` is a named list of numbers, the loss and the metrics; it
#' is converted only if the hook looks at it. A hook may leave out the arguments it does not use,
#' the last ones first. Hooks that are not given cost nothing.
#'
#' @param classname The name of the class, one string.
#' @param on_epoch_begin,on_epoch_end Functions of `(epoch, logs)`.
#' @param on_train_begin,on_train_end,on_test_begin,on_test_end,on_predict_begin,on_predict_end
#'   Functions of `(logs)`. "Test" is [evaluate()], and the validation during training.
#' @param on_train_batch_begin,on_train_batch_end,on_test_batch_begin,on_test_batch_end Functions of
#'   `(batch, logs)`.
#' @param on_predict_batch_begin,on_predict_batch_end Functions of `(batch, logs)`; `logs$outputs`
#'   are the predictions.
#' @param ...,public Further methods and fields by name, such as `initialize`, and `active`, a list
#'   of active bindings; [Layer()] says more. For `callback_lambda()`: further hooks.
#' @param private Private methods and fields by name, which Python does not see.
#' @param inherit Class to inherit from, in place of Keras's `Callback`: a wrapper as
#'   `callback_early_stopping`, a class of Keras, or what `Callback()` returned.
#' @param parent_env Where methods look for what is not in scope, in place of where each was
#'   defined.
#' @return `Callback()`: a function with the arguments of `initialize`, which makes a callback for
#'   [fit()]. `callback_lambda()`: such a callback.
#' @family callbacks
#' @examplesIf is_keras_available()
#' callback_stop_at <- Callback(
#'   "StopAt",
#'   initialize = function(loss) self$loss <- loss,
#'   on_epoch_end = function(epoch, logs = NULL) {
#'     cat("epoch", epoch, "\n")
#'     if (logs$loss < self$loss) self$model$stop_training <- TRUE
#'   }
#' )
#' model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
#' model |> compile(loss = "mse")
#' x <- as.matrix(iris[1:4])
#' history <- model |> fit(x, x[, 1], epochs = 3, verbose = 0, callbacks = callback_stop_at(1e9))
#'
#' losses <- numeric()
#' note <- callback_lambda(on_train_batch_end = function(batch, logs) losses[[batch]] <<- logs$loss)
#' history <- model |> fit(x, x[, 1], epochs = 1, verbose = 0, callbacks = note)
#' losses
#' @export
Callback <- function(classname, on_epoch_begin = NULL, on_epoch_end = NULL, on_train_begin = NULL,
                     on_train_end = NULL, on_train_batch_begin = NULL, on_train_batch_end = NULL,
                     on_test_begin = NULL, on_test_end = NULL, on_test_batch_begin = NULL,
                     on_test_batch_end = NULL, on_predict_begin = NULL, on_predict_end = NULL,
                     on_predict_batch_begin = NULL, on_predict_batch_end = NULL, ...,
                     public = list(), private = list(), inherit = NULL,
                     parent_env = parent.frame()) {
  check_string(classname, "classname")
  check_inherit(inherit, "Callback")
  hooks <- drop_null(mget(intersect(names(formals()), callback_hooks)))
  members <- class_members(hooks, c(dots_list(...), public), sys.call())
  definition <- class_definition(
    classname, without_active(members), private, active_fields(members, sys.call()),
    parent = if (!missing(parent_env)) parent_env,
    adapt = hook_methods(), adapt_super = call_super_hook
  )
  definition$base <- base_of_role("Callback")
  class_maker(definition, inherit)
}

#' @rdname Callback
#' @export
new_callback_class <- Callback

hook_methods <- function() {
  stats::setNames(rep(list(python_hook_method), length(callback_hooks)), callback_hooks)
}

# A hook as a method, called with only the arguments that it has (see python_hook()).
python_hook_method <- function(name, method, of_instance) {
  force(of_instance)
  taken <- n_arguments(method, name)
  args <- hook_arguments(name, taken)
  call <- named_method(name, of_instance, args, c(alist(.self = ), hook_formals(args))) # nolint
  make <- if (counts(name)) "method_of_step" else "method_of_run"
  call_python(python_function("rkeras.callbacks", make), list(
    r_to_py(call, convert = TRUE), taken, name, docstring(body(method))
  ), convert = FALSE)
}

# The method that `super$on_epoch_end(epoch, logs)` calls. Python counts from 0.
call_super_hook <- function(name, value) {
  if (!name %in% callback_hooks || !counts(name)) {
    return(value)
  }
  function(step, ...) value(step - 1L, ...)
}
