# Counterfactuals: the smallest change of a row that changes its prediction.

#' Counterfactual explanations
#'
#' `counterfactual()` looks for a small change of a row that makes the model predict something else:
#' which columns would have to have which values?
#'
#' The search (`method = "search"`) is greedy. In each step, every column that is not `fixed` is
#' tried with all values of its grid: quantiles of the numbers in `data`, or the categories there.
#' Changes that reach the target are preferred, the nearest one among them; otherwise the change
#' that comes closest to the target for its size. The size of a change is the difference divided by
#' the mean absolute deviation of the column, and 1 for another category. All changes of a step are
#' predicted in one call of `predict()`. At the end, changes that turn out not to be needed are
#' taken back. Gradients are not used, so categories and models of all kinds have counterfactuals.
#'
#' `method = "gradient"` is for columns of numbers, and changes several of them together, by values
#' between those of `data`. It minimizes \eqn{\lambda m(x') + \sum_j |x'_j - x_j| / s_j} (Wachter et
#' al., 2018) by proximal gradient steps: \eqn{s_j} is the mean absolute deviation of a column, and
#' \eqn{m} is how far the prediction is from the target: for classes the logarithm of the ratio of
#' the largest other probability and that of the target, for numbers the difference. \eqn{\lambda}
#' grows until the target is reached; then the change is shortened to where it is just reached.
#' Values stay in the range of `data`. Derivatives are differences of predictions for small changes,
#' so that columns that R transforms (`log(x)` in the formula) are explained as well. If more than
#' `max_changes` columns change, those with the smallest changes are kept fixed.
#'
#' A counterfactual explains the model, not the world: changing the column need not change the
#' outcome.
#'
#' @inheritParams feature_importance
#' @param row Data frame, or matrix, with one row: the case to change.
#' @param target For classes, the name of the class to predict. For numbers, the value to reach, or
#'   two numbers, the smallest and the largest.
#' @param data Data frame or matrix whose values are tried. `NULL` means the data frame that a model
#'   of [tabular()] keeps.
#' @param fixed Names of columns that must not change.
#' @param max_changes Positive integer. Largest number of columns to change.
#' @param grid Positive integer. Number of values of each column to try, by the search.
#' @param method String. `"search"` or `"gradient"`: see there.
#' @return A data frame of class `keras_counterfactual` with a row for each changed column:
#'   `feature`, `from`, `to`, as text. Its attributes are `row`, the changed row; `reached`, whether
#'   the target was reached; and `prediction`, the predictions (for classes the probabilities of
#'   `target`) before and after. If the target was not reached, a warning of class
#'   `rkeras_warning_counterfactual` says so.
#' @references Wachter, S., Mittelstadt, B. and Russell, C. (2018), [Counterfactual explanations
#'   without opening the black box](https://arxiv.org/abs/1711.00399). *Harvard Journal of Law and
#'   Technology* 31.
#' @concept counterfactual
#' @concept what if
#' @concept explainable AI
#' @family explanations
#' @export
#' @examplesIf is_keras_available()
#' set_random_seed(1)
#' model <- tabular(Species ~ ., data = iris, epochs = 30)
#' counterfactual(model, iris[71, ], target = "virginica", fixed = "Sepal.Length")
#' counterfactual(model, iris[71, ], target = "virginica", method = "gradient")
counterfactual <- function(model, row, target, data = NULL, fixed = NULL, ..., max_changes = 3,
                           grid = 20, method = c("search", "gradient")) {
  check_no_dots(...)
  method <- match_choice(method)
  max_changes <- as_count(max_changes, "max_changes", is_required = TRUE)
  grid <- as_count(grid, "grid", is_required = TRUE)
  case <- explained(model, row)
  if (n_rows(case$data) != 1L) abort("`row` must be one row, not %d.", n_rows(case$data))
  seen <- explained(model, data)
  if (!is.null(fixed)) fixed <- check_features(fixed, seen$features, "fixed")
  free <- setdiff(intersect(seen$features, case$features), fixed)
  if (length(free) == 0L) abort("All columns are `fixed`, so none can change.")
  goal <- goal_of(case$facts, model, target)
  # Of lists of changes, each a list of values by column: all are predicted in one call.
  outputs_of <- function(changes) {
    over_variants(case, length(changes), change = function(i) lapply(changes[[i]], as_data_value),
                  predictor = goal$predictor, fn = identity)
  }
  before <- outputs_of(list(list()))[[1]]
  # A single number is reached when its side changes: from below it to above it, or the other way
  # round.
  if (length(goal$target) == 1L) {
    side <- sign(goal$target - goal$value(before))
    goal$distance <- function(outputs) pmax(side * (goal$target - goal$value(outputs)), 0)
  }
  found <- if (method == "gradient") {
    descend(case, ranges_of(case, seen$data, free), goal, outputs_of, max_changes)
  } else {
    choices <- lapply(stats::setNames(nm = free), choices_of, seen$data, grid)
    search_changes(case, choices, goal, outputs_of, max_changes)
  }
  after <- outputs_of(list(found))[[1]]
  found <- list(changes = found, reached = goal$distance(after) == 0,
                prediction = c(before = goal$value(before), after = goal$value(after)))
  counterfactual_result(case, found, goal)
}

