# Columns of data frames as inputs of tabular().
skip_if_not(on_tensorflow())

# What the features of a model are for data.
features <- function(formula, data, new = data) {
  known <- prepared_table(formula, data, stats::na.pass, "auto")$design
  inputs <- inputs_of_table(known)
  model <- keras_model(inputs, table_features(inputs, known$table))
  predict(model, table_data(known, new, FALSE)$x, verbose = 0)
}

test_that("numbers are scaled, and missing ones are marked", {
  data <- data.frame(y = 1:5, a = c(1, 2, NA, 4, 5), b = c(TRUE, FALSE, TRUE, NA, TRUE), c = 7L)
  found <- features(y ~ ., data)$features
  # By the median and the distance of the quartiles.
  expect_equal(found[, 1], c(-2, -1, 0, 1, 2) / 2.5, tolerance = 1e-5)
  expect_equal(found[, 2], c(0, -4, 0, 0, 0), tolerance = 1e-5)
  expect_equal(found[, 3], rep(0, 5))
  expect_equal(found[, 4:5], cbind(is.na(data$a), is.na(data$b)) * 1)
  # The scale is that of training.
  expect_equal(features(y ~ a, data, data.frame(a = c(3, 6)))$features[, 1],
               (c(3, 6) - 3) / 2.5, tolerance = 1e-5)
  # Where half of the values are alike, by half of the range.
  half <- data.frame(y = 1:8, a = c(0, 0, 0, 0, 0, 0, 0, 10))
  expect_equal(features(y ~ a, half)$features[, 1], c(0, 0, 0, 0, 0, 0, 0, 2))
})

test_that("categories are columns of zeros and ones, or codes for an embedding", {
  data <- data.frame(y = 1:4, f = factor(c("u", "v", NA, "u"), levels = c("v", "u", "unused")))
  expect_equal(features(y ~ f, data)$features,
               rbind(c(0, 1, 0), c(1, 0, 0), c(0, 0, 1), c(0, 1, 0)))
  many <- data.frame(y = 1:26, f = letters)
  expect_equal(as.vector(features(y ~ f, many)$f), 1:26)
  expect_warning(found <- features(y ~ f, many, data.frame(f = c("b", "!"))), "\"!\"",
                 class = "rkeras_warning_levels")
  expect_equal(as.vector(found$f), c(2, 0))
  # A level may be the word that the layer has for unknown ones.
  odd <- data.frame(y = 1:3, f = c("[UNK]", "", "ä"))
  expect_equal(features(y ~ f, odd)$features, diag(3)[match(odd$f, sort(odd$f)), ])
})

test_that("dates and times are numbers and cycles", {
  data <- data.frame(y = 1:3, day = as.Date(c("2024-01-01", "2024-07-02", NA)))
  found <- features(y ~ day, data)$features
  expect_identical(dim(found), c(3L, 6L))
  days <- as.numeric(data$day)
  angle <- 2 * pi * cbind(days %% 365.2425 / 365.2425, days %% 7 / 7)
  expect_equal(found[1:2, 3:6], cbind(sin(angle), cos(angle))[1:2, ], tolerance = 1e-3)
  expect_equal(found[3, ], c(0, 1, 0, 0, 0, 0))
  times <- data.frame(y = 1:2, at = as.POSIXct("2024-01-01 06:00", tz = "UTC") + c(0, 43200))
  found <- features(y ~ at, times)$features
  expect_identical(dim(found), c(2L, 7L))
  expect_equal(found[, 4], c(1, -1), tolerance = 1e-3)
  spans <- data.frame(y = 1:2, d = as.difftime(c(1, 3), units = "hours"))
  expect_equal(features(y ~ d, spans, data.frame(d = as.difftime(60, units = "mins"))),
               features(y ~ d, spans, spans[1, ]))
})

test_that("variables of the formula are computed in R, for later data as in training", {
  data <- transform(mtcars, cyl = factor(cyl))
  model <- quick_tabular(mpg ~ log(hp) + poly(wt, 2) + cyl:am, data)
  expect_setequal(facts_of(model)$input_names, c("log(hp)", "poly(wt, 2)", "cyl", "am"))
  expect_equal(predict(model, data[3:4, ]), predict(model)[3:4], tolerance = 1e-5)
})

