test_that("r_to_py() gives a Python object, py_to_r() an R value", {
  expect_s3_class(r_to_py(1L), "python.builtin.int")
  expect_identical(py_to_r(r_to_py(1L)), 1L)
  object <- in_python("object()")
  expect_identical(py_id(r_to_py(object)), py_id(object))
  expect_true(is_py_object(py_to_r(object)))
})

test_that("an R value is not changed by py_to_r()", {
  for (x in list(1L, NULL, "a", list(1), mtcars, sum)) expect_identical(py_to_r(x), x)
})

test_that("values of every kind come back from a round trip through containers", {
  values <- list(
    logical = TRUE, logicals = c(TRUE, NA), integer = 1L, integers = c(1L, NA), double = 0.1,
    doubles = c(1, NA, Inf), complex = 1i, character = "a", characters = c("a", NA),
    raw = as.raw(1:3), matrix = matrix(1:4 / 2, 2), array = array(1:8, c(2, 2, 2)),
    factor = factor(c("a", NA)), date = as.Date("2024-01-31"),
    frame = data.frame(a = 1:2, b = c("x", NA)),
    moment = as.POSIXct("2024-01-31", tz = "UTC"), list = list(1L, "a"),
    named = list(a = 1L, b = list(2L, "x")),
    int64 = bit64::as.integer64("9007199254740993"), env = new.env(), function_ = function(x) x
  )
  expect_identical(py_to_r(r_to_py(values)), values)
  expect_identical(py_to_r(r_to_py(list(values, values))), list(values, values))
  identity <- python_function_of(
    "f", "def f(*args, **named): return {'args': args, 'named': named}"
  )
  back <- do.call(identity, c(unname(values), values))
  expect_identical(back, list(args = unname(values), named = values))
})

test_that("convert = FALSE stays through attributes, items and calls", {
  builtins <- import_builtins(convert = FALSE)
  list_of_two <- builtins$list(tuple(1L, 2L))
  expect_s3_class(list_of_two, "python.builtin.list")
  expect_s3_class(list_of_two[[0]], "python.builtin.int")
  expect_s3_class(list_of_two$index(2L), "python.builtin.int")
  expect_s3_class(list_of_two$copy()$copy(), "python.builtin.list")
  expect_s3_class(import("sys", convert = FALSE)$maxsize, "python.builtin.int")
  expect_s3_class(r_to_py(list(1L))[[0]], "python.builtin.int")
  expect_s3_class(py_run_string("x = [1]", local = TRUE, convert = FALSE)$x, "python.builtin.list")
  expect_s3_class(builtins$len("abc"), "python.builtin.int")
})

test_that("convert = TRUE stays through what does not convert", {
  types <- import("types")
  outer <- types$SimpleNamespace(inner = types$SimpleNamespace(x = 1L, f = in_python("len")))
  expect_identical(outer$inner$x, 1L)
  expect_identical(outer$inner$f("abc"), 3L)
  expect_identical(r_to_py(list(1L, "a"), convert = TRUE)[[1]], "a")
  expect_identical(py_eval("[object]")[[1]]$`__name__`, "object")
})

test_that("a handle sent through Python is the same object, converting as asked", {
  object <- in_python("[1, 2]")
  identity <- python_function_of("f", "def f(x): return x", convert = FALSE)
  expect_identical(py_id(identity(object)), py_id(object))
})

test_that("values are converted correctly while R collects garbage at every step", {
  x <- list(
    a = 1:3, b = c("x", NA), m = matrix(c(1, 2), 1), f = factor("a"), d = data.frame(a = 1:2)
  )
  gctorture2(7)
  on.exit(gctorture2(0))
  back <- py_to_r(r_to_py(x))
  gctorture2(0)
  expect_identical(back, x)
})

test_that("Python collects what R gave up", {
  py_run_string("
import weakref
class Held: pass
held = Held()
alive = weakref.ref(held)")
  x <- in_python("held")
  py_run_string("del held")
  gc()
  py_eval("1")
  expect_false(py_eval("alive() is None"))
  rm(x)
  for (i in 1:3) gc()
  py_eval("1")
  expect_true(py_eval("alive() is None"))
})

test_that("py_to_r_wrapper() presents objects that stay Python objects", {
  py_run_string("
class Greeter:
  def greet(self, name): return 'Hello ' + name
greeter = Greeter()")
  registerS3method("py_to_r_wrapper", "__main__.Greeter", function(x) {
    structure(function(name) x$greet(name), class = "greeter")
  })
  greet <- py_to_r(py_get_attr(py, "greeter"))
  expect_s3_class(greet, "greeter")
  expect_identical(greet("Ada"), "Hello Ada")
})

test_that("by default an object is presented as it is", {
  x <- py_eval("object()", convert = FALSE)
  expect_identical(py_to_r_wrapper(x), x)
  expect_identical(py_to_r_wrapper(5), 5)
  expect_identical(py_id(py_to_r(x)), py_id(x))
})
