test_that("parts are assigned in order, at any depth", {
  c(x, y) %<-% list(1, "a")
  expect_identical(list(x, y), list(1, "a"))
  c(x, y) %<-% c(y, x)
  expect_identical(c(x, y), c("a", "1"))
  c(c(a, b), c(d, e)) %<-% list(list(1, 2), list(3, list(4)))
  expect_identical(list(a, b, d, e), list(1, 2, 3, list(4)))
  c(erupts, wait) %<-% faithful
  expect_identical(wait, faithful$waiting)
  x %<-% list(1, 2)
  expect_identical(x, list(1, 2))
  c(x) %<-% list(NULL)
  expect_null(x)
  expect_identical(withVisible(c(x, y) %<-% 1:2), list(value = 1:2, visible = FALSE))
})

test_that("a data set comes apart as scripts write it", {
  mnist <- list(train = list(x = matrix(1:4, 2), y = 1:2), test = list(x = 5, y = 6))
  c(c(x_train, y_train), c(x_test, y_test)) %<-% mnist
  expect_identical(list(x_train, y_train, x_test, y_test),
                   list(matrix(1:4, 2), 1:2, 5, 6))
  .[.[x_train, y_train], .[., y_test]] <- mnist
  expect_identical(list(x_train, y_train, y_test), list(matrix(1:4, 2), 1:2, 6))
})

test_that("parts are left out, collected or have defaults", {
  c(a, ., b) %<-% 1:3
  expect_identical(c(a, b), c(1L, 3L))
  c(a, ...rest) %<-% 1:4
  expect_identical(rest, 2:4)
  c(..rest, z) %<-% list(1, 2, 3)
  expect_identical(list(rest, z), list(list(1, 2), 3))
  c(a, ..., z) %<-% letters
  expect_identical(c(a, z), c("a", "z"))
  c(a, ..rest, z) %<-% list(1, 2)
  expect_identical(list(a, rest, z), list(1, list(), 2))
  c(a, b = "none", ...rest) %<-% list(1)
  expect_identical(list(a, b, rest), list(1, "none", list()))
  c(a, b = "none") %<-% list(1, 2)
  expect_identical(b, 2)
  c(a, .) %<-% list(5)
  expect_identical(a, 5)
  c(day, ...days) %<-% as.Date(c("2024-01-01", "2024-02-02"))
  expect_identical(list(day, days), list(as.Date("2024-01-01"), as.Date("2024-02-02")))
})

test_that("parts are assigned by name", {
  c(wt = , mpg = ) %<-% mtcars # nolint: spaces_inside_linter.
  expect_identical(wt, mtcars$wt)
  expect_identical(mpg, mtcars$mpg)
  c(mpg = , none = 5) %<-% mtcars
  expect_identical(none, 5)
  .[b = beta, s = alpha + beta] <- list(alpha = 1, beta = 2)
  expect_identical(c(b, s), c(2, 3))
})

test_that("parts of objects are targets", {
  x <- list(a = 1)
  c(x$a, x[["b"]], names(x)[1]) %<-% list(quote(f(y)), 3, "A")
  expect_identical(x, list(A = quote(f(y)), b = 3))
})

test_that("items of Python objects are parts", {
  c(a, c(b, ...rest)) %<-% py_eval("(1, [2.5, 'x', None])", convert = FALSE)
  expect_identical(py_to_r(a), 1L)
  expect_identical(py_to_r(b), 2.5)
  expect_identical(lapply(rest, py_to_r), list("x", NULL))
  .[first, ..] <- py_eval("(1, 2, 3)")
  expect_identical(first, 1L)
})

test_that("versions come apart", {
  .[major, minor] <- package_version("4.2.1")
  expect_identical(c(major, minor), c(4L, 2L))
})

test_that("nothing is assigned unless all is", {
  a <- "before"
  refuse <- function(expr, message) {
    expect_refused(expr, message, fixed = TRUE)
    expect_identical(a, "before")
  }
  refuse(c(a, b) %<-% list(1), "has 1 part, and there is none for `b`")
  refuse(c(a, b) %<-% list(1, 2, 3), "has 3 parts, and there are 2 targets")
  refuse(c(a, c(b, d)) %<-% list(1, list(2)), "there is none for `d`")
  refuse(c(a, 5) %<-% list(1, 2), "`5` cannot be assigned to")
  refuse(c(a, ...x, ...y) %<-% list(1, 2), "Only one target")
  refuse(c(a = , other = ) %<-% list(a = 1), "named \"other\"") # nolint: spaces_inside_linter.
  refuse(c(a, b = ) %<-% list(a = 1, b = 2), "all need names") # nolint: spaces_inside_linter.
  refuse(.[a, b] <- list(1), "there is none for `b`")
})

test_that("pipes keep their dot", {
  expect_identical(4 %>% c(1, .), c(1, 4))
  x <- 4
  x %<>% sqrt()
  expect_identical(x, 2)
  expect_output(print(.), "assigns the parts")
})
