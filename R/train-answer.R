# The outputs of predict() in the form that its argument `type` asks for.

# Levels of ordered factors have the attribute "ordered".
class_levels <- function(facts, levels, is_needed) {
  if (is.null(levels)) levels <- marked_ordered(target_levels(facts), trained_on(facts)$y)
  if (is.null(levels)) {
    if (!is_needed) return(NULL)
    abort(paste0(
      "The classes are not known, as the model was not trained on a factor: ",
      "give them as `levels`."
    ))
  }
  if (is.character(levels)) levels
  else if (!is.list(levels)) as.character(levels)
  else lapply(levels, function(x) if (is.null(x) || is.character(x)) x else as.character(x))
}

marked_ordered <- function(levels, layout) {
  if (is.list(levels)) return(Map(marked_ordered, levels, layout$parts))
  if (isTRUE(layout$ordered)) structure(levels, ordered = TRUE) else levels
}

# The levels of the targets: a vector or, for several outputs, a list with NULL for targets that
# were not factors. NULL if no target was a factor.
target_levels <- function(facts) {
  targets <- trained_on(facts)$y
  levels <- if (is.null(targets$parts)) targets$levels else lapply(targets$parts, `[[`, "levels")
  levels <- by_response(levels, trained_on(facts)$formula)
  if (length(unlist(levels)) > 0L) levels
}

# The levels of each output that has some, by the names of outputs that users know.
output_levels <- function(facts, outputs = unname(shown_outputs(facts) %||% "output")) {
  levels <- levels_by_output(target_levels(facts), outputs, length(outputs))
  if (length(outputs) == 1L) levels <- list(unlist(levels))
  drop_null(stats::setNames(levels, outputs))
}

# What is known of the response of a model with one output; NULL for several.
response_of <- function(facts) {
  responses <- design_responses(trained_on(facts)$formula)
  if (length(responses) > 0L) return(if (length(responses) == 1L) responses[[1]])
  if (facts$n_outputs > 1L) return(NULL)
  levels <- target_levels(facts)
  kind <- if (is.null(levels)) "number" else if (length(levels) <= 2L) "binary" else "classes"
  as_response(list(kind = kind, width = facts$units, levels = levels, head = facts$distribution))
}

# If it has a distribution. `what` needs one.
distribution_of <- function(facts, what) {
  response <- response_of(facts)
  if (is_response(response, "distribution")) return(response)
  abort(c(
    "%s, which is for models that predict a distribution of one response: by loss_quantile(),",
    "loss_gaussian_nll() or loss_gaussian_mixture_nll(), or by a `family` of tabular()."
  ), what)
}

# Each output by itself. Several are matched to the levels by name, or else by position.
as_answers <- function(outputs, facts, type, levels, probs = NULL, times = NULL) {
  design <- trained_on(facts)$formula
  outputs <- by_response(outputs, design)
  if (type %in% c("quantile", "parameters")) {
    response <- distribution_of(facts, sprintf("`type` is \"%s\"", type))
    parameters <- parameters_of(response, outputs)
    return(if (type == "parameters") parameters else quantiles_of(response, parameters, probs))
  }
  n <- if (is.list(outputs)) length(outputs) else 1L
  responses <- output_responses(design, n)
  if (!is.list(outputs)) return(prediction_of(responses[[1]], outputs, type, levels, facts, times))
  levels <- levels_by_output(levels, names(outputs), n)
  Map(function(outputs, levels, response) {
    without_classes <- length(levels) == 0L && type %in% c("class", "prob")
    if (without_classes) outputs else prediction_of(response, outputs, type, levels, facts, times)
  }, outputs, levels, responses)
}

# The levels of each output, in the order of predict().
levels_by_output <- function(levels, names, n) {
  if (is.null(levels)) {
    return(vector("list", n))
  }
  unname(if (is.null(names) || is.null(names(levels))) levels else levels[names])
}

# ---- Intervals -----------------------------------------------------------------------------------

# Whether intervals are made of the errors of the rows that the members of tabular() left out: not
# after conformal(), and not for a distribution.
has_left_out <- function(facts) {
  any(!is.na(facts$memory$table$errors)) && is.null(facts$memory$conformal)
}

# Without conformal(), the distribution that the model predicts.
calibration_for <- function(facts, level) {
  as_level(level, "level")
  kept <- facts$memory$conformal
  if (!is.null(kept)) {
    # Earlier versions had other words.
    kind <- sub("^class$", "classes", kept$kind)
    kept$response <- as_response(list(kind = kind, head = kept$head))
    return(kept)
  }
  response <- response_of(facts)
  if (!is_response(response, "distribution")) {
    abort(c(
      "`interval` needs rows that the model was not trained on: call conformal(model, rows)",
      "before, or tabular(calibration_split = 0.2). A model that predicts a distribution, as",
      "tabular(family = \"quantile\"), needs none."
    ))
  }
  list(response = response)
}

# `calibration` has the rows of conformal(), or the response alone.
interval_around <- function(predicted, calibration, x, level) {
  response <- calibration$response
  if (length(calibration) == 1L) return(predicted_interval(response, predicted, level))
  sizes <- if (!is.null(calibration$scale)) sizes_of(calibration$scale, x)
  conformal_interval(response, predicted, calibration, level, sizes)
}

# Those of errors, which the argument `scale` of conformal() predicts.
sizes_of <- function(scale, x) {
  sizes <- as.vector(if (is_py_object(scale)) stats::predict(scale, x, verbose = 0) else scale(x))
  if (!is.numeric(sizes) || anyNA(sizes) || any(sizes <= 0)) {
    abort(c("`scale` must predict positive numbers: exp() of a model of the logarithm of the error",
            "does."))
  }
  sizes
}

# ---- Names of rows -------------------------------------------------------------------------------

# Those that the user's data have, not R's numbers of all rows; of several inputs the first ones.
row_names_of <- function(x) {
  if (is_py_object(x) || is.function(x)) NULL
  else if (is.data.frame(x)) named_rows(x)
  else if (is.list(x)) Find(Negate(is.null), lapply(x, row_names_of))
  else if (length(dim(x)) > 1L) rownames(x)
}

named_rows <- function(frame) {
  if (!identical(attr(frame, "row.names"), seq_len(nrow(frame)))) row.names(frame)
}

# The predictions, each output, with these names, unless a recipe or `steps` has left out rows.
with_row_names <- function(answers, names) {
  if (is.null(names)) return(answers)
  if (is.list(answers)) return(lapply(answers, with_row_names, names))
  if (NROW(answers) == length(names)) {
    if (length(dim(answers)) > 1L) rownames(answers) <- names else names(answers) <- names
  }
  answers
}
