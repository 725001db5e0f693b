# Classes over vectors in formulas.
skip_if_not(on_tensorflow())

n <- 20
numbers <- seq_len(n) / 4
text <- rep_len(c("a", "b"), n)
# As the packages make them.
labelled <- function(x) {
  structure(x, labels = x[1], class = c("haven_labelled", "vctrs_vctr", typeof(x)))
}

# What tabular() makes of a column, as an input and as a response.
as_input <- function(x) {
  data <- data.frame(y = numbers)
  data$x <- x
  design <- prepared_table(y ~ x, data, stats::na.pass, "auto")$design
  drop(table_data(design, data, FALSE)$x$x)
}

as_response <- function(x) {
  data <- data.frame(x = numbers)
  data$y <- x
  design <- prepared_table(y ~ x, data, stats::na.pass, "auto")$design
  drop(table_data(design, data, TRUE)$y)
}

test_that("classes over numbers are numbers", {
  columns <- list(
    I(numbers), as.roman(1:n), labelled(numbers), table(1:n + 0L), array(numbers, n), ts(numbers),
    structure(numbers, class = "units"), structure(1:n, class = c("v", "vctrs_vctr")),
    as.difftime(numbers, units = "hours"),
    structure(numbers, units = "secs", class = c("hms", "difftime"))
  )
  for (x in columns) {
    expected <- as.double(unclass(x))
    expect_equal(as_input(x), expected, info = class(x)[[1]], ignore_attr = TRUE)
    if (!inherits(x, "difftime")) {
      expect_equal(as_response(x), expected, info = class(x)[[1]], ignore_attr = TRUE)
    }
  }
  flags <- cbind(p = numbers > 1, q = numbers > 2)
  expect_equal(unname(as_response(flags)), unname(flags * 1))
})

test_that("classes over text are text", {
  columns <- list(noquote(text), I(text), labelled(text),
                  structure(factor(text), class = c("g", "factor")))
  for (x in columns) {
    expect_identical(as_input(x), text)
    expect_identical(as_response(x), factor(text))
  }
})

test_that("integer64 is numbers everywhere", {
  suppressWarnings(skip_if_not_installed("bit64"))
  whole <- bit64::as.integer64(1:n)
  expect_equal(as_input(whole), 1:n)
  expect_equal(as_response(whole), 1:n)
  data <- data.frame(y = numbers, x = numbers)
  data$w <- whole
  expect_equal(weights(quick_tabular(y ~ log(w), data, weights = w)), 1:n)
  design <- prepared_table(y ~ log(w) + offset(w), data, stats::na.pass, "auto")$design
  found <- table_data(design, data, FALSE)$x
  expect_equal(drop(found[[1]]), log(1:n))
  expect_equal(drop(found[[2]]), 1:n)
  design <- prepared_table(log(w) ~ x, data, stats::na.pass, "auto")$design
  expect_equal(drop(table_data(design, data, TRUE)$y), log(1:n))
})

test_that("other classes are errors with the column and the class", {
  columns <- list(as.list(numbers), as.raw(1:n), numbers + 1i, as.POSIXlt(Sys.time() + 1:n),
                  numeric_version(paste0("1.", 1:n)), data.frame(a = numbers))
  if (suppressWarnings(requireNamespace("lubridate", quietly = TRUE))) {
    # R's own methods take its seconds, which are 0.
    columns <- c(columns, list(lubridate::hours(1:n)))
  }
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  for (x in columns) {
    told <- sprintf("`%s` is of the class `%s`", c("x", "y"), class(x)[[1]])
    expect_refused(as_input(x), told[[1]], fixed = TRUE)
    expect_refused(as_response(x), told[[2]], fixed = TRUE)
    data <- data.frame(y = numbers)
    data$x <- x
    expect_error(fit(model, y ~ x, data = data), told[[1]], fixed = TRUE)
  }
  expect_refused(as_input(cbind(text, text)), "`x` is a matrix of text")
  expect_error(as_response(cbind(text, text)), "`y` is a matrix of text")
})
