# Loss(), Metric(), Constraint() and learning rate schedules with methods in R.

#' Define a loss or a metric
#'
#' `Loss()` and `Metric()` make functions that make losses and metrics for [compile()]. A plain R
#' function of `(y_true, y_pred)` is a loss or a metric too; a class is for what has arguments or,
#' in metrics, sums over batches.
#'
#' Methods see `self`, `super` and `private` as methods of [PyClass()] do.
#'
#' * A loss's `call(y_true, y_pred)` returns the loss of each observation, as a tensor.
#' * A metric's `initialize` makes its variables: `self$add_variable(shape = list(), initializer =
#'   "zeros", name = )`. `update_state(y_true, y_pred, sample_weight)` changes them, `result()`
#'   computes the metric, and `reset_state()`, which is seldom needed, makes them zero. `y_true` has
#'   the shape that the targets were given in: from a vector it is (n), and its difference from a
#'   `y_pred` of (n, 1) is (n, n). Plain functions and losses get both in the same shape.
#' * `get_config()` returns a list of what `initialize` needs to make the same object. Without it,
#'   those are the arguments that `initialize` was called with.
#'
#' @inheritParams Layer
#' @param initialize,call,update_state,result Methods, see below.
#' @param inherit Class to inherit from, in place of Keras's `Loss` or `Metric`: a wrapper as
#'   `loss_mean_squared_error` or `metric_mean`, a class of Keras, or what these functions returned.
#' @return A function with the arguments of `initialize`, which makes a loss or a metric.
#' @family classes
#' @examplesIf is_keras_available()
#' loss_power <- Loss(
#'   "Power",
#'   initialize = function(exponent = 2, ...) {
#'     super$initialize(...)
#'     self$exponent <- exponent
#'   },
#'   call = function(y_true, y_pred) keras$ops$abs(y_true - y_pred)^self$exponent
#' )
#' metric_worst <- Metric(
#'   "Worst",
#'   initialize = function(name = "worst", ...) {
#'     super$initialize(name = name, ...)
#'     self$worst <- self$add_variable(shape = list(), initializer = "zeros")
#'   },
#'   update_state = function(y_true, y_pred, sample_weight = NULL) {
#'     error <- keras$ops$max(keras$ops$abs(y_true - y_pred))
#'     self$worst$assign(keras$ops$maximum(self$worst, error))
#'   },
#'   result = function() self$worst + 0
#' )
#' model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
#' model |> compile(loss = loss_power(exponent = 4), metrics = metric_worst())
#' model |> evaluate(as.matrix(cars["speed"]), as.matrix(cars["dist"]))
#' @export
Loss <- function(classname, call = NULL, ..., public = list(), private = list(),
                 inherit = NULL, parent_env = parent.frame()) {
  keras_class("Loss", classname, list(call = call), c(dots_list(...), public), private,
              inherit, if (!missing(parent_env)) parent_env)
}

#' @rdname Loss
#' @export
new_loss_class <- Loss

#' @rdname Loss
#' @export
Metric <- function(classname, initialize = NULL, update_state = NULL, result = NULL, ...,
                   public = list(), private = list(), inherit = NULL,
                   parent_env = parent.frame()) {
  methods <- list(initialize = initialize, update_state = update_state, result = result)
  keras_class("Metric", classname, methods, c(dots_list(...), public), private, inherit,
              if (!missing(parent_env)) parent_env)
}

#' @rdname Loss
#' @export
new_metric_class <- Metric

#' Define a constraint or a learning rate schedule
#'
#' `Constraint()` makes a function that makes constraints for a layer's weights;
#' `new_learning_rate_schedule_class()` one that makes schedules, to use as an optimizer's learning
#' rate. A plain R function of the weights is a constraint too.
#'
#' Methods see `self`, `super` and `private` as methods of [PyClass()] do.
#'
#' * A constraint's `call(w)` returns the weights as they should be.
#' * A schedule's `call(step)` returns the learning rate at that step, which is an integer tensor
#'   and counts from 0.
#' * `get_config()` returns a list of what `initialize` needs to make the same object. Without it,
#'   those are the arguments that `initialize` was called with.
#'
#' @inheritParams Layer
#' @param initialize,call,get_config Methods, see below.
#' @param inherit Class to inherit from, in place of Keras's: a wrapper as `constraint_nonneg`, a
#'   class of Keras, or what these functions returned.
#' @return A function with the arguments of `initialize`, which makes a constraint or a schedule.
#' @family classes
#' @examplesIf is_keras_available()
#' constraint_at_most <- Constraint(
#'   "AtMost",
#'   initialize = function(limit) self$limit <- limit,
#'   call = function(w) keras$ops$minimum(w, self$limit)
#' )
#' layer_dense(units = 2, kernel_constraint = constraint_at_most(0.5))
#'
#' schedule_steps <- new_learning_rate_schedule_class(
#'   "Steps",
#'   initialize = function(rate, every) {
#'     self$rate <- rate
#'     self$every <- every
#'   },
#'   call = function(step) {
#'     step <- keras$ops$cast(step, "float32")
#'     self$rate * 0.5^keras$ops$floor(step / self$every)
#'   }
#' )
#' keras$optimizers$SGD(learning_rate = schedule_steps(0.1, every = 100))
#' @export
Constraint <- function(classname, call = NULL, get_config = NULL, ..., public = list(),
                       private = list(), inherit = NULL,
                       parent_env = parent.frame()) {
  methods <- list(call = call, get_config = get_config)
  keras_class("Constraint", classname, methods, c(dots_list(...), public), private, inherit,
              if (!missing(parent_env)) parent_env)
}

#' @rdname Constraint
#' @export
new_learning_rate_schedule_class <- function(classname, call = NULL, initialize = NULL,
                                             get_config = NULL, ..., public = list(),
                                             private = list(), inherit = NULL,
                                             parent_env = parent.frame()) {
  methods <- list(call = call, initialize = initialize, get_config = get_config)
  keras_class("new_learning_rate_schedule_class", classname, methods, c(dots_list(...), public),
              private, inherit, if (!missing(parent_env)) parent_env)
}
