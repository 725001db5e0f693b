# Code snippets that must run unchanged.

test_that("layers go onto a sequential model through the pipe", {
  model <- keras_model_sequential() %>%
    layer_dense(units = 32, activation = "relu") %>%
    layer_dense(units = 1)

  expect_s3_class(model, "keras.src.models.sequential.Sequential")
  expect_length(model$layers, 2)
  expect_identical(model$layers[[1]]$units, 32L)
  expect_identical(model$layers[[1]]$activation$`__name__`, "relu")
  expect_identical(model$layers[[2]]$units, 1L)
})

test_that("Python's own interface works through a module", {
  tf <- import("tensorflow")
  m <- tf$keras$models$Sequential()
  m$`__class__`
  m$add(tf$keras$layers$Dense(32L, "relu"))
  m$add(tf$keras$layers$Dense(1L))
  m$layers

  expect_identical(m$`__class__`$`__name__`, "Sequential")
  expect_length(m$layers, 2)
  expect_identical(m$layers[[1]]$units, 32L)
})

test_that("Python's own interface takes a whole number without an L", {
  tf <- import("tensorflow")
  m <- tf$keras$models$Sequential()
  m$`__class__`
  m$add(tf$keras$layers$Dense(32, "relu"))
  m$add(tf$keras$layers$Dense(1))
  m$layers

  expect_length(m$layers, 2)
  expect_equal(m$layers[[1]]$units, 32)
  expect_identical(dim(predict(m, matrix(1, 2, 3))), c(2L, 1L))
})

test_that("a layer is an object of its own", {
  model <- keras_model_sequential()
  model$add(layer_dense(units = 32L))
  model %>% layer_dense(units = 32)

  expect_length(model$layers, 2)
  expect_identical(model$layers[[2]]$units, 32L)
})

test_that("R and Python see each other's variables", {
  py_run_string("x = 1")
  expect_identical(py$x, 1L)
  py$a <- 1
  expect_identical(py_eval("a"), 1)
})
