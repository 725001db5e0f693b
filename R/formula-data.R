# Formulas: the columns of a data frame that are the inputs and targets.

# The design of a formula: what later data need of it and of the first data, list(text, n, terms,
# columns, xlevels, contrasts, inputs). For several responses also `responses`, the terms of each;
# then `terms` has no response.
formula_design <- function(facts, formula, data) {
  must_be(data, "a data frame with the variables of the formula", is.data.frame(data))
  if (length(formula) < 3L) {
    abort("The formula names no response: write it as `response ~ inputs`.")
  }
  inputs <- facts$input_names
  design <- list(text = paste(deparse(formula, 500L), collapse = " "), n = nrow(data))
  responses <- responses_of(formula, facts)
  # `list(y) ~ x` for a model with one output is `y ~ x`.
  if (length(responses) == 1L && is.null(facts$named_outputs)) formula[[2]] <- responses[[1]]
  design$terms <- terms_left(formula, data_of_dot(formula, data, inputs))
  check_terms(design$terms)
  if (is_list_call(formula[[2]])) {
    design$responses <- response_terms(responses, environment(formula), data)
    design$terms <- stats::delete.response(design$terms)
  }
  design$columns <- intersect(all.vars(design$terms), names(data))
  frame <- formula_frame(design, data)
  check_names_differ(names(frame))
  design$terms <- stats::terms(frame)
  design$xlevels <- stats::.getXlevels(design$terms, frame)
  warn_of_dependent(design$terms, without_integer64(data), frame)
  design["inputs"] <- list(if (length(inputs) > 1L) inputs)
  if (is.null(design$inputs)) {
    design$contrasts <- attr(design_matrix(design, frame), "contrasts")
  }
  design
}

# list(x, y) from a data frame; `y` is NULL if `response` is FALSE.
formula_data <- function(design, data, response) {
  if (!is.null(design$table)) {
    return(table_data(design, data, response))
  }
  frame <- formula_frame(design, data, response)
  x <- if (is.null(design$inputs)) {
    design_columns(design, frame)
  } else {
    input_columns(design, frame)
  }
  y <- if (!response) NULL
    else if (is.null(design$responses)) stats::model.response(frame)
    else data_of_responses(design$responses, data)
  list(x = x, y = y)
}

formula_frame <- function(design, data, response = TRUE) {
  terms <- if (response) design$terms else stats::delete.response(design$terms)
  check_columns(intersect(design$columns, all.vars(terms)), data)
  check_columns_in(terms, data)
  data <- without_integer64(data)
  # Dropped because model.frame() would warn; the design has the contrasts.
  for (name in intersect(names(design$xlevels), names(data))) {
    attr(data[[name]], "contrasts") <- NULL
  }
  check_factor_levels(design$xlevels, data)
  in_words({
    frame <- stats::model.frame(terms, data, na.action = stats::na.pass, xlev = design$xlevels)
    stats::.checkMFClasses(attr(terms, "dataClasses"), frame)
  }, names(data))
  check_inputs(frame[setdiff(seq_along(frame), attr(terms, "response"))])
  frame
}

# As numbers they depend on the class and the unit: days or seconds since 1970, minutes or hours.
check_inputs <- function(inputs) {
  for (name in names(inputs)) check_column(inputs[[name]], name)
  for (name in names(inputs)[vapply(inputs, is_time, NA)]) {
    example <- if (inherits(inputs[[name]], "difftime")) {
      sprintf("as.numeric(%s, units = \"hours\")", name)
    } else {
      sprintf("as.numeric(as.Date(%s) - as.Date(\"2020-01-01\")) or months(%s)", name, name)
    }
    abort(
      "The formula's term `%s` is a time (class `%s`). Use a number or a factor of it, such as %s.",
      name, intersect(c("Date", "POSIXct", "POSIXlt", "difftime"), class(inputs[[name]]))[[1]],
      example
    )
  }
}

# The data with the variables of the formula that have a value for each row, as in lm().
# model.frame() would find those of training again for later data. `data` is NULL for a formula
# alone.
with_formula_variables <- function(formula, data) {
  env <- environment(formula)
  if (is.null(data)) data <- rows_of_variables(formula, env)
  must_be(data, "a data frame with the variables of the formula", is.data.frame(data))
  for (name in setdiff(all.vars(formula), c(names(data), "."))) {
    value <- get0(name, env)
    if (is_column_of(value, nrow(data))) data[[name]] <- value
  }
  data
}

# As many as the response has.
rows_of_variables <- function(formula, env) {
  if ("." %in% all.vars(formula)) abort("`data` is missing, which the dot of the formula needs.")
  response <- if (length(formula) > 2L) formula[[2]]
  if (is_list_call(response)) response <- response[[2]]
  y <- tryCatch(eval(response, env), error = function(e) {
    abort("`data` is missing, and the formula's environment has no `%s`.", deparse1(response))
  })
  structure(list(), names = character(), row.names = .set_row_names(NROW(y)), class = "data.frame")
}

is_column_of <- function(x, n) {
  (is.atomic(x) || is_time(x)) && !is.null(x) && length(dim(x)) %in% c(0L, 2L) && NROW(x) == n
}

# model.frame() would look for a missing column in the formula's environment.
check_columns <- function(columns, data) {
  missing <- setdiff(columns, names(data))
  if (length(missing) > 0L) abort("%s", no_columns_text(missing, names(data)))
}

