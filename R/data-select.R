# Selections of columns: names, ranges, renamed columns, and functions that find columns by name or
# type.

# Evaluates the arguments of a verb or step. The result has the column names, named by their new
# names or "". `types` are the dtypes of the columns, named by column.
selected_columns <- function(arguments, types, env) {
  positions <- with_context(list(column_types = types), combined(arguments, env))
  stats::setNames(names(types)[positions], names(positions) %||% rep("", length(positions)))
}

# Columns are added and, by `-`, removed from left to right. What begins with `-` begins with all.
combined <- function(arguments, env) {
  given <- names(arguments) %||% rep("", length(arguments))
  chosen <- if (length(arguments) && is_minus(arguments[[1]])) all_positions() else integer()
  for (i in seq_along(arguments)) {
    argument <- arguments[[i]]
    if (is_minus(argument)) {
      chosen <- without(chosen, positions_of(argument[[2]], env))
    } else {
      more <- renamed(positions_of(argument, env), given[[i]])
      chosen <- c(chosen, more[!more %in% chosen])
    }
  }
  chosen
}

is_minus <- function(x) is.call(x) && identical(x[[1]], quote(`-`)) && length(x) == 2L

all_positions <- function() seq_along(context$column_types)

without <- function(chosen, excluded) chosen[!chosen %in% excluded]

# Several columns under one new name are numbered.
renamed <- function(positions, name) {
  if (!nzchar(name) || length(positions) == 0L) return(positions)
  if (length(positions) > 1L) name <- paste0(name, seq_along(positions))
  stats::setNames(positions, name)
}

# The positions of the columns that an expression selects.
positions_of <- function(x, env) {
  if (is.symbol(x)) return(symbol_positions(x, env))
  if (!is.call(x)) return(value_positions(x))
  operator <- if (is.symbol(x[[1]])) as.character(x[[1]]) else ""
  arguments <- as.list(x)[-1]
  each <- function(i) positions_of(arguments[[i]], env)
  switch(operator,
    "(" = each(1L),
    "c" = combined(arguments, env),
    "-" = , "!" = without(all_positions(), each(1L)),
    "&" = intersect(each(1L), each(2L)),
    "|" = union(each(1L), each(2L)),
    ":" = column_range(arguments, env),
    value_positions(eval(with_own_selectors(x), hooks$selectors, env))
  )
}

# A column, or else a variable with names or positions of columns.
symbol_positions <- function(x, env) {
  name <- as.character(x)
  position <- match(name, names(context$column_types))
  if (!is.na(position)) return(position)
  value <- get0(name, envir = env, mode = "character") %||%
    get0(name, envir = env, mode = "numeric")
  if (is.null(value)) abort_columns(name, names(context$column_types))
  value_positions(value)
}

value_positions <- function(value) {
  if (is.character(value)) {
    known <- names(context$column_types)
    return(match(check_column_known(value, known), known))
  }
  if (is.logical(value) && length(value) == length(context$column_types)) value <- which(value)
  value <- without_integer64(value)
  if (length(value) && (!are_whole(value) || any(abs(value) > length(context$column_types)))) {
    abort("A selection must be names or positions of the %d columns, not %s.",
          length(context$column_types), describe(value))
  }
  stats::setNames(all_positions()[as.integer(value)], names(value))
}

column_range <- function(ends, env) {
  if (all(vapply(ends, is.numeric, NA))) return(value_positions(ends[[1]]:ends[[2]]))
  seq.int(positions_of(ends[[1]], env), positions_of(ends[[2]], env))
}

abort_columns <- function(names, known) {
  abort("The data have no column %s. The columns are %s.", in_ticks(names), in_ticks(known))
}

# dplyr::starts_with() and the like are rkeras's own inside a selection.
with_own_selectors <- function(x) {
  if (!is.call(x)) return(x)
  if (is_prefixed_selector(x[[1]])) x[[1]] <- x[[1]][[3]]
  x[-1] <- lapply(as.list(x)[-1], with_own_selectors)
  x
}

is_prefixed_selector <- function(x) {
  is.call(x) && as.character(x[[1]]) %in% c("::", ":::") &&
    as.character(x[[2]]) %in% c("dplyr", "tidyselect") &&
    as.character(x[[3]]) %in% names(hooks$selectors)
}
