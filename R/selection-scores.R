# The responses and predictions of held-out rows, as the columns of a data frame, and their metrics.

# ---- Responses -----------------------------------------------------------------------------------

# list(expression, env), or NULL where the response is not known.
response_expression <- function(response, data) {
  if (inherits(response, "formula")) {
    return(list(expression = response[[2]], env = environment(response)))
  }
  if (!is.null(response)) {
    check_string(response, "response")
    if (!response %in% names(data)) {
      abort("`response`: `data` has no column `%s`. Its columns are %s.", response,
            in_ticks(names(data)))
    }
    return(list(expression = as.name(response), env = baseenv()))
  }
}

# The left side of the only formula in the code of `model_fn`. It is a guess, by which only the
# folds are stratified.
guessed_response <- function(model_fn, data) {
  found <- list()
  search <- function(x) {
    if (!is.call(x)) return()
    if (identical(x[[1]], quote(`~`)) && length(x) == 3L) found <<- c(found, list(x[[2]]))
    for (part in as.list(x)) if (!missing(part)) search(part)
  }
  search(body(model_fn))
  found <- unique(found)
  if (length(found) != 1L) return(NULL)
  first <- if (is_list_call(found[[1]])) found[[1]][[2]] else found[[1]]
  y <- tryCatch(eval(first, data, environment(model_fn)), error = function(error) NULL)
  if (NROW(y) == nrow(data) && (is.atomic(y) || is.factor(y))) y
}

# A named list of the responses of all rows: of the levels of a factor, a fold may lack some.
responses_in <- function(data, model, response) {
  if (is.null(response)) {
    design <- if (is_model(model)) memory_of(model)$trained$formula
    if (!is.null(design$responses)) {
      return(known_responses(design, data))
    }
    formula <- tryCatch(stats::formula(model), error = function(error) NULL)
    if (length(formula) != 3L) {
      abort(c("The response of the model is not known, as it was not trained with a formula: name",
              "the column as `response`."))
    }
    response <- list(expression = formula[[2]], env = environment(formula) %||% globalenv())
  }
  if (!is_list_call(response$expression)) {
    return(stats::setNames(list(eval(response$expression, data, response$env)),
                           deparse1(response$expression)))
  }
  eval(response$expression, data, response$env)
}

# ---- Predictions ---------------------------------------------------------------------------------

predictions_for <- function(model, data) {
  if (is_model(model)) {
    type <- if (is.null(target_levels(facts_of(model)))) "response" else "prob"
    return(stats::predict(model, data, type = type, verbose = 0))
  }
  # Its risk is larger where the event is earlier.
  if (inherits(model, "coxph")) return(-stats::predict(model, newdata = data))
  if (inherits(model, "lm")) stats::predict(model, data, type = "response")
  else stats::predict(model, newdata = data)
}

# A list of list(observed, predicted, prob) with an element for each response, and for each column
# of a matrix of numbers.
matched_outputs <- function(observed, predicted) {
  if (length(observed) == 1L && !is_several(predicted)) predicted <- list(predicted)
  if (!is_several(predicted) || length(predicted) != length(observed)) {
    abort("There are %d responses, but the predictions are %s.", length(observed),
          describe(predicted))
  }
  if (all(names(observed) %in% names(predicted))) predicted <- predicted[names(observed)]
  outputs <- Map(function(observed, predicted, name) {
    if (NROW(predicted) != NROW(observed)) {
      abort("There are %d held-out rows, but %d predictions of `%s`.", NROW(observed),
            NROW(predicted), name)
    }
    # Survival times are a matrix of numbers, too.
    is_survival <- is_survival(observed)
    if (is.numeric(observed) && !is_survival) return(number_outputs(observed, predicted, name))
    output <- if (is_class(observed)) class_output(observed, predicted, name)
      else if (is_survival) survival_output(observed, predicted, name)
      else list(observed = I(observed), predicted = I(predicted))
    stats::setNames(list(output), name)
  }, observed, predicted, names(observed))
  unlist(unname(outputs), recursive = FALSE)
}

is_several <- function(x) is.list(x) && !is.data.frame(x)

is_class <- function(y) is.factor(y) || is.character(y) || is.logical(y)

number_outputs <- function(observed, predicted, name) {
  if (!is.numeric(predicted)) {
    abort("The response `%s` is numbers, but its predictions are %s.", name, describe(predicted))
  }
  if (NCOL(observed) != NCOL(predicted)) {
    abort("The response `%s` has %d columns, but its predictions have %d.", name, NCOL(observed),
          NCOL(predicted))
  }
  observed <- as.matrix(observed)
  predicted <- as.matrix(predicted)
  outputs <- lapply(seq_len(ncol(observed)), function(column) {
    list(observed = as.vector(observed[, column]), predicted = as.vector(predicted[, column]))
  })
  columns <- colnames(observed) %||% paste0(name, "_", seq_len(ncol(observed)))
  stats::setNames(outputs, if (ncol(observed) == 1L) name else columns)
}

