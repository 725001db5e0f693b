# Conversion of R data for Keras: vectors, factors and data frames become NumPy arrays.

# Converts `x`, `y` or weights of `fit()`. Python objects (tensors, datasets) are passed unchanged,
# and so are sparse matrices of Matrix, which are converted to SciPy matrices.
as_keras_data <- function(x, argument) {
  if (is.atomic(x) && !is.null(x)) {
    return(as_keras_array(x, argument))
  }
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  if (is_of_matrix_package(x)) {
    return(by_rows(x))
  }
  if (is.function(x)) {
    return(data_generator(x, function(batch, i) batch_parts(batch, argument)))
  }
  if (is.list(x) && !is.data.frame(x) && !is_time(x)) {
    return(lapply(x, as_keras_data, argument = argument))
  }
  as_keras_array(x, argument)
}

# For a model with several inputs, the columns of a data frame become the inputs of the same names.
# In a list with some names, the other elements get names.
in_parts <- function(facts, x, argument, warns = TRUE) {
  if (!is.data.frame(x)) {
    return(name_by_position(x, facts$input_names, argument))
  }
  if (facts$takes_columns) {
    return(lapply(x, function(column) as_column(column, if (is.numeric(column)) "" else "string")))
  }
  inputs <- facts$input_names
  if (length(inputs) < 2L) {
    return(x)
  }
  absent <- setdiff(inputs, names(x))
  if (length(absent) > 0L) {
    abort("`%s` has no column for the model's input `%s`; it has %s.", argument, absent[[1]],
          in_ticks(names(x)))
  }
  more <- if (warns) setdiff(names(x), inputs)
  warn_of_more_columns(more, argument, "are none of the model's inputs")
  Map(as_column, as.list(x)[inputs], facts$input_dtypes)
}

warn_of_more_columns <- function(columns, argument, why) {
  if (length(columns) > 0L) {
    warn("`%s` has columns that %s, which are left out: %s.", argument, why, in_ticks(columns),
         kind = "columns")
  }
}

# The shape (observations, 1) of an input with one feature. Keras takes text only as vectors.
as_column <- function(x, dtype = "float32") {
  if (dtype == "string") {
    return(as_categories(x))
  }
  if (is.null(dim(x))) dim(x) <- c(length(x), 1L)
  x
}

# Text, in which missing values are a category.
as_categories <- function(x) {
  x <- as.character(x)
  replace(x, is.na(x), missing_level)
}

missing_level <- "[NA]"

# If only some elements of a list have names, the others are matched by position to the remaining
# inputs or outputs.
name_by_position <- function(x, known, argument) {
  is_partly_named <- is.list(x) && !is.null(names(x)) && !all(nzchar(names(x)))
  if (!is_partly_named || is.null(known)) {
    return(x)
  }
  unnamed <- !nzchar(names(x))
  left <- setdiff(known, names(x))
  if (sum(unnamed) > length(left)) {
    abort("`%s` has %d elements, but the model has %d: %s.", argument, length(x), length(known),
          in_ticks(known))
  }
  names(x)[unnamed] <- left[seq_len(sum(unnamed))]
  x
}

is_of_matrix_package <- function(x) isS4(x) && identical(attr(class(x), "package"), "Matrix")

# A Python generator of the batches that an R function returns, one ahead of the training.
# `as_batch`, a function of the batch and its number, converts a batch for Keras.
data_generator <- function(fn, as_batch) {
  index <- 0L
  iterator <- py_iterator(prefetch = 1L, fn = function() {
    batch <- fn()
    if (is_exhausted(batch)) {
      return(batch)
    }
    index <<- index + 1L
    as_batch(batch, index)
  })
  import("rkeras.keras.generator", convert = FALSE)$generate(iterator)
}

# A batch as Keras requires it: a list of inputs, or of inputs, targets and possibly weights.
# `check` is a function of these parts. A Python object is returned unchanged.
batch_parts <- function(batch, argument, check = NULL) {
  if (is.null(batch) || is_py_object(batch)) {
    return(batch)
  }
  batch <- as_keras_data(if (is_batch_tuple(batch)) batch else list(batch), argument)
  if (!is.null(check)) check(batch)
  batch
}

# Keras takes the parts of a batch for several inputs or outputs as a tuple or dict.
list_as_tuple <- function(x) {
  is_plain <- is.list(x) && !is.object(x) && is.null(names(x))
  if (is_plain) python_tuple(lapply(x, list_as_tuple)) else x
}

