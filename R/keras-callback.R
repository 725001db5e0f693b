# Keras callbacks with hooks in R: Callback(), the R6 class KerasCallback, callback_lambda().

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
  check_class_name(classname)
  check_inherit(inherit, "Callback")
  hooks <- drop_null(mget(intersect(names(formals()), callback_hooks)))
  members <- class_members(hooks, c(dots_list(...), public), sys.call())
  definition <- class_definition(
    classname, without_active(members), private, active_fields(members, sys.call()),
    parent = if (!missing(parent_env)) parent_env,
    adapt = hook_methods(), adapt_super = call_super_hook
  )
  class_maker(definition, inherit, keras_roles$Callback)
}

#' @rdname Callback
#' @export
new_callback_class <- Callback

#' @rdname Callback
#' @export
callback_lambda <- function(on_epoch_begin = NULL, on_epoch_end = NULL, on_train_begin = NULL,
                            on_train_end = NULL, on_train_batch_begin = NULL,
                            on_train_batch_end = NULL, ...) {
  named <- mget(intersect(names(formals()), callback_hooks))
  hooks <- drop_null(c(named, dots_list(...)))
  unknown <- setdiff(names(hooks), callback_hooks)
  if (length(unknown) > 0L) abort_unknown_argument(unknown[[1]], callback_hooks, sys.call())
  for (name in names(hooks)) {
    if (!is.function(hooks[[name]])) {
      abort(sprintf("`%s` must be a function, not %s.", name, describe(hooks[[name]])))
    }
  }
  python_callback(hooks)
}

#' R6 class for callbacks
#'
#' Callbacks for [fit()], [evaluate()] and [predict()] as R6 objects: inherit from `KerasCallback`,
#' override the hooks you need, and hand an object of your class to `callbacks`. [Callback()] says
#' which hooks there are and what they are called with.
#'
#' `self$model` is the model and `self$params` a list that says how it is trained. The R6 package is
#' loaded when `KerasCallback` is first used.
#'
#' @format An R6 class generator.
#' @name KerasCallback
#' @export KerasCallback
#' @usage NULL
#' @family callbacks
#' @examplesIf is_keras_available() && requireNamespace("R6", quietly = TRUE)
#' LossHistory <- R6::R6Class("LossHistory",
#'   inherit = KerasCallback,
#'   public = list(
#'     losses = NULL,
#'     on_epoch_end = function(epoch, logs) self$losses[epoch] <- logs$loss
#'   )
#' )
#' history <- LossHistory$new()
#' model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
#' model |> compile(loss = "mse")
#' x <- as.matrix(iris[1:4])
#' model |> fit(x, x[, 1], epochs = 3, verbose = 0, callbacks = list(history))
#' history$losses
NULL

# A promise: R6 is loaded by those who use it.
delayedAssign("KerasCallback", R6::R6Class("KerasCallback",
  public = c(
    list(
      params = NULL,
      model = NULL,
      set_params = function(params) self$params <- params,
      set_model = function(model) self$model <- model
    ),
    hooks_without_effect()
  )
))

hooks_without_effect <- function() {
  of_step <- function(step, logs = NULL) invisible()
  of_run <- function(logs = NULL) invisible()
  hooks <- lapply(callback_hooks, function(name) if (counts(name)) of_step else of_run)
  stats::setNames(hooks, callback_hooks)
}

callback_hooks <- c(
  "on_epoch_begin", "on_epoch_end", "on_batch_begin", "on_batch_end",
  paste0("on_", rep(c("train", "test", "predict"), each = 4L),
         c("_begin", "_end", "_batch_begin", "_batch_end"))
)

hook_methods <- function() {
  stats::setNames(rep(list(python_hook_method), length(callback_hooks)), callback_hooks)
}

# Has the hook an epoch or a batch as its first argument?
counts <- function(hook) grepl("epoch|batch", hook)