# Predictions are larger where the event is later.
survival_output <- function(observed, predicted, name) {
  check_right_censored(observed, name)
  if (!is.numeric(predicted) || NCOL(predicted) != 1L) {
    abort("The predictions of the survival times `%s` must be one number for each row, not %s.",
          name, describe(predicted))
  }
  list(observed = observed[, "time"], event = observed[, "status"] == 1,
       predicted = as.vector(predicted), times = observed)
}

# One number is the probability of the second class.
class_output <- function(observed, predicted, name) {
  observed <- factor(observed)
  if (is_class(predicted)) {
    levels <- union(levels(observed), levels(factor(predicted)))
    return(list(observed = factor(observed, levels),
                predicted = factor(predicted, levels, ordered = is.ordered(observed))))
  }
  predicted <- as.matrix(predicted)
  levels <- levels(observed)
  if (ncol(predicted) == 1L && length(levels) == 2L) {
    predicted <- cbind(1 - predicted[, 1], predicted[, 1])
    colnames(predicted) <- levels
  }
  if (is.null(colnames(predicted)) && ncol(predicted) == length(levels)) {
    colnames(predicted) <- levels
  }
  if (!is.numeric(predicted) || is.null(colnames(predicted))) {
    abort(c("The response `%s` has the classes %s: its predictions must be classes, or a matrix",
            "with a column of probabilities for each."), name, first_few(levels))
  }
  levels <- union(levels, colnames(predicted))
  # A class that was not in the training data has the probability 0.
  prob <- matrix(0, nrow(predicted), length(levels), dimnames = list(NULL, levels))
  prob[, colnames(predicted)] <- predicted
  is_known <- rowSums(is.na(prob)) == 0
  code <- rep(NA_integer_, nrow(prob))
  code[is_known] <- max.col(prob[is_known, , drop = FALSE], "first")
  list(observed = factor(observed, levels), prob = prob,
       predicted = factor(levels[code], levels, ordered = is.ordered(observed)))
}

# The columns of several responses end in their names.
prediction_columns <- function(outputs) {
  columns <- lapply(names(outputs), function(name) {
    output <- outputs[[name]]
    columns <- output[intersect(c("observed", "event", "predicted"), names(output))]
    if (!is.null(output$prob)) {
      prob <- as.data.frame(output$prob, optional = TRUE)
      columns <- c(columns, stats::setNames(prob, paste0("prob_", names(prob))))
    }
    if (length(outputs) > 1L) names(columns) <- paste0(names(columns), "_", name)
    columns
  })
  unlist(columns, recursive = FALSE)
}

# ---- Metrics -------------------------------------------------------------------------------------

# A named vector. `metrics` are functions of the data frame of predictions.
scores_of <- function(outputs, predictions, metrics) {
  scores <- lapply(outputs, function(output) unlist(scores_of_output(output)))
  if (length(outputs) > 1L) {
    scores <- Map(function(scores, name) {
      if (length(scores) > 0L) stats::setNames(scores, paste0(name, "_", names(scores)))
    }, scores, names(outputs))
  }
  scores <- unlist(unname(scores))
  own <- vapply(names(metrics), function(name) {
    value <- metrics[[name]](predictions)
    if (!is.numeric(value) && !is.logical(value) || length(value) != 1L) {
      abort("`metrics`: `%s` must return one number, not %s.", name, describe(value))
    }
    as.double(value)
  }, 0)
  c(scores, own)
}

scores_of_output <- function(output) {
  if (!is.null(output$times)) {
    return(c(concordance = concordance(output$times, output$predicted)))
  }
  known <- !is.na(output$observed)
  if (inherits(output$observed, "AsIs")) return(NULL)
  observed <- output$observed[known]
  predicted <- output$predicted[known]
  if (!is.factor(observed)) return(number_scores(observed, predicted))
  accuracy <- mean(observed == predicted)
  if (is.null(output$prob)) return(c(accuracy = accuracy))
  prob <- output$prob[known, , drop = FALSE]
  code <- as.integer(observed)
  c(accuracy = accuracy, log_loss = log_loss_of(prob, code), brier = brier_of(prob, code))
}

number_scores <- function(observed, predicted) {
  error <- observed - predicted
  total <- sum((observed - mean(observed))^2)
  c(rmse = sqrt(mean(error^2)), mae = mean(abs(error)),
    r_squared = if (length(observed) > 1L && total > 0) 1 - sum(error^2) / total else NA)
}
