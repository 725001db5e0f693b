set_random_seed(1)
x <- as.matrix(iris[1:4])
classifier <- function(...) {
  keras_model_sequential(input_shape = 4) |>
    layer_dense(units = 8, ...) |>
    layer_dense(units = 3, activation = "softmax")
}
trained <- function() {
  model <- classifier(activation = "relu")
  compile(model, "adam", "sparse_categorical_crossentropy")
  fit(model, Species ~ ., data = iris, epochs = 1, verbose = 0)
  model
}
again <- function(x, ...) unserialize(serialize(x, NULL, ...))
bytes_of <- function(model) attr(model, "py_object")$.saved

test_that("saveRDS() and save() keep models, wherever they are", {
  model <- trained()
  expected <- predict(model, x)
  file <- withr::local_tempfile()
  holder <- new.env()
  holder$model <- model
  rows <- tibble::tibble(name = "one", model = list(model))
  saveRDS(list(list(model), holder, rows), file)
  read <- readRDS(file)
  for (copy in list(read[[1]][[1]], read[[2]]$model, read[[3]]$model[[1]])) {
    expect_false(py_is_null_xptr(copy))
    expect_identical(predict(copy, x), expected)
  }
  expect_identical(py_id(read[[1]][[1]]), py_id(read[[2]]$model))
  save(model, file = file)
  loaded <- new.env()
  load(file, loaded)
  expect_identical(predict(loaded$model, x), expected)
  expect_output(print(loaded$model), "dense")
})

test_that("a copy has all of the model, and is another", {
  model <- trained()
  copy <- again(model)
  expect_identical(predict(copy, iris, type = "class"), predict(model, iris, type = "class"))
  expect_equal(evaluate(copy, iris, verbose = 0), evaluate(model, iris, verbose = 0))
  expect_identical(as.array(copy$optimizer$iterations), as.array(model$optimizer$iterations))
  fit(copy, Species ~ ., data = iris, epochs = 1, verbose = 0)
  expect_false(isTRUE(all.equal(predict(copy, x), predict(model, x))))
  expect_identical(predict(again(copy), x), predict(copy, x))
  expect_identical(predict(again(again(model)), x), predict(model, x))
})

test_that("models go to other processes and come from them, R code and all", {
  layer_twice <- Layer("Twice", call = function(inputs) 2 * inputs)
  sent <- keras_model_sequential(input_shape = 2) |> layer_twice()
  out <- callr::r(function(sent, trained, x, python) {
    Sys.setenv(RKERAS_PYTHON = python)
    library(rkeras)
    list(predict(sent, matrix(1:2, 1)), predict(trained, x),
         keras_model_sequential(input_shape = 2) |> layer_dense(units = 1, name = "far"))
  }, list(sent, model <- trained(), x, py_config()$python))
  expect_equal(out[[1]], matrix(c(2, 4), 1))
  expect_equal(out[[2]], predict(model, x))
  expect_identical(out[[3]]$layers[[1]]$name, "far")
})

test_that("the bytes are there while R writes them, and the model may be used at once", {
  model <- trained()
  expect_length(bytes_of(model), 0L)
  serialize(model, NULL)
  model$name
  expect_length(bytes_of(model), 0L)
  gctorture(TRUE)
  written <- serialize(model, NULL)
  gctorture(FALSE)
  expect_identical(predict(unserialize(written), x), predict(model, x))
  text <- rawToChar(serialize(model, NULL, ascii = TRUE))
  expect_identical(predict(unserialize(charToRaw(text)), x), predict(model, x))
})

test_that("what cannot be kept is warned of, and said when it is used", {
  Secretive <- Model("Secretive", get_config = function() stop("it will not say"))
  model <- Secretive()
  expect_warning(lost <- again(list(1, model)), "it will not say", class = "rkeras_warning_saved")
  expect_identical(lost[[1]], 1)
  expect_true(py_is_null_xptr(lost[[2]]))
  expect_error(lost[[2]]$name, "no longer exists", class = "rkeras_error_python")
  # R's format before 3.5 asks no object what to write.
  expect_error(again(trained(), version = 2)$name, "no longer exists",
               class = "rkeras_error_python")
})

test_that("a formula's environment stays where it is", {
  model <- classifier()
  compile(model, "adam", "sparse_categorical_crossentropy")
  formula <- local({
    large <- runif(1e5)
    Species ~ .
  })
  environment(formula)$model <- model
  fit(model, formula, data = iris, epochs = 1, verbose = 0)
  expect_lt(length(serialize(model, NULL)), 2e5)
  expect_identical(predict(again(model), iris, type = "class"),
                   predict(model, iris, type = "class"))
})

