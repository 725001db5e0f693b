# Methods of the package insight, by which performance, modelsummary and others read a model.

#' Methods for the package insight
#'
#' The package insight asks models of all kinds in one way, for packages such as performance,
#' parameters, see and modelsummary. These methods are for models that were trained with a formula.
#' `insight::get_response()`, `find_response()`, `find_predictors()`, `get_predicted()` and others
#' follow from them.
#'
#' @param x A Keras model that was trained with a formula, by [tabular()] or [fit()].
#' @param data Data frame. `NULL` means the one that a model of `tabular()` keeps.
#' @param verbose Ignored.
#' @param ... Ignored.
#' @return `find_formula()`: a list of class `insight_formula`. `get_data()`: a data frame with the
#'   variables of the formula. `model_info()`: a list that says what kind of model it is, by the
#'   distribution of the response. `get_predicted()`: predictions of class `get_predicted`.
#'   `family()`: see [stats::family()]; for numbers, counts and two classes.
#' @concept insight
#' @concept easystats
#' @seealso [tidy.keras_training_history], [model-statistics]
#' @name insight-methods
#' @examplesIf is_keras_available() && requireNamespace("insight", quietly = TRUE)
#' model <- tabular(mpg ~ wt + hp, data = mtcars, epochs = 20)
#' insight::find_predictors(model)
#' head(insight::get_response(model))
#' insight::model_info(model)$is_linear
NULL

#' @rdname insight-methods
#' @exportS3Method insight::find_formula keras.src.models.model.Model
find_formula.keras.src.models.model.Model <- function(x, verbose = TRUE, ...) {
  structure(list(conditional = stats::formula(x)),
            class = c("insight_formula", "list"))
}

#' @rdname insight-methods
#' @exportS3Method insight::get_data keras.src.models.model.Model
get_data.keras.src.models.model.Model <- function(x, data = NULL, verbose = TRUE, ...) {
  if (!is.data.frame(data)) data <- NULL
  data <- kept_data(x, data, "get_data()")
  data[intersect(all.vars(stats::formula(x)), names(data))]
}

#' @rdname insight-methods
#' @exportS3Method insight::model_info keras.src.models.model.Model
model_info.keras.src.models.model.Model <- function(x, verbose = TRUE, ...) {
  design <- design_of(x, "model_info()")
  responses <- c(list(response_of(facts_of(x))), design_responses(design))
  response <- Find(Negate(is.null), responses)
  is_of <- function(class) is_response(response, class)
  # A model of insight's own, so that the list has the elements of the version that is installed.
  rows <- data.frame(y = c(0, 1, 0, 1, 1))
  family <- if (is_of("survival")) stats::gaussian() else family_of(response) %||% stats::binomial()
  info <- insight::model_info(if (is_of("numbers")) stats::lm(y ~ 1, rows)
                              else stats::glm(y ~ 1, family, rows))
  info$is_ordinal <- is_of("ordered")
  info$is_multinomial <- is_of("classes") && !is_of("ordered") && !is_of("binary")
  info$is_survival <- is_of("survival")
  if (info$is_ordinal || info$is_multinomial) info$is_binomial <- info$is_logit <- FALSE
  if (is_of("survival")) info$is_linear <- FALSE
  info$is_multivariate <- length(design$responses) > 1L
  info$is_ttest <- info$is_correlation <- info$is_onewaytest <- FALSE
  info$n_obs <- design$n
  info
}

#' @rdname insight-methods
#' @param predict String. `"link"` for values before the last activation, `"classification"` for
#'   classes, otherwise the outputs.
#' @exportS3Method insight::get_predicted keras.src.models.model.Model
get_predicted.keras.src.models.model.Model <- function(x, data = NULL, predict = "expectation",
                                                       ...) {
  if (!is.data.frame(data)) data <- NULL
  type <- switch(predict, link = "link", classification = "class", "response")
  found <- stats::predict(x, kept_data(x, data, "get_predicted()"), type = type, verbose = 0)
  structure(found, class = c("get_predicted", oldClass(found) %||% "numeric"))
}

#' @rdname insight-methods
#' @param object A Keras model that was trained with a formula.
#' @exportS3Method stats::family keras.src.models.model.Model
family.keras.src.models.model.Model <- function(object, ...) {
  design_of(object, "family()")
  response <- response_of(facts_of(object))
  (if (!is.null(response)) family_of(response)) %||%
    abort("family() is for models of one response: numbers, counts or two classes.")
}