test_that("unknown levels are one warning, which says where they are", {
  data <- transform(mtcars, f = as.character(cyl), g = factor(gear))
  model <- quick_tabular(mpg ~ f + g, data)
  told <- function(expr) vapply(testthat::capture_warnings(expr), identity, "", USE.NAMES = FALSE)
  end <- "The prediction is as for an unknown level."
  data$f[1:3] <- c("x", NA, "y")
  expect_identical(told(predict(model, data)), paste(
    "The column `f` has levels that the model was not trained on: \"x\", a missing value and",
    "\"y\".", end
  ))
  levels(data$g)[[1]] <- "z"
  expect_identical(told(residuals(model, data = data)), paste(
    "The columns have levels that the model was not trained on: \"x\", a missing value and \"y\"",
    "in `f`; \"z\" in `g`.", end
  ))
  expect_length(told(feature_importance(model, data, repeats = 1)), 1L)
  expect_length(told(quick_tabular(mpg ~ log(wt - 2), mtcars)), 1L)
})

test_that("later data are matched by name and kind", {
  model <- quick_tabular(Species ~ ., iris)
  expect_equal(predict(model, iris[5:1]), predict(model))
  expect_error(predict(model, iris[2:4]), "no column `Sepal.Length`")
  expect_error(predict(model, transform(iris, Sepal.Width = "a")), "of the kind \"number\"|numeric")
  expect_error(evaluate(model, transform(iris, Species = "other")), "has the class \"other\"")
})

test_that("a column that is missing altogether is a missing value of its kind", {
  set_random_seed(1)
  data <- data.frame(
    y = 1:6, number = c(1, NA, 3:6), class = c("a", NA, "b", "a", "b", "b"),
    day = Sys.Date() + c(1, NA, 3:6), time = Sys.time() + c(1, NA, 3:6),
    span = as.difftime(c(1, NA, 3:6), units = "hours")
  )
  model <- quick_tabular(y ~ ., data)
  for (name in names(data)[-1]) {
    new <- data[2:3, ]
    new[[name]] <- new[[name]][c(1, 1)]
    empty <- new
    empty[[name]] <- NA
    expect_identical(predict(model, empty), predict(model, new))
  }
})

# What the functions of models of data frames give for a table.
answers <- function(data) {
  set_random_seed(1)
  model <- quick_tabular(Species ~ ., data)
  by_hand <- keras_model_sequential() |> layer_dense(3, activation = "softmax")
  compile(by_hand, "sgd", "sparse_categorical_crossentropy")
  fit(by_hand, Species ~ ., data, validation_data = data, epochs = 1, verbose = 0)
  list(
    predict(model), predict(model, newdata = data, type = "class"), evaluate(model, data),
    residuals(model, data = data), generics::augment(model, data)$.fitted,
    memory_of(conformal(model, data))$conformal, predict(by_hand, data)
  )
}
of_iris <- answers(iris)
expect_taken <- function(data) expect_equal(answers(data), of_iris)

test_that("data frames of other packages are taken", {
  skip_if_not_installed("tibble")
  expect_taken(tibble::as_tibble(iris))
  skip_if_not_installed("data.table")
  expect_taken(data.table::as.data.table(iris))
  skip_if_not_installed("dplyr")
  expect_taken(dplyr::group_by(tibble::as_tibble(iris), Species))
})

test_that("tables of Python are taken, and those of a model without a formula are Keras's", {
  pandas <- import("pandas", convert = FALSE)
  table <- r_to_py(iris)
  expect_s3_class(table, "pandas.DataFrame")
  expect_taken(table)
  if (py_module_available("pyarrow")) {
    expect_taken(import("pyarrow", convert = FALSE)$Table$from_pandas(table))
  }
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(1)
  numbers <- r_to_py(mtcars[1:2])
  expect_equal(predict(model, numbers), predict(model, as.matrix(mtcars[1:2])), tolerance = 1e-6,
               ignore_attr = TRUE)
})

