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
