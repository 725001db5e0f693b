# Conversion of values from one language to the other.

case("an int", py_eval("1"), 1L)
case("a float", py_eval("1.5"), 1.5)
case("a bool", py_eval("True"), TRUE)
case("None", py_eval("None"), NULL)
case("a string", py_eval("'abc'"), "abc")
case("a string of another script", py_eval("'\\u65e5\\u672c'"), "\u65e5\u672c")
case("a complex number", py_eval("1+2j"), complex(real = 1, imaginary = 2))
case("a list of ints", py_eval("[1, 2, 3]"), 1:3)
case("a list of strings", py_eval("['a', 'b']"), c("a", "b"))
case("a list of bools", py_eval("[True, False]"), c(TRUE, FALSE))
case("a list of floats", py_eval("[0.5, 1.5]"), c(0.5, 1.5))
case("a list of several types", py_eval("[1, 'a', None]"), list(1L, "a", NULL))
case("an empty list", py_eval("[]"), list())
case("a tuple", py_eval("(1, 'a')"), list(1L, "a"))
case("a nested list", py_eval("[[1, 2], ['a']]"), list(1:2, "a"))
case("a dict", py_eval("{'a': 1, 'b': [2, 3]}"), list(a = 1L, b = 2:3))
case("a nested dict", py_eval("{'a': {'b': 'c'}}"), list(a = list(b = "c")))
case("a dict with None", py_eval("{'a': None}"), list(a = NULL))
case("a dict with int keys", py_eval("{1: 'x', 2: 'y'}"), list(`1` = "x", `2` = "y"))
case("an int beyond R's integers", py_eval("2**40"), 1099511627776,
     better = "reticulate cuts it off and gives 0")
case("an int of 2**31", py_eval("2**31"), 2147483648, better = "reticulate gives NA")
case("infinity", py_eval("float('inf')"), Inf)
case("nan", is.nan(py_eval("float('nan')")), TRUE)
case("an object of no R type", class(py_eval("object()")), "python.builtin.object")
case("an OrderedDict", py_eval("__import__('collections').OrderedDict(b=1, a=2)"),
     list(b = 1L, a = 2L))
case("convert = FALSE", class(py_eval("1", convert = FALSE)),
     c("python.builtin.int", "python.builtin.object"))
case("py_to_r() of an R value", py_to_r("a"), "a")

case("a double becomes float", repr(r_to_py(1)), "1.0")
case("an integer becomes int", repr(r_to_py(1L)), "1")
case("a logical becomes bool", repr(r_to_py(TRUE)), "True")
case("a string becomes str", repr(r_to_py("a")), "'a'")
case("NULL becomes None", repr(r_to_py(NULL)), "None")
case("a vector becomes a list", repr(r_to_py(c(1, 2))), "[1.0, 2.0]")
case("an unnamed list becomes a list", repr(r_to_py(list(1L, "a"))), "[1, 'a']")
case("a list of one element becomes a list", repr(r_to_py(list(42L))), "[42]")
case("an empty list becomes a list", repr(r_to_py(list())), "[]")
case("an empty vector becomes a list", repr(r_to_py(character())), "[]")
case("a list with NULL", repr(r_to_py(list(1L, NULL, 3L))), "[1, None, 3]")
case("a named list becomes a dict", repr(r_to_py(list(a = 1L, b = "x"))), "{'a': 1, 'b': 'x'}")
case("a nested named list", repr(r_to_py(list(a = list(b = TRUE)))), "{'a': {'b': True}}")
case("a partly named list", repr(r_to_py(list(a = 1L, 2L))), "{'a': 1, '': 2}")
case("a list of class", repr(r_to_py(structure(list(a = 1L), class = "mine"))), "{'a': 1}")
case("complex numbers", repr(r_to_py(c(1i, 2i))), "[1j, 2j]")
case("raw becomes bytearray", repr(r_to_py(as.raw(1:2))), "bytearray(b'\\x01\\x02')")
case("I() keeps a vector of one element a list", repr(r_to_py(I("a"))), "['a']",
     better = "reticulate ignores I(): 'a'")