# list(predictor, distance, value): `distance(outputs)` is 0 for predictions that reach the target.
goal_of <- function(facts, model, target) {
  if (length(target) == 0L || anyNA(target)) abort("`target` is missing.")
  levels <- target_levels(facts)
  if (is.factor(target)) target <- as.character(target)
  if (is.character(target)) {
    if (is.null(levels) || is.list(levels)) {
      abort("`target` is a class, but the model was not trained on one factor.")
    }
    at <- output_position(as_string(target, "target"), levels)
    behind <- function(p) apply(p[, -at, drop = FALSE], 1L, max) - p[, at]
    return(list(
      predictor = predictor_of(model, "prob"), value = function(p) unname(p[, at]),
      # The target is the most likely class.
      distance = function(p) pmax(behind(p), 0),
      slope = function(p) behind(log(pmax(p, 1e-30)))
    ))
  }
  must_be(target, "a class, a number, or the smallest and the largest number",
          is.numeric(target) && length(target) %in% 1:2 && is.null(levels))
  value <- function(outputs) {
    outputs <- output_columns(outputs, NULL)
    if (ncol(outputs) > 1L) abort("The model has several outputs. Counterfactuals need one.")
    unname(outputs[, 1])
  }
  list(predictor = predictor_of(model, "response"), value = value,
       target = if (length(target) == 2L) sort(target) else target,
       distance = function(outputs) {
         pmax(min(target) - value(outputs), 0) + pmax(value(outputs) - max(target), 0)
       })
}

# list(values, cost): the values to try, and a function of the size of the change from a value.
choices_of <- function(name, data, grid) {
  x <- vector_of(data, name, "Name it in `fixed`.")
  if (is_category(x)) {
    return(list(values = categories_in(x), cost = function(from, to) {
      as.numeric(is.na(from) | as.character(to) != as.character(from))
    }))
  }
  numbers <- as.double(x)
  scale <- size_of_changes(numbers)
  list(
    values = values_on_grid(x, grid, by_quantile = TRUE),
    cost = function(from, to) {
      if (is.na(from)) 1 else abs(as.double(to) - as.double(from)) / scale
    }
  )
}

# The mean absolute deviation, which is never 0.
size_of_changes <- function(numbers) {
  max(mean(abs(numbers - stats::median(numbers, na.rm = TRUE)), na.rm = TRUE), 1e-12)
}

# The changes.
search_changes <- function(case, choices, goal, outputs_of, max_changes) {
  first <- case$data
  changes <- list()
  distance <- goal$distance(outputs_of(list(changes))[[1]])
  while (distance > 0 && length(changes) < max_changes) {
    tried <- candidates(changes, choices, first)
    if (length(tried$changes) == 0L) break
    distances <- vapply(outputs_of(tried$changes), goal$distance, 0)
    gain <- (distance - distances) / tried$cost
    best <- if (any(distances == 0)) which.min(ifelse(distances == 0, tried$cost, Inf))
            else which.max(gain)
    if (distances[[best]] >= distance) break
    changes <- tried$changes[[best]]
    distance <- distances[[best]]
  }
  if (distance == 0) needed_changes(changes, outputs_of, goal) else changes
}

# list(changes, cost): one column more is changed in each.
candidates <- function(changes, choices, first) {
  left <- setdiff(names(choices), names(changes))
  each <- lapply(left, function(name) {
    from <- column_of(first, name)
    choice <- choices[[name]]
    cost <- vapply(seq_along(choice$values), function(i) choice$cost(from, choice$values[[i]]), 0)
    moved <- which(cost > 0)
    value <- function(i) stats::setNames(list(choice$values[[i]]), name)
    list(changes = lapply(moved, function(i) c(changes, value(i))), cost = cost[moved])
  })
  list(changes = unlist(lapply(each, `[[`, "changes"), recursive = FALSE),
       cost = unlist(lapply(each, `[[`, "cost")))
}

needed_changes <- function(changes, outputs_of, goal) {
  for (name in names(changes)) {
    without <- changes[setdiff(names(changes), name)]
    if (goal$distance(outputs_of(list(without))[[1]]) == 0) changes <- without
  }
  changes
}

counterfactual_result <- function(case, found, goal) {
  row <- case$data
  as_text <- function(x) format(x, digits = 4, trim = TRUE)
  names <- names(found$changes) %||% character()
  from <- vapply(names, function(name) as_text(as.vector(column_of(row, name))), "")
  for (name in names) row <- set_rows(row, name, 1L, as_data_value(found$changes[[name]]))
  to <- vapply(names, function(name) as_text(as.vector(column_of(row, name))), "")
  if (!found$reached) {
    warn(c("The target is not reached by changes of %s: the prediction changes from %s to %s.",
           "Allow more by `max_changes`, a larger `grid` of the search, or fewer `fixed` columns."),
         count_of(length(names), "column", "columns"), as_text(found$prediction[[1]]),
         as_text(found$prediction[[2]]), kind = "counterfactual")
  }
  structure(
    data.frame(feature = names, from = unname(from), to = unname(to)),
    class = c("keras_counterfactual", "data.frame"), row = row, reached = found$reached,
    prediction = found$prediction
  )
}

#' @export
print.keras_counterfactual <- function(x, ...) {
  prediction <- attr(x, "prediction")
  if (!is.null(prediction)) {
    cat(sprintf("%s: the prediction changes from %s to %s by\n",
                if (attr(x, "reached")) "Counterfactual" else "Target not reached",
                format(prediction[[1]], digits = 4), format(prediction[[2]], digits = 4)))
  }
  print.data.frame(x, ...)
  invisible(x)
}
