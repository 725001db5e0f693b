# What a model predicts. A response is a list of a class, with what was learned of the training
# data: `width`, the number of columns, and what the class needs. A file for each class has all that
# depends on it: what it learns, targets, outputs and losses, predictions and their statistics.

# The classes of a response, by the word that files of models have for it.
response_classes <- list(
  number = c("number", "numbers"), gaussian = c("gaussian", "distribution", "numbers"),
  quantile = c("quantile", "skewed", "distribution", "numbers"),
  mixture = c("mixture", "skewed", "distribution", "numbers"), count = c("count", "distribution"),
  binary = c("binary", "classes"), classes = "classes", ordered = c("ordered", "classes"),
  survival = "survival",
  # What is known of the outputs of models that are not made by tabular().
  output = "output"
)

# From the plain list that files and the memory of a model have. Distributions of numbers are
# its `head`.
as_response <- function(record) {
  kind <- record$head$kind %||% record$kind %||% "output"
  record$probs <- unlist(record$head$probs)
  record$components <- record$head$components
  structure(record, class = paste0("response_", response_classes[[kind]]))
}

is_response <- function(x, class) inherits(x, paste0("response_", class))

# The responses of a model of tabular(); none of other models.
design_responses <- function(design) lapply(design$targets, as_response)

# One for each of the `n` outputs. Of those of other models nothing is known.
output_responses <- function(design, n) {
  if (is.null(design$targets)) rep(list(as_response(list())), n)
  else unname(design_responses(design))
}

# ---- Learned from the first data -----------------------------------------------------------------

# The record of the response `y`. `family` is the user's choice, `settings` are further arguments of
# tabular().
response_record <- function(y, name, family = "auto", settings = list()) {
  kind <- response_kind(y, name, family)
  is_head <- kind %in% c("gaussian", "quantile", "mixture")
  record <- list(kind = if (is_head) "number" else kind, width = NCOL(y), names = colnames(y))
  if (is_head) {
    if (record$width > 1L) {
      abort("`family` is \"%s\", but the response `%s` has several columns.", family, name)
    }
    record$head <- c(list(kind = kind), settings$head)
  }
  c(record, learned(as_response(record), y, name, settings))
}

response_kind <- function(y, name, family) {
  if (is_survival(y)) {
    what <- "survival times"
    kinds <- c(auto = "survival")
  } else if (is.factor(y) || is.character(y) || is.logical(y) && !is.matrix(y)) {
    what <- "classes"
    kinds <- c(auto = kind_of_classes(y), binomial = "binary", multinomial = "classes",
               ordinal = "ordered")
  } else if (is.numeric(y) || is.logical(y)) {
    what <- "numbers"
    kinds <- c(auto = "number", gaussian = "number", location_scale = "gaussian",
               quantile = "quantile", mixture = "mixture", poisson = "count", binomial = "binary")
    if (family == "binomial") check_outcomes(y, name)
  } else {
    abort("The response `%s` is %s. It must be numbers, a factor, logical or text.", name,
          describe(y))
  }
  if (!family %in% names(kinds)) {
    abort("`family` is \"%s\", but the response `%s` is %s.", family, name, what)
  }
  kinds[[family]]
}

# As glm() takes them, save counts of successes and failures.
check_outcomes <- function(y, name) {
  if (NCOL(y) > 1L) {
    abort(c("`family` is \"binomial\", but the response `%s` has several columns. For counts of",
            "successes and failures, make two rows of each, `TRUE` and `FALSE`, with the counts as",
            "`weights`."), name)
  }
  if (!all(y %in% c(0, 1, NA))) {
    abort("`family` is \"binomial\", but the response `%s` has other numbers than 0 and 1.", name)
  }
}

# Whether numbers look like two classes.
are_outcomes <- function(y) is.numeric(y) && NCOL(y) == 1L && setequal(stats::na.omit(y), 0:1)

# What else the record has: a list.
learned <- function(response, y, name, settings) UseMethod("learned")

# What changes with an offset, `y` without which is learned.
learned_beside <- function(response, y, name, offset) UseMethod("learned_beside")