no_columns_text <- function(missing, known) {
  sprintf("`data` has no %s %s, which the formula uses.%s Its columns are %s.",
          if (length(missing) == 1L) "column" else "columns", in_ticks(missing),
          did_you_mean(closest(missing[[1]], known)), in_ticks(known))
}

# model.frame() checks transformed variables, such as `factor(x)`.
check_factor_levels <- function(xlevels, data) {
  for (name in intersect(names(xlevels), names(data))) {
    new <- setdiff(as.character(data[[name]]), c(xlevels[[name]], NA))
    if (length(new) > 0L) {
      abort("The column `%s` has %s that the model was not trained on: %s. The known ones are %s.",
            name, if (length(new) == 1L) "a level" else "levels", in_quotes(new),
            in_quotes(xlevels[[name]]))
    }
  }
}

# The dot stands for all columns that the response does not use (as in `d$y` and `d[["y"]]`). For a
# model with several inputs, only columns with the names of inputs count.
data_of_dot <- function(formula, data, inputs) {
  of_response <- c(all.vars(formula[[2]]), strings_in(formula[[2]]))
  columns <- setdiff(names(data), of_response)
  if (length(inputs) > 1L) columns <- intersect(columns, inputs)
  data[columns]
}

strings_in <- function(x) {
  if (is.character(x)) x else if (is.call(x)) unlist(lapply(as.list(x), strings_in))
}

# The terms of the formula. R's have variables that only removed terms use, such as `x` in `. - x`,
# which later data would need.
terms_left <- function(formula, data) {
  terms <- in_words(stats::terms(formula, data = data))
  factors <- attr(terms, "factors")
  apart <- c(attr(terms, "response"), attr(terms, "offset"))
  if (length(factors) == 0L || all(rowSums(factors)[-apart] > 0)) return(terms)
  offsets <- as.list(attr(terms, "variables"))[1L + attr(terms, "offset")]
  inputs <- Reduce(function(a, b) call("+", a, b),
                   c(lapply(attr(terms, "term.labels"), str2lang), offsets))
  if (attr(terms, "intercept") == 0L) inputs <- call("-", inputs, 1)
  stats::terms(stats::as.formula(call("~", formula[[2]], inputs), environment(formula)))
}

# Terms with a special meaning in lm() and other functions, which would become unintended inputs.
check_terms <- function(terms, has_offset = FALSE) {
  for (variable in as.list(attr(terms, "variables"))[-1]) {
    remedy <- term_remedy(variable)
    if (has_offset && is_call_of(variable, "offset")) remedy <- NULL
    if (!is.null(remedy)) {
      abort("The formula has the term `%s`, which is not an input: %s.", deparse1(variable), remedy)
    }
  }
  if (length(attr(terms, "term.labels")) == 0L) {
    abort("The formula names no inputs: write it as `response ~ inputs`.")
  }
  response <- all.vars(attr(terms, "variables")[[2]])
  both <- intersect(response, all.vars(stats::delete.response(terms)))
  if (length(both) > 0L) {
    warn("The formula uses %s in the response and as an input.", in_ticks(both), kind = "formula")
  }
}

term_remedy <- function(variable) {
  head <- if (is.call(variable)) utils::tail(as.character(variable[[1]]), 1L) else ""
  switch(head,
    offset = "subtract it from the response, or give it as an input",
    weights = "give weights of observations as `sample_weight`",
    "|" = , "||" = "write `I(a | b)` for a logical input, and groups as a factor",
    Error = , strata = , cluster = , frailty = "fit() knows no terms of this kind"
  )
}

# The columns of model.matrix() except the intercept.
design_columns <- function(design, frame) {
  columns <- design_matrix(design, frame)
  columns <- columns[, attr(columns, "assign") != 0L, drop = FALSE]
  rownames(columns) <- NULL
  columns
}

design_matrix <- function(design, frame) {
  stats::model.matrix(stats::terms(frame), frame, contrasts.arg = design$contrasts)
}

# For a model with several inputs: each takes the terms with its name, or that use no other
# variable.
input_columns <- function(design, frame) {
  labels <- attr(design$terms, "term.labels")
  owners <- vapply(labels, owner_of, "", design$inputs)
  absent <- setdiff(design$inputs, owners)
  if (length(absent) > 0L) {
    abort("The formula has no term for the model's input `%s`.", absent[[1]])
  }
  lapply(stats::setNames(nm = design$inputs), function(input) {
    terms <- labels[owners == input]
    # Factor codes from 0, for layer_embedding().
    do.call(cbind, Map(function(x, levels) {
      as_column(if (is.null(levels)) x else factor_codes(factor(x, levels)))
    }, frame[terms], design$xlevels[terms]))
  })
}

owner_of <- function(label, inputs) {
  variables <- all.vars(str2lang(label))
  name <- gsub("`", "", label, fixed = TRUE)
  if (!name %in% inputs && !grepl(":", label, fixed = TRUE) && length(variables) == 1L) {
    name <- variables
  }
  if (!name %in% inputs) {
    abort(
      c("The formula's term `%s` is none of the model's inputs %s: each input takes the terms that",
        "use the variable of its name alone."), label, in_ticks(inputs)
    )
  }
  name
}

# Raises R's error about a formula with the user's call. `known` are the names of columns.
in_words <- function(expr, known = NULL) {
  tryCatch(expr, error = function(e) {
    message <- sub("[.]$", "", conditionMessage(e))
    absent <- sub("^object '(.*)' not found$", "\\1", message)
    if (absent != message && length(known)) abort("%s", no_columns_text(absent, known))
    abort("The formula cannot be computed from `data`: %s.", message)
  })
}
