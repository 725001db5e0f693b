local_colours <- function() {
  py_run_string("
import enum
class Colour(enum.Enum):
    RED = 1
    GREEN = 'g'
    CRIMSON = 1
class Shape(enum.Enum): ROUND = 1
class Right(enum.Flag):
    READ = 1
    WRITE = 2
def same(x, y): return x is y")
}

test_that("members come as factors of the names of all members", {
  local_colours()
  red <- py_eval("Colour.RED")
  expect_s3_class(red, "factor", exact = TRUE)
  expect_identical(as.character(red), "RED")
  expect_identical(c(levels(red)), levels(red), ignore_attr = TRUE)
  expect_setequal(levels(red), c("RED", "GREEN"))
  expect_true(red == "RED")
  expect_identical(as.character(py_eval("Colour.CRIMSON")), "RED")
  several <- py_eval("[Colour.GREEN, None, Colour.RED]")
  expect_identical(as.character(several), c("GREEN", NA, "RED"))
  expect_output(print(several), "GREEN <NA>  RED", fixed = TRUE)
})

test_that("such a factor goes back as the members", {
  local_colours()
  same <- py_eval("same")
  red <- py_eval("Colour.RED")
  expect_true(same(red, in_python("Colour.RED")))
  several <- py_eval("[Colour.GREEN, None, Colour.RED]")
  expect_identical(py_repr(r_to_py(several)), "[<Colour.GREEN: 'g'>, None, <Colour.RED: 1>]")
  expect_true(same(several[3], in_python("Colour.RED")))
  expect_true(same(several[[1]], in_python("Colour.GREEN")))
  expect_identical(py_to_r(r_to_py(several)), several)
  other <- red
  levels(other)[1] <- "BLUE"
  expect_s3_class(r_to_py(other), "pandas.Categorical")
  attr(other, "levels") <- structure(c("BLUE", "GREEN"), enum = attr(levels(red), "enum"))
  expect_error(r_to_py(other), "no member \"BLUE\"", class = "rkeras_error_convert")
})

test_that("members of several classes stay apart, flags stay Python objects", {
  local_colours()
  mixed <- py_eval("[Colour.RED, Shape.ROUND]")
  expect_type(mixed, "list")
  expect_identical(vapply(mixed, as.character, ""), c("RED", "ROUND"))
  expect_true(is_py_object(py_eval("Right.READ | Right.WRITE")))
})
