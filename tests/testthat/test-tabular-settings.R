# The settings of tabular(), together or by themselves.

test_that("settings are given together, or by themselves", {
  network <- tabular_network(hidden = 4, members = 2)
  model <- tabular(mpg ~ wt, mtcars, network = network, training = tabular_training(epochs = 1))
  expect_output(print(model), "Members: *2, .*hidden layers of 4.*1 epoch")
  other <- tabular(mpg ~ wt, mtcars, network = network, epochs = 1, dropout = NULL, hidden = NULL)
  expect_output(print(other), "Members: *2, .*hidden layers of 32, a linear part")
  expect_identical(memory_of(other)$table$settings$activation, "relu")
})

test_that("the numbers of units and of rows in a batch depend on the number of rows", {
  settings <- c(unclass(tabular_network()), unclass(tabular_training()))
  of_rows <- function(n, kind = "number") list(n = n, targets = list(y = list(kind = kind)))
  expect_identical(settled(settings, of_rows(499))[c("hidden", "batch_size", "dropout")],
                   list(hidden = 32L, batch_size = 16L, dropout = 0))
  expect_identical(settled(settings, of_rows(499, "binary"))$dropout, 0.1)
  expect_identical(settled(settings, of_rows(5000))$hidden, c(128L, 64L))
  settings$hidden <- integer()
  expect_identical(settled(settings, of_rows(5000))$hidden, integer())
})

test_that("wrong settings are errors that name them", {
  expect_refused(tabular(mpg ~ wt, mtcars, layers = 3), "layers")
  expect_refused(tabular(mpg ~ wt, mtcars, dropuot = 0.2), "Did you mean `dropout`")
  expect_refused(tabular(mpg ~ wt, mtcars, network = list(hidden = 3)), "`network` must be what")
  expect_refused(tabular(mpg ~ wt, mtcars, epochs = 0), "`epochs`")
  expect_refused(tabular_network(members = 0), "`members`")
  expect_refused(tabular_network(dropout = 1), "`dropout`")
  expect_refused(tabular_training(strict = NA), "`strict`")
})
