# The formals of Python functions, classes of modules, and errors of R functions that Python calls.

default <- function(value) formals(py_eval(sprintf("lambda a = %s: 0", value)))$a
case("a default int", default("3"), 3L)
case("a default string", default("'x'"), "x")
case("a default None", default("None"), NULL)
case("a default bool", default("True"), TRUE)
case("a default list", default("[1, 2]"), 1:2)
case("a default dict", default("{'x': 1}"), list(x = 1L))
case("a default tuple", default("(1, 2)"), list(1L, 2L))
case("an empty default list", default("[]"), list())
case("formals of keyword-only arguments", names(formals(py_eval("lambda *, a, b=2: 0"))),
     c("...", "a", "b"))
case("formals after *args", names(formals(py_eval("lambda x, *a, z=3, **k: 0"))),
     c("x", "...", "z"))
case("a trailing comma", py_eval("lambda *a: len(a)")(1, ), 1L)
case("names that are not R's", py_eval("lambda **k: list(k)")(`a b` = 1), "a b")
case("reserved words as names", py_eval("lambda **k: list(k)")(`if` = 1), "if")
case("partial names are not matched", raises(py_eval("lambda abc=1: abc")(ab = 2L)), "TypeError")
case("Map()", unname(Map(py_eval("lambda x, y: x + y"), 1:2, 3:4)), list(4L, 6L))
case("Reduce()", Reduce(py_eval("lambda x, y: x + y"), 1:4), 10L)

case("import(as =) names classes", {
  x <- py_call(import("fractions", as = "quotients", convert = FALSE)$Fraction, 1L, 2L)
  inherits(x, "quotients.Fraction")
}, TRUE)

after <- function(code) {
  py_clear_last_error()
  try(code, silent = TRUE)
  py_last_error()
}
fails <- function() py_eval("lambda f: f()")(function() stop("of R"))
case("the last error of an R function", after(fails())$value, "of R")
case("the classes of an R error", after(fails())$r_class[1:3],
     c("simpleError", "error", "condition"))
case("the traceback of an R error", grepl("Traceback.*of R", after(fails())$message), TRUE)
case("the last error of Python", after(py_eval("1 / 0"))$type, "ZeroDivisionError")
case("notes of exceptions", grepl("a note", tryCatch(
  py_run_string("e = ValueError('v')\nif hasattr(e, 'add_note'): e.add_note('a note')\nraise e"),
  error = conditionMessage
)), TRUE)
case("an exception's attribute", tryCatch(
  py_run_string("e = ValueError('v')\ne.code = 7\nraise e"),
  error = function(e) e$code
), 7L)
case("the cause of an exception", tryCatch(
  py_run_string("try:\n  1/0\nexcept Exception as e:\n  raise ValueError('v') from e"),
  error = function(e) class(e$`__cause__`)[[1]]
), "python.builtin.ZeroDivisionError")
