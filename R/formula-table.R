# The columns of a data frame that are the inputs of tabular() as they are, and its responses: what
# is learned of them from the first data, and how later data become arrays. Which columns a formula
# may have.

# ---- Inputs --------------------------------------------------------------------------------------

# The design of an input: `kind`, `width` (the number of columns of a matrix), and what the kind
# needs. Numbers are centred by their median and scaled by the distance of their quartiles.
column_design <- function(x, name) {
  x <- without_class(x)
  kind <- column_kind(x, name)
  column <- list(kind = kind, width = NCOL(x), has_missing = anyNA(x))
  switch(kind,
    # Backends without tensors of text are given the numbers of the levels.
    category = c(column, list(
      levels = levels_in(x), is_ordered = is.ordered(x) && nlevels(droplevels(x)) > 2L,
      is_coded = !can("strings")
    )),
    span = c(column, list(units = units(x)),
             quartile_scales(raw_numbers(x, kind, units(x)), name)),
    c(column, quartile_scales(raw_numbers(x, kind), name))
  )
}

# Where half of the values are alike, half of the range is the scale; that of a constant is 1.
quartile_scales <- function(x, name) {
  x <- as.matrix(x)
  check_numbers_known(x, name)
  at <- unname(apply(x, 2L, stats::quantile, c(0, 0.25, 0.5, 0.75, 1), na.rm = TRUE))
  scale <- ifelse(at[4L, ] > at[2L, ], at[4L, ] - at[2L, ], (at[5L, ] - at[1L, ]) / 2)
  list(center = at[3L, ], scale = ifelse(scale > 0, scale, 1), low = at[1L, ], high = at[5L, ])
}

column_kind <- function(x, name) {
  check_column(x, name)
  if (is.factor(x) || is.character(x)) "category"
  else if (inherits(x, "Date")) "date"
  else if (inherits(x, "POSIXt")) "time"
  else if (inherits(x, "difftime")) "span"
  else if (is.numeric(x) || is.logical(x) || inherits(x, "integer64")) "number"
  else abort(c("The column `%s` is of the class `%s`, which is neither numbers, categories nor",
               "times."), name, class(x)[[1]])
}

# A missing value is a level of its own if there were some in training.
levels_in <- function(x) {
  levels <- if (is.factor(x)) levels(droplevels(x)) else sort(unique(as.character(x)))
  c(levels, if (anyNA(x)) missing_level)
}

# Dates are days, times are seconds: in 32 bits these are exact to two minutes.
raw_numbers <- function(x, kind, units = NULL) {
  if (kind == "time") return(as.double(as.POSIXct(x)))
  if (kind == "date") return(as.double(x))
  if (kind == "span") return(as.double(x, units = units))
  x <- unname(without_class(x))
  storage.mode(x) <- "double"
  x
}

# The arrays for the model's inputs.
table_inputs <- function(design, frame) {
  names <- names(design$table)
  inputs <- Map(input_of_column, frame[names], design$table, names)
  warn_of_new_levels(Map(new_levels, inputs, design$table))
  warn_of_far(drop_null(Map(first_far, inputs, design$table)))
  inputs <- Map(function(x, column) if (isTRUE(column$is_coded)) level_codes(x, column) else x,
                inputs, design$table)
  names(inputs) <- input_keys(design)
  c(inputs, if (design$has_offset) list(`(offset)` = as_column(offset_of(frame))))
}

input_of_column <- function(x, column, name) {
  x <- without_class(x)
  if (is.logical(x) && all(is.na(x))) x <- missing_of_kind(x, column)
  kind <- column_kind(x, name)
  if (kind != column$kind || NCOL(x) != column$width) {
    abort("The column `%s` is %s; in training it was of the kind \"%s\".", name, describe(x),
          column$kind)
  }
  if (kind != "category") {
    return(as_column(raw_numbers(x, kind, column$units)))
  }
  as_categories(x)
}

# 0 for an unknown level.
level_codes <- function(x, column) as_column(match(x, column$levels, nomatch = 0L))

