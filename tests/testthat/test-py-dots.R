given <- py_eval("lambda *args, **named: (list(args), named)", convert = TRUE)
named <- py_run_string("def named(a, b = 2, c = 3): return [a, b, c]", local = TRUE)$named

# testthat expands `!!!` in its arguments, so calls with it are outside expectations.
test_that("`!!!` splices lists and vectors into a call", {
  extra <- list(2, x = 3)
  value <- given("a", !!!extra, 4, y = 5)
  expect_identical(value, list(list("a", 2, 4), list(x = 3, y = 5)))
  value <- given("a", !!!list(), !!!NULL)
  expect_identical(value, given("a"))
  value <- given(!!!c(a = 1, b = 2))
  expect_identical(value, given(a = 1, b = 2))
  value <- given("a", !!!list(NULL, quote(a + b)))
  expect_identical(value, given("a", NULL, quote(a + b)))
  value <- given("a", !!!r_to_py(list(a = 1)))
  expect_identical(value, given("a", a = 1))
  value <- named("a", !!!list(c = 2), )
  expect_identical(value, list("a", 2L, 2))
  value <- py_call(named, !!!list("a", c = 2))
  expect_identical(py_to_r(value), list("a", 2L, 2))
  np <- import("numpy", convert = FALSE)
  value <- np$array(!!!list(c(1, 2)), dtype = "float32")
  expect_identical(py_to_r(value), array(c(1, 2)))
  value <- given(!TRUE, !!TRUE)
  expect_identical(value, given(FALSE, TRUE))
})

test_that("`:=` computes a name", {
  name <- "key"
  value <- given("{name}" := 1, "a_{name}_{1 + 1}" := 2, !!name := 3, "plain" := 4, bare := 5) |>
    try(silent = TRUE)
  expect_match(value, "`key` is given twice")
  value <- given("{name}" := 1, "a_{name}_{1 + 1}" := 2, "plain" := 3, bare := 4)
  expect_identical(value[[2]], list(key = 1, a_key_2 = 2, plain = 3, bare = 4))
  value <- named(!!letters[[1]] := "x")
  expect_identical(value, list("x", 2L, 3L))
})

test_that("arguments mean what they do where they are written", {
  f <- function(args) {
    local <- 1
    given(local, !!!args)
  }
  expect_identical(f(list("b")), given(1, "b"))
  forward <- function(...) given(...)
  args <- list(1, b = 2)
  value <- forward(!!!args, "c" := 3)
  expect_identical(value, given(1, b = 2, c = 3))
  expect_identical(forward(1, b = 2, ), given(1, b = 2))
  expect_identical(lapply(1:2, given, 5), list(given(1L, 5), given(2L, 5)))
})

test_that("functions that make objects of classes take them as well", {
  layer_scaled <- Layer("Scaled",
    initialize = function(factor, shift = 0, ...) {
      super$initialize(...)
      self$factor <- factor
      self$shift <- shift
    },
    call = function(inputs) inputs * self$factor + self$shift
  )
  args <- list(factor = 2, name = "s")
  layer <- layer_scaled(!!!args, "shift" := 3)
  expect_identical(list(layer$factor, layer$shift, layer$name), list(2, 3, "s"))
  model <- keras_model_sequential(input_shape = 1) |> layer_scaled(!!!args)
  expect_identical(model$layers[[1]]$name, "s")
  loss_own <- Loss("Own", initialize = function(power, ...) {
    super$initialize(...)
    self$power <- power
  }, call = function(y_true, y_pred) y_pred)
  loss <- loss_own(!!!list(power = 3))
  expect_identical(loss$power, 3)
  methods <- list(twice = function() 2)
  layer_spliced <- Layer("Spliced", call = NULL, NULL, NULL, NULL, !!!methods)
  expect_identical(layer_spliced()$twice(), 2)
})

test_that("what cannot be spliced or be a name is refused", {
  splice <- function() given(!!!sum)
  expect_refused(splice(), "`!!!` splices a list or vector, not a function")
  name <- function() given(!!c("a", "b") := 1)
  expect_refused(name(), "`:=` must be one string")
})