#' @exportS3Method
learned_beside.default <- function(response, y, name, offset) {
  abort("An offset is for one column of numbers, for counts and for two classes: `%s` is none.",
        name)
}

# ---- Targets, the end of the network, and losses -------------------------------------------------

# The targets as Keras takes them: a matrix of numbers, or a factor with the levels of training.
target_of <- function(response, y, name) UseMethod("target_of")

#' @exportS3Method
target_of.default <- function(response, y, name) {
  if (!is.numeric(y) && !is.matrix(y)) {
    abort("The response `%s` must be numbers, not %s.", name, describe(y))
  }
  as_column(y * 1)
}

# Those of the network within the model.
network_target <- function(response, y, offset) UseMethod("network_target")

# The number of columns that the last layer of the network has.
output_units <- function(response) UseMethod("output_units")

# From the last layer to the output of the network. `offset` is NULL or a tensor.
network_output <- function(response, link, offset) UseMethod("network_output")

# From the output of the network to that of the model, where it is another.
model_output <- function(response, output, offset) UseMethod("model_output")

#' @exportS3Method
model_output.default <- function(response, output, offset) output

loss_for <- function(response) UseMethod("loss_for")

metric_for <- function(response) UseMethod("metric_for")

# How well rows are predicted, on the scale of the response: a matrix with the columns `score` and
# `se`, its standard error. `outputs` are those of the model.
left_out_scores <- function(response, y, outputs, weights) UseMethod("left_out_scores")

# Of the mean of a value of each row.
mean_score <- function(values, weights) {
  share <- weights / sum(weights)
  mean <- sum(share * values)
  c(score = mean, se = sqrt(sum(share^2 * (values - mean)^2)))
}

# One line for people.
response_text <- function(response) UseMethod("response_text")

# ---- Predictions ---------------------------------------------------------------------------------

# The outputs in the form that the argument `type` of predict() asks for.
prediction_of <- function(response, outputs, type, levels, facts, times) UseMethod("prediction_of")

#' @exportS3Method
prediction_of.default <- function(response, outputs, type, levels, facts, times) {
  if (is.list(levels)) levels <- levels[[1]]
  if (type == "class") return(most_likely(outputs, levels))
  attributes(levels) <- NULL
  if (type == "prob") return(probabilities(outputs, levels, facts$from_logits))
  outputs <- if (type == "link") before_activation(response, outputs, facts)
    else point_of(response, outputs, levels)
  in_columns_of(response, outputs)
}

# What predict() returns by default.
point_of <- function(response, outputs, levels) UseMethod("point_of")

#' @exportS3Method
point_of.default <- function(response, outputs, levels) with_class_names(outputs, levels)

# The function that undoes the last activation: "identity", "logit" or "log".
link_of <- function(response, facts) UseMethod("link_of")

#' @exportS3Method
link_of.response_output <- function(response, facts) {
  switch(facts$activation %||% "linear",
    linear = "identity", sigmoid = "logit", softmax = , exponential = "log",
    abort("`type` is \"link\", but the activation `%s` has no inverse.", facts$activation)
  )
}

before_activation <- function(response, outputs, facts) {
  if (!is.null(response$head)) {
    abort(c("`type` is \"link\", but the model predicts a distribution. Its parameters are",
            "`type = \"parameters\"`."))
  }
  switch(link_of(response, facts), identity = outputs, logit = stats::qlogis(outputs),
         log = log(outputs))
}

# A vector where there is one column; only models of tabular() know it.
in_columns_of <- function(response, outputs) {
  if (is_response(response, "output")) return(outputs)
  if (is.matrix(outputs) && ncol(outputs) == 1L) return(outputs[, 1])
  if (!is.null(response$names)) colnames(outputs) <- response$names
  outputs
}

# ---- Statistics ----------------------------------------------------------------------------------

# `parts` are those of observed_and_fitted(): the responses `y` of rows as numbers, zeros and ones
# for classes, the predictions `fitted` and, of a distribution of numbers, its `parameters`.
observed <- function(response, y) UseMethod("observed")

#' @exportS3Method
observed.default <- function(response, y) if (NCOL(y) == 1L) as.vector(y) else y

residuals_of <- function(response, parts, type) UseMethod("residuals_of")

