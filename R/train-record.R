# Information about the training data of a model: the formula, the names of the columns and the
# levels of factors. Later data are reordered to match.

# A list of `formula`, a formula_design(), and `x` and `y`, layouts; each is NULL if unknown.
trained_on <- function(facts) facts$memory$trained %||% list()

# Records what fit() learns about its data, and returns list(record, x, y) with the data without a
# formula. For a generator the layouts are added after its first batch, so the record is an
# environment.
learn <- function(facts, x, y, data) {
  record <- new.env(parent = emptyenv())
  if (inherits(x, "formula")) {
    data <- as_table(if (is.null(data)) y else data)
    if (is.data.frame(data)) data <- with_formula_variables(x, data)
    record$formula <- formula_design(facts, x, data)
    columns <- formula_data(record$formula, data, response = TRUE)
    x <- columns$x
    y <- columns$y
  }
  y <- targets_by_output(facts, y, "y")
  learn_layouts(record, in_parts(facts, x, "x", warns = FALSE), y)
  if (is_py_object(x) && is.null(y)) record$y <- layout_of_classes(facts, x)
  warn_of_other_order(record$x, trained_on(facts)$x)
  list(record = record, x = x, y = y)
}

learn_layouts <- function(record, x, y) {
  record$x <- layout_of(x)
  record$y <- layout_of(single_factor(y))
}

# `x` and `y` in the layout of the training data: list(x, y). If the model has a formula and `y` is
# missing, a data frame contains the targets too.
as_trained <- function(facts, x, y, record, names = c("x", "y"), response = TRUE) {
  if (is.data.frame(x) && !is.null(record$formula)) {
    columns <- formula_data(record$formula, x, response && is.null(y))
    x <- columns$x
    if (is.null(y)) y <- columns$y
  }
  y <- targets_by_output(facts, single_factor(y), names[[2]])
  list(
    x = in_layout(in_parts(facts, x, names[[1]]), record$x, names[[1]]),
    y = in_layout(y, record$y, names[[2]])
  )
}

# The same for a batch of a generator. The first batch of a fit() defines the layouts.
batch_as_trained <- function(facts, batch, record, argument) {
  if (is_py_object(batch) || is.null(batch)) {
    return(batch)
  }
  parts <- if (is_batch_tuple(batch)) batch else list(batch)
  y <- if (length(parts) > 1L) parts[[2]]
  if (is.environment(record) && is_empty_record(record)) {
    learn_layouts(record, in_parts(facts, parts[[1]], argument, warns = FALSE),
                  targets_by_output(facts, y, argument))
  }
  data <- as_trained(facts, parts[[1]], y, record, rep(argument, 2L), response = FALSE)
  parts[[1]] <- data$x
  if (!is.null(data$y)) parts[[2]] <- data$y
  if (length(parts) == 3L) parts[3] <- list(weights_by_output(facts, parts[[3]], data$y, argument))
  parts[-1] <- lapply(parts[-1], without_output_names, facts = facts)
  parts
}

# Replaces the record of the model by that of the current training. Returns a function that undoes
# it.
remember_training <- function(facts, record) {
  memory <- facts$memory
  replaced <- c("conformal", "trained", "table")
  before <- stats::setNames(as.list(memory)[replaced], replaced)
  memory$conformal <- NULL
  # What members of tabular() said of the rows that they had left out was before.
  if (!is.null(memory$table)) memory$table[c("left_out", "errors", "scores")] <- NULL
  assign("trained", drop_null(as.list(record)), envir = memory)
  invisible(function() list2env(before, memory))
}

# A model made of another one takes the same data.
copy_record <- function(from, to) {
  memory <- as.list(memory_of(from))[c("trained", "table")]
  list2env(drop_null(memory), memory_of(to))
}

is_empty_record <- function(record) length(drop_null(as.list(record))) == 0L

# A data frame with one factor is treated as the factor.
single_factor <- function(y) {
  if (is.data.frame(y) && length(y) == 1L && is.factor(y[[1]])) y[[1]] else y
}

# ---- Layouts -------------------------------------------------------------------------------------

# The names of the columns and the levels of factors, which give the numbers in `x` their meaning;
# NULL if only the position matters.
layout_of <- function(x) {
  if (is.function(x)) {
    NULL
  } else if (is.factor(x)) {
    drop_null(list(levels = levels(x), ordered = if (is.ordered(x)) TRUE))
  } else if (is.data.frame(x) || is.matrix(x)) {
    if (are_names(colnames(x))) {
      drop_null(list(columns = colnames(x), levels = if (length(x) == 1L) levels(x[[1]])))
    }
  } else if (is.list(x) && !is.object(x)) {
    parts <- lapply(x, layout_of)
    if (any(lengths(parts) > 0L)) list(parts = parts)
  }
}

# The names of the classes in folders of files, if the model predicts as many.
layout_of_classes <- function(facts, dataset) {
  if (!grepl("crossentropy", facts$compares, fixed = TRUE)) return(NULL)
  names <- unlist(in_python("rkeras.keras.datasets.class_names", dataset))
  n <- if (identical(facts$units, 1L)) 2L else facts$units
  if (are_names(names) && identical(length(names), n)) list(levels = names)
}

