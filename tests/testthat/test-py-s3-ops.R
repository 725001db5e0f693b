python <- function(code) py_eval(code, convert = FALSE)

test_that("operators are Python's", {
  a <- python("7")
  b <- python("2")
  cases <- list(
    list(a + b, "9"), list(a - b, "5"), list(a * b, "14"), list(a / b, "3.5"),
    list(a^b, "49"), list(a %% b, "1"), list(a %/% b, "3"),
    list(a & b, "2"), list(a | b, "7"), list(-a, "-7"), list(+a, "7"), list(!a, "-8"),
    list(a + 1L, "8"), list(1L - a, "-6"), list(python("-7") %/% b, "-4"),
    list(python("'ab'") + "cd", "'abcd'"),
    list(python("[1]") * 2L, "[1, 1]"),
    list(python("__import__('pathlib').PurePosixPath('/a')") / "b", "PurePosixPath('/a/b')"),
    list(python("{1, 2}") | python("{3}"), "{1, 2, 3}")
  )
  for (case in cases) expect_identical(py_repr(case[[1]]), case[[2]])
})

test_that("`!` negates truth, and bits where there are bits", {
  expect_identical(py_repr(!python("True")), "False")
  expect_identical(py_repr(!python("[]")), "True")
  np <- import("numpy", convert = FALSE)
  expect_identical(as.logical(!np$array(c(TRUE, FALSE))), c(FALSE, TRUE))
})

test_that("results convert only if every object does", {
  to_r <- r_to_py(2L, convert = TRUE)
  expect_identical(to_r + 1L, 3L)
  expect_identical(to_r + to_r, 4L)
  expect_s3_class(to_r + python("1"), "python.builtin.int")
  expect_s3_class(1L + python("1"), "python.builtin.int")
})

test_that("comparisons of scalars are R logicals", {
  one <- python("1")
  expect_identical(one == 1L, TRUE)
  expect_identical(one != 1L, FALSE)
  expect_identical(one < 2, TRUE)
  expect_identical(2 <= one, FALSE)
  expect_identical(one > 0.5, TRUE)
  expect_identical(one >= python("1.0"), TRUE)
  expect_identical(python("[1, 2]") == 1:2, TRUE)
  expect_identical(one == NULL, FALSE)
  expect_identical(python("None") == NULL, TRUE)
})

test_that("comparisons of arrays are element by element", {
  np <- import("numpy", convert = FALSE)
  x <- np$array(c(1, 2, 3))
  expect_identical(as.logical(x > 1.5), c(FALSE, TRUE, TRUE))
  expect_identical(as.double(x * c(1, 2, 3)), c(1, 4, 9))
})

test_that("what Python cannot do is Python's error", {
  expect_error(python("1") + "a", class = "python.builtin.TypeError")
  expect_error(python("1") < "a", class = "python.builtin.TypeError")
  expect_error(python("1") %/% 0L, class = "python.builtin.ZeroDivisionError")
})