#' @exportS3Method
residuals_of.default <- function(response, parts, type) {
  error <- parts$y - parts$fitted
  switch(type,
    response = error, pearson = error / sqrt(variance_of(response, parts)),
    deviance = sign(error) * sqrt(unit_deviance(response, parts$y, parts$fitted)),
    abort("`type` is \"%s\", which is for survival times.", type)
  )
}

# The variance of each response that the prediction implies, up to a factor.
variance_of <- function(response, parts) UseMethod("variance_of")

# The family of stats::glm(); NULL if it has none.
family_of <- function(response) UseMethod("family_of")

#' @exportS3Method
family_of.default <- function(response) NULL

unit_deviance <- function(response, y, fitted) {
  family <- family_of(response) %||%
    abort("`type` is \"deviance\", which is for numbers, counts and two classes.")
  pmax(family$dev.resids(y, fitted, rep(1, NROW(y))), 0)
}

# A response for each row, drawn from what is predicted.
drawn <- function(response, parts) UseMethod("drawn")

# The logarithm of the density of each row.
log_density <- function(response, parts) UseMethod("log_density")

# R squared: a list with one number, by the name of its definition.
r2_of <- function(response, parts) UseMethod("r2_of")

# ---- Intervals -----------------------------------------------------------------------------------

# The type of predict() that intervals begin with.
type_of_intervals <- function(response) UseMethod("type_of_intervals")

#' @exportS3Method
type_of_intervals.default <- function(response) "response"

# The error of each row that is left out, for interval_of_folds() and set_of_folds(); NULL for
# responses that have other intervals.
left_out_errors <- function(response, y, outputs) UseMethod("left_out_errors")

#' @exportS3Method
left_out_errors.default <- function(response, y, outputs) NULL

# What conformal() keeps of its rows: a list.
conformal_scores <- function(response, y, predicted, sizes) UseMethod("conformal_scores")

#' @exportS3Method
conformal_scores.default <- function(response, y, predicted, sizes) {
  fitted <- center_of(response, predicted)
  if (NROW(y) != length(fitted)) {
    abort("`y` has %d rows, but there are %d predictions.", NROW(y), length(fitted))
  }
  sizes <- sizes %||% size_of_errors(response, predicted)
  list(scores = abs(as.vector(y) - fitted) / sizes)
}

# The matrix `fit`, `lwr`, `upr`; for classes which of them are in the set. `sizes` are those of the
# errors, if a model predicts them.
conformal_interval <- function(response, predicted, calibration, level, sizes) {
  UseMethod("conformal_interval")
}

#' @exportS3Method
conformal_interval.default <- function(response, predicted, calibration, level, sizes) {
  fit <- center_of(response, predicted)
  reach <- bound_of(calibration$scores, level) * (sizes %||% size_of_errors(response, predicted))
  cbind(fit = fit, lwr = pmax(fit - reach, least_of(response)), upr = fit + reach)
}

# What errors are compared with.
size_of_errors <- function(response, predicted) UseMethod("size_of_errors")

#' @exportS3Method
size_of_errors.default <- function(response, predicted) 1

# The least possible value.
least_of <- function(response) UseMethod("least_of")

#' @exportS3Method
least_of.default <- function(response) -Inf

bound_of <- function(scores, level) {
  rank <- rank_of_bound(length(scores), level)
  if (rank > length(scores)) Inf else sort(scores, partial = rank)[[rank]]
}

# Of n + 1 scores the new one has each rank with the same probability.
rank_of_bound <- function(n, level) {
  rank <- ceiling((n + 1) * level)
  if (rank > n) {
    warn("A level of %s needs %d rows of calibration, but there are %d: nothing is excluded.",
         format(level), ceiling(level / (1 - level) - 1e-6), n)
  }
  rank
}

# ---- Ensembles -----------------------------------------------------------------------------------

# The output of an ensemble from those of its members.
pooled_output <- function(response, outputs) UseMethod("pooled_output")

#' @exportS3Method
pooled_output.default <- function(response, outputs) mean_of_tensors(outputs)

mean_of_tensors <- function(tensors) layer_average(unname(tensors))