# R's NA, and an empty column of a file, are logical whatever the other rows would be.
missing_of_kind <- function(x, column) {
  switch(column$kind,
    category = as.character(x), date = as.Date(x), time = as.POSIXct(x),
    span = as.difftime(as.double(x), units = column$units), x
  )
}

new_levels <- function(x, column) {
  if (column$kind == "category") setdiff(x, column$levels)
}

# `new` has those of each column.
warn_of_new_levels <- function(new) {
  new <- new[lengths(new) > 0L]
  if (length(new) == 0L) return(invisible())
  texts <- lapply(new, function(levels) {
    first_few(ifelse(levels == missing_level, "a missing value", dQuote(levels, FALSE)))
  })
  one <- length(unlist(new)) == 1L
  found <- if (length(new) == 1L) sprintf("column `%s` has", names(new)) else "columns have"
  if (length(new) > 1L) texts <- sprintf("%s in `%s`", texts, names(new))
  warn(c("The %s %s that the model was not trained on: %s. The prediction is as for an unknown",
         "level."), found, if (one) "a level" else "levels", paste(texts, collapse = "; "),
       kind = "levels")
}

# The first number that is farther from those of training than these are from each other:
# list(row, value, low, high, n).
first_far <- function(x, column) {
  # Dates go on, and files of earlier versions have no bounds.
  if (!column$kind %in% c("number", "span") || is.null(column$low)) return(NULL)
  low <- rep(column$low, each = nrow(x))
  high <- rep(column$high, each = nrow(x))
  is_far <- which(x < 2 * low - high | x > 2 * high - low)
  if (length(is_far) == 0L) return(NULL)
  at <- is_far[[1]]
  list(row = (at - 1L) %% nrow(x) + 1L, value = x[[at]], low = low[[at]], high = high[[at]],
       n = length(is_far))
}

warn_of_far <- function(far) {
  if (length(far) == 0L) return(invisible())
  texts <- Map(function(far, name) {
    sprintf("%s in row %d of `%s` (%s to %s in training)%s", format(far$value, digits = 4),
            far$row, name, format(far$low, digits = 4), format(far$high, digits = 4),
            if (far$n > 1L) sprintf(" and %d more", far$n - 1L) else "")
  }, far, names(far))
  warn("Values are far outside of the training data, where predictions are guesses: %s.",
       first_few(unlist(texts)), kind = "range")
}

offset_of <- function(frame) {
  offsets <- frame[attr(stats::terms(frame), "offset")]
  Reduce(`+`, lapply(offsets, as.double), numeric(nrow(frame)))
}

# ---- Later data ----------------------------------------------------------------------------------

# list(x, y) from a data frame, as formula_data() for formulas.
table_data <- function(design, data, response) {
  data <- baked(design, data)
  if (response) check_outcome_baked(design)
  frame <- table_frame(design, data)
  list(x = table_inputs(design, frame),
       y = if (response) table_targets(design, response_values(data, design)))
}

# The targets in rows.
targets_in <- function(design, data) {
  if (is.null(design$table)) return(formula_data(design, data, response = TRUE)$y)
  check_outcome_baked(design)
  by_response(table_targets(design, response_values(baked(design, data), design)), design)
}

# The responses of rows by name, as models of tabular() and of several responses know them.
known_responses <- function(design, data) {
  check_outcome_baked(design)
  data_of_responses(design$responses, baked(design, data))
}

check_outcome_baked <- function(design) {
  if (isTRUE(design$skips_outcome)) {
    abort(c("A step with `skip = TRUE` changes the outcome of the recipe, so that of other rows is",
            "not known on the scale of training."))
  }
}

# What the recipe of the model makes of the columns, if it has one.
baked <- function(design, data) {
  if (is.null(design$recipe)) data else recipes::bake(recipe_of(design), new_data = data)
}

