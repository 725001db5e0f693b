# Dictionaries, tuples, lists and their items.

case("dict()", repr(dict(a = 1L, b = "x")), "{'a': 1, 'b': 'x'}")
case("an empty dict()", repr(dict()), "{}")
case("dict() of a named list", repr(dict(list(a = 1L))), "{'a': 1}")
case("dict() with a number as key", repr(dict(`1` = "a")), "{1: 'a'}")
case("dict() with a Python object as key", {
  key <- tuple(1L, 2L)
  repr(dict(key = "x"))
}, "{(1, 2): 'x'}")
case("dict() keeps Python objects", class(dict(a = 1L)$a)[[1]], "python.builtin.int")
case("dict(convert = TRUE)", dict(a = 1L, convert = TRUE)$a, 1L)
case("py_dict() of vectors", repr(py_dict(c("a", "b"), c(1L, 2L))), "{'a': 1, 'b': 2}")
case("py_dict() with other keys", repr(py_dict(list(1L, tuple(2L)), list("x", "y"))),
     "{1: 'x', (2,): 'y'}")
case("a missing key", dict(a = 1L, convert = TRUE)$b, NULL)
case("a missing key without conversion", repr(dict(a = 1L)[["b"]]), "None")
case("a method has precedence", is.function(dict(keys = 1L)$keys), TRUE)
case("length of a dict", length(dict(a = 1, b = 2)), 2L)
case("names of a dict", names(dict(a = 1, b = 2)), c("a", "b"))
case("names of a dict with int keys", names(python("{1: 'x'}")), "1")
case("setting items", {
  d <- dict()
  d$x <- 1L
  d[["y"]] <- 2L
  d["z"] <- 3L
  repr(d)
}, "{'x': 1, 'y': 2, 'z': 3}")
case("NULL deletes an item", {
  d <- dict(a = 1L, b = 2L, c = 3L)
  d$a <- NULL
  d[["b"]] <- NULL
  repr(d)
}, "{'c': 3}")
case("py_none() sets an item to None", {
  d <- dict(a = 1L)
  d["a"] <- py_none()
  repr(d)
}, "{'a': None}")
case("a nested item", {
  d <- python("{'a': {'b': [1, 2]}}")
  d$a$c <- 5L
  repr(d)
}, "{'a': {'b': [1, 2], 'c': 5}}")
case("a chain of items", repr(python("{'a': {'b': [1, 2]}}")$a$b[[1]]), "2")
case("an item by an int key", repr(python("{1: 'one'}")[[1L]]), "'one'")
case("py_get_item()", repr(py_get_item(dict(a = 1L), "a")), "1")
case("py_get_item() of what is missing", raises(py_get_item(dict(a = 1L), "b")), "KeyError")
case("py_get_item(silent = TRUE)", py_get_item(dict(a = 1L), "b", silent = TRUE), NULL)
case("py_set_item()", {
  d <- dict()
  py_set_item(d, "a", 1L)
  repr(d)
}, "{'a': 1}")
case("py_del_item()", {
  d <- dict(a = 1L)
  py_del_item(d, "a")
  repr(d)
}, "{}")
case("py_del_item() of what is missing", raises(py_del_item(dict(), "a")), "KeyError")
case("a custom __setitem__", {
  py_run_string("
class Loud(dict):
  def __setitem__(self, key, value): super().__setitem__(key, value * 2)
loud = Loud()")
  d <- py_get_attr(py, "loud")
  py_set_item(d, "a", 4L)
  repr(d)
}, "{'a': 8}")

case("tuple()", repr(tuple(1L, "a", TRUE, NULL)), "(1, 'a', True, None)")
case("tuple() of a list", repr(tuple(list(1L, 2L))), "(1, 2)")
case("an empty tuple()", repr(tuple()), "()")
case("tuple() of one value", repr(tuple(1L)), "(1,)")
case("tuple() of a tuple", repr(tuple(tuple(1L, 2L))), "(1, 2)")
case("tuple() of tuples", repr(tuple(tuple(1L), 2L)), "((1,), 2)")
case("an item of a tuple", tuple(1L, 2L, convert = TRUE)[[0]], 1L)
case("length of a tuple", length(tuple(1, 2, 3)), 3L)
case("a tuple as an R list", py_to_r(tuple(1L, "a")), list(1L, "a"))

digits <- function() python("list(range(10))")
case("an item of a list", repr(digits()[[3]]), "3")
case("an item by a double", repr(digits()[3]), "3")
case("an item from the end", repr(digits()[-1]), "9")
case("a slice", repr(digits()[1:3]), "[1, 2]")
case("a slice with a step", repr(digits()[1:8:3]), "[1, 4, 7]")
case("an open slice", repr(digits()[NA:3]), "[0, 1, 2]")
case("a quoted slice", repr(digits()[`::4`]), "[0, 4, 8]")
case("a slice from the end", repr(digits()[`-2:`]), "[8, 9]")
case("a slice of variables", {
  i <- 2
  repr(digits()[i:4])
}, "[2, 3]")
case("setting an item", {
  x <- python("[1, 2, 3]")
  x[0] <- 9L
  repr(x)
}, "[9, 2, 3]")
case("deleting an item", {
  x <- python("[1, 2, 3]")
  x[0] <- NULL
  repr(x)
}, "[2, 3]")
case("an index out of range", raises(python("[1]")[[5]]), "IndexError")
case("a method of a list", {
  x <- r_to_py(c(3, 1, 2))
  x$sort()
  py_to_r(x)
}, c(1, 2, 3))
case("a reference is not copied", {
  x <- r_to_py(list(1L))
  y <- x
  y$append(2L)
  repr(x)
}, "[1, 2]")
case("py_len()", py_len(python("'abc'")), 3L)
case("py_len() of what has none", raises(py_len(python("5"))), "TypeError")
case("py_len(default = )", py_len(python("5"), default = 0L), 0L)
case("length of what has none", length(python("5")), 1L)
case("length of what is false", length(python("None")), 0L)
case("py_bool()", c(py_bool(python("[]")), py_bool(python("[0]"))), c(FALSE, TRUE))