# ---- Objects for Keras ---------------------------------------------------------------------------

as_callbacks <- function(callbacks, call) {
  if (!is.list(callbacks) && !is.null(callbacks)) {
    callbacks <- list(callbacks)
  }
  if (!is.null(callbacks)) lapply(callbacks, as_callback, call = call)
}

as_callback <- function(callback, call) {
  if (inherits(callback, "KerasCallback")) {
    return(callback_of_r6(callback))
  }
  if (!inherits(callback, "keras.src.callbacks.callback.Callback")) {
    abort(sprintf(
      "`callbacks` must hold Keras callbacks (see keras$callbacks and Callback()), not %s%s.",
      describe(callback), callback_remedy(callback)
    ), call = call)
  }
  callback
}

callback_remedy <- function(x) {
  is_maker <- inherits(x, c("python_class_maker", "R6ClassGenerator"))
  if (is_maker || is.function(x) && !is.null(wrapped_endpoint(x))) return(": call it first")
  if (is.function(x)) ": callback_lambda(on_epoch_end = ) takes a function" else ""
}

callback_of_r6 <- function(object) {
  without_effect <- KerasCallback$public_methods[callback_hooks]
  is_overridden <- function(hook) !identical(body(object[[hook]]), body(without_effect[[hook]]))
  hooks <- callback_hooks[vapply(callback_hooks, is_overridden, NA)]
  python_callback(mget(hooks, object), object)
}

# A Keras callback with these hooks and no others; `object` gets to know the model.
python_callback <- function(hooks, object = NULL) {
  call_python(python_function("rkeras.callbacks", "RCallback"), list(
    unwrap(rs_dict(as.list(names(hooks)), unname(Map(python_hook, names(hooks), hooks)), FALSE)),
    if (!is.null(object)) r_to_py(object$set_model, convert = TRUE),
    if (!is.null(object)) r_to_py(object$set_params, convert = TRUE)
  ), convert = TRUE)
}

# The Python function counts from 1, and leaves out what the hook does not take. `logs` is a
# promise: if it is not converted yet, it is when the hook looks at it.
python_hook <- function(name, hook) {
  force(hook)
  taken <- n_arguments(hook, name)
  call <- if (!counts(name) && taken == 1L) {
    function(logs) hook(py_to_r(logs))
  } else if (taken == 2L) {
    function(step, logs) hook(step, py_to_r(logs))
  } else {
    function(...) hook(...)
  }
  make <- python_function("rkeras.callbacks", if (counts(name)) "of_step" else "of_run")
  call_python(make, list(r_to_py(call, convert = TRUE), taken), convert = FALSE)
}

# The same for a method.
python_hook_method <- function(name, method, of_instance) {
  force(of_instance)
  taken <- n_arguments(method, name)
  logs <- quote(py_to_r(logs))
  call <- if (!counts(name) && taken == 1L) {
    named_method(name, of_instance, list(logs), alist(.self = , logs = ))
  } else if (taken == 2L) {
    named_method(name, of_instance, list(quote(step), logs), alist(.self = , step = , logs = ))
  } else {
    named_method(name, of_instance, list(quote(...)))
  }
  make <- if (counts(name)) "method_of_step" else "method_of_run"
  call_python(python_function("rkeras.callbacks", make), list(
    r_to_py(call, convert = TRUE), taken, name, docstring(body(method))
  ), convert = FALSE)
}

# How many of the arguments that a hook of this name has the function takes.
n_arguments <- function(f, name) {
  n <- if (counts(name)) 2L else 1L
  names <- names(formals(f))
  if ("..." %in% names) n else min(n, length(names))
}

# What `super$on_epoch_end(epoch, logs)` calls: Python counts from 0.
call_super_hook <- function(name, value) {
  if (!name %in% callback_hooks || !counts(name)) {
    return(value)
  }
  function(step, ...) value(step - 1L, ...)
}
