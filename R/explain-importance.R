# Permutation importance: how much worse a model predicts without the information of a column; and
# what the package lime needs to explain models of Keras.

#' Permutation importance
#'
#' `feature_importance()` shuffles one column of the data after the other and computes how much
#' worse the model's predictions become. A column that the model does not use has importance 0.
#'
#' The importance of a column is the mean over `repeats` shuffles of
#' \deqn{L(y, f(X_{\mathrm{shuffled}})) - L(y, f(X))}{L(y, f(X shuffled)) - L(y, f(X))}
#' for a loss \eqn{L}, and with the opposite sign for measures such as the accuracy, which are
#' better if larger. Use data that the model was not trained on: on the training data, columns that
#' the network has merely memorised look important.
#'
#' Of two columns with the same information, each has a low importance, since the model has the
#' other one. Shuffle such columns together: `features = list(size = c("x", "y", "z"))`. Shuffled
#' rows can be combinations that do not exist; [partial_dependence()] with `kind = "ale"` avoids
#' them.
#'
#' All shuffled rows are predicted in few calls of `predict()`. [set.seed()] makes the result
#' reproducible.
#'
#' @section Other packages:
#' Explainers of the packages DALEX and iml need the model, a function that predicts, the inputs and
#' the response:
#'
#' ```r
#' inputs <- iris[1:4]
#' probability <- function(model, newdata) {
#'   predict(model, newdata = newdata, type = "prob", verbose = 0)
#' }
#' DALEX::explain(model, data = inputs, y = iris$Species, predict_function = probability)
#' iml::Predictor$new(model, data = inputs, y = iris$Species, predict.function = probability)
#' vip::vi(model, method = "permute", train = iris, target = "Species", metric = "accuracy",
#'         pred_wrapper = function(object, newdata) predict(object, newdata, type = "class"))
#' ```
#'
#' @param model A Keras model.
#' @param data Data frame, matrix or named list of inputs, as for
#'   [predict()][predict.keras.src.models.model.Model]. `NULL` means the data frame that a model of
#'   [tabular()] keeps, each row predicted by the member that was not trained on it.
#' @param y The response of each row, or the name of its column. Not needed if the model was trained
#'   with a formula and `data` has the response.
#' @param metric String or function. For survival times `"concordance"`. For numbers `"rmse"` (the
#'   default), `"mae"`, `"mse"` or `"rsq"`, for classes `"log_loss"` (the default), `"accuracy"`,
#'   `"roc_auc"` or `"brier"`, as [calibration()] defines it. A function of the truth and the
#'   predictions returns one number; for classes the predictions are a matrix of probabilities.
#' @param repeats Positive integer. Number of shuffles of each column.
#' @param features Names of the columns to shuffle, or a list of groups of them. `NULL` means each
#'   column that the model uses.
#' @param smaller_is_better Logical. Whether smaller values of a function `metric` are better.
#' @param ... Must be empty; ignored by `print()` and `plot()`.
#' @return A data frame of class `keras_importance` with one row for each feature, the most
#'   important one first, and the columns `feature`, `importance` and `sd`, the standard deviation
#'   over the repeats. Its attributes `metric` and `value` are the metric and its value for the data
#'   as they are.
#' @references Breiman, L. (2001), Random Forests. *Machine Learning* 45, 5-32.
#'   \doi{10.1023/A:1010933404324}. Fisher, A., Rudin, C. and Dominici, F. (2019), [All Models are
#'   Wrong, but Many are Useful](https://jmlr.org/papers/v20/18-760.html). *JMLR* 20 (177).
#' @concept feature importance
#' @concept variable importance
#' @concept permutation importance
#' @concept explainable AI
#' @concept interpretable machine learning
#' @concept DALEX
#' @concept vip
#' @concept iml
#' @family explanations
#' @export
#' @examplesIf is_keras_available()
#' set_random_seed(1)
#' model <- tabular(Species ~ ., data = iris, epochs = 30)
#' importance <- feature_importance(model, iris)
#' importance
#' plot(importance)
#' feature_importance(model, iris, metric = "accuracy", features = list(
#'   sepal = c("Sepal.Length", "Sepal.Width"), petal = c("Petal.Length", "Petal.Width")
#' ))
feature_importance <- function(model, data = NULL, y = NULL, metric = NULL, repeats = 5, ...,
                               features = NULL, smaller_is_better = TRUE) {
  check_flags()
  check_no_dots(...)
  repeats <- as_count(repeats, "repeats", is_required = TRUE)
  left_out <- if (is.null(data) && is.null(y) && knows_left_out(model)) left_out_rows(model)
  explained <- explained(model, data)
  if (!is.null(left_out)) explained$data <- take_rows(explained$data, left_out$rows)
  groups <- feature_groups(features, explained$features)
  explained <- with_known_truth(explained, truth_of(explained, y))
  levels <- levels_of_truth(explained$facts, explained$y)
  metric <- metric_of(metric, smaller_is_better, explained$facts, explained$y)
  truth <- as_truth(explained$y, explained$facts, levels)
  n <- n_rows(explained$data)
  value <- function(outputs) metric_value(metric, truth, outputs)
  # The first variant is the data as they are.
  shuffles <- c(list(NULL), replicate(length(groups) * repeats, sample.int(n), simplify = FALSE))
  change <- function(i) {
    if (i == 1L) return(NULL)
    group <- groups[[(i - 2L) %/% repeats + 1L]]
    lapply(stats::setNames(nm = group), function(name) {
      take_rows(column_of(explained$data, name), shuffles[[i]])
    })
  }
  values <- unlist(over_variants(
    explained, length(shuffles), change = change, fn = value,
    predictor = if (is.null(left_out)) {
      predictor_of(model, metric$type, if (metric$type == "prob") levels)
    } else {
      function(data) {
        predict_by_member(model, data, rep_len(left_out$member, nrow(data)), metric$type)
      }
    }
  ))
  worse <- matrix((values[-1] - values[[1]]) * metric$sign, repeats)
  result <- data.frame(feature = names(groups), importance = colMeans(worse),
                       sd = apply(worse, 2L, stats::sd))
  result <- result[order(-result$importance), ]
  rownames(result) <- NULL
  structure(result, class = c("keras_importance", "data.frame"), metric = metric$name,
            value = values[[1]], repeats = repeats)
}

