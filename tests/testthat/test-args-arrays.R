test_that("vectors, factors and data frames become arrays", {
  expect_identical(as_keras_data(c(1, 2), "x"), array(c(1, 2), 2L))
  expect_identical(as_keras_data(5, "x"), array(5, 1L))
  expect_identical(as_keras_data(factor(c("b", "a")), "y"), array(c(1L, 0L), 2L))
  expect_identical(as_keras_data(data.frame(a = 1:2, b = c(TRUE, FALSE)), "x"),
                   matrix(c(1L, 2L, 1L, 0L), 2, dimnames = list(NULL, c("a", "b"))))
  expect_identical(as_keras_data(data.frame(y = factor("b", c("a", "b"))), "y"), array(1L, 1L))
  expect_identical(as_keras_data(list(a = 1:2), "x"), list(a = array(1:2, 2L)))
  expect_null(as_keras_data(NULL, "x"))
})

test_that("bit64's integers are numbers", {
  big <- bit64::as.integer64(c("9007199254740993", "1"))
  expect_identical(as_keras_data(bit64::as.integer64(1:2), "x"), array(1:2, 2L))
  expect_identical(as_keras_data(bit64::as.integer64(c(3e9, NA)), "x"), array(c(3e9, NA), 2L))
  expect_identical(as_keras_data(big, "x"), `dim<-`(big, 2L))
  expect_identical(as_keras_data(data.frame(a = bit64::as.integer64(1:2), b = 0.5), "x"),
                   matrix(c(1, 2, 0.5, 0.5), 2, dimnames = list(NULL, c("a", "b"))))
  model <- keras_model_sequential(input_shape = 1) |> layer_rescaling(scale = 1)
  compile(model, loss = "mse")
  expect_identical(evaluate(model, c(1, 2), bit64::as.integer64(1:2))[["loss"]], 0)
  data <- data.frame(y = c(1, 2), a = bit64::as.integer64(1:2))
  expect_identical(evaluate(model, data["a"], data$y)[["loss"]], 0)
  expect_identical(formula_data(formula_design(facts_of(model), y ~ a, data), data, FALSE)$x[, 1],
                   c(1, 2))
})

test_that("what is not data is named", {
  expect_refused(as_keras_data(iris, "x"), "`x` is a data frame.*`Species`")
  expect_refused(as_keras_data(quote(a), "y"), "`y` must be an array")
})

test_that("the columns of a data frame are a model's inputs by their names", {
  a <- keras_input(shape = 1, name = "a")
  b <- keras_input(shape = 1, name = "b")
  model <- keras_model(list(a, b), keras$layers$subtract(list(a, b)))
  data <- data.frame(b = c(1, 2), other = c("x", "y"), a = c(10, 20))
  expect_warning(expect_equal(predict(model, data), matrix(c(9, 18))),
                 "columns that are none of the model's inputs, which are left out: `other`",
                 class = "rkeras_warning_columns")
  expect_refused(predict(model, data["a"]), "no column for the model's input `b`")
})

test_that("a model with one input or output has no names for them", {
  a <- keras_input(shape = 1, name = "a")
  model <- keras_model(a, layer_dense(a, 1, name = "b"))
  expect_null(facts_of(model)$named_inputs)
  expect_null(facts_of(model)$named_outputs)
  model <- keras_model(list(a = a), list(right = layer_dense(a, 1)))
  expect_identical(facts_of(model)$named_inputs, "a")
  expect_identical(facts_of(model)$named_outputs, "right")
})
