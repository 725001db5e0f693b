tensor <- function(x, ...) tf$constant(x, ...)

test_that("tf_cond() calls one of two functions", {
  expect_equal(as.vector(tf_cond(tensor(TRUE), ~ tensor(1), ~ tensor(2))), 1)
  expect_identical(tf_cond(FALSE, function() "a", function() "b"), "b")
  f <- tf_function(function(x) tf_cond(x > 0, ~ list(a = x, b = 1), ~ list(a = -x, b = 2)))
  expect_equal(lapply(f(tensor(-3)), as.vector), list(a = 3, b = 2))
  expect_refused(tf_cond(TRUE, 1, ~ 2), "`true_fn` must be a function or a formula")
  expect_error(tf_cond(NA, ~ 1, ~ 2), "`pred` must be one TRUE or FALSE, .* not NA")
})

test_that("tf_case() calls the function of the first true condition", {
  size <- function(x) tf_case(x > 5 ~ "large", x > 2 ~ "medium", default = ~ "small")
  for (f in list(size, tf_function(size))) {
    expect_identical(vapply(c(9, 3, 1), function(x) as.character(f(tensor(x))), ""),
                     c("large", "medium", "small"))
  }
  pairs <- list(list(tensor(FALSE), function() tensor(1)), list(TRUE, ~ tensor(2)))
  expect_equal(as.vector(tf_case(pred_fn_pairs = pairs)), 2)
  expect_refused(tf_case(), "at least one")
  expect_refused(tf_case(1), "`pred_fn_pairs` must have formulas")
})

test_that("tf_switch() calls the function at an index from 0", {
  power <- function(x, n) tf_switch(n, 3 ~ x^3, 2 ~ x^2, ~ 1 + 0 * x, ~ x, default = ~ -1 * x)
  for (f in list(power, tf_function(power))) {
    values <- vapply(0:4, function(n) as.vector(f(tensor(2), tensor(n))), 0)
    expect_equal(values, c(1, 2, 4, 8, -2))
  }
  expect_equal(as.vector(tf_switch(1, ~ tensor(10), ~ tensor(20))), 20)
})

test_that("tf_map() calls a function with each slice", {
  clipped <- tf_function(function(x) tf_map(x, ~ if (.x > 1) .x else 0 * .x))
  expect_identical(as.vector(clipped(tensor(c(1, 2)))), c(0, 2))
  m <- tensor(matrix(1:4, 2))
  expect_equal(as.vector(tf_map(m, ~ tf$reduce_sum(.x))), c(4, 6))
  expect_equal(as.vector(tf_map(m, function(row) if (row[1] > 1L) row[2] else row[1])), c(1, 4))
  both <- tf_map(list(m, m), function(x) x[[1]] + x[[2]], dtype = tf$int32)
  expect_equal(as.array(both), 2 * matrix(1:4, 2))
})

test_that("tf_assert() shows the expression and the values", {
  x <- tensor(-1)
  expect_error(tf_assert(x > 0, "x must be positive"), "x > 0.*x =.*-1.*|x must be positive")
  expect_null(tf_assert(x < 0))
  several <- tf$constant(c(1, -1))
  expect_error(tf_assert(several > 0), "several > 0",
               class = "tensorflow.python.framework.errors_impl.InvalidArgumentError")
  expect_null(tf_assert(several < 2))
  f <- tf_function(function(x) {
    stopifnot("needs positive x" = x > 0, is.environment(x))
    x * 2
  })
  expect_equal(as.vector(f(tensor(1))), 2)
  expect_error(f(tensor(-1)), "needs positive x")
})

test_that("an assertion names the calls of the user's functions only", {
  # Users' functions are in no package; those of a test are in the namespace.
  users <- new.env(parent = globalenv())
  eval(quote({
    check_all <- function(values) rkeras::tf_assert(values > 0)
    outer <- function(values) check_all(values)
    traced <- rkeras::tf_function(function(x) {
      outer(x)
      x
    })
  }), users)
  users$negative <- tensor(-1)
  with(users, expect_error(outer(negative), "outer(negative) -> check_all(values)", fixed = TRUE))
  with(users, expect_error(
    traced(negative), "[traced(negative) -> outer(x) -> check_all(values)]", fixed = TRUE
  ))
})

