# tabular() as a model of the package caret.

#' A model for caret
#'
#' `caret::train(method = rkeras_model())` tunes and resamples models of [tabular()]: the units of
#' two hidden layers (the second has half of them, 0 is none), the dropout, and the learning rate of
#' Adam. Other arguments of `tabular()` are passed through `train()`.
#'
#' @return A list, as `method` of `caret::train()` takes it.
#' @concept caret
#' @concept hyperparameters
#' @concept tuning
#' @seealso [tabular()]
#' @references <https://topepo.github.io/caret/using-your-own-model-in-train.html>
#' @export
#' @examples
#' model <- rkeras_model()
#' model$parameters
#' \dontrun{
#' caret::train(Species ~ ., data = iris, method = rkeras_model(), tuneLength = 2,
#'              trControl = caret::trainControl("cv", number = 3))
#' }
rkeras_model <- function() {
  list(
    label = "Neural network of Keras", library = "rkeras", loop = NULL,
    type = c("Regression", "Classification"),
    parameters = data.frame(
      parameter = c("units", "dropout", "learning_rate"), class = "numeric",
      label = c("Hidden units", "Dropout", "Learning rate")
    ),
    grid = caret_grid, fit = caret_fit,
    predict = function(modelFit, newdata, submodels = NULL) {
      is_class <- identical(modelFit$problemType, "Classification")
      stats::predict(modelFit$model, newdata = as.data.frame(newdata), verbose = 0,
                     type = if (is_class) "class" else "response")
    },
    prob = function(modelFit, newdata, submodels = NULL) {
      as.data.frame(stats::predict(modelFit$model, newdata = as.data.frame(newdata), verbose = 0,
                                   type = "prob"))
    },
    levels = function(x) x$obsLevels, sort = function(x) x[order(x$units, -x$dropout), ],
    predictors = function(x, ...) all.vars(stats::formula(x$model))[-1]
  )
}

caret_grid <- function(x, y, len = NULL, search = "grid") {
  if (search == "random") {
    return(data.frame(units = 2^sample(3:8, len, TRUE), dropout = stats::runif(len, 0, 0.5),
                      learning_rate = 10^stats::runif(len, -3.5, -1.5)))
  }
  expand.grid(units = 2^(seq_len(len) + 3), dropout = c(0, 0.1, 0.3)[seq_len(min(len, 3L))],
              learning_rate = 0.003)
}

# caret adds fields to what this returns, so the model is in a list.
caret_fit <- function(x, y, wts, param, lev, last, weights, classProbs, ...) {
  data <- as.data.frame(x)
  data$.outcome <- y
  hidden <- c(param$units, param$units %/% 2)
  call <- quote(tabular(.outcome ~ ., data, hidden = hidden[hidden > 0], dropout = param$dropout,
                        optimizer = optimizer_adam(param$learning_rate), ...))
  if (!is.null(wts)) call$weights <- quote(wts)
  list(model = eval(call))
}
