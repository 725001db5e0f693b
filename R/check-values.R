# Checks of common kinds of arguments, and the description of a wrong value in an error.

`%||%` <- function(x, y) if (is.null(x)) y else x

# Describes a value of the wrong kind for an error.
describe <- function(x) {
  if (is.null(x)) return("NULL")
  if (is.data.frame(x)) return("a data frame")
  if (is.array(x)) return(sprintf("an array of shape (%s)", toString(dim(x))))
  if (is.factor(x)) return("a factor")
  if (is.character(x) && length(x) == 1L) return(encodeString(x, quote = "\""))
  if (is.atomic(x) && length(x) == 1L) return(format(without_integer64(x)))
  (if (!is.object(x)) describe_base(x)) %||% sprintf("an object of class `%s`", class(x)[[1]])
}

# Functions, lists and vectors; NULL for other values.
describe_base <- function(x) {
  if (is.function(x)) "a function"
  else if (is.list(x)) sprintf("a list of %d", length(x))
  else if (is.character(x)) sprintf("a character vector of length %d", length(x))
  else if (is.atomic(x)) sprintf("a vector of length %d", length(x))
}

# R's own vectors and arrays: to users, tensors are numeric and arrays, too.
is.numeric <- function(x) !is.environment(x) && base::is.numeric(x)
is.array <- function(x) !is.environment(x) && base::is.array(x)
is.matrix <- function(x) !is.environment(x) && base::is.matrix(x)

# An error unless `ok`: the argument must be `what`, and not the `x` that it is.
must_be <- function(x, what, ok = FALSE, argument = as.character(substitute(x)), remedy = "") {
  if (!ok) abort("`%s` must be %s, not %s.%s", argument, what, describe(x), remedy)
}

# As must_be(), for the value `x` of a function that is an argument.
must_return <- function(x, what, ok, argument) {
  if (!ok) abort("`%s` must return %s, not %s.", argument, what, describe(x))
}

in_ticks <- function(names) toString(paste0("`", names, "`"))

in_quotes <- function(texts) toString(dQuote(texts, FALSE))

# Formats a list as `a`, `b` and `c`.
listed <- function(items, word = "and") {
  n <- length(items)
  if (n < 2L) items else paste(toString(items[-n]), word, items[[n]])
}

# "1 row", "2 rows".
count_of <- function(n, one, several) paste(n, if (n == 1L) one else several)

capitalized <- function(text) {
  paste0(toupper(substr(text, 1L, 1L)), substring(text, 2L))
}

# "SparseSolver" is "sparse_solver".
snake_case <- function(names) tolower(gsub("([a-z0-9])([A-Z])", "\\1_\\2", names))

is_string <- function(x) is.character(x) && length(x) == 1L && !is.na(x)

# An error unless the argument is one string.
as_string <- function(x, argument) {
  must_be(x, "one string", is_string(x), argument)
  x
}

# As as_string(), for names and paths, which must not be empty.
check_string <- function(x, argument) {
  if (!nzchar(as_string(x, argument))) {
    abort("`%s` must not be an empty string.", argument)
  }
}

# An error unless there is a file with this path, or a directory.
check_path <- function(path, argument, what = "file", kind = "file") {
  check_string(path, argument)
  exists <- if (what %in% c("directory", "folder")) dir.exists else file.exists
  if (!exists(path)) abort("`%s`: there is no %s \"%s\".", argument, what, path, kind = kind)
}

# As match.arg(), with an error of this package.
match_choice <- function(arg, choices = NULL, several_ok = FALSE) {
  argument <- as.character(substitute(arg))
  caller <- sys.parent()
  choices <- choices %||% eval(formals(sys.function(caller))[[argument]], sys.frame(caller))
  force(arg)
  tryCatch(match.arg(arg, choices, several_ok), error = function(cnd) {
    abort_choice(arg, choices, argument, if (several_ok) "some" else "one")
  })
}

# One of `choices`, which may be "" and must not be abbreviated; the first one for the default of
# the argument.
as_choice <- function(x, choices, argument) {
  if (identical(x, choices)) {
    return(choices[[1]])
  }
  if (!is_string(x) || !x %in% choices) abort_choice(x, choices, argument)
  x
}

abort_choice <- function(x, choices, argument, count = "one") {
  found <- if (is.character(x) && length(x)) in_quotes(x) else describe(x)
  abort("`%s` must be %s of %s, not %s.", argument, count, in_quotes(choices), found)
}

