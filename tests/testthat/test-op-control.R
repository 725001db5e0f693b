# test-generated.R compares results with Python. These tests run the functions in each mode:
# eagerly, in a TensorFlow graph, and in a functional model.

numbers <- function(x) {
  if (is.list(x)) lapply(x, numbers) else as.array(op_convert_to_array(x))
}

# Each takes a tensor of three numbers; `expected` is for 1, 2, 3.
uses <- list(
  switch = list(
    f = function(x) op_switch(2, list(function(x) x, function(x) x * 10), x),
    expected = c(10, 20, 30)
  ),
  while_loop = list(
    f = function(x) {
      op_while_loop(function(i, x) i < 2, function(i, x) list(i + 1, x * 2), list(0, x))[[2]]
    },
    expected = c(4, 8, 12)
  ),
  named_loop = list(
    f = function(x) {
      vars <- op_while_loop(
        function(v) v$count < 2,
        function(v) list(count = v$count + 1, state = list(value = v$state$value + v$count)),
        list(count = 0, state = list(value = x))
      )
      vars$state$value
    },
    expected = c(2, 3, 4)
  ),
  fori_loop = list(
    f = function(x) op_fori_loop(0, 3, function(i, x) x + 1, x),
    expected = c(4, 5, 6)
  ),
  scan = list(
    f = function(x) op_scan(function(total, x) list(total + x, total), 0, x)$results,
    expected = c(0, 1, 3)
  ),
  associative_scan = list(
    f = function(x) op_associative_scan(function(a, b) a * b, x),
    expected = c(1, 2, 6)
  ),
  map = list(f = function(x) op_map(x, function(x) x + 1), expected = c(2, 3, 4)),
  nested_map = list(
    f = function(x) op_map(list(a = x, b = list(x)), function(x) list(n = x$a * x$b[[1]]))$n,
    expected = c(1, 4, 9)
  ),
  vectorized_map = list(
    f = function(x) op_vectorized_map(x, function(x) x + c(0.5)),
    expected = c(1.5, 2.5, 3.5)
  )
)

test_that("functions are called at once", {
  for (name in names(uses)) {
    result <- uses[[name]]$f(op_convert_to_tensor(c(1, 2, 3)))
    expect_equal(numbers(result), array(uses[[name]]$expected), info = name)
  }
})

test_that("functions are traced into a graph", {
  for (name in names(uses)) {
    graph <- tf$`function`(uses[[name]]$f)
    result <- graph(op_convert_to_tensor(c(1, 2, 3)))
    expect_equal(numbers(result), array(uses[[name]]$expected), info = name)
  }
})

test_that("functions are traced into a functional model", {
  for (name in setdiff(names(uses), "nested_map")) {
    input <- keras_input(batch_shape = 3)
    model <- keras_model(input, uses[[name]]$f(input))
    result <- model(op_convert_to_tensor(c(1, 2, 3)))
    expect_equal(numbers(result), array(uses[[name]]$expected), info = name)
  }
})

test_that("a condition is decided where its value is known", {
  f <- tf$`function`(function(x) {
    op_cond(
      op_norm(x) > 1,
      function() list(a = x, b = c(1, 2)),
      function() list(a = -x, b = c(0, 0))
    )
  })
  expect_equal(numbers(f(op_convert_to_tensor(c(3, 4)))), list(a = array(c(3, 4)), b = array(1:2)))
  expect_equal(numbers(f(op_convert_to_tensor(c(0, 0.5)))),
               list(a = array(c(0, -0.5)), b = array(c(0, 0))))
  expect_identical(op_cond(TRUE, function() NULL, function() stop("not called")), NULL)
})

test_that("a branch is chosen by a number or a tensor, from 1", {
  branches <- list(function() 1, function() 2, function() 3)
  chosen <- function(index) as.numeric(numbers(op_switch(index, branches)))
  expect_identical(chosen(1), 1)
  expect_identical(chosen(3L), 3)
  expect_identical(chosen(op_convert_to_tensor(2L)), 2)
  expect_identical(lapply(list(0, -3, 4, 99L), chosen), list(1, 1, 3, 3))
  expect_identical(lapply(list(-1L, 0L, 1L, 9L), function(i) chosen(op_convert_to_tensor(i))),
                   list(1, 1, 1, 3))
  for (bad in list(1.5, NA, c(1, 2), "a")) {
    expect_refused(op_switch(bad, branches), "`index` must be")
  }
})

test_that("what is no function is refused", {
  expect_refused(op_cond(TRUE, 1, 2), "`true_fn` must be a function, not 1")
  expect_refused(op_map(c(1, 2), NULL), "`f` must be a function")
})

test_that("an error in a function is R's own", {
  expect_error(op_map(c(1, 2), function(x) stop("no slice")), "no slice")
})

test_that("a gradient of one's own is used, also for vectors", {
  reversed <- op_custom_gradient(function(x) list(x * 1, function(upstream) -upstream))
  x <- tf$Variable(c(1, 2))
  with(tf$GradientTape() %as% tape, y <- reversed(x))
  expect_equal(numbers(tape$gradient(y, x)), array(c(-1, -1)))
  expect_equal(numbers(reversed(c(1, 2))), array(c(1, 2)))
})

test_that("derivatives along a direction go through R functions", {
  plain <- op_jvp(function(x) x^2, 3, 1)
  expect_equal(lapply(plain, as.numeric), list(value = 9, tangent = 6))
  with_aux <- op_jvp(function(x) list(x^2, list(was = x)), list(3), list(1), has_aux = TRUE)
  expect_named(with_aux, c("value", "tangent", "aux"))
  expect_equal(as.numeric(with_aux$aux$was), 3)
})

test_that("one number is sliced as a vector", {
  expect_equal(numbers(op_map(5, function(x) x * 2)), array(10))
  expect_equal(as.numeric(op_scan(function(a, x) list(a + x, a), 1, 5)$carry), 6)
})

test_that("a function of elements is one of tensors", {
  expect_equal(numbers(op_vectorize(function(x) x + 1)(c(1, 2))), array(c(2, 3)))
  apart <- op_vectorize(function(x, y) list(x + y, x * y))(matrix(c(1, 2)), c(3, 4, 5))
  expect_equal(numbers(apart[[1]]), outer(1:2, 3:5, "+"))
  expect_equal(numbers(apart[[2]]), outer(1:2, 3:5))
  product <- op_vectorize(function(m, v) op_matmul(m, v), signature = "(m,n),(n)->(m)")
  expect_equal(numbers(product(diag(2) * 2, rbind(c(1, 2), c(3, 4)))), rbind(c(2, 4), c(6, 8)))
  power <- op_vectorize(function(x, by) x^by, excluded = "by")
  expect_equal(numbers(power(c(2, 3), by = 2)), array(c(4, 9)))
  expect_error(op_vectorize(function(x, y) x, signature = "(n),(n)->()")(c(1, 2)), "1 are given")
  expect_error(op_vectorize(function(x, y) x)(c(1, 2), c(1, 2, 3)), "cannot be broadcast")
})
