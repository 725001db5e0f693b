test_that("one element is a scalar, any other number a list", {
  expect_identical(py_repr(r_to_py("a")), "'a'")
  expect_identical(py_repr(r_to_py(c("a", "b"))), "['a', 'b']")
  expect_identical(py_repr(r_to_py(character())), "[]")
})

test_that("I() keeps a single element a list", {
  expect_crosses(I(1L), "[1]", 1L)
  expect_crosses(I("a"), "['a']", "a")
  expect_crosses(I(c(TRUE, FALSE)), "[True, False]", c(TRUE, FALSE))
  expect_crosses(I(NA), "[None]")
  expect_identical(py_repr(r_to_py(I(as.Date("2024-01-31")))), "[datetime.date(2024, 1, 31)]")
})

test_that("compact and other ALTREP vectors are converted", {
  expect_crosses(1:5, "[1, 2, 3, 4, 5]")
  expect_crosses(rev(1:3), "[3, 2, 1]")
  expect_crosses(as.character(1:3), "['1', '2', '3']")
  expect_identical(py_eval("len")(in_python("range(3)")), 3L)
  expect_identical(py_eval("sum")(1:1e5), 5000050000)
})

test_that("names, classes and other attributes of a vector come back", {
  expect_crosses(c(a = 1, b = 2), "[1.0, 2.0]")
  expect_crosses(c(a = "x", "y"), "['x', 'y']")
  expect_crosses(c(a = TRUE, b = NA), "[True, None]")
  expect_crosses(c(a = 1i, b = 2), "[1j, (2+0j)]")
  expect_crosses(structure(1:2, class = "no_such_class"), "[1, 2]")
  expect_crosses(structure(1:2, note = "kept"), "[1, 2]")
  expect_identical(py_to_r(r_to_py(AirPassengers)), AirPassengers)
  expect_identical(py_to_r(r_to_py(list(a = c(b = 1L, c = 2L)))), list(a = c(b = 1L, c = 2L)))
})

test_that("the type of a vector without elements comes back", {
  for (x in list(logical(), integer(), double(), complex(), character(), bit64::integer64())) {
    expect_crosses(x, "[]")
  }
  expect_crosses(stats::setNames(integer(), character()), "[]")
})

test_that("one element is a plain scalar, without its name", {
  expect_crosses(c(a = 1), "1.0", 1)
  expect_crosses(structure("a", note = "b"), "'a'", "a")
})

test_that("a vector that Python changed is what its items are now", {
  change <- function(x, code) {
    py_eval(paste0("lambda x: (", code, ", x)[1]"))(x)
  }
  named <- c(a = 3L, b = 1L, c = 2L)
  expect_identical(change(named, "None"), named)
  expect_identical(change(named, "x.sort()"), 1:3)
  expect_identical(change(named, "list.sort(x)"), 1:3)
  expect_identical(change(named, "x.__setitem__(0, 9)"), c(9L, 1L, 2L))
  expect_identical(change(named, "x.append(4)"), c(3L, 1L, 2L, 4L))
  expect_identical(change(named, "x.pop()"), c(3L, 1L))
  expect_identical(change(character(), "x.append('a')"), "a")
  expect_identical(named, c(a = 3L, b = 1L, c = 2L))
})

test_that("what Python makes of such a vector is a list", {
  named <- r_to_py(c(a = 3L, b = 1L))
  py_run_string("import pickle")
  type <- py_eval("lambda f: lambda x: type(f(x)).__name__")
  apply <- function(code) type(py_eval(code, convert = FALSE))(named)
  expect_identical(py_eval("lambda x: isinstance(x, list)")(named), TRUE)
  expect_identical(apply("lambda x: x[:]"), "list")
  expect_identical(apply("lambda x: x + [1]"), "list")
  expect_identical(apply("lambda x: x.copy()"), "list")
  expect_identical(apply("__import__('copy').copy"), "list")
  expect_identical(apply("__import__('copy').deepcopy"), "list")
  expect_identical(apply("lambda x: pickle.loads(pickle.dumps(x))"), "list")
  expect_identical(import("json")$dumps(c(a = 1L, b = 2L)), "[1, 2]")
})

test_that("a long vector comes back whole", {
  x <- seq_len(1e5) / 7
  expect_identical(py_to_r(r_to_py(x)), x)
  text <- paste("text", seq_len(1e5))
  expect_identical(py_to_r(r_to_py(text)), text)
})

test_that("a vector of missing values alone has no valid value in Python", {
  for (all_na in list(c(NA, NA), c(NA_integer_, NA), c(NA_character_, NA))) {
    expect_crosses(all_na, "[None, None]")
  }
  expect_crosses(c(NA_real_, NA), "[nan, nan]")
})

test_that("a compact vector that no memory holds is an error", {
  expect_error(r_to_py(1:1e15), "cannot allocate")
  expect_error(r_to_py(list(1:1e15)), "cannot allocate")
  expect_identical(py_eval("1 + 1"), 2L)
})