are_names <- function(x) length(x) > 0L && !anyNA(x) && all(nzchar(x)) && !anyDuplicated(x)

# `x` with its columns and levels in the order of the layout.
in_layout <- function(x, layout, argument) {
  if (is.null(layout) || is_py_object(x) || is.function(x)) {
    return(x)
  }
  if (is.factor(x)) {
    return(in_levels(x, layout$levels, argument))
  }
  if (!is.data.frame(x) && is.list(x)) {
    return(parts_in_layout(x, layout$parts, argument))
  }
  x <- in_columns(x, layout$columns, argument)
  if (is.data.frame(x) && length(x) == 1L && is.factor(x[[1]])) {
    x[[1]] <- in_levels(x[[1]], layout$levels, argument)
  }
  x
}

# Matches by name if both have names, otherwise by position.
parts_in_layout <- function(x, parts, argument) {
  of <- if (is.null(names(x)) || is.null(names(parts))) seq_along(x) else names(x)
  for (i in seq_along(x)) {
    part <- if (is.numeric(of)) parts[of[[i]]][[1]] else parts[[of[[i]]]]
    if (!is.null(x[[i]])) x[[i]] <- in_layout(x[[i]], part, argument)
  }
  x
}

# A factor with other levels would have different codes for the same classes.
in_levels <- function(x, known, argument) {
  if (is.null(known) || identical(levels(x), known)) {
    return(x)
  }
  check_known_classes(x, known, sprintf("`%s`", argument))
  sizes <- dim(x)
  x <- factor(x, known)
  dim(x) <- sizes
  x
}

# Matches columns by name. The names of a matrix may be arbitrary: if they differ from those of the
# training data, columns are matched by position with a warning.
in_columns <- function(x, known, argument) {
  found <- if (is.data.frame(x) || is.matrix(x)) colnames(x)
  if (is.null(known) || is.null(found) || identical(found, known)) {
    return(x)
  }
  absent <- setdiff(known, found)
  more <- found[!seq_along(found) %in% match(known, found)]
  if (length(absent) > 0L) {
    if (is.data.frame(x)) {
      others <- if (length(more)) sprintf(" It has others instead: %s.", in_ticks(more)) else ""
      abort("`%s` lacks columns that the model was trained on: %s.%s", argument, in_ticks(absent),
            others)
    }
    if (length(found) == length(known)) warn_of_other_names(absent, more, argument)
    return(x)
  }
  warn_of_more_columns(more, argument, "the model was not trained on")
  x[, known, drop = FALSE]
}

warn_of_other_names <- function(absent, more, argument) {
  warn(
    c("`%s` has the columns %s in place of %s, which the model was trained on. The columns of a",
      "matrix are then taken by position; remove its column names if that is right."), argument,
    in_ticks(more), in_ticks(absent), kind = "columns"
  )
}

# The existing weights belong to the columns in the order of the earlier training.
warn_of_other_order <- function(layout, before) {
  new <- layout$columns
  old <- before$columns
  if (!identical(new, old) && length(new) == length(old) && setequal(new, old)) {
    warn(paste(
      "`x` has its columns in another order than in the training before, which gave the model its",
      "weights: the first was", in_ticks(old[[1]]), "and is", paste0(in_ticks(new[[1]]), ".")
    ), kind = "columns")
  }
}

# ---- For people ----------------------------------------------------------------------------------

# One line on the data that the model was trained on; character() if unknown.
trained_line <- function(model, width) {
  record <- memory_of(model)$trained
  record$y$parts <- by_response(record$y$parts, record$formula)
  outputs <- layout_text(record$y)
  inputs <- layout_text(record$x, is_brief = !is.null(record$formula))
  text <- paste(c(inputs, outputs), collapse = " -> ")
  if (!is.null(record$formula)) {
    text <- paste0(record$formula$text, if (nzchar(text)) paste0(" (", text, ")"))
  }
  line <- paste("Trained on:", text)
  if (nzchar(text)) few_lines(line, width) else character()
}

layout_text <- function(layout, is_brief = FALSE) {
  if (!is.null(layout$parts)) {
    return(count_text(names(layout$parts) %||% layout$parts, "part", "parts", is_brief))
  }
  if (is.character(layout$levels) && is.null(layout$columns)) {
    return(count_text(layout$levels, "class", "classes"))
  }
  if (!is.null(layout$columns)) count_text(layout$columns, "column", "columns", is_brief)
}

count_text <- function(x, one, several, is_brief = FALSE) {
  count <- count_of(length(x), one, several)
  if (is_brief || !is.character(x)) count else paste0(count, ": ", toString(x))
}

# Wide data would fill the screen.
few_lines <- function(text, width, most = 4L) {
  lines <- strwrap(text, width + 1L, exdent = 2L)
  if (length(lines) <= most) return(lines)
  c(lines[seq_len(most - 1L)], paste0(strtrim(lines[[most]], width - 3L), "..."))
}

cut_line <- function(line, width) {
  is_long <- nchar(line, "width") > width
  cut <- trimws(strtrim(line[is_long], max(width - 3L, 12L)), "right")
  replace(line, is_long, paste0(cut, "..."))
}
