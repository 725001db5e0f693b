# Methods of the package lime, which explains predictions by a linear model near a row.

#' Methods for the package lime
#'
#' With these methods, `lime::lime()` and `lime::explain()` take Keras models of data frames with
#' one response. See [attributions()] for explanations without another package.
#'
#' @param x A Keras model that takes data frames, such as one of [tabular()].
#' @param newdata Data frame.
#' @param type String. `"raw"` for predictions, `"prob"` for probabilities of classes.
#' @param ... Arguments of `predict()`.
#' @return `predict_model()`: a data frame with the column `Response`, or with a column for each
#'   class. `model_type()`: `"regression"` or `"classification"`.
#' @references Ribeiro, M. T., Singh, S. and Guestrin, C. (2016). "Why should I trust you?":
#'   Explaining the predictions of any classifier. *KDD*.
#' @concept lime
#' @concept explanation
#' @seealso [attributions()], [feature_importance()], [partial_dependence()]
#' @name lime-methods
#' @examples
#' \dontrun{
#' model <- tabular(Species ~ ., data = iris)
#' explainer <- lime::lime(iris[1:4], model)
#' lime::explain(iris[c(1, 51), 1:4], explainer, n_labels = 1, n_features = 2)
#' }
NULL

#' @rdname lime-methods
#' @exportS3Method lime::model_type keras.src.models.model.Model
model_type.keras.src.models.model.Model <- function(x, ...) {
  if (are_classes(facts_of(x), NULL)) "classification" else "regression"
}

#' @rdname lime-methods
#' @exportS3Method lime::predict_model keras.src.models.model.Model
predict_model.keras.src.models.model.Model <- function(x, newdata, type, ...) {
  if (type == "prob") {
    return(as.data.frame(stats::predict(x, newdata, type = "prob", verbose = 0, ...)))
  }
  kind <- if (are_classes(facts_of(x), NULL)) "class" else "response"
  predicted <- stats::predict(x, newdata, type = kind, verbose = 0, ...)
  if (is.list(predicted) || NCOL(predicted) > 1L) {
    abort("predict_model() is for models of one response: numbers in one column, or classes.")
  }
  data.frame(Response = if (is.factor(predicted)) unname(predicted) else as.vector(predicted))
}