case("I() of two elements", repr(r_to_py(I(c(1, 2)))), "[1.0, 2.0]")
case("I() of a list", repr(r_to_py(I(list(1)))), "[1.0]")
case("a matrix becomes an array", repr(r_to_py(matrix(1:4, 2))),
     "array([[1, 3],\n       [2, 4]], dtype=int32)")
case("NA in integers", repr(r_to_py(c(1L, NA))), "[1, None]",
     better = "reticulate gives -2147483648")
case("NA in strings", repr(r_to_py(c("a", NA))), "['a', None]", better = "reticulate gives 'NA'")
case("a single NA", repr(r_to_py(NA)), "None", better = "reticulate gives True")
case("an int64", repr(r_to_py(bit64::as.integer64(5))), "5",
     better = "reticulate gives a denormal float")

case("an environment comes back", {
  e <- new.env()
  identical(py_to_r(r_to_py(e)), e)
}, TRUE)
case("a formula comes back", {
  f <- y ~ x
  identical(py_to_r(r_to_py(f)), f)
}, TRUE)
case("a name comes back", py_to_r(r_to_py(quote(x))), quote(x))
case("raw comes back", py_to_r(r_to_py(as.raw(1:3))), as.raw(1:3))
case("a nested list comes back", py_to_r(r_to_py(list(a = list(1L, "b"), c = NULL))),
     list(a = list(1L, "b"), c = NULL))
case("an empty character vector comes back", py_to_r(r_to_py(character())), character(),
     better = "reticulate gives list()")
case("names of a vector come back", py_to_r(r_to_py(c(a = 1, b = 2))), c(a = 1, b = 2),
     better = "reticulate drops them")
case("an external pointer comes back", {
  p <- methods::new("externalptr")
  identical(py_to_r(r_to_py(p)), p)
}, TRUE, better = "reticulate refuses a null pointer")
case("rapply() of what comes back",
     rapply(py_to_r(r_to_py(list(1, list("a")))), toupper, "character", how = "replace"),
     list(1, "A"))

case("bytes as a string", as.character(python("b'abc'")), "abc")
case("bytes as raw", as.raw(python("b'abc'")), as.raw(c(97, 98, 99)))
case("a NUL in bytes", as.character(python("b'a\\0b'"), nul = "<NUL>"), "a<NUL>b")
case("a NUL in a string", as.character(python("'a\\0b'"), nul = "<NUL>"), "a<NUL>b")
case("a NUL is an error", raises(py_to_r(python("'a\\0b'"))) != "no error", TRUE)
case("py_unicode()", class(py_unicode("text"))[[1]], "python.builtin.str")
case("a condition becomes an exception", repr(r_to_py(simpleError("boom"))),
     "RuntimeError('boom')")

case("an object of a class derived from dict", {
  py_run_string("
class Settings(dict):
  def describe(self): return str(len(self)) + ' settings'")
  settings <- py$Settings(a = 1)
  list(class(settings)[[2]], settings$describe(), settings[["a"]])
}, list("python.builtin.dict", "1 settings", 1))
case("an object of a class derived from float", {
  py_run_string("class Celsius(float): pass")
  class(py_eval("Celsius(1.5)"))[[2]]
}, "python.builtin.float")
case("an iterator has a class", class(py_eval("iter([1])"))[[2]], "python.builtin.iterator")
case("a generator is an iterator", class(py_eval("(x for x in [1])"))[1:2],
     c("python.builtin.generator", "python.builtin.iterator"))
case("an exception as a value is a condition", {
  error <- py_eval("[ValueError('given'), 1]")[[1]]
  says <- grepl("^ValueError: given", conditionMessage(error))
  list(inherits(error, "condition"), says, error$args)
}, list(TRUE, TRUE, list("given")))
case("an exception as a value can be raised in R", raises(stop(py_eval("KeyError('k')"))),
     "KeyError")
case("an R error comes back as it was", {
  error <- errorCondition("m", class = "mine", n = 7)
  back <- py_eval("lambda x: x")(error)
  list(class(back)[[1]], back$n)
}, list("mine", 7), better = "reticulate gives a RuntimeError, whose `n` is kept")
