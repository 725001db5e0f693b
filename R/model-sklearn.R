# Models as estimators of scikit-learn.

#' @eval rd_keras("keras.wrappers.SKLearnClassifier")
#' @export
sklearn_classifier <- function(model, warm_start = FALSE, model_kwargs = NULL, fit_kwargs = NULL) {
  check_flags()
  create_estimator("keras.wrappers.SKLearnClassifier", model, warm_start, model_kwargs, fit_kwargs)
}

#' @eval rd_keras("keras.wrappers.SKLearnRegressor")
#' @export
sklearn_regressor <- function(model, warm_start = FALSE, model_kwargs = NULL, fit_kwargs = NULL) {
  check_flags()
  create_estimator("keras.wrappers.SKLearnRegressor", model, warm_start, model_kwargs, fit_kwargs)
}

#' @eval rd_keras("keras.wrappers.SKLearnTransformer")
#' @export
sklearn_transformer <- function(model, warm_start = FALSE, model_kwargs = NULL, fit_kwargs = NULL) {
  check_flags()
  create_estimator("keras.wrappers.SKLearnTransformer", model, warm_start, model_kwargs, fit_kwargs)
}

create_estimator <- function(endpoint, model, warm_start, model_kwargs, fit_kwargs) {
  if (missing(model) || !is.function(model) && !is_py_object(model)) {
    abort("`model` must be a compiled model, or a function that makes one.")
  }
  args <- list(
    model = model, warm_start = warm_start,
    model_kwargs = as_options(model_kwargs, "model_kwargs"),
    fit_kwargs = as_options(fit_kwargs, "fit_kwargs")
  )
  estimator <- needing("scikit-learn", "scikit-learn", create_keras(endpoint, args))
  in_python("rkeras.keras.estimators.keep_options", estimator, .convert = FALSE)
  estimator
}

# Named arguments. Whole numbers become ints, because Keras's fit() requires ints.
as_options <- function(x, argument) {
  if (is_py_object(x) || length(x) == 0L) {
    return(if (is_py_object(x)) x)
  }
  if (!is.list(x) || !all(nzchar(names(x) %||% ""))) {
    abort("`%s` must be a list with a name for each argument.", argument)
  }
  lapply(x, whole_as_integer)
}
