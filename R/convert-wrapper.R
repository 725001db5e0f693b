# How Python objects that stay Python objects are presented to R code.

#' Present Python objects of a class to R code
#'
#' `py_to_r_wrapper()` is an S3 generic that [py_to_r()] calls for an object that has no
#' corresponding R type. A package can define a method for a Python class to return something more
#' convenient than a reference: for callable objects, an R function with its own arguments. The
#' default method returns `x`. The result should contain `x`, so that it can be passed back to
#' Python; for conversions to R values write a method of `py_to_r()`.
#'
#' @param x A Python object.
#' @return `x`, or what the method returns.
#' @concept S3 method
#' @concept custom conversion
#' @concept package authors
#' @seealso [py_to_r()]
#' @export
#' @examplesIf py_available()
#' py_run_string("class Greeter:\n  def greet(self, name): return 'Hello ' + name")
#' py_to_r_wrapper.__main__.Greeter <- function(x) function(name) x$greet(name)
#' greet <- py_to_r(py_eval("Greeter()", convert = FALSE))
#' greet("Ada")
py_to_r_wrapper <- function(x) UseMethod("py_to_r_wrapper")

#' @export
py_to_r_wrapper.default <- function(x) x
