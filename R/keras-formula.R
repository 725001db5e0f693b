# Formulas: which columns of a data frame a model is trained on, remembered for its predictions.

# list(x, y) of a formula and its data frame. The model remembers how it was done.
formula_data <- function(model, formula, data, call) {
  if (!is.data.frame(data)) {
    abort("A formula needs the data frame that it speaks of: `data`.", call = call)
  }
  frame <- in_words(stats::model.frame(formula, data, na.action = stats::na.pass), call)
  if (is.null(stats::model.response(frame))) {
    abort("The formula names no response: write it as `response ~ inputs`.", call = call)
  }
  terms <- stats::terms(frame)
  remember(model, "formula", list(terms = terms, xlevels = stats::.getXlevels(terms, frame)))
  list(x = inputs_of(terms, frame), y = stats::model.response(frame))
}

# The columns of model.matrix(), without the one for the intercept.
inputs_of <- function(terms, frame) {
  columns <- stats::model.matrix(terms, frame)
  unname(columns[, colnames(columns) != "(Intercept)", drop = FALSE])
}

# What a data frame is to a model that was trained with a formula; NULL for other models and data.
remembered_data <- function(model, data, response, call) {
  known <- if (is.data.frame(data)) recall(model, "formula")
  if (is.null(known)) {
    return(NULL)
  }
  terms <- if (response) known$terms else stats::delete.response(known$terms)
  frame <- in_words(
    stats::model.frame(terms, data, na.action = stats::na.pass, xlev = known$xlevels), call
  )
  list(x = inputs_of(terms, frame), y = if (response) stats::model.response(frame))
}

# R's own words about a formula, as an error of ours.
in_words <- function(expr, call) {
  tryCatch(expr, error = function(e) abort(conditionMessage(e), call = call))
}

# What R knows of a model: kept by the model itself, as long as it lives in this session.
remember <- function(model, name, value) {
  memory <- memory_of(model)
  if (is.null(memory)) {
    memory <- new.env(parent = emptyenv())
    unwrap(rs_set_attr(model, memory_attribute, memory))
  }
  assign(name, value, envir = memory)
}

recall <- function(model, name) {
  memory_of(model)[[name]]
}

memory_attribute <- "_rkeras_memory"

memory_of <- function(model) attr_or_null(model, memory_attribute, TRUE)
