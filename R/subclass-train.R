# Loss(), Metric(), Constraint() and learning rate schedules with methods in R.

#' Define a custom loss or metric
#'
#' `Loss()` and `Metric()` define classes of losses and metrics and return functions that create
#' them, for [compile()]. A plain R function of `(y_true, y_pred)` can also be a loss or a metric:
#' it is sufficient if there are no arguments and, for metrics, if the metric is the mean over the
#' samples. Use a class for losses with arguments and for metrics that accumulate state over
#' batches, such as a maximum or a ratio of sums.
#'
#' @section Methods:
#' Methods can use `self`, `super` and `private`, like methods of [PyClass()].
#'
#' * A loss's `call(y_true, y_pred)` returns the loss of each sample, as a tensor. Keras averages it
#'   over the batch.
#' * A metric's `initialize` creates its variables: `self$add_variable(shape = list(), initializer =
#'   "zeros", name = )`. `update_state(y_true, y_pred, sample_weight)` updates them for a batch,
#'   `result()` computes the metric, and `reset_state()`, rarely needed, sets them to zero.
#' * `get_config()` returns the list of arguments of `initialize` that creates the same object. By
#'   default, these are the arguments that `initialize` was called with.
#'
#' @section Shapes:
#' `y_pred` has the shape of the model's outputs, such as `(n, k)` for `k` units. `y_true` has the
#' shape of the targets: `(n)` for a vector, and `(n, 1)` if the model has one output unit. Tensors
#' of shapes `(n)` and `(n, 1)` broadcast to `(n, n)`, while in R a vector minus a column is a
#' column. Therefore losses and metrics in R are traced once without data. If they would compute a
#' value for each pair of observations, and would not with `y_true` of shape `(n, 1)` or `(n)`, they
#' get it in that shape. So `y_true - y_pred[, 1]` and `y_true - y_pred[, 1, drop = FALSE]` have one
#' value for each observation, and `op_one_hot(y_true, k)` has the shape `(n, k)` if the model has
#' `k` outputs. This also holds for plain functions in [compile()] and for [custom_metric()].
#'
#' @section Gradients:
#' The function of a loss must be differentiable: use operations on tensors (arithmetic, `op_*()`),
#' and do not convert tensors to R values.
#'
#' @inheritParams Layer
#' @param initialize,call,update_state,result Methods: see the section Methods.
#' @param inherit Class to inherit from, instead of Keras's `Loss` or `Metric`: a function such as
#'   `loss_mean_squared_error` or `metric_mean`, a class of Keras, or a result of these functions.
#' @return A function with the arguments of `initialize`, which creates a loss or a metric.
#' @concept custom loss function
#' @concept custom metric
#' @concept objective function
#' @concept stateful metric
#' @seealso [compile()] for plain functions, [custom_metric()] names a function,
#'   [loss_mean_squared_error()] and [metric_mean()], [Layer()].
#' @examplesIf is_keras_available()
#' # The mean of |error|^exponent
#' loss_power <- Loss(
#'   "Power",
#'   initialize = function(exponent = 2, ...) {
#'     super$initialize(...)
#'     self$exponent <- exponent
#'   },
#'   call = function(y_true, y_pred) {
#'     op_abs(y_true - y_pred)^self$exponent
#'   }
#' )
#' as.array(loss_power(exponent = 4)(c(0, 0), c(1, 2)))
#'
#' # The largest error of all batches
#' metric_worst <- Metric(
#'   "Worst",
#'   initialize = function(name = "worst", ...) {
#'     super$initialize(name = name, ...)
#'     self$worst <- self$add_variable(
#'       shape = list(), initializer = "zeros"
#'     )
#'   },
#'   update_state = function(y_true, y_pred, sample_weight = NULL) {
#'     error <- op_max(op_abs(y_true - y_pred))
#'     self$worst$assign(op_maximum(self$worst, error))
#'   },
#'   result = function() self$worst + 0
#' )
#' model <- keras_model_sequential(input_shape = 1) |>
#'   layer_dense(units = 1)
#' model |> compile(
#'   loss = loss_power(exponent = 4), metrics = metric_worst()
#' )
#' model |> evaluate(as.matrix(cars["speed"]), as.matrix(cars["dist"]))
#' @export
Loss <- function(classname, call = NULL, ..., public = list(), private = list(),
                 inherit = NULL, parent_env = parent.frame()) {
  keras_class("Loss")
}

