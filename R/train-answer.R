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

# Each output by itself. Several are matched to the levels by name, or else by position.
as_answers <- function(outputs, facts, type, levels, probs = NULL, times = NULL) {
  design <- facts$memory$trained$formula
  targets <- unname(design$targets)
  outputs <- by_response(outputs, design)
  if (type %in% c("quantile", "parameters")) {
    head <- needed_head(facts, sprintf("`type` is \"%s\"", type))
    parameters <- parameters_of(outputs, head)
    return(if (type == "parameters") parameters else quantiles_of(parameters, head, probs))
  }
  if (!is.list(outputs)) {
    return(as_answer(outputs, facts, type, levels, targets[[1]], times))
  }
  if (is.null(targets)) targets <- vector("list", length(outputs))
  levels <- levels_by_output(levels, names(outputs), length(outputs))
  Map(function(outputs, levels, target) {
    without_classes <- length(levels) == 0L && type %in% c("class", "prob")
    if (without_classes) outputs else as_answer(outputs, facts, type, levels, target, times)
  }, outputs, levels, targets)
}

# `target` is known of the models of tabular().
as_answer <- function(outputs, facts, type, levels, target, times = NULL) {
  if (identical(target$kind, "survival")) return(survival_answer(outputs, target, type, times))
  if (is.list(levels)) levels <- levels[[1]]
  if (type != "class") attributes(levels) <- NULL
  switch(type,
    class = most_likely(outputs, levels), prob = probabilities(outputs, levels, facts$from_logits),
    link = plain_column(link_of_answer(outputs, facts, target), target),
    response = if (!is.null(target$head)) {
      center_of(parameters_of(outputs, target$head), target$head)
    } else {
      plain_column(with_class_names(outputs, levels), target)
    }
  )
}

# The distribution of the only response that the model predicts; NULL if it predicts none.
head_of <- function(facts) {
  targets <- facts$memory$trained$formula$targets
  if (length(targets) > 1L) return(NULL)
  if (identical(targets[[1]]$kind, "count")) return(list(kind = "poisson"))
  head <- targets[[1]]$head %||% facts$distribution
  if (!is.null(head$probs)) head$probs <- unlist(head$probs)
  head
}

needed_head <- function(facts, what) {
  head_of(facts) %||% abort(c(
    "%s, which is for models that predict a distribution of one response: by loss_quantile(),",
    "loss_gaussian_nll() or loss_gaussian_mixture_nll(), or by a `family` of tabular()."
  ), what)
}

with_class_names <- function(outputs, levels) {
  if (is.matrix(outputs) && ncol(outputs) > 1L && ncol(outputs) == length(levels)) {
    colnames(outputs) <- levels
  }
  outputs
}

plain_column <- function(outputs, target) {
  if (is.null(target)) return(outputs)
  if (is.matrix(outputs) && ncol(outputs) == 1L) return(outputs[, 1])
  if (!is.null(target$names)) colnames(outputs) <- target$names
  outputs
}

probabilities <- function(outputs, levels, are_logits) {
  check_classes_of_outputs(outputs, levels)
  if (are_logits) {
    if (ncol(outputs) == 1L) outputs <- cbind(0, outputs)
    outputs <- softmax_of(outputs)
  }
  check_probabilities(outputs)
  if (ncol(outputs) == 1L) outputs <- cbind(1 - outputs, outputs)
  colnames(outputs) <- levels
  outputs
}

link_of_answer <- function(outputs, facts, target) {
  if (!is.null(target$head)) {
    abort(c("`type` is \"link\", but the model predicts a distribution. Its parameters are",
            "`type = \"parameters\"`."))
  }
  switch(inverse_of(activation_of(facts, target)), identity = outputs,
         logit = stats::qlogis(outputs), log = log(outputs))
}

# The name of the function that undoes the activation.
inverse_of <- function(activation) {
  switch(activation %||% "linear",
    linear = "identity", sigmoid = "logit", softmax = , exponential = "log",
    abort("`type` is \"link\", but the activation `%s` has no inverse.", activation)
  )
}

activation_of <- function(facts, target) {
  if (is.null(target)) return(facts$activation)
  switch(target$kind, number = "linear", count = "exponential", binary = "sigmoid", "softmax")
}

# The class of each row. A single column is the probability of the second level.
most_likely <- function(outputs, levels) {
  check_classes_of_outputs(outputs, levels)
  if (ncol(outputs) == 1L) check_probabilities(outputs)
  code <- if (ncol(outputs) == 1L) 1L + (outputs[, 1] > 0.5) else max.col(outputs, "first")
  factor(levels[code], levels, ordered = isTRUE(attr(levels, "ordered")))
}

check_classes_of_outputs <- function(outputs, levels) {
  if (!is.matrix(outputs) || max(ncol(outputs), 2L) != length(levels)) {
    abort("The outputs have shape %s, which does not fit %d classes.",
          format_shape(c(NA, dim(outputs)[-1])), length(levels))
  }
}

check_probabilities <- function(outputs) {
  if (any(outputs < 0 | outputs > 1, na.rm = TRUE)) {
    abort("The output is not a probability: it must lie between 0 and 1.")
  }
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
