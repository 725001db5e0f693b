# The responses of a formula for a model with several outputs: `list(price = y1, kind = y2) ~ x`.

# The expressions of the responses, named by their outputs; NULL for a formula with a single
# response. Responses without names are matched by position. If the outputs have no names, the names
# in the formula are kept.
responses_of <- function(formula, facts) {
  if (!is_list_call(formula[[2]])) {
    return(NULL)
  }
  responses <- as.list(formula[[2]])[-1]
  outputs <- response_names(facts)
  if (length(outputs) == 0L) {
    return(responses)
  }
  names(responses) <- names(responses) %||% character(length(responses))
  check_response_names(names(responses), outputs)
  is_unnamed <- !nzchar(names(responses))
  names(responses)[is_unnamed] <- setdiff(outputs, names(responses))[seq_len(sum(is_unnamed))]
  check_response_count(responses, outputs)
  responses
}

is_list_call <- function(x) is.call(x) && identical(x[[1]], quote(list))

# The names of the outputs: those given when the model was created, or the names of layers.
response_names <- function(facts) facts$named_outputs %||% facts$output_names

check_response_names <- function(found, outputs) {
  found <- found[nzchar(found)]
  unknown <- c(setdiff(found, outputs), found[duplicated(found)])
  if (length(unknown) > 0L) {
    count <- if (unknown[[1]] %in% outputs) "two responses" else "a response"
    abort("The formula has %s for `%s`. %s", count, unknown[[1]], outputs_text(outputs))
  }
}

check_response_count <- function(responses, outputs) {
  absent <- setdiff(outputs, names(responses))
  if (length(absent) > 0L) {
    abort("The formula has no response for the output `%s`. %s", absent[[1]], outputs_text(outputs))
  }
  if (length(responses) > length(outputs)) {
    abort("The formula has %d responses. %s", length(responses), outputs_text(outputs))
  }
}

outputs_text <- function(outputs) {
  sprintf(
    "The model has the output%s %s.", if (length(outputs) == 1L) "" else "s", in_ticks(outputs)
  )
}

# ---- Data ----------------------------------------------------------------------------------------

# Each response has terms of its own, as model.frame() cannot hold responses of different kinds.
response_terms <- function(responses, environment, data) {
  lapply(responses, function(response) {
    formula <- stats::as.formula(bquote(.(response) ~ 1), environment)
    stats::terms(response_frame(stats::terms(formula), data))
  })
}

data_of_responses <- function(responses, data) {
  lapply(responses, function(terms) {
    frame <- response_frame(terms, data)
    in_words(stats::.checkMFClasses(attr(terms, "dataClasses"), frame))
    without_class(stats::model.response(frame))
  })
}

response_frame <- function(terms, data) {
  check_columns_in(terms, data)
  data <- without_integer64(data)
  tryCatch(
    stats::model.frame(terms, data, na.action = stats::na.pass),
    error = function(e) {
      response <- attr(terms, "variables")[[2]]
      absent <- setdiff(all.vars(response), names(data))
      abort("The response `%s` cannot be computed: %s.%s `data` has the columns %s.",
            deparse1(response), conditionMessage(e),
            if (length(absent)) did_you_mean(closest(absent[[1]], names(data))) else "",
            in_ticks(names(data)))
    }
  )
}
