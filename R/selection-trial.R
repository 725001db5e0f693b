# A trial of tune(): the R functions that suggest its parameters and report its progress, and the
# callback that ends it early.

as_trial <- function(trial) {
  suggest <- function(method, name, args) {
    check_string(name, "name")
    call_python(get_attr(trial, paste0("suggest_", method)), c(list(name), args), TRUE)
  }
  structure(class = "rkeras_trial", list(
    number = attr_or_null(trial, "number", TRUE) + 1L,
    suggest_float = function(name, low, high, ..., step = NULL, log = FALSE) {
      check_no_dots(...)
      check_bounds(low, high)
      suggest("float", name, list(as.double(low), as.double(high), step = step, log = log))
    },
    suggest_int = function(name, low, high, ..., step = 1, log = FALSE) {
      check_no_dots(...)
      check_bounds(low, high)
      suggest("int", name, list(as_integer(low, "low"), as_integer(high, "high"),
                                step = as_integer(step, "step"), log = log))
    },
    suggest_categorical = function(name, choices) {
      choices <- as_choices(choices)
      choices$values[[match(suggest("categorical", name, list(choices$keys)), choices$keys)]]
    },
    params = function() attr_or_null(trial, "params", TRUE),
    report = function(value, step) {
      must_be(value, "one number", is.numeric(value) && length(value) == 1L)
      trial$report(as.double(value), check_whole(step, "step", 0L))
      invisible(value)
    },
    should_prune = function() trial$should_prune(),
    prune = function() abort("The trial is pruned.", kind = "pruned"),
    trial = trial
  ))
}

check_bounds <- function(low, high) {
  as_finite(low, "low")
  as_finite(high, "high")
  if (low > high) abort("`low` is %s, above `high`, %s.", format(low), format(high))
}

# Optuna stores texts, numbers and logicals. Other values are stored by their names.
as_choices <- function(choices) {
  if (is.factor(choices)) choices <- as.character(choices)
  must_be(choices, "a vector or a list of values", is.vector(choices) && length(choices))
  values <- as.list(choices)
  is_plain <- vapply(values, function(x) is.atomic(x) && length(x) == 1L && !is.na(x), NA)
  keys <- if (is.null(names(values))) unname(values) else as.list(names(values))
  if (is.null(names(values)) && !all(is_plain)) {
    abort(c("`choices`: values other than single texts, numbers and logicals need names, such as",
            "list(small = 32, large = c(64, 32))."))
  }
  if (anyDuplicated(keys)) abort("`choices` has the same value twice.")
  list(keys = keys, values = unname(values))
}

#' @export
print.rkeras_trial <- function(x, ...) {
  params <- x$params()
  text <- if (length(params)) paste0(": ", flags_text(params)) else ""
  cat(sprintf("Trial %d%s\n", x$number, text))
  invisible(x)
}

#' End unpromising trials early
#'
#' Reports a metric to Optuna after each epoch of [fit()], and ends the trial of [tune()] when the
#' pruner of the study finds that it is unpromising: `fit()` and the objective function do not
#' return, and the trial counts as pruned.
#'
#' @param trial The argument of the objective function of [tune()].
#' @param monitor String. The metric to report. For a `val_` metric, `fit()` needs validation data.
#' @return A Keras callback.
#' @references Li, L., Jamieson, K., DeSalvo, G., Rostamizadeh, A. and Talwalkar, A. (2018).
#'   Hyperband: a novel bandit-based approach to hyperparameter optimization. *Journal of Machine
#'   Learning Research*, 18(185), 1-52.
#' @concept pruning
#' @concept hyperparameters
#' @concept Optuna
#' @seealso [tune()], which has an example; [callback_early_stopping()] ends training at its best.
#' @examplesIf is_keras_available() && py_module_available("optuna")
#' tune(function(trial) {
#'   model <- keras_model_sequential(input_shape = 2) |>
#'     layer_dense(trial$suggest_int("units", 1, 8)) |>
#'     layer_dense(1)
#'   model |> compile("adam", "mse")
#'   history <- model |> fit(
#'     mpg ~ wt + hp, data = mtcars, validation_split = 0.3, epochs = 5, verbose = 0,
#'     callbacks = callback_pruning(trial)
#'   )
#'   min(history$metrics$val_loss)
#' }, trials = 3, pruner = "median", seed = 1)
#' @export
callback_pruning <- function(trial, monitor = "val_loss") {
  must_be(trial, "the argument of the objective function of tune()",
          inherits(trial, "rkeras_trial"))
  check_string(monitor, "monitor")
  callback_lambda(on_epoch_end = function(epoch, logs) {
    if (is.null(logs[[monitor]])) {
      abort("`monitor`: there is no metric `%s`, only %s.", monitor, in_ticks(names(logs)))
    }
    trial$report(logs[[monitor]], epoch)
    if (trial$should_prune()) trial$prune()
  })
}