test_that("a TensorArray collects values", {
  f <- tf_function(function(n) {
    array <- tf$TensorArray("float32", size = 0L, dynamic_size = TRUE)
    i <- 0L
    while (i < n) {
      if (i == 2L) array[[i]] <- -1 else array[[i]] <- tf$cast(i, "float32")
      i <- i + 1L
    }
    array$stack()
  })
  expect_equal(as.vector(f(tensor(4L))), c(0, 1, -1, 3))
  eager <- tf$TensorArray("float32", size = 2L)
  for (i in 0:1) eager[[i]] <- i * 10
  expect_equal(as.vector(eager$stack()), c(0, 10))
})

test_that("hints name variables and set options", {
  f <- tf_function(function(x) {
    ag_if_vars(x)
    if (x > 0) {
      part <- 1
      x <- x + part
    }
    x
  })
  expect_equal(as.vector(f(tensor(1))), 2)
  left_out <- tf_function(function(x) {
    part <- x
    ag_if_vars(x)
    if (x > 0) part <- x * 2
    part
  })
  expect_error(left_out(tensor(1)), "ag_if_vars\\(\\) does not name it",
               class = "rkeras_error_undefined")
  returned <- tf_function(function(y) {
    ag_if_vars(return = TRUE)
    x <- if (y > 0) y * y else y
    x
  })
  expect_equal(as.vector(returned(tensor(3))), 9)
  g <- tf_function(function(x, n) {
    part <- tensor(99)
    ag_loop_vars(-part)
    while (n > 0) {
      part <- x + 1
      x <- part
      n <- n - 1
    }
    x
  })
  expect_equal(as.vector(g(tensor(1), tensor(3))), 4)
  most <- tf_function(function(n) {
    ag_name("count-down")
    ag_while_opts(maximum_iterations = 3)
    while (n > 0) n <- n - 1
    n
  })
  expect_equal(as.vector(most(tensor(10))), 7)
  graph <- most$get_concrete_function(tensor(10))$graph
  names <- vapply(graph$get_operations(), function(op) op$name, "")
  expect_true(any(grepl("count-down", names)))
  grown <- tf_function(function(x) {
    ag_while_opts(shape_invariants = list(x = NA))
    while (tf$size(x) < 10L) x <- tf$concat(list(x, x), 0L)
    x
  })
  expect_length(as.vector(grown(tensor(1:3))), 12L)
  expect_warning(ag_loop_vars(list = "no_such_variable"), "no_such_variable")
  expect_refused(ag_while_opts(10L))
  expect_identical(ag_name("a"), "a")
  autograph(if (TRUE) 1)
})

test_that("a function that a loop calls can assign a loop variable", {
  total <- function(hint) {
    force(hint)
    tf_function(function(x) {
      sum <- tensor(0)
      add <- function(x) sum <<- sum + x
      if (hint) ag_loop_vars(+sum)
      for (element in x) add(element)
      sum
    })
  }
  expect_identical(as.vector(total(TRUE)(tensor(c(1, 2, 3)))), 6)
  expect_error(total(FALSE)(tensor(c(1, 2, 3))), "ag_loop_vars(+x)", fixed = TRUE)
})

test_that("a hint says how many jumps a branch has", {
  odds <- function(most) {
    force(most)
    tf_function(function(x) {
      count <- 0
      while (x > 0) {
        x <- x - 1
        ag_if_vars(control_flow = most)
        if (x %% 2 == 0) next
        count <- count + 1
      }
      count
    })
  }
  expect_equal(as.vector(odds(1)(tensor(10))), 5)
  expect_error(odds(0)(tensor(10)), "has 1 `break` or `next`", class = "rkeras_error_graph")
  stopped <- tf_function(function(x) {
    for (i in x) {
      ag_if_vars(control_flow = 2)
      if (i > 2) {
        if (i > 4) break
        next
      }
      last <- i
    }
    i
  })
  expect_error(stopped(tensor(c(1, 3, 5))), "`i`", class = "rkeras_error_undefined")
  for (bad in list(-1, 0.5, "one", NA)) {
    expect_refused(ag_if_vars(control_flow = bad), "control_flow")
  }
})

test_that("view_function_graph() writes the graph", {
  f <- tf_function(function(x) if (x > 0) x * x else x)
  shown <- NULL
  folder <- view_function_graph(f, list(tensor(5)), launch_browser = function(url) shown <<- url)
  withr::defer(tensorboard(folder, action = "stop"))
  expect_match(shown, "^http")
  expect_length(list.files(folder, "events"), 1L)
})
