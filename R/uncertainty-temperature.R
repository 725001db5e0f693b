# Temperature scaling: probabilities as large as the share of cases in which they are right.

#' Calibrate probabilities by temperature scaling
#'
#' Networks are often too sure of their classes. `temperature_scaling()` divides the logits of a
#' model by one number, the temperature, with which the log loss of rows that the model was not
#' trained on is smallest, and returns the model with the temperature in it. The most likely class
#' of each row stays the same.
#'
#' @details
#' With the logits \eqn{z}{z}, the probabilities are \eqn{\mathrm{softmax}(z / T)}{softmax(z / T)},
#' or \eqn{\mathrm{sigmoid}(z / T)}{sigmoid(z / T)} for one output unit. \eqn{T > 1}{T > 1} makes a
#' model less sure, \eqn{T < 1}{T < 1} surer. For a model that returns probabilities, their
#' logarithms are the logits; one whose loss has `from_logits = TRUE` returns logits before and
#' after. Ordered classes of [tabular()] are scaled in the same way.
#'
#' The temperature is searched between 0.05 and 20. If it is at an end, or if all rows are predicted
#' right, so that the temperature is not determined and stays 1, there is a warning of class
#' `rkeras_warning_calibration`.
#'
#' The new model shares the layers of `object`, and ends with a layer `"temperature"`, which
#' [save_model()] saves as any other. It is compiled as `object` is. [calibration()] says how good
#' probabilities are, before and after; some hundred rows are needed to tell.
#'
#' @param object A functional or sequential Keras model with one output: the probabilities of
#'   classes, or logits.
#' @param x Inputs that the model was not trained on, or a data frame with the response for a model
#'   with a formula.
#' @param y Their classes: a factor, labels from 0, or a matrix of zeros and ones. Not needed for a
#'   model with a formula.
#' @return A Keras model, whose predictions are calibrated. It knows the data that `object` was
#'   trained on, but not its scores of [conformal()].
#' @references Guo, C., Pleiss, G., Sun, Y. and Weinberger, K. Q. (2017).
#'   [On calibration of modern neural networks](https://proceedings.mlr.press/v70/guo17a.html).
#'   *ICML*.
#' @concept calibration
#' @concept uncertainty
#' @concept overconfidence
#' @concept probabilities
#' @seealso [calibration()], [conformal()]
#' @export
#' @examplesIf is_keras_available()
#' set_random_seed(1)
#' rows <- sample(nrow(iris))
#' model <- tabular(Species ~ ., data = iris[rows[1:75], ], epochs = 20)
#' calibrated <- temperature_scaling(model, iris[rows[76:125], ])
#' 1 / get_layer(calibrated, "temperature")$scale
#' predict(calibrated, newdata = iris[rows[126:130], ], type = "prob")
temperature_scaling <- function(object, x, y = NULL) {
  check_model(object)
  facts <- facts_of(object)
  check_scalable(facts)
  data <- rows_and_response(facts, x, y)
  outputs <- as.matrix(stats::predict(object, data$x, verbose = 0))
  n_classes <- max(ncol(outputs), 2L)
  levels <- unlist(target_levels(facts))
  code <- class_codes(data$y, levels, n_classes)
  if (length(code) != nrow(outputs)) {
    abort("`y` has %d classes, but there are %d predictions.", length(code), nrow(outputs))
  }
  if (anyNA(outputs)) abort("Predictions are missing. Leave out the rows of `x` that cause it.")
  temperature <- best_temperature(logits_of(outputs, facts$from_logits), code)
  scaled <- with_temperature(facts, temperature, ncol(outputs) == 1L)
  compile_alike(scaled, object)
  copy_record(object, scaled)
  # The classes of the rows that were held out are the same, the loss is another.
  memory <- memory_of(scaled)
  scores <- memory$table$scores
  if (!is.null(scores)) memory$table$scores <- scores["Accuracy", , drop = FALSE]
  scaled
}

check_scalable <- function(facts) {
  if (!facts$is_plain || facts$n_outputs != 1L || length(facts$output_shape) != 2L) {
    abort(c("`object` must be a functional or sequential model that is built and has one output,",
            "with a row of probabilities or logits for each sample."))
  }
  if (is_scaled(facts$model)) {
    abort("`object` has a temperature already. Scale the model that it was made from.")
  }
}

# The least probability, and the least difference from 1, that 32 bits have.
least_float <- c(1e-30, 3e-8)

logits_of <- function(outputs, are_logits) {
  if (are_logits) return(outputs)
  check_probabilities(outputs)
  if (ncol(outputs) == 1L) {
    return(log(pmax(outputs, least_float[[1]])) - log(pmax(1 - outputs, least_float[[2]])))
  }
  if (any(abs(rowSums(outputs) - 1) > 1e-3)) {
    abort(c("The outputs of the model are not the probabilities of classes: they do not sum to 1.",
            "Use `activation = \"softmax\"`, or a loss with `from_logits = TRUE`."))
  }
  log(pmax(outputs, least_float[[1]]))
}

best_temperature <- function(logits, code) {
  if (ncol(logits) == 1L) logits <- cbind(0, logits)
  loss <- function(log_temperature) {
    scaled <- logits / exp(log_temperature)
    mean(log_sum_exp(scaled) - of_true_class(scaled, code))
  }
  if (all(max.col(logits, "first") == code)) {
    warn(c("All rows are predicted right, which does not determine the temperature: it is 1. Use",
           "more rows."), kind = "calibration")
    return(1)
  }
  ends <- log(c(0.05, 20))
  found <- stats::optimize(loss, ends, tol = 1e-4)$minimum
  if (min(abs(found - ends)) < 1e-2) {
    warn("The temperature, %s, is at the end of what is searched. Are `y` the classes of `x`?",
         format(exp(found), digits = 3), kind = "calibration")
  }
  exp(found)
}

# Keras's own operations, so that a saved model needs no code of rkeras.
with_temperature <- function(facts, temperature, is_one) {
  output <- facts$model$outputs[[1]]
  logits <- if (facts$from_logits) output else op_log(op_maximum(output, least_float[[1]]))
  if (!facts$from_logits && is_one) {
    logits <- logits - op_log(op_maximum(1 - output, least_float[[2]]))
  }
  scaled <- layer_rescaling(logits, 1 / temperature, name = "temperature")
  if (!facts$from_logits) {
    scaled <- layer_activation(scaled, if (is_one) "sigmoid" else "softmax")
  }
  keras_model(inputs_in_structure(facts$model), scaled)
}
