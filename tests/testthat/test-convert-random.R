# Random values with nesting and unusual types. RKERAS_TEST_ROUNDS multiplies their number.

rounds <- function(n) n * as.integer(Sys.getenv("RKERAS_TEST_ROUNDS", "1"))

# ---- Python -> R -> Python ----------------------------------------------------------------------

# A value as ASCII text that tells all values apart: what R holds, told without the bridge.
described <- function(x) {
  if (is.null(x)) return("NULL")
  if (is_py_object(x)) return("object")
  kind <- if (inherits(x, "integer64")) "integer64" else typeof(x)
  items <- switch(kind,
    list = vapply(x, described, ""),
    raw = format(x),
    integer64 = bit64::as.character.integer64(x),
    double = shown_double(x),
    complex = ifelse(
      is.na(x) & !is.nan(x), "NA", paste0(shown_double(Re(x)), "i", shown_double(Im(x)))
    ),
    character = ifelse(is.na(x), "NA", vapply(x, code_points, "")),
    as.character(x)
  )
  items[is.na(items)] <- "NA"
  names <- if (is.null(names(x))) "" else paste0(vapply(names(x), code_points, ""), "=")
  if (!length(items)) return(paste0(kind, "()"))
  paste0(kind, "(", paste0(names, items, collapse = ","), ")")
}

shown_double <- function(x) {
  ifelse(is.nan(x), "NaN", ifelse(is.na(x), "NA", ifelse(is.finite(x), sprintf("%.17g", x), x)))
}

code_points <- function(x) {
  if (is.na(x)) "NA" else paste0("'", paste(utf8ToInt(x), collapse = "."), "'")
}

code_of <- function(file) {
  lines <- lapply(test_path(c("random_checks.py", file)), readLines, encoding = "UTF-8")
  paste(unlist(lines), collapse = "\n")
}

test_that("generated Python values are in R what they should be, and come back", {
  skip_if_not(py_module_available("hypothesis"))
  run <- python_function_of("run", code_of("random_values.py"))
  expect_no_error(run(described, function(x) x, class, rounds(2500L), 20240131L))
})

test_that("generated Python objects of other types are in R what they should be", {
  skip_if_not(py_module_available("hypothesis"))
  run <- python_function_of("run", code_of("random_objects.py"))
  # A factor and a moment tell what they show, a shape is told in front.
  shown <- function(x) {
    if (is.factor(x)) return(paste0("factor ", described(as.character(x))))
    if (inherits(x, "POSIXct")) return(paste(attr(x, "tzone"), sprintf("%.17g", x)))
    paste0(paste0(c(dim(x), ""), collapse = " "), described(x))
  }
  expect_no_error(run(shown, identity, class, rounds(60L), 20240203L))
})

# ---- R -> Python -> R ---------------------------------------------------------------------------

# Each value is of one of the kinds that come back identical, bit by bit; containers are nested up
# to `depth` levels.
random_value <- function(depth, leaves = c(random_vectors, random_objects)) {
  kind <- sample(c(leaves, if (depth > 0) random_containers), 1)[[1]]
  n <- sample(c(1L, 2L, 5L), 1)
  kind(n, function(n) replicate(n, random_value(depth - 1, leaves), simplify = FALSE))
}

random_vectors <- list(
  function(n, ...) holed(sample(c(TRUE, FALSE), n, TRUE)),
  function(n, ...) holed(sample(c(-.Machine$integer.max, -1:1, .Machine$integer.max), n, TRUE)),
  function(n, ...) {
    from <- sample(c(-3L, 0L, 2147483600L), 1)
    from:(from + 1L + n)
  },
  function(n, ...) holed(random_doubles(n)),
  function(n, ...) holed(complex(real = random_doubles(n), imaginary = random_doubles(n))),
  function(n, ...) holed(random_text(n)),
  function(n, ...) as.raw(sample(0:255, n)),
  function(n, ...) {
    bit64::as.integer64(sample(c("9007199254740993", "-9223372036854775807"), n, TRUE))
  }
)