# For functions whose `...` only separates arguments that must be named.
check_no_dots <- function(...) {
  if (...length()) abort("`...` must be empty. Name all further arguments.")
}

# `or` is what the argument may also be: NA.
check_logical <- function(x, argument, or = FALSE) {
  if (!is_flag(x)) {
    must_be(x, if (is.na(or)) "TRUE, FALSE or NA" else "TRUE or FALSE", identical(x, or), argument)
  }
}

# Takes less time than isTRUE() and isFALSE().
is_flag <- function(x) is.logical(x) && length(x) == 1L && !is.na(x)

# Checks the arguments of the calling function whose defaults are TRUE or FALSE; 0 and 1 become
# flags. Python would treat any non-empty string as true.
check_flags <- function() {
  frame <- parent.frame()
  defaults <- formals(sys.function(-1L))
  for (name in names(defaults)) {
    if (!is.logical(defaults[[name]]) || is.na(defaults[[name]])) next
    x <- frame[[name]]
    if (!is_flag(x)) assign(name, flag_of(x, name), envir = frame)
  }
}

flag_of <- function(x, argument) {
  if (is.numeric(x) && length(x) == 1L && x %in% 0:1) x <- as.logical(x)
  check_logical(x, argument)
  x
}

# Python would treat any non-empty string as true. 0 and 1 are flags in Keras's examples.
as_flag <- function(x, argument) {
  if (is.null(x) || is_flag(x) || is_py_object(x)) x else flag_of(x, argument)
}

# An error unless a suggested package is installed. `user` begins the message: "f() needs".
need_package <- function(package, user, remedy = "") {
  if (!requireNamespace(package, quietly = TRUE)) {
    abort("%s the package %s: install.packages(\"%s\").%s", user, package, package, remedy,
          kind = "module")
  }
}

drop_null <- function(x) x[!vapply(x, is.null, NA)]

check_function <- function(x, argument) {
  if (missing(x) || !is.function(x)) {
    found <- if (missing(x)) "but it is missing" else paste("not", describe(x))
    abort("`%s` must be a function, %s.", argument, found)
  }
}

# ---- Misspelled names ----------------------------------------------------------------------------

# The known word that `word` is probably a misspelling of, or character().
closest <- function(word, known) {
  distance <- drop(utils::adist(word, known, ignore.case = TRUE))
  same_letters <- letters_of(known) == letters_of(word)
  allowed <- if (nchar(word) < 4L) 1 else max(2, nchar(word) %/% 3)
  near <- known[order(distance, !same_letters)]
  near <- near[near %in% known[distance <= allowed | same_letters]]
  utils::head(if (min(distance, Inf) > 2) c(longer_names(word, known), near) else near, 1L)
}

letters_of <- function(words) {
  vapply(strsplit(tolower(words), ""), function(x) paste(sort(x), collapse = ""), "")
}

# Names that have all words of a name of several, the shortest first: "sparse_categorical_accuracy"
# for "sparse_accuracy".
longer_names <- function(word, known) {
  words <- strsplit(tolower(word), "_", fixed = TRUE)[[1]]
  if (length(words) < 2L) {
    return(character())
  }
  has_all <- vapply(strsplit(tolower(known), "_", fixed = TRUE), function(x) all(words %in% x), NA)
  known[has_all][order(nchar(known[has_all]))]
}

# For the end of a message: " Did you mean `units`?", or "" without a guess.
did_you_mean <- function(guess, mark = "`") {
  if (length(guess)) sprintf(" Did you mean %s%s%s?", mark, guess[[1]], mark) else ""
}

# ---- References to Python objects ----------------------------------------------------------------

#' Test for a Python object
#'
#' Returns whether an R object is a reference to a Python object, as opposed to an R value.
#' Functions that accept both can use it to choose between methods of Python and functions of R.
#' Python functions and classes are references as well, although they are also R functions.
#'
#' @param x Any R object.
#' @return `TRUE` if `x` is a reference to a Python object, else `FALSE`.
#' @concept Python object
#' @concept type check
#' @seealso [r_to_py()] and [py_to_r()] convert, [inherits()] tests for a particular Python class,
#'   [is_keras_tensor()].
#' @export
#' @examples
#' is_py_object(1)
#' @examplesIf py_available()
#' is_py_object(r_to_py(1))
#' is_py_object(import_builtins()$len)
#' inherits(r_to_py(1), "python.builtin.float")
is_py_object <- function(x) inherits(x, "python.builtin.object")

# Python's callables are functions of R, too.
is_r_function <- function(x) is.function(x) && !is_py_object(x)