test_that("a new session has all of a model with R code, wherever R keeps it", {
  file <- withr::local_tempfile()
  image <- withr::local_tempfile()
  expected <- in_new_session(function(file, image) {
    library(rkeras)
    layer_product <- Layer("Product",
      initialize = function(units, ...) {
        super$initialize(...)
        self$units <- units
      },
      build = function(input_shape) {
        self$w <- self$add_weight(shape = list(2, self$units))
      },
      call = function(inputs) op_matmul(inputs, self$w)
    )
    loss <- Loss("Squares", call = function(y_true, y_pred) op_mean((y_true - y_pred)^2))
    model <- keras_model_sequential(input_shape = 2) |>
      layer_product(3) |>
      layer_dense(1, activation = function(x) x * 2)
    model |> compile(
      optimizer_adam(0.01), loss(),
      metrics = structure(function(y_true, y_pred) op_mean(y_pred), py_function_name = "average")
    )
    x <- matrix(c(1, 2, 3, 4), 2)
    history <- model |> fit(x, c(1, 1), epochs = 2, verbose = 0)
    methods::setClass("Holder", methods::representation(model = "ANY"), where = globalenv())
    r6 <- R6::R6Class("Holder6", public = list(
      model = NULL, initialize = function(model) self$model <- model
    ))
    saveRDS(list(
      s4 = methods::new("Holder", model = model), r6 = r6$new(model), history = history,
      `function` = function(x) predict(model, x), attribute = structure(1, model = model)
    ), file)
    assign("kept", model, globalenv())
    save.image(image)
    list(predicted = predict(model, x), evaluated = evaluate(model, x, c(1, 1), verbose = 0))
  }, file, image)$value
  found <- in_new_session(function(file, image) {
    library(rkeras)
    held <- readRDS(file)
    x <- matrix(c(1, 2, 3, 4), 2)
    again <- attr(held$attribute, "model")
    evaluated <- evaluate(again, x, c(1, 1), verbose = 0)
    loaded <- new.env()
    load(image, loaded)
    models <- list(methods::slot(held$s4, "model"), held$r6$model, again, loaded$kept)
    list(
      predicted = unique(c(lapply(models, predict, x), list(held[["function"]](x)))),
      evaluated = evaluated, steps = as.integer(as.array(again$optimizer$iterations)),
      history = nrow(as.data.frame(held$history))
    )
  }, file, image)$value
  expect_length(found$predicted, 1L)
  expect_equal(found$predicted[[1]], expected$predicted)
  expect_equal(found$evaluated, expected$evaluated)
  expect_identical(found$steps, 2L)
  expect_identical(found$history, 4L)
})

test_that("metrics and losses with names are kept, in another session too", {
  offset <- 2
  metric_off <- custom_metric("off", function(y_true, y_pred) op_abs(y_true - y_pred) + offset)
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
  compile(model, loss = custom_metric("own_loss", function(y_true, y_pred) (y_true - y_pred)^2),
          metrics = list(metric_off, py_func(function(y_true, y_pred) y_pred)))
  expected <- evaluate(model, x, x[, 1], verbose = 0)
  expect_equal(evaluate(again(model), x, x[, 1], verbose = 0), expected)
  file <- withr::local_tempfile(fileext = ".rds")
  saveRDS(model, file)
  there <- callr::r(function(file, x, python) {
    Sys.setenv(RKERAS_PYTHON = python)
    library(rkeras)
    evaluate(readRDS(file), x, x[, 1], verbose = 0)
  }, list(file, x, py_config()$python))
  expect_equal(there, expected)
  expect_true("off" %in% names(there))
})

test_that("what R knows of a model may contain the model", {
  skip_if_not(on_tensorflow())
  set_random_seed(1)
  model <- tabular(mpg ~ wt, mtcars, epochs = 2)
  conformal(model, mtcars, scale = function(x) abs(x$wt))
  expect_true(exists("model", environment(memory_of(model)$conformal$scale)))
  path <- withr::local_tempfile()
  expect_no_warning(saveRDS(model, path))
  again <- readRDS(path)
  expect_equal(predict(again, mtcars[1:2, ], interval = "prediction"),
               predict(model, mtcars[1:2, ], interval = "prediction"))
})

test_that("a model is saved also where R's temporary folder is gone", {
  kept <- in_new_session(function(file) {
    library(rkeras)
    model <- keras_model_sequential(input_shape = 2) |> layer_dense(1)
    unlink(tempdir(), recursive = TRUE)
    saveRDS(model, file)
    identical(get_weights(readRDS(file)), get_weights(model))
  }, withr::local_tempfile())$value
  expect_true(kept)
})
