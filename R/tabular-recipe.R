# tabular() in other packages: of a recipe of recipes, and as a model of caret.

#' @export
tabular.recipe <- function(formula, data, ...) {
  need_package("recipes", "Recipes need")
  data <- as_table(data)
  recipe <- recipes::prep(formula, training = data, verbose = FALSE)
  later <- as.data.frame(recipes::bake(recipe, new_data = data))
  rows <- rows_of_training(recipe, data, later)
  call <- match.call()
  call[[1]] <- quote(tabular)
  again <- call
  again$formula <- stats::as.formula(formula_of_recipe(recipe), parent.frame())
  again$data <- rows
  again$weights <- weights_in_recipe(recipe, rows, call$weights)
  made <- eval(again, parent.frame())
  remember_recipe(memory_of(made), recipe, call, data, rows, later)
  made
}

# With the steps that are skipped later. prep() keeps the rows of an earlier preparation.
rows_of_training <- function(recipe, data, later) {
  is_skipped <- vapply(recipe$steps, function(step) isTRUE(step$skip), NA)
  if (!any(is_skipped)) return(later)
  for (i in which(is_skipped)) recipe$steps[[i]]$skip <- FALSE
  as.data.frame(recipes::bake(recipe, new_data = data))
}

variables_of_role <- function(recipe, role) {
  roles <- summary(recipe)
  roles$variable[roles$role %in% role]
}

formula_of_recipe <- function(recipe) {
  outcomes <- lapply(stats::setNames(nm = variables_of_role(recipe, "outcome")), as.name)
  if (length(outcomes) == 0L) abort("The recipe has no variable of the role \"outcome\".")
  response <- if (length(outcomes) == 1L) outcomes[[1]] else as.call(c(quote(list), outcomes))
  inputs <- lapply(variables_of_role(recipe, "predictor"), as.name)
  if (length(inputs) == 0L) abort("The recipe has no variable of the role \"predictor\".")
  call("~", response, Reduce(function(a, b) call("+", a, b), inputs))
}

# Numbers, or the expression of the argument `weights`.
weights_in_recipe <- function(recipe, rows, argument) {
  name <- variables_of_role(recipe, "case_weights")
  if (length(name) == 0L) return(argument)
  if (!is.null(argument)) {
    abort("`weights` are given, but the recipe has case weights, `%s`. Use one of them.", name)
  }
  as.double(unclass(rows[[name]]))
}

# What the model keeps are the rows before the recipe, if it is trained on those that predict()
# makes of them.
remember_recipe <- function(memory, recipe, call, data, rows, later) {
  memory$trained$formula$recipe <- recipe
  before <- recipe$var_info$variable[recipe$var_info$role %in% "predictor"]
  memory$trained$formula$raw <- lapply(data[intersect(before, names(data))], raw_column)
  outcomes <- variables_of_role(recipe, "outcome")
  memory$trained$formula$skips_outcome <- !all(unlist(Map(`%in%`, rows[outcomes], later[outcomes])))
  # Their numbers are the names of the baked ones.
  kept <- as.integer(rownames(memory$table$data))
  is_kept <- nrow(later) == nrow(data) && identical(rows, later)
  memory$table["data"] <- list(if (is_kept && length(kept)) data[kept, , drop = FALSE])
  memory$table$call <- call
}

# What is needed to make a column like it of JSON.
raw_column <- function(x) {
  kind <- kind_in_formula(x)
  list(kind = kind, levels = if (is.factor(x)) levels(x),
       units = if (kind == "span") units(x))
}

# ---- caret ---------------------------------------------------------------------------------------

#' A model for caret
#'
#' `caret::train(method = rkeras_model())` tunes and resamples models of [tabular()]: the units of
#' the first hidden layer (0 is none) and the number of layers, each with half of the units of the
#' one before, the dropout, and the learning rate of Adam. Other arguments of `tabular()` are passed
#' through `train()`. After [set.seed()], `train()` finds the same again.
#'
#' @return A list, as `method` of `caret::train()` takes it.
#' @concept caret
#' @concept hyperparameters
#' @concept tuning
#' @seealso [tabular()]; `rkeras_guide("cross-validation-tuning")`.
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
      parameter = c("units", "layers", "dropout", "learning_rate"), class = "numeric",
      label = c("Hidden units", "Hidden layers", "Dropout", "Learning rate")
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
    levels = function(x) x$obsLevels, sort = function(x) x[order(x$layers, x$units, -x$dropout), ],
    predictors = function(x, ...) all.vars(stats::formula(x$model))[-1]
  )
}

caret_grid <- function(x, y, len = NULL, search = "grid") {
  if (search == "random") {
    return(data.frame(
      units = 2^sample(3:8, len, TRUE), layers = sample(3L, len, TRUE),
      dropout = stats::runif(len, 0, 0.5), learning_rate = 10^stats::runif(len, -3.5, -1.5)
    ))
  }
  expand.grid(units = 2^(seq_len(len) + 3), layers = utils::head(c(2, 1, 3), len),
              dropout = utils::head(c(0, 0.1, 0.3), len), learning_rate = 0.003)
}

# caret adds fields to what this returns, so the model is in a list.
caret_fit <- function(x, y, wts, param, lev, last, weights, classProbs, ...) {
  data <- as.data.frame(x)
  data$.outcome <- y
  hidden <- param$units %/% 2^(seq_len(param$layers) - 1L)
  call <- quote(tabular(.outcome ~ ., data, hidden = hidden[hidden > 0], dropout = param$dropout,
                        optimizer = optimizer_adam(param$learning_rate), ...))
  if (!is.null(wts)) call$weights <- quote(wts)
  list(model = eval(call))
}
