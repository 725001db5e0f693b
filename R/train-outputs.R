# What belongs to the outputs of a model: targets, weights, losses and metrics, each to its output.

# A list with a part for each output, in the order of the outputs; other values as they are. Parts
# without names are those of the outputs that no name was given for, in their order. A list of one
# part is for the only output.
by_output <- function(x, facts, argument) {
  x <- named_by_position(x, facts$named_outputs)
  known <- known_outputs(facts)
  if (!is_by_name(x) || is.null(known)) {
    return(x)
  }
  x <- responses_by_output(x, facts, argument)
  x <- name_by_position(x, response_names(facts), argument)
  check_output_names(names(x), known, argument)
  order <- if (all(names(x) %in% facts$output_names)) facts$output_names else response_names(facts)
  x[intersect(order, names(x))]
}

# Keras would take the outputs of a list with names in the order of the alphabet.
named_by_position <- function(x, names) {
  is_of_each <- is.list(x) && !is.object(x) && is.null(names(x)) && length(x) == length(names)
  if (is_of_each && length(x) > 1L) stats::setNames(x, names) else x
}

# Users name the responses of tabular(); its own targets have the names of outputs.
responses_by_output <- function(x, facts, argument) {
  design <- facts$memory$trained$formula
  known <- names(design$targets)
  are_outputs <- !all(names(x) %in% known) && all(names(x) %in% design$outputs)
  if (length(known) < 2L || are_outputs) {
    return(x)
  }
  x <- name_by_position(x, known, argument)
  check_output_names(names(x), known, argument)
  with_other_names(x, known, design$outputs)
}

is_by_name <- function(x) is.list(x) && !is.object(x) && !is.null(names(x)) && length(x) > 0L

# A model made with a list of named outputs has these names besides those of its layers.
known_outputs <- function(facts) unique(c(facts$named_outputs, facts$output_names))

check_output_names <- function(found, known, argument) {
  wrong <- c(setdiff(found, c(known, "")), found[duplicated(found) & nzchar(found)])
  if (length(wrong) > 0L) {
    tell("part_name", argument, wrong[[1]], "outputs", in_ticks(known),
         did_you_mean(closest(wrong[[1]], setdiff(known, found))))
  }
}

# ---- fit() and the like --------------------------------------------------------------------------

# Targets of several outputs; a data frame has a column for each.
targets_by_output <- function(facts, y, argument) {
  has_columns <- is.data.frame(y) && length(known_outputs(facts)) > 1L &&
    all(names(y) %in% known_outputs(facts))
  by_output(if (has_columns) as.list(y) else y, facts, argument)
}

# A list of weights like the list of targets. Outputs without weights have weights of 1.
weights_by_output <- function(facts, weights, y, argument) {
  if (is.null(weights) || !is.list(y) || is.data.frame(y) || length(y) == 0L) {
    return(weights)
  }
  if (is.data.frame(weights)) weights <- as.list(weights)
  if (!is.list(weights) || is.object(weights)) {
    return(lapply(y, function(part) weights))
  }
  weights <- by_output(weights, facts, argument)
  if (!is.null(names(weights))) weights <- weights[names(y) %||% response_names(facts)]
  if (length(weights) != length(y)) {
    return(weights) # check_weights() says so
  }
  weights <- Map(function(part, y) part %||% rep(1, NROW(y)), unname(weights), y)
  stats::setNames(weights, names(y))
}

# Keras matches targets and weights with outputs by their names only if the model was made so.
without_output_names <- function(facts, parts) {
  if (is_by_name(parts) && is.null(facts$named_outputs)) unname(parts) else parts
}

# ---- compile() -----------------------------------------------------------------------------------

# The weights of the losses, with the names of the losses if these have names.
weights_of_losses <- function(weights, loss, facts) {
  if (is.numeric(weights) && !(length(weights) == 1L && is.null(names(weights)))) {
    weights <- as.list(weights)
  }
  if (!is.list(weights) || is.object(weights)) {
    return(weights)
  }
  weights <- by_output(weights, facts, "loss_weights")
  outputs <- names(loss) %||% response_names(facts)
  if (is.null(names(weights)) || is.null(outputs)) {
    return(weights)
  }
  weights <- weights[outputs]
  weights[vapply(weights, is.null, NA)] <- 1
  if (is.null(names(loss))) unname(weights) else stats::setNames(weights, outputs)
}

# One loss for several outputs is one for each, if they have weights.
losses_with_weights <- function(loss, weights, facts) {
  n <- facts$n_outputs
  is_one <- !is.null(loss) && (!is.list(loss) || is.object(loss)) && length(loss) == 1L
  if (is.list(weights) && is_one && n > 1L) rep(list(loss), n) else loss
}

# Metrics that are not listed for each output are those of all outputs.
metrics_by_output <- function(metrics, facts, argument) {
  if (is_by_name(metrics) && any(names(metrics) %in% shown_outputs(facts))) {
    metrics <- responses_by_output(metrics, facts, argument)
  }
  metrics <- as_metrics(named_metrics(metrics, facts, argument))
  metrics <- named_by_position(metrics, facts$named_outputs)
  outputs <- response_names(facts)
  if (is_by_name(metrics)) {
    if (is.null(known_outputs(facts))) return(metrics)
    check_output_names(names(metrics), known_outputs(facts), argument)
    return(metrics)
  }
  is_nested <- any(vapply(metrics, function(x) is.null(x) || is.list(x) && !is.object(x), NA))
  is_for_all <- length(metrics) > 0L && !is_nested && length(metrics) != length(outputs)
  if (is_for_all && length(outputs) > 1L) {
    metrics <- stats::setNames(rep(list(unname(metrics)), length(outputs)), outputs)
  }
  metrics
}
