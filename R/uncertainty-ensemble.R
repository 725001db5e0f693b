# Deep ensembles: the same model, trained several times from different initial weights.

#' Deep ensembles
#'
#' `ensemble()` trains a model several times, each time from other initial weights and with another
#' order of the rows, and returns one model that averages their predictions. That is often better
#' than each of them, its probabilities are better calibrated, and the differences between the
#' members say where the data do not determine the fit.
#'
#' @details
#' * A model of [tabular()] is trained on the rows that it keeps, by the same settings, except
#'   `callbacks`. Rows of calibration are not used; the rows that are held out for early stopping
#'   are drawn anew for each member.
#' * Any other compiled functional or sequential model is cloned, and trained by [fit()] with `x`,
#'   `y` and `...`. Initializers with a `seed` give all members the same initial weights.
#'
#' The predictions of the ensemble are the means of the members' numbers, quantiles and
#' probabilities, for models with several outputs of each of them; logits are those of the mean
#' probabilities. With [loss_gaussian_nll()] they are
#' the mean and the variance of the mixture of the members' normal distributions (Lakshminarayanan
#' et al., 2017),
#' \deqn{\mu = \frac{1}{M} \sum_m \mu_m, \quad \sigma^2 = \frac{1}{M} \sum_m (\sigma_m^2 + \mu_m^2)
#' - \mu^2}{mu = mean(mu[m]), sigma^2 = mean(sigma[m]^2 + mu[m]^2) - mu^2}
#' and with [loss_gaussian_mixture_nll()] the mixture of all components.
#'
#' The result is a Keras model: [evaluate()], [save_model()], [conformal()] and
#' [temperature_scaling()] take it. Its layers `"member_1"` and so on are the members.
#' `predict(type = "members")` returns the predictions of each, `predict(interval = "confidence")`
#' an interval from their spread: see [predict()][predict.keras.src.models.model.Model].
#'
#' @section Processes:
#' With `workers` above 1, members are trained in that many R processes: see [cross_validate()].
#' Each member has a seed, drawn from R's generator: after [set.seed()] the results are the same
#' again. R's generator is afterwards as if no member had used it.
#'
#' @param object A model of [tabular()], or a compiled Keras model. It is not changed. With several
#'   outputs, these must be numbers or probabilities, and `type = "members"` and
#'   `interval = "confidence"` of `predict()` are not possible.
#' @param x,y,... Data and further arguments of [fit()]. Not for models of `tabular()`.
#' @param n Integer from 2 up. Number of members.
#' @param workers Positive integer. Number of R processes. 1 uses this one.
#' @return A compiled Keras model.
#' @references Lakshminarayanan, B., Pritzel, A. and Blundell, C. (2017).
#'   [Simple and scalable predictive uncertainty estimation using deep
#'   ensembles](https://arxiv.org/abs/1612.01474). *NeurIPS*.
#' @concept deep ensemble
#' @concept bagging
#' @concept uncertainty
#' @concept confidence interval
#' @seealso [conformal()] for intervals of new responses, [calibration()], [cross_validate()]
#' @export
#' @examplesIf is_keras_available()
#' set.seed(1)
#' model <- tabular(mpg ~ wt + hp, data = mtcars, epochs = 50)
#' several <- ensemble(model, n = 3)
#' new <- mtcars[1:3, ]
#' predict(several, newdata = new)
#' predict(several, newdata = new, type = "members")
#' predict(several, newdata = new, interval = "confidence")
ensemble <- function(object, x = NULL, y = NULL, ..., n = 5, workers = 1) {
  check_model(object)
  n <- check_whole(n, "n", 2L)
  workers <- check_whole(workers, "workers")
  facts <- facts_of(object)
  is_table <- is.null(x) && !is.null(facts$memory$table$call)
  check_for_ensemble(facts, x, is_table, ...length())
  args <- list(x = x, y = y, ...)
  args$verbose <- args$verbose %||% 0
  train <- function(seed) trained_member(object, args, is_table, seed)
  seeds <- stats::setNames(sample.int(.Machine$integer.max, n), paste("member", seq_len(n)))
  results <- by_workers(seeds, train, workers)
  tell_failed(lapply(results, `[[`, "error"), names(seeds), "members")
  trained <- drop_null(lapply(unname(results), `[[`, "value"))
  model <- ensemble_of(facts, lapply(trained, `[[`, "weights"))
  remember_members(facts, model, if (!is_table) trained[[1]]$record)
  model
}