is_batch_tuple <- function(batch) {
  is.list(batch) && !is.data.frame(batch) && is.null(names(batch))
}

as_keras_array <- function(x, argument) {
  if (is.object(x)) x <- plain_data(x, argument)
  if (!is.atomic(x)) {
    abort_no_data(x, argument)
  }
  if (is.null(dim(x))) array(x, length(x)) else x
}

plain_data <- function(x, argument) {
  x <- without_integer64(x)
  # array() would drop the class.
  if (inherits(x, "integer64")) dim(x) <- dim(x) %||% length(x)
  if (is.data.frame(x)) {
    x <- data_frame_matrix(x, argument)
  }
  if (is.factor(x)) {
    x <- factor_codes(x)
  }
  if (is_time(x)) {
    abort(
      c("`%s` contains dates or times (class `%s`): convert them to numbers, for example with",
        "as.numeric()."), argument, class(x)[[1]]
    )
  }
  x
}

abort_no_data <- function(x, argument) {
  must_be(x, "an array, vector, factor, data frame or a list of these", argument = argument)
}

# Keras expects the elements in the order of rows.
by_rows <- function(x) methods::as(general_sparse(x), "RsparseMatrix")

as_dense <- function(x) {
  if (!isS4(x) || !is_of_matrix_package(x)) {
    return(x)
  }
  need_matrix()
  methods::as(x, "matrix")
}

is_time <- function(x) inherits(x, c("Date", "POSIXt", "difftime"))

# Labels start at 0 in Python, so the first level is 0.
factor_codes <- function(x) {
  codes <- as.integer(x) - 1L
  dim(codes) <- if (is.null(dim(x))) length(x) else dim(x)
  codes
}

data_frame_matrix <- function(x, argument) {
  numeric <- vapply(x, function(column) is.numeric(column) || is.logical(column), NA)
  if (length(x) == 1L && is.factor(x[[1]])) {
    return(factor_codes(x[[1]]))
  }
  if (!all(numeric)) {
    abort(
      c("`%s` is a data frame whose columns must all be numeric, but these are not: %s. Convert",
        "factors and text, for example with model.matrix()."), argument,
      in_ticks(names(x)[!numeric])
    )
  }
  # The names of columns stay for messages about them.
  x <- as.matrix(x)
  rownames(x) <- NULL
  x
}

# The number of observations of an array (or of each in a list: they must agree), NA if unknown.
n_observations <- function(x, argument) {
  if (is.null(x) || !is.atomic(x) && is_py_object(x) || is.function(x)) {
    return(NA_integer_)
  }
  if (!is.list(x)) {
    return(dim(x)[[1]])
  }
  counts <- unlist(lapply(x, n_observations, argument = argument))
  if (length(unique(counts[!is.na(counts)])) > 1L) {
    abort("The inputs in `%s` have different numbers of observations: %s.", argument,
          toString(counts))
  }
  if (length(counts)) counts[[1]] else NA_integer_
}

# ---- Objects that supply batches -----------------------------------------------------------------

# They have methods of these functions: datasets those of R/data-training.R.

# The object as Keras takes it. `labels` are those that its targets may have; NULL for any.
as_batches <- function(x, facts, argument, labels) UseMethod("as_batches")

as_batches.default <- function(x, facts, argument, labels) x

# `steps` is the number of batches to take, or NULL for all.
check_steps <- function(x, steps, argument, steps_argument) UseMethod("check_steps")

check_steps.default <- function(x, steps, argument, steps_argument) invisible()

# Rows of data of all kinds, also of those in lists. `rows` of a data frame are positive.
take_rows <- function(x, rows) {
  if (is.data.frame(x)) {
    # `[` would make the names of repeated rows unique, which takes longer than the rest.
    columns <- lapply(x, take_rows, rows)
    structure(columns, names = names(x), row.names = .set_row_names(length(rows)),
              class = "data.frame")
  } else if (is.list(x) && !is.object(x)) {
    lapply(x, take_rows, rows)
  } else if (length(dim(x)) == 2L) {
    x[rows, , drop = FALSE]
  } else if (length(dim(x)) > 2L) {
    do.call(`[`, c(list(x, rows), rep(list(TRUE), length(dim(x)) - 1L), drop = FALSE))
  } else {
    x[rows]
  }
}