#' @rdname Loss
#' @export
new_loss_class <- Loss

#' @rdname Loss
#' @export
Metric <- function(classname, initialize = NULL, update_state = NULL, result = NULL, ...,
                   public = list(), private = list(), inherit = NULL,
                   parent_env = parent.frame()) {
  keras_class("Metric")
}

#' @rdname Loss
#' @export
new_metric_class <- Metric

#' Define a weight constraint or learning rate schedule
#'
#' `Constraint()` defines constraints for the weights of a layer, which are applied after each
#' optimizer step, for example to keep weights non-negative. A plain R function of the weights can
#' also be a constraint. `new_learning_rate_schedule_class()` defines learning rate schedules, which
#' compute the learning rate of an optimizer from the step.
#'
#' @section Methods:
#' Methods can use `self`, `super` and `private`, like methods of [PyClass()].
#'
#' * A constraint's `call(w)` returns the constrained weights: a tensor of the same shape.
#' * A schedule's `call(step)` returns the learning rate at this step; `step` is an integer tensor
#'   that counts from 0.
#' * `get_config()` returns the list of arguments of `initialize` that creates the same object. By
#'   default, these are the arguments that `initialize` was called with.
#'
#' @inheritParams Layer
#' @param initialize,call,get_config Methods: see the section Methods.
#' @param inherit Class to inherit from, instead of that of Keras: a function such as
#'   `constraint_nonneg`, a class of Keras, or a result of these functions.
#' @return A function with the arguments of `initialize`, which creates a constraint or a schedule.
#' @concept weight constraint
#' @concept learning rate decay
#' @concept custom schedule
#' @concept projection
#' @seealso [constraint_nonneg()] and [learning_rate_schedule_exponential_decay()] are predefined,
#'   [callback_learning_rate_scheduler()] changes the rate after each epoch, [Layer()].
#' @examplesIf is_keras_available()
#' constraint_at_most <- Constraint(
#'   "AtMost",
#'   initialize = function(limit) self$limit <- limit,
#'   call = function(w) op_minimum(w, self$limit)
#' )
#' as.array(constraint_at_most(0.5)(c(-1, 0.2, 3)))
#' layer_dense(units = 2, kernel_constraint = constraint_at_most(0.5))
#'
#' # Halve the learning rate every 100 steps
#' schedule_steps <- new_learning_rate_schedule_class(
#'   "Steps",
#'   initialize = function(rate, every) {
#'     self$rate <- rate
#'     self$every <- every
#'   },
#'   call = function(step) {
#'     step <- op_cast(step, "float32")
#'     self$rate * 0.5^op_floor(step / self$every)
#'   }
#' )
#' schedule <- schedule_steps(0.1, every = 100)
#' sapply(c(0, 100, 250), function(step) as.array(schedule(step)))
#' optimizer_sgd(learning_rate = schedule)
#' @export
Constraint <- function(classname, call = NULL, get_config = NULL, ..., public = list(),
                       private = list(), inherit = NULL,
                       parent_env = parent.frame()) {
  keras_class("Constraint")
}

#' @rdname Constraint
#' @export
new_learning_rate_schedule_class <- function(classname, call = NULL, initialize = NULL,
                                             get_config = NULL, ..., public = list(),
                                             private = list(), inherit = NULL,
                                             parent_env = parent.frame()) {
  keras_class("new_learning_rate_schedule_class")
}
