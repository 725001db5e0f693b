# Random R values on random ways through Python, which does not modify them: they come back
# identical. Not made are cases that come back as others: a single value is one of Python's, without
# names and attributes, and None if missing; a list of such values of one type becomes a vector, and
# a small integer64 an integer.

words <- c("", "a", "b c", "\u00e4\u00df", "\U1F600", "NA", "None", "1", NA)
names_for <- function(n) sample(c("x", "y", "z", "a b", "\u00fc", "if", "names"), n)

# Of one of R's types, with `n` elements.
random_vector <- function(n) {
  switch(
    sample(11L, 1L),
    sample(c(-2, 0, 1.5, 3, 1e300, NA, NaN, Inf, -Inf), n, TRUE),
    sample(c(-3L, 0L, 7L, .Machine$integer.max, NA), n, TRUE),
    sample(c(TRUE, FALSE, NA), n, TRUE),
    sample(words, n, TRUE),
    as.raw(sample(0:255, n, TRUE)),
    complex(real = sample(c(0, 1.5, NA), n, TRUE), imaginary = sample(c(0, -2), n, TRUE)),
    factor(sample(c("u", "v", NA), n, TRUE), c("v", "u", "w"), ordered = chance(0.3)),
    as.Date("2024-02-28") + sample(c(0:3, NA), n, TRUE),
    .POSIXct(1706702400 + sample(c(0, 0.25, 86400, NA), n, TRUE), sample(c("", "UTC", "CET"), 1L)),
    as.difftime(sample(c(0, 1.5, NA), n, TRUE), units = sample(c("secs", "mins", "days"), 1L)),
    bit64::as.integer64(sample(c("0", "9007199254740993", "-5", NA), n, TRUE))
  )
}

# With dimensions or names, perhaps, and an attribute or a class of the user.
decorated <- function(x) {
  if (length(x) == 1L) {
    return(if (is.na(x) || inherits(x, "integer64")) random_vector(2L) else x)
  }
  is_plain <- is.null(attributes(x))
  if (is_plain && chance(0.2)) {
    x <- shaped(x)
  } else if (length(x) && chance(0.25)) {
    # An empty vector has no names.
    names(x) <- names_for(length(x))
  }
  if (is_plain && chance(0.1)) attr(x, "note") <- "kept"
  if (is_plain && chance(0.05)) class(x) <- "of_user"
  x
}

shaped <- function(x) {
  n <- length(x)
  dim(x) <- if (n %% 2L == 0L && chance(0.5)) c(2L, n %/% 2L) else n
  if (n > 1L && chance(0.5)) {
    dimnames(x) <- c(list(names_for(dim(x)[[1]])), rep(list(NULL), length(dim(x)) - 1L))
  }
  x
}

random_frame <- function() {
  n <- sample(0:4, 1L)
  columns <- replicate(sample(1:3, 1L), random_vector(n), simplify = FALSE)
  names(columns) <- names_for(length(columns))
  frame <- structure(columns, class = "data.frame", row.names = .set_row_names(n))
  if (n && chance(0.3)) row.names(frame) <- sample(letters, n)
  frame
}

random_list <- function(depth) {
  n <- sample(0:4, 1L)
  x <- lapply(seq_len(n), function(i) random_value(depth - 1L))
  if (n && chance(0.5)) names(x) <- names_for(n) else x <- c(x, list(1:2))
  x
}

others <- list(NULL, quote(a + b), quote(a), y ~ x, sum, globalenv(), function(x) x,
               expression(a, 1), numeric_version("1.2.3"))

random_value <- function(depth = 3L) {
  weights <- c(vector = 5, list = if (depth > 0L) 4 else 0, frame = 1, other = 1)
  kind <- sample(names(weights), 1L, prob = weights)
  switch(
    kind, vector = decorated(random_vector(sample(c(0:4, 1L, 1L), 1L))), list = random_list(depth),
    frame = random_frame(),
    other = others[[sample(length(others), 1L)]]
  )
}

ways <- list(
  converted = function(x, main) py_to_r(r_to_py(x)),
  called = function(x, main) main$same(x),
  named = function(x, main) main$same(x = x),
  `in a list` = function(x, main) main$first(list(x, 1)),
  `in a dict` = function(x, main) main$named(list(a = x, b = 1)),
  `through a function` = function(x, main) main$call(function(y) y, x),
  `in an attribute` = function(x, main) {
    main$box$value <- x
    main$box$value
  },
  `on a worker` = function(x, main) py_call_blocking(main$same, x),
  `by a reference` = function(x, main) py_to_r(main$same(r_to_py(x))),
  `in a list and back` = function(x, main) main$same(list(x, list(x)))[[2]][[1]]
)

python <- function() {
  main <- import_main()
  if (!py_has_attr(main, "box")) {
    py_run_string("
import types
box = types.SimpleNamespace()
def same(x): return x
def first(x): return x[0]
def named(x): return x['a']
def call(f, x): return f(x)
")
  }
  main
}

problem_in <- function(case) {
  back <- outcome(ways[[case$way]](case$value, python()))
  if (has_failed(back)) return(paste("an error:", conditionMessage(back)))
  if (!identical(back, case$value)) paste("came back as", paste(deparse(back), collapse = " "))
}

shown <- function(case) sprintf("%s: %s", case$way, paste(deparse(case$value), collapse = " "))

smaller <- function(case) {
  with_value <- function(value) {
    case["value"] <- list(value)
    case
  }
  x <- case$value
  shorter <- if ((is.vector(x) || is.factor(x)) && length(x) > 2L) {
    lapply(seq_along(x), function(i) with_value(x[-i]))
  }
  inner <- if (is.list(x)) lapply(unname(unclass(x)), with_value)
  plain <- case
  plain$way <- "converted"
  c(inner, shorter, if (case$way != "converted") list(plain))
}

function(seed) {
  case <- list(way = sample(names(ways), 1L))
  case["value"] <- list(random_value())
  list(case = case, wrong = problem_in, smaller = smaller, shown = shown)
}
