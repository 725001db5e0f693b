# The rows and columns that tabular() trains on.

# The rows of `subset`. What else there is for each row is the attribute "beside", a list.
table_rows <- function(call, data, env) {
  values <- function(argument) in_words(eval(call[[argument]], data, env), names(data))
  weights <- without_class(values("weights"))
  n <- nrow(data)
  are_weights <- is.numeric(weights) && length(weights) == n && !any(weights < 0, na.rm = TRUE)
  if (!is.null(weights) && !are_weights) {
    abort("`weights` must be %d numbers that are not negative, one for each row.", n)
  }
  folds <- values("folds")
  beside <- drop_null(list(weights = weights, folds = if (is_of_rows(folds, n)) folds))
  rows <- values("subset")
  if (is.logical(rows)) rows <- which(rows)
  if (!is.null(rows)) {
    data <- data[rows, , drop = FALSE]
    beside <- lapply(beside, `[`, rows)
  }
  structure(data, beside = beside, folds = if (is.null(beside$folds)) folds)
}

# Rather than the number of folds, or their rows.
is_of_rows <- function(folds, n) is.atomic(folds) && length(folds) > 1L && length(folds) == n

# ---- Counts of trials ----------------------------------------------------------------------------

is_cbind_of_two <- function(formula) {
  response <- if (length(formula) == 3L) formula[[2]]
  is.call(response) && identical(response[[1]], quote(cbind)) && length(response) == 3L
}

# The rows of `cbind(cases, controls) ~ x`: two for each, a case and a control, weighted by their
# counts and in one fold. The first column is the response, with the name of the first count.
rows_of_trials <- function(formula, data, folds) {
  counts <- eval(formula[[2]], data, environment(formula))
  if (!is.numeric(counts) || any(counts < 0 | counts != trunc(counts), na.rm = TRUE)) {
    abort("The response `%s` must have whole numbers from 0 up, as it counts the two outcomes.",
          deparse1(formula[[2]]))
  }
  names <- vapply(as.list(formula[[2]])[-1], deparse1, "")
  beside <- attr(data, "beside")
  n <- nrow(data)
  if (is.null(beside$folds) && is_whole(folds, 2) && folds <= n) {
    beside$folds <- sample(rep_len(seq_len(folds), n))
  }
  row <- rep(seq_len(n), 2L)
  weights <- as.vector(counts) * (beside$weights %||% rep(1, n))[row]
  kept <- which(weights > 0)
  response <- factor(rep(names, each = n)[kept], rev(names))
  # The counts are no inputs, as the dot would have them.
  others <- setdiff(names(data), all.vars(formula[[2]]))
  out <- stats::setNames(data.frame(response), names[[1]])
  out <- cbind(out, data[row[kept], others, drop = FALSE])
  beside <- drop_null(list(weights = weights[kept], folds = beside$folds[row[kept]]))
  structure(out, beside = beside)
}

# ---- The table -----------------------------------------------------------------------------------

# The design of the table, the rows to train on with their variables, responses, weights and folds,
# and the rows of calibration.
prepared_table <- function(formula, data, na.action, family, family_settings = list(),
                           calibrating = 0) {
  if (length(formula) < 3L) {
    abort("The formula names no response: write it as `response ~ inputs`.")
  }
  terms <- terms_left(formula, data_of_dot(formula, data, character()))
  check_terms(terms, has_offset = TRUE)
  responses <- if (is_list_call(formula[[2]])) as.list(formula[[2]])[-1] else list(formula[[2]])
  design <- list(
    text = paste(deparse(formula, 500L), collapse = " "), terms = stats::delete.response(terms),
    is_single = !is_list_call(formula[[2]]),
    responses = response_terms(responses, environment(formula), data)
  )
  names <- names(responses) %||% character(length(responses))
  names <- ifelse(nzchar(names), names, vapply(responses, deparse1, ""))
  names(design$responses) <- make.unique(names)
  design$columns <- intersect(all.vars(design$terms), names(data))
  design$kinds <- lapply(data[design$columns], kind_in_formula)
  used <- complete_rows(design, data, na.action)
  apart <- if (calibrating > 0) held_rows(response_values(used$data, design)[[1]], calibrating)
  data <- without_rows(used$data, apart)
  beside <- lapply(used$beside, without_rows, apart)
  design$n <- nrow(data)
  # complete_rows() has warned before.
  frame <- suppressWarnings(table_frame(design, data))
  design$terms <- stats::terms(frame)
  warn_of_dependent(design$terms, data, frame)
  design$has_offset <- !is.null(attr(design$terms, "offset"))
  is_input <- !seq_along(frame) %in% attr(design$terms, "offset")
  check_names_differ(c(names(frame)[is_input], if (design$has_offset) "(offset)"))
  design$table <- Map(column_design, frame[is_input], names(frame)[is_input])
  y <- response_values(data, design)
  if (!is.null(family_settings$intervals) && !any(vapply(y, is_survival, NA))) {
    abort("`intervals` is for survival times: `Surv(time, event) ~ inputs`.")
  }
  design$targets <- Map(response_record, y, names(y), family, list(family_settings))
  layers <- keras_names(names(design$table), names(y))
  design$keys <- layers$inputs
  design$outputs <- layers$outputs
  if (design$has_offset) {
    learned <- Map(learned_beside, design_responses(design), y, names(y), list(offset_of(frame)))
    design$targets <- Map(utils::modifyList, design$targets, learned)
  }
  list(design = design, data = data, frame = frame, y = y, weights = beside$weights,
       folds = beside$folds,
       calibration = if (!is.null(apart)) used$data[apart, , drop = FALSE])
}

# Of a column that only a call in the formula uses, whatever that makes of it.
kind_in_formula <- function(x) tryCatch(column_kind(x, ""), rkeras_error = function(e) "number")

without_rows <- function(x, rows) {
  if (length(rows) == 0L) x else if (is.data.frame(x)) x[-rows, , drop = FALSE] else x[-rows]
}

# The rows with a response and a weight that `na.action` leaves.
complete_rows <- function(design, data, na.action) {
  beside <- attr(data, "beside")
  attr(data, "beside") <- attr(data, "folds") <- NULL
  if (nrow(data) == 0L) abort("`data` has no rows.")
  # A response must be known. Whether inputs must be is for `na.action` to say.
  needed <- drop_null(c(unname(response_values(data, design)), unname(beside)))
  is_missing <- !do.call(stats::complete.cases, needed)
  tell_left_out(sum(is_missing), if (is.null(beside$folds)) "a response or weight"
                                 else "a response, weight or fold")
  kept <- match.fun(na.action)(table_frame(design, data))
  left_out <- c(which(is_missing), unclass(attr(kept, "na.action")))
  data <- without_rows(data, left_out)
  if (nrow(data) == 0L) abort("All rows of `data` have missing values.")
  list(data = data, beside = lapply(beside, without_rows, left_out))
}
