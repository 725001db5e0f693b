count_to <- function(n, completed = NULL) {
  i <- 0L
  function() if (i < n) i <<- i + 1L else completed
}
as_list <- import_builtins()$list

test_that("an R function is an iterator until it returns the end", {
  expect_identical(as_list(py_iterator(count_to(3L))), 1:3)
  expect_identical(as_list(py_iterator(count_to(3L, NA), completed = NA)), 1:3)
  expect_identical(as_list(py_iterator(function() NULL)), list())
  # NULL is an item where something else is the end.
  given <- list(1L, NULL, "end")
  i <- 0L
  each <- function() given[[i <<- i + 1L]]
  expect_identical(as_list(py_iterator(each, completed = "end")), c(1L, NA))
  expect_error(py_iterator(1), "`fn`")
  expect_error(py_iterator(function() 1, prefetch = -1), "`prefetch`")
})

test_that("what ends a generator of the package coro ends an iterator", {
  exhausted <- as.symbol(".__exhausted__.")
  expect_identical(as_list(py_iterator(count_to(2L, exhausted))), 1:2)
})

test_that("an iterator that is over stays so, and its function is called no more", {
  calls <- 0L
  it <- py_iterator(function() {
    calls <<- calls + 1L
    if (calls < 3L) calls
  })
  expect_identical(as_list(it), 1:2)
  expect_null(iter_next(it))
  expect_identical(iter_next(it, "over"), "over")
  expect_identical(calls, 3L)
})

test_that("an error in the function is the error where the item was asked for", {
  condition <- structure(class = c("mine", "error", "condition"), list(message = "m", call = NULL))
  it <- py_iterator(function() stop(condition))
  caught <- tryCatch(iter_next(it), mine = identity)
  expect_identical(unclass(caught), unclass(condition))
  it <- py_iterator(function() stop(condition), prefetch = 2L)
  caught <- tryCatch(as_list(it), mine = identity)
  expect_identical(unclass(caught), unclass(condition))
  expect_identical(callCC(function(k) as_list(py_iterator(function() k("landed")))), "landed")
})

test_that("generator() begins anew at each call", {
  counts <- generator(function() count_to(3L))
  for (i in 1:2) expect_identical(as_list(counts()), 1:3)
  expect_identical(iterate(counts(), function(x) x * 2L), c(2L, 4L, 6L))
  expect_error(generator(1), "`start`")
})

test_that("items are made ahead in the order of the sequence", {
  for (prefetch in 0:3) {
    expect_identical(as_list(py_iterator(count_to(20L), prefetch = prefetch)), 1:20)
    expect_identical(
      unlist(py_call_blocking(as_list, py_iterator(count_to(20L), prefetch = prefetch))), 1:20
    )
  }
})

test_that("an R function cannot ask for its own next item", {
  it <- NULL
  it <- py_iterator(function() iter_next(it), prefetch = 1L)
  expect_error(iter_next(it), "its own iterator", class = "python.builtin.ValueError")
})

test_that("items convert as those of other iterables, one by one", {
  it <- py_iterator(count_to(2L))
  expect_identical(iter_next(it), 1L)
  expect_identical(as_iterator(it), it)
  expect_identical(iterate(it), 2L)
})

test_that("R generators are data to train on", {
  skip_if_not(is_keras_available())
  x <- matrix(sin(1:40), 10)
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  batch <- list(x, x[, 1])
  history <- fit(model, function() batch, steps_per_epoch = 3, epochs = 2, verbose = 0)
  expect_length(history$metrics$loss, 2)
  n <- 0
  once <- function() if ((n <<- n + 1) <= 3) batch
  history <- fit(model, once, epochs = 1, verbose = 0, validation_data = list(x, x[, 1]))
  expect_named(history$metrics, c("loss", "val_loss"))
  expect_identical(dim(predict(model, local({
    n <- 0
    function() if ((n <<- n + 1) <= 3) x
  }), verbose = 0)), c(30L, 1L))
  expect_error(
    fit(model, function() stop("no batch"), steps_per_epoch = 3, verbose = 0), "^no batch$"
  )
  n <- 0
  late <- function() if ((n <<- n + 1) > 2) stop("no more") else batch
  expect_error(fit(model, late, steps_per_epoch = 9, epochs = 1, verbose = 0), "^no more$")
})