random_objects <- list(
  function(n, ...) {
    levels <- unique(c("a", random_text(3)))
    holed(factor(sample(levels, n, TRUE), levels, ordered = sample(c(TRUE, FALSE), 1)))
  },
  function(n, ...) {
    dim <- sample(0:3, sample(4, 1), TRUE)
    array(sample(c(random_doubles(3), NA), prod(dim), TRUE), dim)
  },
  function(n, ...) {
    dim <- sample(1:3, sample(3, 1), TRUE)
    array(sample(c(TRUE, FALSE), prod(dim), TRUE), dim)
  },
  function(n, ...) matrix(random_text(2 * n), 2),
  function(n, ...) random_frame(n),
  function(n, ...) sample(list(mean, globalenv(), quote(a + b), y ~ x), 1)[[1]]
)

random_containers <- list(
  function(n, inner) c(list(NULL), inner(n), list(list())),
  function(n, inner) stats::setNames(inner(n), paste(seq_len(n), random_text(n)))
)

# Vectors of every type, of `n` elements, with missing ones where the type has them.
random_plain <- list(
  function(n) sample(c(TRUE, FALSE), n, TRUE), function(n) sample(-9:9, n, TRUE),
  function(n) random_doubles(n), function(n) random_text(n),
  function(n) complex(real = random_doubles(n), imaginary = random_doubles(n)),
  function(n) as.raw(sample(0:255, n, TRUE)),
  function(n) {
    bit64::as.integer64(sample(c("9007199254740993", "-9223372036854775807"), n, TRUE))
  }
)

random_atomic <- function(n) {
  x <- sample(random_plain, 1)[[1]](n)
  if (is.raw(x)) x else holed(x)
}

# What a class or other attributes make of a vector. One element with a name would be a scalar.
random_classed <- list(
  named = function(n) {
    x <- random_atomic(plural(n))
    stats::setNames(x, random_names(length(x)))
  },
  attributed = function(n) {
    structure(random_atomic(plural(n)), note = sample(list("x", 1:3, mean), 1)[[1]])
  },
  classed = function(n) {
    x <- random_atomic(plural(n))
    structure(x, class = c("rkeras_no_class", class(x)))
  },
  empty = function(n) random_atomic(0L),
  date = function(n) {
    far <- c(-719162, -1, 0, 19000, 2932896)
    holed(.Date(if (either()) sample(far, n, TRUE) else as.double(sample(-1e5:1e5, n))))
  },
  moment = function(n) {
    near <- sample(c(-1, 1), n, TRUE) * sample(2^31, n) + sample(64, n) / 64
    zone <- sample(list("UTC", "Asia/Kathmandu", "America/New_York", "", NULL), 1)[[1]]
    holed(.POSIXct(if (either()) sample(c(-6e10, 2e11), n, TRUE) else near, zone))
  },
  duration = function(n) {
    unit <- sample(c("secs", "mins", "hours", "days", "weeks"), 1)
    as.difftime(holed(sample(c(0, -1, 0.125, 1e5, 2.5), n, TRUE)), units = unit)
  },
  version = function(n) {
    texts <- vapply(seq_len(n), function(i) paste(sample(99, sample(4, 1)), collapse = "."), "")
    numeric_version(texts)
  },
  factor = function(n) {
    levels <- unique(c("unused", "a", random_text(3)))
    holed(factor(sample(levels[-1], n, TRUE), levels, ordered = either()))
  },
  latin1 = function(n) iconv(sample(c("caf\u00e9", "\u00fc", "a"), n, TRUE), "UTF-8", "latin1")
)

random_shaped <- list(
  array = function(n) {
    items <- list(random_atomic(2L * n), replicate(2L * n, random_atomic(1L), simplify = FALSE))
    names <- list(rows = c("r", NA), columns = if (n) random_names(n))
    structure(
      sample(items, 1)[[1]],
      dim = c(2L, n), dimnames = sample(list(NULL, names, unname(names)), 1)[[1]]
    )
  },
  frame = function(n) {
    columns <- c(random_classed[c("date", "moment", "duration", "factor", "latin1")], list(
      random_atomic, function(n) lapply(seq_len(n), function(i) random_atomic(2L))
    ))
    x <- lapply(unname(sample(columns, sample(0:5, 1), TRUE)), function(column) column(n))
    names(x) <- paste0(letters[seq_along(x)], random_text(length(x)))
    if (either()) return(tibble::as_tibble(x))
    labels <- if (either()) seq_len(n) else make.unique(random_text(n))
    structure(x, class = "data.frame", row.names = labels)
  },
  sparse = function(n) {
    x <- Matrix::rsparsematrix(n, 3, 0.4, repr = sample(c("C", "R", "T"), 1))
    if (either()) x <- x != 0
    if (n && either()) dimnames(x) <- list(letters[seq_len(n)], NULL)
    x
  }
)

