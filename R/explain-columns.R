# What attributions() asks Python, and its answer by columns: features of tables are summed for
# each.

# list(model, x, baseline, n, n_baseline, batch_size, owners, columns, ...): what gradients are
# computed of. `owners` names, for each input, the column that each of its numbers belongs to; NULL
# for arrays that are explained number by number.
question_of <- function(facts, x, baseline) {
  design <- trained_on(facts)$formula
  if (is.data.frame(x)) {
    baseline <- as_table(baseline) %||% facts$memory$table$data %||% abort(c(
      "`baseline` is missing. Give rows to compare with, such as the training data."
    ))
    must_be(baseline, "a data frame as `x` is", is.data.frame(baseline))
  }
  inputs <- prediction_inputs(facts, x)
  check_can_explain(inputs)
  n <- n_rows(inputs)
  if (is.na(n) || n == 0L) abort("`x` has no observations.")
  if (is.data.frame(x) && !is.null(design$table)) {
    return(question_of_table(facts, design, inputs, prediction_inputs(facts, baseline)))
  }
  base <- if (is.data.frame(x)) prediction_inputs(facts, baseline)
          else baseline_arrays(facts, baseline, inputs)
  check_complete_inputs(inputs, "x")
  check_complete_inputs(base, "baseline")
  list(model = facts$model, x = inputs, baseline = base, n = n, n_baseline = n_rows(base),
       batch_size = rows_per_batch(inputs), owners = owners_of(facts, design, x, inputs))
}

check_can_explain <- function(inputs) {
  for (input in if (is.list(inputs)) inputs else list(inputs)) {
    must_be(input, "a data frame, an array or a list of arrays",
            is.atomic(input) || is_tensor(input), "x")
    if (is.character(input) && !can("strings")) {
      abort("Gradients of models of text need the backend TensorFlow: Keras runs with \"%s\".",
            config_backend(), kind = "module")
    }
  }
}

check_complete_inputs <- function(inputs, argument) {
  for (input in if (is.list(inputs)) inputs else list(inputs)) {
    if (is.atomic(input) && anyNA(input)) {
      rows <- unique(which(is.na(input), arr.ind = TRUE)[, 1])
      abort("`%s` has missing values in %s %s. Leave these rows out.", argument,
            if (length(rows) == 1L) "row" else "rows", first_few(rows))
    }
  }
}

# The baseline for arrays: 0, one number, one row without its axis, or rows.
baseline_arrays <- function(facts, baseline, inputs) {
  if (is_tensor(baseline)) baseline <- as.array(baseline)
  is_number <- is.atomic(baseline) && length(baseline) == 1L && is.null(dim(baseline))
  if (is.null(baseline) || is_number) {
    return(row_filled(inputs, baseline))
  }
  one_row <- is.atomic(baseline) && !is.list(inputs) &&
    identical(as.integer(dim(baseline) %||% length(baseline)), as.integer(dim(inputs)[-1]))
  if (one_row) baseline <- array(baseline, c(1L, dim(inputs)[-1]))
  shapes <- function(x) if (is.list(x)) lapply(unname(x), shapes) else as.integer(dim(x)[-1])
  if (is.list(baseline) != is.list(inputs) || !identical(shapes(baseline), shapes(inputs))) {
    abort("`baseline` must have rows like those of `x`, not be %s.", describe(baseline))
  }
  prediction_inputs(facts, baseline)
}

row_filled <- function(x, value) {
  if (is.list(x)) return(lapply(x, row_filled, value))
  if (is_tensor(x)) abort("`baseline` is missing. Give rows like those of `x`.")
  nothing <- if (is.character(x)) "" else 0
  array(value %||% nothing, c(1L, dim(x)[-1]))
}

# For several inputs a list with their names.
owners_of <- function(facts, design, x, inputs) {
  if (!is.data.frame(x) && (is.list(inputs) || length(dim(inputs)) != 2L)) {
    return(NULL)
  }
  if (is.list(inputs)) {
    return(Map(function(input, name) rep(name, NCOL(input)), inputs, names(inputs)))
  }
  if (is.data.frame(x) && !is.null(design) && is.null(design$inputs)) {
    frame <- formula_frame(design, x, response = FALSE)
    assigned <- attr(design_matrix(design, frame), "assign")
    return(attr(stats::terms(frame), "term.labels")[assigned])
  }
  colnames(inputs) %||% paste0("x", seq_len(NCOL(inputs)))
}

# ---- Tables --------------------------------------------------------------------------------------

# The network of a model of tabular() has gradients with respect to its features.
question_of_table <- function(facts, design, inputs, base) {
  features <- function(x) {
    in_python("rkeras.keras.attribution.inputs_of_layer", facts$model, "network", x,
              .convert = FALSE)
  }
  n <- n_rows(inputs)
  is_added <- design$has_offset && !network_has_offset(design)
  owners <- c(feature_owners(design), if (is_added) list("(offset)"))
  list(
    model = mean_network(facts$model$get_layer("network")), x = features(inputs),
    baseline = features(base),
    n = n, n_baseline = n_rows(base),
    batch_size = as.integer(min(4096, 2^20 %/% length(unlist(owners)) + 1)), owners = owners,
    columns = c(names(design$table), if (design$has_offset) "(offset)"),
    response = response_of(facts),
    offsets = if (is_added) list(inputs[["(offset)"]], base[["(offset)"]])
  )
}

# The mean of the members.
mean_network <- function(network) {
  keras_model(network$inputs, call_op("mean", network$output, axis = 1L))
}

# ---- The answer ----------------------------------------------------------------------------------

# The attributions by column, and the outputs for `x` and the baseline, on the response's scale.
answer_to <- function(question, found, points) {
  values <- found$values
  names(values) <- found$names
  answer <- list(prediction = as.vector(found$prediction), baseline = as.vector(found$baseline))
  response <- question$response
  if (is_response(response, "numbers")) {
    at <- as.vector(found$target) + 1L
    values <- lapply(values, `*`, response$scale[at])
    answer <- lapply(answer, function(x) x * response$scale[at] + response$center[at])
    if (!is.null(question$offsets)) {
      start <- as.vector(question$offsets[[2]])
      before <- if (all(points$draws == 0L)) rep(mean(start), nrow(points$draws))
        else rowMeans(matrix(start[points$draws + 1L], nrow(points$draws)))
      answer$prediction <- answer$prediction + as.vector(question$offsets[[1]])
      answer$baseline <- answer$baseline + before
      values <- c(values, list(as_column(as.vector(question$offsets[[1]]) - before)))
    }
  }
  c(list(values = values_by_column(values, question)), answer)
}

values_by_column <- function(values, question) {
  owners <- question$owners
  if (is.null(owners)) {
    if (!is.null(names(values))) return(values[names(question$x)])
    return(if (length(values) == 1L) values[[1]] else values)
  }
  if (!is.null(names(values)) && is.list(owners)) owners <- owners[names(values)]
  values <- do.call(cbind, unname(lapply(values, matrix, question$n)))
  owners <- unlist(owners, use.names = FALSE)
  if (length(owners) != ncol(values)) {
    # Of texts there is a number for each token.
    return(unname(values))
  }
  columns <- question$columns %||% unique(owners)
  sums <- t(rowsum(t(values), factor(owners, columns), reorder = TRUE))
  sums <- sums[, columns, drop = FALSE]
  rownames(sums) <- NULL
  sums
}
