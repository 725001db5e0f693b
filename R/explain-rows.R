# Variants of a data set for explanations: predicted together, in few calls of predict().

# list(model, facts, data, features), checked. `data` is what the model keeps if it is NULL.
explained <- function(model, data) {
  check_model(model, "model")
  facts <- facts_of(model)
  data <- as_table(data) %||% facts$memory$table$data
  if (is.null(data)) {
    abort("`data` is missing, and the model does not keep the data that it was trained on.")
  }
  if (is.list(data) && !is.data.frame(data) && is.null(names(data))) {
    inputs <- facts$input_names %||% paste0("x", seq_along(data))
    if (length(data) != length(inputs)) {
      abort("`data` has %d parts, but the model has %s.", length(data),
            count_of(length(inputs), "input", "inputs"))
    }
    names(data) <- inputs
  }
  features <- features_in(facts, data)
  if (n_rows(data) == 0L) abort("`data` has no rows.")
  if (is.matrix(data) && is.null(colnames(data))) colnames(data) <- features
  list(model = model, facts = facts, data = data, features = features)
}

# The names of the columns that the model uses.
features_in <- function(facts, data) {
  if (is.data.frame(data)) {
    return(intersect(columns_used(facts) %||% names(data), names(data)))
  }
  if (is.list(data)) {
    return(names(data))
  }
  must_be(data, "a data frame, a matrix or a list of inputs",
          is.matrix(data) && (is.numeric(data) || is.logical(data)),
          remedy = " attributions() explains arrays of any shape.")
  colnames(data) %||% paste0("x", seq_len(ncol(data)))
}

columns_used <- function(facts) {
  trained <- trained_on(facts)
  design <- trained$formula
  if (!is.null(design$recipe)) {
    return(names(design$raw))
  }
  if (!is.null(design)) {
    return(all.vars(stats::delete.response(design$terms)))
  }
  trained$x$columns %||% names(trained$x$parts) %||% if (length(facts$input_names) > 1L) {
    facts$input_names
  }
}

check_features <- function(features, known, argument) {
  features <- without_integer64(features)
  if (is.numeric(features) && are_whole(features) && all(features %in% seq_along(known))) {
    return(known[features])
  }
  unknown <- if (is.character(features)) setdiff(features, known)
  if (!is.character(features) || length(unknown) > 0L || length(features) == 0L) {
    found <- if (length(unknown) > 0L) in_quotes(first_few(unknown)) else describe(features)
    abort("`%s` must name columns that the model uses, %s; not %s.", argument,
          first_few(in_ticks(known), 20L), found)
  }
  features
}

# ---- Rows of data of all kinds -------------------------------------------------------------------

n_rows <- function(x) {
  if (is.data.frame(x)) nrow(x)
  else if (is.list(x)) n_rows(x[[1]])
  else NROW(x)
}

column_of <- function(data, name) if (is.matrix(data)) data[, name] else data[[name]]

# A column that is one vector.
vector_of <- function(data, name, remedy = "") {
  x <- column_of(data, name)
  if (NCOL(x) > 1L || is.list(x)) abort("`%s` has several columns. %s", name, remedy)
  dim(x) <- NULL
  x
}

# Values that are not one for each row are repeated.
set_rows <- function(data, name, rows, values) {
  if (is.matrix(data)) {
    data[rows, name] <- values
  } else if (length(dim(data[[name]])) == 2L) {
    data[[name]][rows, ] <- values
  } else {
    data[[name]][rows] <- values
  }
  data
}

# ---- Predictions ---------------------------------------------------------------------------------

# What `fn(outputs)` returns for each of `n` variants of these rows of the data, all rows for NULL.
# `change(i)` is a list of new values of columns, by name.
over_variants <- function(explained, n, change, predictor, fn, rows = NULL) {
  data <- explained$data
  if (is.data.frame(data)) data <- data[explained$features]
  if (!is.null(rows)) data <- take_rows(data, rows)
  size <- n_rows(data)
  # Memory for some millions of numbers at once.
  most <- max(1000, 4e6 %/% max(1, length(unlist(take_rows(data, 1L)))))
  calls <- split(seq_len(n), (seq_len(n) - 1L) %/% ceiling(most / size))
  results <- lapply(calls, function(variants) {
    blocks <- lapply(seq_along(variants), function(k) (k - 1L) * size + seq_len(size))
    stacked <- take_rows(data, rep(seq_len(size), length(variants)))
    for (k in seq_along(variants)) {
      changes <- change(variants[[k]])
      for (name in names(changes)) {
        stacked <- set_rows(stacked, name, blocks[[k]], changes[[name]])
      }
    }
    outputs <- predictor(stacked)
    lapply(blocks, function(block) fn(take_rows(outputs, block)))
  })
  unlist(unname(results), recursive = FALSE)
}

predictor_of <- function(model, type, levels = NULL) {
  function(data) {
    stats::predict(model, data, type = type, levels = levels, verbose = 0,
                   batch_size = rows_per_batch(data))
  }
}

rows_per_batch <- function(data) {
  as.integer(min(4096, max(1, 2^20 %/% max(1, length(unlist(take_rows(data, 1L)))))))
}

# The outputs as a matrix with a name for each column; of several outputs beside each other.
output_columns <- function(outputs, levels) {
  if (is.list(outputs)) {
    outputs <- Map(function(x, name) {
      x <- output_columns(x, NULL)
      colnames(x) <- if (ncol(x) == 1L) name else paste0(name, ".", colnames(x))
      x
    }, outputs, names(outputs) %||% paste0("output", seq_along(outputs)))
    return(do.call(cbind, unname(outputs)))
  }
  if (length(dim(outputs)) > 2L) outputs <- matrix(outputs, dim(outputs)[[1]])
  if (length(dim(outputs)) != 2L) outputs <- cbind(as.vector(outputs))
  if (is.null(colnames(outputs))) {
    is_second <- ncol(outputs) == 1L && is.character(levels) && length(levels) == 2L
    colnames(outputs) <- if (is_second) levels[[2]] else seq_len(ncol(outputs))
  }
  outputs
}

output_position <- function(target, known) {
  target <- without_integer64(target)
  if (is.factor(target)) target <- as.character(target)
  at <- if (is.character(target)) match(target, known)
        else if (are_whole(target)) ifelse(target %in% seq_along(known), target, NA)
  if (length(at) == 0L || anyNA(at)) {
    abort("`target` must name or number outputs of the model, %s; not %s.",
          first_few(in_quotes(known), 20L),
          if (is.character(target)) in_quotes(target) else describe(target))
  }
  as.integer(at)
}
