# Keras callbacks with hooks in R: callback_lambda(), the R6 class KerasCallback, and arguments of
# Keras's own.

#' @rdname Callback
#' @export
callback_lambda <- function(on_epoch_begin = NULL, on_epoch_end = NULL, on_train_begin = NULL,
                            on_train_end = NULL, on_train_batch_begin = NULL,
                            on_train_batch_end = NULL, ...) {
  named <- mget(intersect(names(formals()), callback_hooks))
  hooks <- drop_null(c(named, dots_list(...)))
  check_extra(names(hooks), NULL, callback_hooks)
  for (name in names(hooks)) check_function(hooks[[name]], name)
  python_callback(hooks)
}

#' Base class for callbacks written as R6 classes
#'
#' Write callbacks for [fit()], [evaluate()] and `predict()` as R6 classes: inherit from
#' `KerasCallback`, override the hooks you need, and pass an object of your class to `callbacks`.
#' Fields of the object keep data during training and can be read afterwards. [Callback()] lists the
#' hooks and their arguments; it defines callbacks without R6.
#'
#' `self$model` is the model and `self$params` a list with the settings of the training. The package
#' R6 is loaded when `KerasCallback` is first used. Where R6 is not installed, `KerasCallback` is
#' `NULL`.
#'
#' @format An R6 class generator.
#' @name KerasCallback
#' @export KerasCallback
#' @usage NULL
#' @concept R6
#' @concept custom callback
#' @concept record losses
#' @seealso [Callback()] and [callback_lambda()] define callbacks without R6,
#'   [callback_csv_logger()] writes metrics to a file, [fit()].
#' @examplesIf is_keras_available() && requireNamespace("R6", quietly = TRUE)
#' LossHistory <- R6::R6Class("LossHistory",
#'   inherit = KerasCallback,
#'   public = list(
#'     losses = NULL,
#'     on_epoch_end = function(epoch, logs) {
#'       self$losses[epoch] <- logs$loss
#'     }
#'   )
#' )
#' history <- LossHistory$new()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 1)
#' model |> compile(loss = "mse")
#' x <- as.matrix(iris[1:4])
#' model |> fit(
#'   x, x[, 1], epochs = 3, verbose = 0, callbacks = list(history)
#' )
#' history$losses
NULL

# A promise, so that R6 is loaded only if the class is used. R CMD INSTALL evaluates it, where R6, a
# suggested package, may be missing.
delayedAssign("KerasCallback", if (requireNamespace("R6", quietly = TRUE)) {
  R6::R6Class("KerasCallback", public = c(
    list(
      params = NULL,
      model = NULL,
      set_params = function(params) self$params <- params,
      set_model = function(model) self$model <- model
    ),
    hooks_without_effect()
  ))
})

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

# Whether the first argument of the hook is an epoch or a batch.
counts <- function(hook) grepl("epoch|batch", hook)

# ---- Objects for Keras ---------------------------------------------------------------------------

as_callbacks <- function(callbacks) {
  if (!is.list(callbacks) && !is.null(callbacks)) {
    callbacks <- list(callbacks)
  }
  if (!is.null(callbacks)) lapply(drop_null(callbacks), as_callback)
}

as_callback <- function(callback) {
  if (inherits(callback, "KerasCallback")) {
    return(callback_of_r6(callback))
  }
  if (!inherits(callback, "keras.src.callbacks.callback.Callback")) {
    abort("`callbacks` must hold Keras callbacks (see keras$callbacks and Callback()), not %s%s.",
          describe(callback), callback_remedy(callback))
  }
  callback
}

callback_remedy <- function(x) {
  is_maker <- inherits(x, c("python_class_maker", "R6ClassGenerator", "python.builtin.type"))
  if (is_maker || is.function(x) && !is.null(wrapped_endpoint(x))) return(": call it first")
  if (inherits(x, "R6")) return(": let its class inherit from KerasCallback")
  if (is_r_function(x)) ": callback_lambda(on_epoch_end = ) takes a function" else ""
}

callback_of_r6 <- function(object) {
  without_effect <- KerasCallback$public_methods[callback_hooks]
  is_overridden <- function(hook) !identical(body(object[[hook]]), body(without_effect[[hook]]))
  hooks <- callback_hooks[vapply(callback_hooks, is_overridden, NA)]
  python_callback(mget(hooks, object), object)
}

# A Keras callback with these hooks only. `object` receives the model.
python_callback <- function(hooks, object = NULL) {
  in_python(
    "rkeras.keras.callbacks.RCallback",
    python_dict(Map(python_hook, names(hooks), hooks)),
    if (!is.null(object)) r_to_py(object$set_model, convert = TRUE),
    if (!is.null(object)) r_to_py(object$set_params, convert = TRUE)
  )
}

# The function that Python calls: it counts from 1 and passes only the arguments that the hook has.
python_hook <- function(name, hook) {
  taken <- n_arguments(hook, name)
  caller <- placed(hook_caller(name, hook, taken), sprintf("`%s()` of a callback", name))
  caller <- r_to_py(caller, convert = TRUE)
  call_python(function_of_hook(name), list(caller, taken), convert = FALSE)
}

function_of_hook <- function(name) {
  python_function(paste0("rkeras.keras.callbacks.of_", if (counts(name)) "step" else "run"))
}

# Error messages show this call: `on_epoch_end(epoch, logs)`.
hook_caller <- function(name, hook, taken) {
  scope <- list2env(stats::setNames(list(hook), name), parent = environment())
  args <- hook_arguments(name, taken)
  as.function(c(hook_formals(args), as.call(c(as.name(name), args))), scope)
}

hook_arguments <- function(name, taken) {
  step <- if (counts(name)) if (grepl("epoch", name)) "epoch" else "batch"
  lapply(c(step, "logs")[seq_len(taken)], as.name)
}

# What Python passes, and the default that converts `logs` when the hook uses it.
hook_formals <- function(args) {
  formals <- alist(epoch = , batch = , .logs = , logs = py_to_r(.logs))
  formals[sub(".", "", names(formals), fixed = TRUE) %in% vapply(args, as.character, "")]
}

# The number of arguments of this kind of hook that the function takes.
n_arguments <- function(f, name) {
  n <- if (counts(name)) 2L else 1L
  names <- names(formals(f))
  if ("..." %in% names) n else min(n, length(names))
}

# An argument of the functions that hook_formals() makes.
utils::globalVariables(".logs")

# ---- Arguments of Keras's callbacks --------------------------------------------------------------

# Arguments of callbacks that need their own conversion: learning rates by epoch, Orbax checkpoints.

# Keras passes the epoch, from 0, and expects a float.
as_epoch_schedule <- function(schedule, argument = "schedule") {
  if (is_py_object(schedule)) {
    return(schedule)
  }
  check_function(schedule, argument)
  taken <- n_arguments(schedule, "on_epoch_begin")
  function(epoch, learning_rate) {
    rate <- if (taken == 2L) schedule(epoch, learning_rate) else schedule(epoch)
    if (is_py_object(rate)) rate <- as.numeric(rate)
    if (!is.numeric(rate) || length(rate) != 1L || is.na(rate)) {
      abort("`%s` must give one number, not %s.", argument, describe(rate))
    }
    as.double(rate)
  }
}

# The folder of a callback that needs Orbax.
orbax_path <- function(x, argument = "directory") {
  check_module("orbax.checkpoint", "orbax-checkpoint")
  as_path(x, argument)
}
