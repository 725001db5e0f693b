# How well predictions fit the truth, for permutation importance.

# list(name, compute, sign, type, levels): `sign` is 1 if smaller values are better, otherwise -1.
metric_of <- function(metric, smaller_is_better, facts, y) {
  is_class <- are_classes(facts, y)
  if (is.function(metric)) {
    return(list(
      name = "metric", compute = metric, type = if (is_class) "prob" else "response",
      sign = if (as_flag(smaller_is_better, "smaller_is_better")) 1 else -1
    ))
  }
  if (is.list(y) && !is.data.frame(y)) {
    abort(c("The model has several responses: give `metric` as a function of the list of responses",
            "and the list of predictions."))
  }
  known <- if (is_class) class_metrics else if (is_survival(y)) survival_metrics else number_metrics
  metric <- as_choice(metric %||% names(known)[[1]], names(known), "metric")
  list(
    name = metric, compute = known[[metric]], type = if (is_class) "prob" else "response",
    sign = if (metric %in% c("rsq", "accuracy", "roc_auc", "concordance")) -1 else 1
  )
}

are_classes <- function(facts, y) {
  is.factor(y) || is.character(y) || is.logical(y) || length(unlist(target_levels(facts))) > 0L ||
    grepl("crossentropy", facts$compares, fixed = TRUE)
}

number_metrics <- list(
  rmse = function(truth, estimate) sqrt(mean((truth - estimate)^2)),
  mae = function(truth, estimate) mean(abs(truth - estimate)),
  mse = function(truth, estimate) mean((truth - estimate)^2),
  rsq = function(truth, estimate) {
    1 - sum((truth - estimate)^2) / sum(sweep(truth, 2L, colMeans(truth))^2)
  }
)

survival_metrics <- list(concordance = function(truth, estimate) concordance(truth, estimate[, 1]))

# `truth` is a factor, `estimate` the matrix of probabilities of its levels.
class_metrics <- list(
  log_loss = function(truth, estimate) log_loss_of(estimate, as.integer(truth)),
  accuracy = function(truth, estimate) mean(max.col(estimate, "first") == as.integer(truth)),
  roc_auc = function(truth, estimate) {
    if (nlevels(truth) != 2L) abort("`metric` is \"roc_auc\", which is for two classes.")
    roc_area(estimate[, 2], as.integer(truth) == 2L)
  },
  brier = function(truth, estimate) brier_of(estimate, as.integer(truth))
)

# The probability that a row of the class has a larger one than another row (Mann and Whitney).
roc_area <- function(prob, is_class) {
  n <- as.double(sum(is_class))
  (sum(rank(prob)[is_class]) - n * (n + 1) / 2) / (n * sum(!is_class))
}

# ---- The truth -----------------------------------------------------------------------------------

# The response as metrics take it: numbers in a matrix, or a factor. `y` may be in the data.
truth_of <- function(explained, y) {
  design <- trained_on(explained$facts)$formula
  data <- explained$data
  if (is.null(y)) {
    if (is.null(design) || !is.data.frame(data)) {
      abort("`y` is missing. Give the response of each row; only models of formulas know it.")
    }
    is_survival <- is_response(response_of(explained$facts), "survival")
    y <- if (is_survival) known_responses(design, data)[[1]] else targets_in(design, data)
  } else if (is_string(y) && is.data.frame(data) && y %in% names(data)) {
    y <- data[[y]]
  }
  if (is.data.frame(y)) y <- if (length(y) == 1L) y[[1]] else as.matrix(y)
  if (n_rows(y) != n_rows(data)) {
    abort("`y` has %d values, but `data` has %d rows.", n_rows(y), n_rows(data))
  }
  y
}

as_truth <- function(y, facts, levels) {
  if (is.list(y) || is_survival(y)) return(y)
  if (!are_classes(facts, y)) return(unname(as.matrix(y)))
  if (length(dim(y)) == 2L && ncol(y) > 1L) {
    if (any(rowSums(y) != 1)) {
      abort("Rows of `y` have more than one class. Give `metric` as a function.")
    }
    y <- levels[max.col(y, "first")]
  }
  truth <- factor(as.character(as.vector(y)), levels)
  unknown <- setdiff(as.character(as.vector(y)), c(levels, NA))
  if (length(unknown) > 0L) {
    abort("`y` has the class \"%s\", but the model has %s.", unknown[[1]], in_quotes(levels))
  }
  truth
}

# The classes in the order of the outputs. Without a factor they are counted from 0.
levels_of_truth <- function(facts, y) {
  known <- unlist(target_levels(facts))
  if (!is.null(known) || !are_classes(facts, y)) return(known)
  if (is.factor(y)) return(levels(y))
  if (is.character(y) || is.logical(y)) return(levels(factor(y)))
  as.character(seq_len(max(facts$units %||% 2L, 2L)) - 1L)
}