# FALSE for the model of a file, which does not have it.
recipe_of <- function(design) {
  if (isFALSE(design$recipe)) {
    abort(
      c("The model was trained on what a recipe makes of the columns, and its file is without the",
        "recipe. Supply it: load_model(file, custom_objects = list(recipe = recipe)) with the",
        "recipe that recipes::prep(recipe, training = data) returns. saveRDS() keeps it.")
    )
  }
  design$recipe
}

table_frame <- function(design, data) {
  check_columns(intersect(design$columns, all.vars(design$terms)), data)
  check_columns_in(design$terms, data)
  data <- without_integer64(data)
  in_words(stats::model.frame(design$terms, data, na.action = stats::na.pass), names(data))
}

tell_left_out <- function(n, without) {
  if (n > 0L) {
    message(sprintf("%s without %s %s left out.", count_of(n, "row", "rows"), without,
                    if (n == 1L) "is" else "are"))
  }
}

response_values <- function(data, design) {
  lapply(design$responses, function(terms) {
    without_class(stats::model.response(response_frame(terms, data)))
  })
}

# A single response is not in a list.
table_targets <- function(design, y) {
  targets <- Map(target_of, design_responses(design), y, names(design$targets))
  if (design$is_single) targets[[1]] else stats::setNames(targets, design$outputs)
}

# Data for a model: Keras itself takes pandas' data frames.
as_table_for <- function(facts, data) {
  if (is_py_object(data) && is.null(facts$memory$trained$formula)) data else as_table(data)
}

# Tables that are not data frames. A lazy table is read from its data base.
as_table <- function(data) {
  if (is_py_object(data)) {
    is_table <- inherits(data, known_classes$table) || has_attr(data, "__arrow_c_stream__")
    return(if (is_table) as.data.frame(data) else data)
  }
  if (inherits(data, collected_classes)) {
    if (inherits(data, "tbl_lazy")) {
      message("The rows of the table are read from the data base into memory.")
    }
    need_package("dplyr", "Lazy tables need")
    data <- dplyr::collect(data)
  }
  if (is.data.frame(data) || inherits(data, table_classes)) as.data.frame(data) else data
}

# Classes of R whose rows dplyr::collect() reads, of arrow and dbplyr.
collected_classes <- c("arrow_dplyr_query", "Dataset", "tbl_lazy")

# Those that have a method of as.data.frame(), of arrow, nanoarrow, duckdb and polars.
table_classes <- c(
  "ArrowTabular", "RecordBatchReader", "nanoarrow_array", "nanoarrow_array_stream",
  "duckdb_relation", "polars_data_frame", "polars_lazy_frame", "RPolarsDataFrame",
  "RPolarsLazyFrame"
)

# ---- Classes over vectors ------------------------------------------------------------------------

# Classes over vectors: the columns of a formula are values as lm() takes them, or errors.

# `name` is that of a column, a term or a response. S4 classes, such as the periods of lubridate,
# have a part of their values elsewhere.
check_column <- function(x, name) {
  if (isS4(x) || is.list(x) || is.raw(x) || is.complex(x)) {
    abort("`%s` is of the class `%s`. Convert it to numbers, text, a factor or a date.", name,
          class(x)[[1]])
  }
  if (is.matrix(x) && (is.character(x) || is.factor(x))) {
    abort("`%s` is a matrix of text. Make each of its columns one of `data`.", name)
  }
}

# model.frame() refuses lists without their class.
check_columns_in <- function(terms, data) {
  variables <- Filter(is.symbol, as.list(attr(terms, "variables"))[-1])
  for (name in intersect(vapply(variables, as.character, ""), names(data))) {
    check_column(data[[name]], name)
  }
}

# Numbers and text without their class.
without_class <- function(x) {
  is_plain <- !is.object(x) && length(dim(x)) != 1L
  if (is_plain || is.factor(x) || is_time(x) || is_survival(x)) return(x)
  x <- without_integer64(x)
  kept <- c("names", if (length(dim(x)) == 2L) c("dim", "dimnames"))
  attributes(x) <- attributes(x)[names(attributes(x)) %in% kept]
  x
}