test_that("Arrow's batches, readers and data sets of Python are taken", {
  skip_if_not(py_module_available("pyarrow"))
  table <- import("pyarrow", convert = FALSE)$Table$from_pandas(r_to_py(iris))
  expect_taken(table$to_batches()[[0]])
  expect_taken(import("pyarrow.dataset", convert = FALSE)$dataset(table))
  expect_identical(as_table(table$to_reader()), as_table(table))
  set_random_seed(1)
  model <- quick_tabular(Species ~ ., table$to_reader())
  expect_identical(predict(model, newdata = table$to_reader()), predict(model))
  # Whatever streams its columns, such as relations of DuckDB.
  streaming <- py_run_string("
class Streaming:
  def __init__(self, table): self.table = table
  def __arrow_c_stream__(self, requested_schema=None): return self.table.__arrow_c_stream__()
", local = TRUE)$Streaming(table)
  expect_identical(predict(model, newdata = streaming), predict(model))
})

test_that("data frames of polars are taken", {
  skip_if_not(py_module_available("polars") && py_module_available("pyarrow"))
  arrow <- import("pyarrow", convert = FALSE)$Table$from_pandas(r_to_py(iris))
  table <- import("polars", convert = FALSE)$DataFrame(arrow)
  expect_equal(as_table(table$lazy()), iris)
  expect_taken(table)
})

# Until the end of the test, in the package of the generic.
local_s3_method <- function(generic, class, method, package = "base", frame = parent.frame()) {
  registerS3method(generic, class, method, asNamespace(package))
  table <- get(".__S3MethodsTable__.", envir = asNamespace(package))
  withr::defer(rm(list = paste0(generic, ".", class), envir = table), frame)
}

# The package arrow is not in Debian: classes with the methods of its tables.
test_that("tables of R that are not data frames are taken by their methods", {
  in_class <- function(class) structure(list(rows = iris), class = class)
  rows_of <- function(x, ...) x$rows
  for (class in c("ArrowTabular", "RecordBatchReader", "polars_data_frame")) {
    local_s3_method("as.data.frame", class, rows_of)
    expect_identical(as_table(in_class(class)), iris)
  }
  expect_taken(in_class("ArrowTabular"))
  skip_if_not_installed("dplyr")
  for (class in c("Dataset", "arrow_dplyr_query")) {
    local_s3_method("collect", class, rows_of, "dplyr")
    expect_identical(as_table(in_class(class)), iris)
  }
  expect_taken(in_class("Dataset"))
})

test_that("lazy tables are read from their data base", {
  skip_if_not_installed("dbplyr")
  skip_if_not_installed("RSQLite")
  lazy <- dbplyr::memdb_frame(x = 1:50, y = (1:50) / 2)
  expect_message(model <- quick_tabular(y ~ x, lazy), "read from the data base")
  expect_identical(nobs(model), 50L)
  expect_message(p <- predict(model, newdata = lazy), "read from the data base")
  expect_equal(p, predict(model), tolerance = 1e-6)
  expect_message(loss <- evaluate(model, lazy)[["loss"]], "read from the data base")
  expect_equal(loss, mean(residuals(model)^2), tolerance = 1e-4)
  expect_message(found <- generics::augment(model, lazy), "read from the data base")
  expect_equal(found$.resid, found$y - p, tolerance = 1e-6)
})

test_that("recipes are taken", {
  suppressWarnings(skip_if_not_installed("recipes"))
  # lubridate asks systemd for the time zone.
  suppressWarnings(loadNamespace("recipes"))
  recipe <- recipes::recipe(Species ~ ., iris) |> recipes::step_log(Sepal.Length)
  model <- quick_tabular(recipe, iris)
  expect_equal(predict(model, iris[1:3, ]), predict(model, iris)[1:3, ], tolerance = 1e-5)
  expect_identical(nobs(model), 150L)
  expect_equal(predict(model), predict(model, iris))
  part <- quick_tabular(recipe, iris, subset = Sepal.Length > 1.7)
  expect_identical(nobs(part), sum(log(iris$Sepal.Length) > 1.7))
  expect_equal(predict(part), predict(part, iris[log(iris$Sepal.Length) > 1.7, ]))
  by_hand <- table_data(memory_of(model)$trained$formula, iris, FALSE)$x$Sepal.Length
  expect_equal(as.vector(by_hand), log(iris$Sepal.Length))
})

# Classes over vectors in formulas.

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
