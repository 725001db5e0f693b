# What R's models answer: formula(), fitted(), residuals() and others of the package stats.

#' Models in the terms of statistics
#'
#' Methods of R's generics for models that were trained with a formula: by [tabular()] or by
#' [fit()]. A model of `tabular()` keeps its data frame (unless `model = FALSE`); for others give
#' the data as `data`.
#'
#' @param object,x,formula A Keras model.
#' @param data Data frame with the variables of the formula. `NULL` means the one that the model
#'   keeps.
#' @param type String. `"response"`: the response minus the fitted value; for classes minus the
#'   probability, with a column for each class. `"pearson"`: divided by the standard deviation of
#'   the response, as the fitted value implies it; for numbers as `"response"`. `"deviance"`: the
#'   signed root of the contribution to the deviance, not for more than two classes. For survival
#'   times, `"response"` and `"martingale"` are the events minus the cumulative hazards, and
#'   `"deviance"` transforms these to be more symmetric (Therneau et al., 1990).
#' @param nsim Positive integer. Number of simulated responses.
#' @param seed Integer. Seed of R's random numbers for this call, or `NULL`.
#' @param ... Not used.
#' @return
#' * `formula()`, `terms()`, `model.frame()`: as for [stats::lm()]; the dot is expanded. Of several
#'   responses, each is a column of the model frame, whose terms are those of the inputs.
#' * `nobs()`: the number of rows that the model was trained on.
#' * `fitted()`: what `predict()` returns for the data.
#' * `residuals()`: a vector, or a matrix.
#' * `weights()`: the weights of the rows, or `NULL`. [get_weights()] returns those of the network.
#' * `case.names()`: the names of the rows.
#' * `simulate()`: a data frame of `nsim` columns with responses drawn from the model: from the
#'   distribution that it predicts (`family = "location_scale"` or `"mixture"`; with `"quantile"`,
#'   linear between the quantiles and never beyond the outermost ones), normal with the variance of
#'   the residuals, Poisson, or classes. Survival times are columns of `Surv()`, censored at the
#'   largest time of the training data.
#' * `logLik()`: the logarithm of the likelihood under the same distributions (of survival times,
#'   that of the intervals), with the number of trainable parameters as `df`. Quantiles have none.
#'   A network with early stopping is not at the maximum, so tests that compare likelihoods do not
#'   hold.
#' * `update()` calls `tabular()` again with other arguments: see [stats::update()].
#' @references Therneau, T. M., Grambsch, P. M. and Fleming, T. R. (1990). Martingale-based
#'   residuals for survival models. *Biometrika* 77, 147-160.
#' @concept residuals
#' @concept martingale residuals
#' @concept fitted values
#' @concept log likelihood
#' @concept broom
#' @seealso [tabular()], [augment()], [glance()]
#' @name model-statistics
#' @examplesIf is_keras_available()
#' model <- tabular(mpg ~ wt + hp, data = mtcars, epochs = 20)
#' formula(model)
#' nobs(model)
#' head(residuals(model))
#' simulate(model, nsim = 2, seed = 1) |> head()
NULL

# The formula that the model was trained with.
design_of <- function(object, call) {
  design <- memory_of(object)$trained$formula
  if (is.null(design)) {
    abort("The model was not trained with a formula, which %s needs. fit() and tabular() take one.",
          call)
  }
  design
}

#' @rdname model-statistics
#' @exportS3Method stats::formula keras.src.models.model.Model
formula.keras.src.models.model.Model <- function(x, ...) {
  design <- design_of(x, "formula()")
  formula <- stats::formula(design$terms)
  response <- str2lang(design$text)[[2]]
  stats::as.formula(call("~", response, formula[[length(formula)]]), environment(design$terms))
}

#' @rdname model-statistics
#' @exportS3Method stats::terms keras.src.models.model.Model
terms.keras.src.models.model.Model <- function(x, ...) {
  # It changes `x$call`, a method here, before it asks for what there is not.
  if (identical(sys.function(sys.parent()), stats::step)) no_coefficients("step()")
  design_of(x, "terms()")
  stats::terms(stats::formula(x))
}

#' @rdname model-statistics
#' @exportS3Method stats::model.frame keras.src.models.model.Model
model.frame.keras.src.models.model.Model <- function(formula, data = NULL, ...) {
  data <- kept_data(formula, data, "model.frame()")
  design <- design_of(formula, "model.frame()")
  all <- stats::formula(formula)
  if (!is_list_call(all[[2]])) {
    return(stats::model.frame(all, data, na.action = stats::na.pass))
  }
  inputs <- stats::model.frame(all[-2], data, na.action = stats::na.pass)
  responses <- lapply(known_responses(design, data), function(y) {
    if (is.null(dim(y))) unname(y) else y
  })
  structure(list2DF(c(responses, inputs)), row.names = attr(inputs, "row.names"),
            terms = attr(inputs, "terms"))
}

kept_data <- function(object, data, call) {
  design_of(object, call)
  data <- as_table(data) %||% memory_of(object)$table$data
  if (is.null(data)) abort("The model does not keep its data: give them to %s as `data`.", call)
  data
}

#' @rdname model-statistics
#' @exportS3Method stats::nobs keras.src.models.model.Model
nobs.keras.src.models.model.Model <- function(object, ...) design_of(object, "nobs()")$n

