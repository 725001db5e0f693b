test_that("a result is computed once for each key, and NULL again", {
  withr::defer(forget("test"))
  n <- 0
  value <- function(key, x) {
    cached("test", key, {
      n <<- n + 1
      x
    })
  }
  expect_identical(c(value("a", 1), value("a", 2), value("b", 3)), c(1, 1, 3))
  expect_null(value("none", NULL))
  expect_identical(value("none", 4), 4)
  expect_identical(n, 4)
  forget("test")
  expect_identical(value("a", 5), 5)
})

test_that("a context holds while its code runs, also where that fails", {
  of <- function() mget(c("one", "two"), context, ifnotfound = list(NULL))
  inner <- function() with_context(list(two = 2), of())
  expect_identical(with_context(list(one = 1, two = 1), list(inner(), of())),
                   list(list(one = 1, two = 2), list(one = 1, two = 1)))
  expect_error(with_context(list(one = 1), stop("no")), "no")
  expect_identical(of(), list(one = NULL, two = NULL))
})
