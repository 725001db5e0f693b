x <- as.matrix(iris[1:4])
labels <- as.integer(iris$Species) - 1L

test_that("predict() gives an array, a vector of one column too", {
  p <- predict(iris_model(), x)
  expect_identical(dim(p), c(150L, 3L))
  expect_equal(rowSums(p), rep(1, 150), tolerance = 1e-5)
  scalar <- keras_model_sequential(input_shape = 1) |> layer_rescaling(scale = 2)
  expect_equal(c(predict(scalar, c(1, 2, 3))), c(2, 4, 6))
})

test_that("no observations have no predictions", {
  model <- iris_model()
  expect_identical(predict(model, x[0, ]), matrix(0, 0, 3))
  expect_identical(predict(model, iris[0, 1:4], type = "class", levels = c("a", "b", "c")),
                   factor(character(), c("a", "b", "c")))
})

if (on_tensorflow()) test_that("a matrix of text is predicted as a vector is", {
  vectorize <- layer_text_vectorization(output_mode = "int", output_sequence_length = 3L)
  adapt(vectorize, c("a b", "c d e"))
  input <- keras_input(1, dtype = "string")
  model <- keras_model(input, vectorize(input))
  text <- c("a b", "c")
  expected <- as.array(vectorize(as_tensor(matrix(text))))
  expect_equal(predict(model, matrix(text), verbose = 0), expected)
  expect_equal(predict(model, list(matrix(text)), verbose = 0), expected)
})