#' @rdname model-statistics
#' @exportS3Method stats::fitted keras.src.models.model.Model
fitted.keras.src.models.model.Model <- function(object, data = NULL, ...) {
  stats::predict(object, kept_data(object, data, "fitted()"), verbose = 0)
}

#' @rdname model-statistics
#' @exportS3Method stats::residuals keras.src.models.model.Model
residuals.keras.src.models.model.Model <- function(
    object, type = c("response", "pearson", "deviance", "martingale"), data = NULL, ...) {
  type <- match_choice(type)
  parts <- observed_and_fitted(object, data, "residuals()")
  residuals_of(parts$response, parts, type)
}

# list(response, y, fitted): numbers, for classes zeros and ones. If the model predicts a
# distribution of a number, also its `parameters`; of survival times, list(response, y, hazard).
observed_and_fitted <- function(object, data, call, predict = NULL) {
  data <- kept_data(object, data, call)
  design <- design_of(object, call)
  if (!is.null(design$responses) && !isTRUE(design$is_single)) {
    abort("%s is for models with one response.", call)
  }
  response <- response_of(facts_of(object))
  predicted <- predict %||% function(type) stats::predict(object, data, verbose = 0, type = type)
  if (is_response(response, "survival")) {
    return(list(response = response, y = known_responses(design, data)[[1]],
                hazard = predicted("hazard")))
  }
  fitted <- predicted("response")
  if (length(dim(fitted)) == 2L && ncol(fitted) == 1L) fitted <- fitted[, 1]
  # predict() has warned before.
  parameters <- if (!is.null(response$head)) suppressWarnings(predicted("parameters"))
  list(response = response, y = observed(response, targets_in(design, data)), fitted = fitted,
       parameters = parameters)
}

#' @rdname model-statistics
#' @exportS3Method stats::weights keras.src.models.model.Model
weights.keras.src.models.model.Model <- function(object, ...) {
  design_of(object, "weights()")
  memory_of(object)$table$weights
}

#' @rdname model-statistics
#' @exportS3Method stats::case.names keras.src.models.model.Model
case.names.keras.src.models.model.Model <- function(object, ...) {
  rownames(kept_data(object, NULL, "case.names()"))
}

#' @rdname model-statistics
#' @exportS3Method stats::simulate keras.src.models.model.Model
simulate.keras.src.models.model.Model <- function(object, nsim = 1, seed = NULL, data = NULL, ...) {
  nsim <- as_count(nsim, "nsim", is_required = TRUE)
  parts <- observed_and_fitted(object, data, "simulate()")
  draw <- function(...) drawn(parts$response, parts)
  names <- stats::setNames(nm = paste0("sim_", seq_len(nsim)))
  as.data.frame(if (is.null(seed)) lapply(names, draw) else without_seed({
    set.seed(seed)
    lapply(names, draw)
  }))
}

#' @rdname model-statistics
#' @exportS3Method stats::logLik keras.src.models.model.Model
logLik.keras.src.models.model.Model <- function(object, data = NULL, ...) {
  parts <- observed_and_fitted(object, data, "logLik()")
  values <- log_density(parts$response, parts)
  # Each column of numbers has a variance.
  n_variances <- if (is_response(parts$response, "number")) NCOL(parts$y) else 0L
  weights <- if (is.null(data)) memory_of(object)$table$weights
  structure(sum(values * (weights %||% 1)), class = "logLik", nobs = NROW(values),
            df = n_numbers(object$trainable_weights) + n_variances)
}

#' @exportS3Method stats::getCall keras.src.models.model.Model
getCall.keras.src.models.model.Model <- function(x, ...) {
  table <- memory_of(x)$table
  if (is.null(table)) {
    abort("update() is for models of tabular(). Others are trained further by fit().")
  }
  table$call %||%
    abort("The call of tabular() is not in the file that the model was loaded from: repeat it.")
}

# ---- What a network does not have ----------------------------------------------------------------

no_coefficients <- function(call) {
  abort(
    c("%s is about coefficients and their tests, which a network does not have.",
      "feature_importance() says which inputs matter, cross_validate() compares models, and",
      "predict(interval = ) has intervals. The weights are get_weights()."), call
  )
}

#' @exportS3Method stats::coef keras.src.models.model.Model
coef.keras.src.models.model.Model <- function(object, ...) no_coefficients("coef()")

#' @exportS3Method stats::vcov keras.src.models.model.Model
vcov.keras.src.models.model.Model <- function(object, ...) no_coefficients("vcov()")

#' @exportS3Method stats::confint keras.src.models.model.Model
confint.keras.src.models.model.Model <- function(object, ...) no_coefficients("confint()")

#' @exportS3Method stats::anova keras.src.models.model.Model
anova.keras.src.models.model.Model <- function(object, ...) no_coefficients("anova()")

#' @exportS3Method stats::drop1 keras.src.models.model.Model
drop1.keras.src.models.model.Model <- function(object, ...) no_coefficients("drop1()")

#' @exportS3Method stats::add1 keras.src.models.model.Model
add1.keras.src.models.model.Model <- function(object, ...) no_coefficients("add1()")

#' @exportS3Method stats::extractAIC keras.src.models.model.Model
extractAIC.keras.src.models.model.Model <- function(fit, ...) no_coefficients("extractAIC()")
