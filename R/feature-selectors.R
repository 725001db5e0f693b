# Selectors: functions that find columns by name or type inside the steps of a specification.

# A selector of the columns whose names `find(names, part)` finds.
name_selector <- function(name, find) {
  force(find)
  function(match, ignore.case = TRUE, vars = NULL) {
    check_flags()
    if (is_elsewhere(vars)) return(tidy_selector(name)(match, ignore.case))
    by_name(match, available(vars, name), ignore.case, find)
  }
}

#' Select columns by name or type
#'
#' These functions select columns inside [feature_spec()] and the steps of a specification, such as
#' [step_numeric_column()]. They can be combined: `-x` excludes columns, `a:b` is a range of
#' columns, `c()` several selections, `&`, `|` and `!` combine sets, and `new = old` gives the
#' feature another name. The functions work in the same way if dplyr or tidyselect is attached, and
#' rkeras's functions work inside `dplyr::select()` and, where they mask those of recipes, in its
#' steps.
#'
#' * `all_numeric()`: columns of type `float16`, `float32`, `float64`, `int16`, `int32` or `int64`.
#' * `all_nominal()`: columns of strings. Factors of a data frame are strings.
#' * `has_type()`: columns with one of the given TensorFlow types.
#' * `starts_with()`, `ends_with()`, `contains()`: names with this prefix, suffix or part.
#' * `matches()`: names that match a regular expression.
#' * `num_range()`: numbered names, such as `x1` to `x3`.
#' * `one_of()`: names in character vectors, with a warning for unknown ones. `all_of()` and
#'   `any_of()`, inside a step, raise an error for unknown ones or ignore them.
#' * `everything()`: all columns.
#'
#' @param match Character vector. Prefixes, suffixes, parts or regular expressions; any of them may
#'   match. For `has_type()`: names of types, such as `"float32"` or `"string"`.
#' @param ignore.case Logical. Whether upper and lower case are the same.
#' @param perl Logical. Whether the regular expression has Perl's syntax.
#' @param prefix,suffix String. Text before and after the number.
#' @param range Integer vector. The numbers, such as `1:3`.
#' @param width Positive integer. Number of digits, with leading zeros. `NULL` means none.
#' @param ... Character vectors of column names.
#' @param vars,.vars Character vector of names to select from. `NULL` means the columns of the
#'   specification.
#' @return Integer vector: the positions of the selected columns.
#' @family feature specifications
#' @concept tidyselect
#' @concept select columns
#' @concept select helpers
#' @seealso [feature_spec()], [step_numeric_column()].
#' @examples
#' starts_with("Petal", vars = names(iris))
#' num_range("x", 1:2, vars = c("y", "x1", "x2", "x3"))
#' @examplesIf is_keras_available()
#' feature_spec(iris, Species ~ .) |>
#'   step_numeric_column(all_numeric(), -starts_with("Sepal"))
#' @name selectors
NULL

#' @rdname selectors
#' @export
starts_with <- name_selector("starts_with", startsWith)

#' @rdname selectors
#' @export
ends_with <- name_selector("ends_with", endsWith)

#' @rdname selectors
#' @export
contains <- name_selector("contains", function(names, part) grepl(part, names, fixed = TRUE))

#' @rdname selectors
#' @export
matches <- function(match, ignore.case = TRUE, perl = FALSE,
                    vars = NULL) {
  check_flags()
  if (is_elsewhere(vars)) return(tidy_selector("matches")(match, ignore.case, perl))
  find <- function(names, pattern) grepl(pattern, names, ignore.case = ignore.case, perl = perl)
  by_name(match, available(vars, "matches"), FALSE, find)
}

#' @rdname selectors
#' @export
num_range <- function(prefix, range, suffix = "", width = NULL, vars = NULL) {
  if (is_elsewhere(vars)) return(tidy_selector("num_range")(prefix, range, suffix, width))
  as_string(prefix, "prefix")
  range <- as_integer(range, "range")
  number <- if (is.null(width)) range else formatC(range, width = width, format = "d", flag = "0")
  positions <- match(paste0(prefix, number, suffix), available(vars, "num_range"))
  positions[!is.na(positions)]
}

#' @rdname selectors
#' @export
one_of <- function(..., .vars = NULL) {
  if (is_elsewhere(.vars)) return(tidy_selector("one_of")(...))
  names <- unlist(list(...))
  known <- available(.vars, "one_of")
  must_be(names, "character vectors of column names", is.character(names), "...")
  unknown <- setdiff(names, known)
  if (length(unknown)) warn(paste0("Unknown columns: ", in_ticks(unknown), "."))
  match(intersect(names, known), known)
}

#' @rdname selectors
#' @export
everything <- function(vars = NULL) {
  if (is_elsewhere(vars)) return(tidy_selector("everything")())
  seq_along(available(vars, "everything"))
}

#' @rdname selectors
#' @export
all_numeric <- function() {
  if (is_outside()) return(call_masked("all_numeric", abort_outside("all_numeric")))
  of_type(c("float16", "float32", "float64", "int16", "int32", "int64", "half", "double"))
}

#' @rdname selectors
#' @export
all_nominal <- function() {
  if (is_outside()) return(call_masked("all_nominal", abort_outside("all_nominal")))
  of_type("string")
}

#' @rdname selectors
#' @export
has_type <- function(match = "float32") {
  if (is_outside()) return(call_masked("has_type", abort_outside("has_type")))
  of_type(match)
}

of_type <- function(types) unname(which(context$column_types %in% types))

by_name <- function(match, names, ignore_case, find) {
  must_be(match, "strings that are not empty",
          is.character(match) && !anyNA(match) && all(nzchar(match)))
  if (ignore_case) {
    names <- tolower(names)
    match <- tolower(match)
  }
  found <- lapply(match, function(one) which(find(names, one)))
  unique(as.integer(unlist(found)))
}

# The names to select from.
available <- function(vars, selector) {
  if (is.null(vars) && is_outside()) abort_outside(selector)
  vars %||% names(context$column_types)
}

# Whether no step of a specification selects.
is_outside <- function() is.null(context$column_types)

abort_outside <- function(selector) {
  abort("`%s()` selects columns inside feature_spec() and step_numeric_column() and the like.",
        selector, call = call(selector))
}

# Whether another package selects: `dplyr::select(data, starts_with("a"))` finds the function here.
is_elsewhere <- function(vars) is.null(vars) && is_outside() && isNamespaceLoaded("tidyselect")

tidy_selector <- function(name) getExportedValue("tidyselect", name)

all_of <- function(x) x

any_of <- function(x) intersect(x, names(context$column_types))

# In an expression of a step these come before functions of the same name elsewhere.
selectors <- list(
  starts_with = starts_with, ends_with = ends_with, contains = contains, matches = matches,
  num_range = num_range, one_of = one_of, everything = everything, all_numeric = all_numeric,
  all_nominal = all_nominal, has_type = has_type, all_of = all_of, any_of = any_of
)
