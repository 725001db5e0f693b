test_that("vectors, factors and data frames become arrays", {
  expect_identical(as_keras_data(c(1, 2), "x"), array(c(1, 2), 2L))
  expect_identical(as_keras_data(5, "x"), array(5, 1L))
  expect_identical(as_keras_data(factor(c("b", "a")), "y"), array(c(1L, 0L), 2L))
  expect_identical(as_keras_data(data.frame(a = 1:2, b = c(TRUE, FALSE)), "x"),
                   matrix(c(1L, 2L, 1L, 0L), 2))
  expect_identical(as_keras_data(data.frame(y = factor("b", c("a", "b"))), "y"), array(1L, 1L))
  expect_identical(as_keras_data(list(a = 1:2), "x"), list(a = array(1:2, 2L)))
  expect_null(as_keras_data(NULL, "x"))
})

test_that("what is not data is named", {
  expect_error(as_keras_data(iris, "x"), "`x` is a data frame.*`Species`",
               class = "rkeras_error_argument")
  expect_error(as_keras_data(quote(a), "y"), "`y` must be an array",
               class = "rkeras_error_argument")
})

test_that("the columns of a data frame are a model's inputs by their names", {
  a <- keras_input(shape = 1, name = "a")
  b <- keras_input(shape = 1, name = "b")
  model <- keras_model(list(a, b), keras$layers$subtract(list(a, b)))
  data <- data.frame(b = c(1, 2), other = c("x", "y"), a = c(10, 20))
  expect_equal(predict(model, data), matrix(c(9, 18)))
  expect_error(predict(model, data["a"]), "no column for the model's input `b`",
               class = "rkeras_error_argument")
})

test_that("a model with one input or output has no names for them", {
  a <- keras_input(shape = 1, name = "a")
  model <- keras_model(a, layer_dense(a, 1, name = "b"))
  expect_null(structure_names(model, "input"))
  expect_null(structure_names(model, "output"))
  model <- keras_model(list(a = a), list(right = layer_dense(a, 1)))
  expect_identical(structure_names(model, "input"), "a")
  expect_identical(structure_names(model, "output"), "right")
})