check_for_ensemble <- function(facts, x, is_table, n_dots) {
  if (!facts$is_plain || facts$n_outputs == 0L) {
    abort("`object` must be a functional or sequential model that is built.")
  }
  check_compiled(facts, "ensemble")
  if (facts$n_outputs > 1L) check_outputs_are_means(facts$model)
  if (is_table && n_dots > 0L) abort("`...` must be empty for a model of tabular().")
  if (!is_table && is.null(x)) {
    abort("`x` is missing. Give the data that the members are trained on, as to fit().")
  }
}

# Of logits and parameters of distributions, the mean is another one: averaged() knows it for one
# output.
check_outputs_are_means <- function(model) {
  losses <- py_to_r(get_attr(model, "loss", FALSE))
  others <- Filter(function(loss) {
    is_py_object(loss) && (isTRUE(attr_or_null(loss, "from_logits", TRUE)) ||
                             startsWith(class(loss)[[1]], "rkeras.likelihood."))
  }, if (is.list(losses)) losses else list(losses))
  if (length(others) > 0L) {
    abort(c("A model with several outputs must predict numbers and probabilities. One of its",
            "losses is for logits or for a distribution, for which a model needs a single output."))
  }
}

# Weights can be sent between processes.
trained_member <- function(object, args, is_table, seed) {
  # In another process the model is made when it is first used, which draws random numbers.
  memory_of(object)
  set_random_seed(seed)
  if (is_table) {
    member <- retrained_table(object)
  } else {
    member <- clone_model(object)
    compile_alike(member, object)
    do.call(fit, c(list(member), drop_null(args)))
  }
  list(weights = get_weights(member), record = memory_of(member)$trained)
}

ensemble_of <- function(facts, weights) {
  members <- Map(function(weights, i) {
    member <- clone_model(facts$model)
    member$name <- paste0("member_", i)
    set_weights(member, weights)
  }, weights, seq_along(weights))
  inputs <- inputs_in_structure(facts$model)
  outputs <- lapply(members, function(member) member(inputs))
  output <- if (facts$n_outputs > 1L) {
    averaged_by_output(lapply(outputs, as.list), facts)
  } else {
    layer_identity(averaged(outputs, facts), name = paste0(facts$output_names[[1]], "_mean"))
  }
  model <- keras_model(inputs, output)
  compile_alike(model, facts$model)
  response <- response_of(facts)
  if (is_response(response, "mixture")) {
    compile(model, model$optimizer, loss_for(as_response(of_members(response, length(outputs)))))
  }
  model
}

# Losses are for outputs by name.
averaged_by_output <- function(outputs, facts) {
  first <- outputs[[1]]
  names <- names(first) %||% facts$output_names
  means <- lapply(seq_along(first), function(i) {
    layer_identity(layer_average(unname(lapply(outputs, `[[`, i))), name = names[[i]])
  })
  stats::setNames(means, names(first))
}

# The activation of the outputs is part of what is averaged, so that predictions stay what they are.
averaged <- function(outputs, facts) {
  if (!facts$from_logits) return(pooled_output(response_of(facts), outputs))
  if (facts$output_shape[[length(facts$output_shape)]] > 1L) {
    return(op_log(op_maximum(mean_of_tensors(lapply(outputs, op_softmax)), least_float[[1]])))
  }
  # From both sides, as 1 - p has no small values in 32 bits.
  log_mean <- function(sign) {
    op_log(op_maximum(mean_of_tensors(lapply(outputs, function(z) op_sigmoid(z * sign))),
                      least_float[[1]]))
  }
  log_mean(1) - log_mean(-1)
}

# The data that the members were trained on. update() would make a single model, and each member has
# held out other rows.
remember_members <- function(facts, model, record) {
  copy_record(facts$model, model)
  memory <- memory_of(model)
  if (!is.null(record)) assign("trained", record, envir = memory)
  others <- c("call", "history", "left_out", "errors", "scores")
  if (!is.null(memory$table)) memory$table[others] <- NULL
  targets <- memory$trained$formula$targets
  if (!is.null(targets)) {
    memory$trained$formula$targets <- lapply(targets, of_members, length(members_of(model)))
  }
}
