x <- rbind(c(1, 2), c(NA, 2), c(3, 4), c(5, NaN))

test_that("rows with NA have no predictions", {
  model <- keras_model_sequential(input_shape = 2) |>
    layer_dense(units = 3, activation = "relu") |>
    layer_dense(units = 2, activation = "softmax")
  expected <- replace(predict(model, replace(x, is.na(x), 0)), cbind(c(2, 2, 4, 4), 1:2), NA)
  expect_equal(predict(model, x), expected, tolerance = 1e-6)
  expect_equal(predict_on_batch(model, x), expected, tolerance = 1e-6)
  expect_identical(is.na(predict(model, x, type = "class", levels = c("a", "b"))),
                   c(FALSE, TRUE, FALSE, TRUE))
})

test_that("rows are those of any input, and in each output", {
  a <- keras_input(1)
  b <- keras_input(1)
  both <- layer_concatenate(a, b)
  model <- keras_model(list(a, b), list(layer_dense(both, 1, activation = "relu"), both))
  outputs <- predict(model, list(x[, 1], x[, 2]))
  expect_identical(is.na(outputs[[1]][, 1]), c(FALSE, TRUE, FALSE, TRUE))
  expect_identical(is.na(outputs[[2]]), matrix(c(FALSE, TRUE, FALSE, TRUE), 4, 2))
})

test_that("models that deal with NA are left to it", {
  input <- keras_input(2)
  model <- keras_model(input, op_nan_to_num(input))
  expect_equal(predict(model, x), replace(x, is.na(x), 0))
  inside <- keras_model_sequential(list(model, layer_rescaling(scale = 2)))
  expect_equal(predict(inside, x), 2 * replace(x, is.na(x), 0))
})

test_that("training and evaluation say where values are missing", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1, activation = "relu")
  compile(model, loss = "mse")
  whole <- matrix(1:8, 4)
  y <- c(1, 2, 3, 4)
  expect_missing <- function(expr, message) expect_refused(expr, message, fixed = TRUE)
  in_x <- "`x` has 2 missing values (NA) in rows 2 and 4, and the model has no layer"
  expect_missing(fit(model, x, y), in_x)
  expect_missing(fit(model, as.data.frame(x), y), in_x)
  expect_missing(evaluate(model, x, y), in_x)
  expect_missing(train_on_batch(model, x, y), in_x)
  expect_missing(test_on_batch(model, x, y), in_x)
  expect_missing(fit(model, whole, y, validation_data = list(x, y)),
                 "`validation_data[[1]]` has 2 missing values (NA) in rows 2 and 4")
  expect_missing(fit(model, whole, c(1, NA, 2, NA)),
                 "`y` has 2 missing values (NA) at positions 2 and 4")
  expect_missing(evaluate(model, replace(whole, 3, NA), y), "`x` has 1 missing value (NA) in row 3")
})

test_that("batches of R functions are checked as data are", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1, activation = "relu")
  compile(model, loss = "mse")
  good <- list(x[c(1, 3), ], c(1, 2))
  bad <- "1 missing value (NA) in row 1 of batch 2"
  quietly <- function(expr) suppressWarnings(expr)
  second <- list(x[2:3, ], c(1, 2))
  expect_error(quietly(fit(model, supplied(good, second), epochs = 1, verbose = 0)), bad,
               fixed = TRUE)
  expect_error(quietly(evaluate(model, supplied(good, second))), bad, fixed = TRUE)
  expect_error(quietly(predict(model, supplied(good[[1]], x[2:3, ]))), bad, fixed = TRUE)
  supply <- supplied(good, list(good[[1]], c(NA, 2)))
  expect_error(quietly(fit(model, supply, epochs = 1, verbose = 0)),
               "1 missing value (NA) at position 1 of batch 2", fixed = TRUE)
})

test_that("batches of a data set of R's follow the rule, and warn where no model is known", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1, activation = "relu")
  compile(model, loss = "mse")
  Rows <- PyDataset("Rows", initialize = function(x, y) {
    private$x <- x
    private$y <- y
  }, `__len__` = function() 1L, `__getitem__` = function(index) list(private$x, private$y))
  bad <- "2 missing values (NA) in rows 2 and 4 of a batch"
  data <- Rows(x, 1:4 / 2)
  for (use in list(fit, evaluate, predict)) {
    expect_refused(use(model, data, verbose = 0), bad, fixed = TRUE)
  }
  expect_error(fit(model, x[c(1, 3), ], c(1, 2), validation_data = data, verbose = 0), bad,
               fixed = TRUE)
  expect_warning(data$`__getitem__`(0L), bad, fixed = TRUE, class = "rkeras_warning_missing")
  masked <- keras_model_sequential(input_shape = 2) |> layer_lambda(op_nan_to_num) |>
    layer_dense(units = 1)
  compile(masked, loss = "mse")
  expect_no_error(evaluate(masked, data, verbose = 0))
  expect_error(evaluate(model, Rows(x[c(1, 3), ], c(NA, 1))), "1 missing value (NA) at position 1",
               fixed = TRUE)
})

test_that("models that handle missing values are trained, with a warning", {
  input <- keras_input(2)
  model <- keras_model(input, layer_dense(op_nan_to_num(input), 1))
  compile(model, loss = "mse")
  expect_warning(
    fit(model, x, 1:4, epochs = 1, verbose = 0), "rows 2 and 4: the loss is NaN unless",
    class = "rkeras_warning_missing"
  )
})

test_that("places are counted and named", {
  expect_identical(missing_places(c(1, NA)), "at position 2")
  expect_identical(missing_places(rbind(1, NA, NA, NA)), "in rows 2, 3 and 4")
  expect_identical(missing_places(rep(NA, 30)), "at positions 1, 2, 3, 4, 5 and 25 more")
  expect_identical(missing_rows(list(a = rbind(NA, 1), b = list(c(1, NA)))), 1:2)
})

test_that("inputs of several parts are named", {
  inputs <- list(a = keras_input(1, name = "a"), b = keras_input(1, name = "b"))
  model <- keras_model(inputs, layer_dense(layer_concatenate(unname(inputs)), 1))
  compile(model, loss = "mse")
  expect_error(fit(model, list(a = 1:2 / 2, b = c(1, NA)), 1:2), "`x$b` has 1 missing value",
               fixed = TRUE)
})

test_that("missing values in Python's arrays and tensors are seen", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1, activation = "relu")
  compile(model, loss = "mse")
  for (data in list(np_array(x), as_tensor(x))) {
    expect_identical(is.na(predict(model, data)), matrix(c(FALSE, TRUE, FALSE, TRUE)))
    expect_refused(
      fit(model, data, 1:4, verbose = 0), "2 missing values (NA) in rows 2 and 4", fixed = TRUE
    )
  }
  expect_refused(
    fit(model, matrix(1, 4, 2), 1:4, class_weight = c("0" = NA_real_)),
    "`class_weight` must hold numbers, not NA for the class \"0\"",
    fixed = TRUE
  )
  warnings <- import("warnings")
  warnings$simplefilter("always", py_eval("RuntimeWarning"), append = TRUE)
  expect_no_warning(predict(model, x))
})
