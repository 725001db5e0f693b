test_that("the modules are there by name", {
  expect_s3_class(keras, "python.builtin.module")
  expect_match(keras$`__version__`, "^3\\.")
  expect_equal(c(tf$constant(c(1, 2))$numpy()), c(1, 2))
  expect_identical(keras$layers$Dense(4L)$units, 4L)
})

test_that("Keras walks into a vector that is more than a list", {
  expect_identical(keras$tree$flatten(list(c(a = 1, b = 2), 3)), c(1, 2, 3))
})

test_that("values of variables and rates of optimizers stay doubles", {
  expect_match(keras$Variable(c(1, 2, 3))$dtype, "float32")
  expect_identical(as.numeric(keras$optimizers$SGD(learning_rate = 1)$learning_rate), 1)
  expect_identical(keras$layers$Dense(32)$units, 32L)
})

test_that("initializers called with a shape take whole numbers", {
  expect_identical(dim(as.array(initializer_constant(3)(c(2, 4)))), c(2L, 4L))
  expect_identical(dim(as.array(initializer_zeros()(shape = shape(2, 4)))), c(2L, 4L))
})