feature_groups <- function(features, known) {
  if (!is.list(features)) {
    features <- check_features(features %||% known, known, "features")
    return(as.list(stats::setNames(nm = features)))
  }
  groups <- lapply(features, check_features, known, "features")
  names <- names(groups) %||% character(length(groups))
  labels <- vapply(groups, paste, "", collapse = ", ")
  stats::setNames(groups, ifelse(nzchar(names), names, labels))
}

# Rows without a response say nothing about the predictions.
with_known_truth <- function(explained, y) {
  of_one <- function(y) rowSums(is.na(as.matrix(y))) > 0
  is_missing <- if (is.list(y)) Reduce(`|`, lapply(y, of_one)) else of_one(y)
  if (all(is_missing)) abort("The response is missing in all rows of `data`.")
  tell_left_out(sum(is_missing), "a response")
  if (any(is_missing)) {
    explained$data <- take_rows(explained$data, which(!is_missing))
    y <- take_rows(y, which(!is_missing))
  }
  c(explained, list(y = y))
}

metric_value <- function(metric, truth, outputs) {
  if (!is.list(outputs) && is.matrix(truth) && is.null(dim(outputs))) outputs <- as.matrix(outputs)
  if (anyNA(outputs, recursive = TRUE)) {
    abort("Predictions are missing. Leave out the rows of `data` with missing values.")
  }
  if (is.matrix(truth) && !is_survival(truth) && !identical(dim(truth), dim(outputs))) {
    abort("`y` is %s, but the predictions are %s. Give `metric` as a function.", describe(truth),
          describe(outputs))
  }
  value <- metric$compute(truth, outputs)
  must_return(value, "one number", is.numeric(value) && length(value) == 1L, "metric")
  as.double(value)
}

#' @rdname feature_importance
#' @param x The value of `feature_importance()`.
#' @export
print.keras_importance <- function(x, ...) {
  repeats <- attr(x, "repeats")
  if (!is.null(repeats)) {
    cat(sprintf("Permutation importance: change of the %s, which is %s, in %s\n", attr(x, "metric"),
                format(attr(x, "value"), digits = 4),
                count_of(repeats, "shuffle", "shuffles")))
  }
  print.data.frame(x, digits = 4, ...)
  invisible(x)
}

#' @rdname feature_importance
#' @param method String: `"ggplot2"`, `"base"`, or `"auto"` for ggplot2 if it is installed.
#' @export
plot.keras_importance <- function(x, ..., method = c("auto", "ggplot2", "base")) {
  label <- sprintf("change of the %s", attr(x, "metric") %||% "metric")
  data <- data.frame(
    feature = factor(x$feature, rev(unique(x$feature))), value = x$importance,
    low = x$importance - x$sd, high = x$importance + x$sd
  )
  plot_bars(data, label, match_choice(method), x)
}

# ---- The package lime ----------------------------------------------------------------------------

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