either <- function() sample(c(TRUE, FALSE), 1)

plural <- function(n) if (n == 1L) 2L else n

random_names <- function(n) sample(c(random_text(3), "", NA, "same"), n, TRUE)

random_doubles <- function(n) {
  # The last one is a NaN of another payload.
  odd <- c(1e300, -0, 5e-324, 2^53, -Inf, NaN, readBin(as.raw(c(1:6, 0xf8, 0x7f)), "double"))
  sample(c(stats::rnorm(2), odd), n, TRUE)
}

random_text <- function(n) {
  signs <- c(letters, "\u00e4", "\u20ac", "\U0001f600", "'", "\"", "\\", "\n", "%", " ")
  vapply(seq_len(n), function(i) paste(sample(signs, sample(0:8, 1), TRUE), collapse = ""), "")
}

# One value is left, so that a list of nothing but None does not stand for a vector.
holed <- function(x) {
  if (length(x) > 1L && either()) is.na(x) <- sample(length(x), 1)
  x
}

random_frame <- function(n) {
  x <- data.frame(i = holed(sample(9L, n)), d = holed(stats::rnorm(n)), f = factor(random_text(n)))
  x$c <- holed(random_text(n))
  x$t <- as.POSIXct("2024-01-01", tz = "Asia/Tokyo") + sample(1e6, n) / 64
  x[sample(5, sample(5, 1))]
}

nan_for_na <- function(x) {
  if (is.list(x)) return(lapply(x, nan_for_na))
  if (is.complex(x)) {
    return(complex(real = nan_for_na(Re(x)), imaginary = nan_for_na(Im(x))))
  }
  if (is.double(x) && !is.object(x)) x[is.na(x)] <- NaN
  x
}

same_bits <- function(x, y) identical(x, y, num.eq = FALSE, single.NA = FALSE)

test_that("generated R values come back, from Python and through a callback", {
  withr::local_seed(20240131)
  through_python <- py_eval("lambda x: x")
  through_callback <- py_eval("lambda f, x: f(x)")
  for (i in seq_len(rounds(400L))) {
    x <- random_value(3)
    back <- list(py_to_r(r_to_py(x)), through_python(x), through_callback(identity, x))
    if (!all(vapply(back, same_bits, TRUE, x))) {
      fail(paste("did not come back:", paste(deparse(x), collapse = "\n")))
    }
  }
  succeed()
})

test_that("generated values of classes come back, alone, in a list, and through a callback", {
  skip_if_not_installed("Matrix")
  skip_if_not_installed("tibble")
  skip_if_not(py_module_available("scipy"))
  withr::local_seed(20240202)
  through_callback <- py_eval("lambda f, x: f(x)")
  kinds <- c(random_classed, random_shaped)
  for (name in names(kinds)) {
    for (i in seq_len(rounds(40L))) {
      x <- kinds[[name]](sample(c(0L, 1L, 2L, 5L), 1))
      back <- list(
        py_to_r(r_to_py(x)), py_to_r(r_to_py(list(x, 1)))[[1]], through_callback(identity, x)
      )
      if (!all(vapply(back, same_bits, TRUE, x))) {
        fail(paste("did not come back:", paste(deparse(x), collapse = "\n")))
      }
    }
  }
  succeed()
})

test_that("generated R values are in Python what they should be", {
  skip_if_not(py_module_available("hypothesis"))
  withr::local_seed(20240201)
  seen <- python_function_of("seen", code_of("random_values.py"))
  for (i in seq_len(rounds(400L))) {
    x <- random_value(3, random_vectors)
    # Where R has NA and NaN, Python has one `nan`.
    expected <- described(nan_for_na(x))
    actual <- seen(x)
    if (actual != expected) fail(paste(actual, "is not", expected))
  }
  succeed()
})
