python <- function(code) py_eval(code, convert = FALSE)
namespace <- function() python("__import__('types').SimpleNamespace(a = 1)")

test_that("`$` converts as the object says", {
  converting <- py_run_string("from types import SimpleNamespace\nx = SimpleNamespace(a = 1)")$x
  expect_identical(converting$a, 1L)
  expect_s3_class(namespace()$a, "python.builtin.int")
})

test_that("a missing attribute is Python's AttributeError", {
  expect_error(namespace()$missing, class = "python.builtin.AttributeError")
  expect_error(import("os")$no_such_name, class = "python.builtin.AttributeError")
})

test_that("`$<-` and `[[<-` change the Python object and give the same reference", {
  x <- namespace()
  id <- py_id(x)
  y <- x
  x$b <- "text"
  x[["c"]] <- 3L
  environment <- import("os")$environ
  environment[["RKERAS_TEST"]] <- "set"
  expect_identical(environment[["RKERAS_TEST"]], "set")
  environment["RKERAS_TEST"] <- NULL
  expect_identical(py_id(x), id)
  expect_identical(py_to_r(y$b), "text")
  expect_identical(py_to_r(y$c), 3L)
  x$a <- NULL
  expect_identical(py_repr(y$a), "None")
})

test_that("nested assignment passes what cannot be assigned itself", {
  x <- py_run_string("
from types import SimpleNamespace
class Owner:
  def __init__(self): self._part = SimpleNamespace(size = 1)
  @property
  def part(self): return self._part
x = Owner()
y = (SimpleNamespace(size = 1),)", local = TRUE, convert = FALSE)
  owner <- x$x
  owner$part$size <- 2L
  expect_identical(as.integer(owner$part$size), 2L)
  tuple <- x$y
  tuple[[0]]$size <- 3L
  expect_identical(as.integer(tuple[[0]]$size), 3L)
  expect_error(owner$part <- 1, class = "python.builtin.AttributeError")
  expect_error(owner$part <- python("object()"), class = "python.builtin.AttributeError")
  expect_error(tuple[[0]] <- 1, class = "python.builtin.TypeError")
})

test_that("callables have attributes like other objects", {
  f <- py_run_string("def f(a, b = 2): return a", local = TRUE)$f
  expect_true(is.function(f))
  f$note <- "kept"
  expect_true(is.function(f))
  expect_identical(f$note, "kept")
  expect_identical(f[["__name__"]], "f")
  expect_true("note" %in% names(f))
  expect_identical(length(f), 1L)
})

test_that("submodules are imported when asked for", {
  expect_identical(py_str(import("os")$path), "Module(posixpath)")
  expect_identical(py_str(import("xml")$dom$minidom), "Module(xml.dom.minidom)")
  expect_identical(py_str(import("xml")[["sax"]]), "Module(xml.sax)")
})

test_that("a dictionary's `$` finds methods, then keys; `[[` and `[` find keys", {
  d <- dict(a = 1L, keys = 2L, convert = TRUE)
  expect_identical(d$a, 1L)
  expect_identical(d[["a"]], 1L)
  expect_identical(d["a"], 1L)
  expect_true(is.function(d$keys))
  expect_identical(d[["keys"]], 2L)
  expect_null(d$missing)
  expect_null(d[["missing"]])
  expect_null(d["missing"])
  expect_identical(py_repr(python("{}")$missing), "None")
})

test_that("assigning to a dictionary sets keys", {
  d <- python("{}")
  d$a <- 1L
  d[["b"]] <- "two"
  d["c"] <- TRUE
  d[[4]] <- py_none()
  expect_identical(py_repr(d), "{'a': 1, 'b': 'two', 'c': True, 4: None}")
  d["a"] <- NULL
  expect_identical(py_repr(d), "{'b': 'two', 'c': True, 4: None}")
  expect_error(d["a"] <- NULL, class = "python.builtin.KeyError")
})

test_that("assigning NULL to a key deletes it, as in an R list", {
  d <- python("{'a': 1, 'b': 2, 3: 4}")
  d$a <- NULL
  d[["b"]] <- NULL
  d[[3]] <- NULL
  d$missing <- NULL
  expect_identical(py_repr(d), "{}")
})

test_that("`__missing__` is honoured", {
  d <- python("__import__('collections').Counter('aab')")
  expect_identical(py_to_r(d[["a"]]), 2L)
  expect_identical(py_to_r(d[["z"]]), 0L)
})

test_that("`[[` counts from 0 and takes doubles", {
  x <- python("['a', 'b', 'c']")
  expect_identical(py_repr(x[[0]]), "'a'")
  expect_identical(py_repr(x[[2L]]), "'c'")
  expect_identical(py_repr(x[[-1]]), "'c'")
  x[[0]] <- "A"
  expect_identical(py_repr(x), "['A', 'b', 'c']")
  expect_error(x[[3]], class = "python.builtin.IndexError")
  expect_error(x[["nonsense"]], class = "python.builtin.TypeError")
  expect_true(is.function(x[["append"]]))
})

test_that("`[[` finds the attributes of a class", {
  expect_identical(py_repr(python("list")[["append"]]), "<method 'append' of 'list' objects>")
  color <- python("__import__('enum').Enum('Color', 'RED BLUE')")
  expect_identical(py_repr(color[["RED"]]), "<Color.RED: 1>")
})

test_that("`[[` finds columns before attributes, and sets them", {
  df <- import("pandas", convert = FALSE)$DataFrame(list(size = c(5L, 6L), b = c("x", "y")))
  expect_identical(as.integer(df[["size"]]), c(5L, 6L))
  expect_identical(as.integer(df$size), 4L)
  df[["new"]] <- c(1L, 2L)
  expect_identical(as.integer(df["new"]), c(1L, 2L))
})

test_that("subscripts are read as Python reads them", {
  # What each subscript becomes, shown by an object that gives back its key.
  echo <- py_run_string("
class Echo:
  def __getitem__(self, key): return repr(key)
x = Echo()", local = TRUE)$x
  i <- 1:3
  none <- NULL
  cases <- list(
    list(echo[0], "0"),
    list(echo[-1], "-1"),
    list(echo["key"], "'key'"),
    list(echo[1.5], "1.5"),
    list(echo[2^40], "1099511627776"),
    list(echo[], "slice(None, None, None)"),
    list(echo[, 0], "(slice(None, None, None), 0)"),
    list(echo[0, ], "(0, slice(None, None, None))"),
    list(echo[, , 0], "(slice(None, None, None), slice(None, None, None), 0)"),
    list(echo[1:3], "slice(1, 3, None)"),
    list(echo[1:10:2], "slice(1, 10, 2)"),
    list(echo[NA:2], "slice(None, 2, None)"),
    list(echo[NULL:2], "slice(None, 2, None)"),
    list(echo[2:NA], "slice(2, None, None)"),
    list(echo[NA:NA:2], "slice(None, None, 2)"),
    list(echo[`:2`], "slice(None, 2, None)"),
    list(echo[`2:`], "slice(2, None, None)"),
    list(echo[`::2`], "slice(None, None, 2)"),
    list(echo[`1:3:2`], "slice(1, 3, 2)"),
    list(echo[-3:NA], "slice(-3, None, None)"),
    list(echo[i[[1]]:length(i), 0], "(slice(1, 3, None), 0)"),
    list(echo[.., 1], "(Ellipsis, 1)"),
    list(echo[0, .., 1], "(0, Ellipsis, 1)"),
    list(echo[NULL], "None"),
    list(echo[none, ], "(None, slice(None, None, None))"),
    list(echo[i], "[1, 2, 3]"),
    list(echo[c(0, 2)], "[0, 2]"),
    list(echo[c(TRUE, FALSE)], "[True, False]")
  )
  for (case in cases) expect_identical(case[[1]], case[[2]])
  expect_identical(lapply(list(echo), `[`, 5), list("5"))
  expect_identical(sapply(0:1, function(i) echo[i]), c("0", "1"))
})

test_that("slices work on NumPy arrays", {
  x <- np_array(array(0:23, c(2, 3, 4)))
  expect_identical(dim(x[0]), c(3L, 4L))
  expect_identical(dim(x[, , 0]), c(2L, 3L))
  expect_identical(dim(x[.., 0:2]), c(2L, 3L, 2L))
  expect_identical(dim(x[NULL]), c(1L, 2L, 3L, 4L))
  x[0, , ] <- 0L
  expect_identical(sum(x[0]), 0L)
  x[0, 1:3, 0] <- c(7L, 8L)
  expect_identical(as.vector(py_to_r(x)[1, , 1]), c(0L, 7L, 8L))
})

test_that("names are the public attributes, or the keys", {
  x <- namespace()
  x$`_private` <- 1
  expect_identical(names(x), "a")
  expect_true("__class__" %in% py_list_attributes(x))
  expect_true("getcwd" %in% names(import("os")))
  expect_identical(names(python("{'b': 1, 'a': 2, 3: 4}")), c("b", "a", "3"))
  expect_identical(names(python("{}")), character())
})

test_that("length and dim", {
  expect_identical(length(python("[1, 2, 3]")), 3L)
  expect_identical(length(python("(1,)")), 1L)
  expect_identical(length(python("{}")), 0L)
  expect_identical(length(python("object()")), 1L)
  expect_identical(length(python("list")), 1L)
  expect_identical(length(np_array(matrix(0, 2, 3))), 6L)
  expect_identical(dim(np_array(matrix(0, 2, 3))), 2:3)
  expect_null(dim(python("[1, 2]")))
  expect_identical(nrow(np_array(matrix(0, 2, 3))), 2L)
  df <- r_to_py(data.frame(a = 1:3, b = 4:6))
  expect_identical(dim(df), c(3L, 2L))
  expect_identical(length(df), 2L)
})

test_that("completion offers attributes, keys and submodules", {
  complete <- utils::.DollarNames
  os <- import("os")
  expect_setequal(complete(os, "^getcw"), c("getcwd", "getcwdb"))
  expect_false(any(startsWith(complete(os), "_")))
  expect_true("__name__" %in% complete(os, "^__na"))
  expect_true("minidom" %in% complete(import("xml.dom"), "^mini"))
  d <- python("{'key one': 1, 'kx': 2}")
  expect_setequal(complete(d, "^k"), c("key one", "keys", "kx"))
  expect_identical(complete(os$getcwd, "^no_such"), character())
  expect_true("__doc__" %in% complete(os$getcwd, "^__d"))
})

test_that("an item of a property that is a list can be changed in place", {
  x <- python_function_of("HasItems", "
class Item:
    def __init__(self, n): self.n = n
class HasItems:
    def __init__(self): self._items = [Item(1), Item(2)]
    @property
    def items(self): return list(self._items)
")()
  x$items[[2]]$n <- 5
  expect_identical(x$items[[2]]$n, 5)
  other <- x$items[[1]]
  expect_error(x$items[[2]] <- other, class = "python.builtin.AttributeError")
  expect_error(x$items <- list(), class = "python.builtin.AttributeError")
})

test_that("parts are assigned through an attribute that is another view for each access", {
  pandas <- import("pandas", convert = FALSE)
  frame <- pandas$DataFrame(list(x = c(1, 2), y = c(3, 4)))
  frame$loc[0, "x"] <- 9
  frame$iloc[1, 1] <- 8
  frame$at[1, "x"] <- 7
  expect_equal(as.data.frame(frame), data.frame(x = c(9, 7), y = c(3, 8)), ignore_attr = TRUE)
  # That of another object is a mistake.
  other <- pandas$DataFrame(list(x = c(5, 6)))
  expect_error(frame$loc <- other$loc, class = "python.builtin.AttributeError")
  thing <- python_function_of("Thing", "
class View:
    def __init__(self, owner): self.owner = owner
    def __setitem__(self, key, value): self.owner.held[key] = value
class Thing:
    def __init__(self): self.held = {}
    @property
    def view(self): return View(self)
")
  x <- thing()
  x$view["a"] <- 1
  expect_identical(x$held, list(a = 1))
  expect_error(x$view <- thing()$view, class = "python.builtin.AttributeError")
})

test_that("an object without a length that is false in Python has the length 0", {
  for (code in c("None", "False", "0", "0.0")) {
    expect_length(py_eval(code, convert = FALSE), 0L)
  }
  expect_length(py_eval("5", convert = FALSE), 1L)
  expect_length(py_eval("object()", convert = FALSE), 1L)
  undecided <- py_run_string("
class Undecided:
  def __bool__(self): raise TypeError('neither')
x = Undecided()", local = TRUE)$x
  expect_length(undecided, 1L)
})

test_that("a Series has no dimensions", {
  series <- py_eval("__import__('pandas').Series([1, 2, 3])", convert = FALSE)
  expect_null(dim(series))
  expect_length(series, 3L)
})
