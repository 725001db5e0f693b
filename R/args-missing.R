# Messages about the positions of missing values.

# Positions along the first axis.
missing_rows <- function(x) {
  x <- as_marks(x)
  if (is.list(x)) {
    return(sort(unique(unlist(lapply(x, missing_rows)))))
  }
  if (is.atomic(x) && anyNA(x)) sort(unique((which(is.na(x)) - 1L) %% NROW(x) + 1L))
}

# In place of an array or tensor of Python, an R array with the same missing values.
as_marks <- function(x) {
  if (!is_py_object(x)) {
    return(x)
  }
  marks <- in_python("rkeras.tensors.missing.marks", x)
  if (is.array(marks)) marks
}

# "2 missing values (NA) in rows 3 and 7".
count_missing <- function(x, of = "") {
  count <- count_of(sum(is.na(x)), "missing value", "missing values")
  paste0(count, " (NA) ", missing_places(x), of, missing_columns(x))
}

missing_places <- function(x) {
  words <- if (length(dim(x)) > 1L) c("in row", "in rows") else c("at position", "at positions")
  at_places(missing_rows(x), words)
}

at_places <- function(places, words) paste(words[[1L + (length(places) > 1L)]], first_few(places))

# The columns of a matrix or data frame, unless there is one or all have missing values.
missing_columns <- function(x) {
  if (length(dim(x)) != 2L || ncol(x) < 2L) {
    return("")
  }
  columns <- which(colSums(is.na(x)) > 0)
  if (length(columns) == ncol(x)) {
    return("")
  }
  names <- if (is.null(colnames(x))) columns else sprintf("`%s`", colnames(x)[columns])
  sprintf(" (%s)", at_places(names, c("column", "columns")))
}

first_few <- function(x, n = 5L) {
  more <- length(x) - n
  if (more > 1L) {
    return(sprintf("%s and %d more", toString(x[seq_len(n)]), more))
  }
  last <- x[[length(x)]]
  if (length(x) == 1L) as.character(last) else paste(toString(x[-length(x)]), "and", last)
}

# NumPy's integer and bool types have no NA.
check_missing_integers <- function(x, argument, of = "") {
  each_part(x, argument, function(x, argument) {
    if ((is.integer(x) || is.logical(x)) && anyNA(x)) {
      tell("missing_integers", argument, count_missing(x, of))
    }
  })
}

each_part <- function(x, argument, check, ...) {
  if (!is.list(x)) {
    return(check(x, argument, ...))
  }
  places <- paste0(argument, places_in(x))
  for (i in seq_along(x)) each_part(x[[i]], places[[i]], check, ...)
}

# How R code extracts each part of a list: `$name` or `[[1]]`.
places_in <- function(x) {
  names <- names(x) %||% character(length(x))
  ifelse(nzchar(names), paste0("$", names), sprintf("[[%d]]", seq_along(x)))
}
