# Rules for numbers of a range: the table of arguments (dev/wrappers/*/args.tsv) names them.

# A function of a value and the name of its argument that returns the value, converted by `as`, or
# raises an error unless it has `n` numbers of a range. `open` are the ends that do not belong to
# the range. Python objects are left to Python, unless the value is for R alone. `as` stays a
# promise: a file that R reads later may define it.
number_rule <- function(text, lower = -Inf, upper = Inf, n = 1L, open = "",
                        as = if (identical(n, 1L)) as_float else unchanged, for_python = TRUE) {
  function(x, argument = "x") {
    x <- without_integer64(x)
    numbers <- if (max(n) > 1L && is.list(x) && !is.object(x)) unlist(x) else x
    if (are_within(numbers, n, lower, upper, open)) {
      return(as(x, argument))
    }
    if (!for_python || !is_py_object(x)) {
      abort_number(x, argument, text, if (upper == 1) percent_remedy(x) else "")
    }
    x
  }
}

unchanged <- function(x, argument) x

are_within <- function(x, n, lower, upper, open) {
  if (!is.numeric(x) || !(length(x) %in% n || identical(n, Inf) && length(x) > 0L)) {
    return(FALSE)
  }
  above <- if (open %in% c("lower", "both")) x > lower else x >= lower
  below <- if (open %in% c("upper", "both")) x < upper else x <= upper
  all(is.finite(x) & above & below)
}

percent_remedy <- function(x) {
  is_percent <- is.numeric(x) && length(x) == 1L && !is.na(x) && x > 1 && x <= 100
  if (is_percent) sprintf(" %s%% is %s.", format(x), format(x / 100)) else ""
}

# For arguments for which Keras refuses an int or computes differently with one. Other whole doubles
# become ints in constructors.
as_float <- function(x, argument = "x") {
  x <- without_integer64(x)
  if (is.numeric(x) && length(x) == 1L) r_to_py(as.double(x), convert = FALSE) else x
}

number <- number_rule("a number")
numbers <- number_rule("numbers", n = Inf)
# Where the default is a number, but several may be given.
some_number <- number_rule("a number", n = Inf, as = as_float)
one_or_two_numbers <- number_rule("one or two numbers", n = 1:2)
number_from_0 <- number_rule("a number from 0 up", 0)
number_to_0 <- number_rule("a number from 0 down", upper = 0)
positive_number <- number_rule("a positive number", 0, open = "lower")
share <- number_rule("a number from 0 to 1", 0, 1)
shares <- number_rule("numbers from 0 to 1", 0, 1, n = Inf)
share_below_1 <- number_rule("a number from 0 to below 1", 0, 1, open = "upper")
share_inside <- number_rule("a number above 0 and below 1", 0, 1, open = "both")
positive_whole <- number_rule("one positive whole number", 1, as = as_integer)
positive_wholes <- number_rule("positive whole numbers", 1, n = Inf, as = as_integer)
whole_from_0 <- number_rule("one whole number from 0 up", 0, as = as_integer)
whole_from_2 <- number_rule("one whole number from 2 up", 2, as = as_integer)

# Of functions that compute with the value in R.
number_for_r <- function(...) number_rule(..., as = unchanged, for_python = FALSE)

as_share <- number_for_r("a number from 0 to below 1", 0, 1, open = "upper")
as_level <- number_for_r("a number between 0 and 1", 0, 1, open = "both")
as_sampled_share <- number_for_r("a number above 0 and up to 1", 0, 1, open = "lower")
as_finite <- number_for_r("one finite number")
positive_indices <- number_rule("positive whole numbers", 1, n = Inf, as = as_integer,
                                for_python = FALSE)

# ---- Values in the range that are rarely intended ------------------------------------------------

decay_rate <- function(x, argument = "weight_decay") {
  if (!is.null(x)) not_below_0(number(x, argument), x, argument, "weight_decay")
}

initial_rate <- function(x, argument = "initial_learning_rate") {
  not_below_0(number(x, argument), x, argument, "learning_rate")
}

not_below_0 <- function(value, x, argument, id) {
  force(value)
  if (is.numeric(x) && x < 0) tell(id, argument, format(x))
  value
}

# NULL switches it off.
rms_rate <- function(x, argument = "rms_rate") if (!is.null(x)) number_from_0(x, argument)

smoothing <- function(x, argument = "label_smoothing") {
  value <- share(x, argument)
  if (is.numeric(x) && x == 1) tell("label_smoothing", argument)
  value
}

# A list, a function or NULL may be what Keras takes in place of a name.
one_string <- function(x, argument) {
  if (is.atomic(x) && !is.null(x) && !is_string(x)) as_string(x, argument)
  x
}
