# Data frames, columns by type, and row names.

frame <- function(code) py_to_r(python(paste0("__import__('pandas').DataFrame(", code, ")")))
dtypes <- function(x) {
  unlist(py_to_r(py_call(py_get_attr(r_to_py(x)$dtypes$astype("str"), "tolist"))))
}
nullable <- function(code) {
  old <- options(reticulate.pandas_use_nullable_dtypes = TRUE)
  on.exit(options(old))
  code
}
columns <- function(x) unlist(lapply(x, function(column) class(column)[[1]]))

case("integers, doubles and logicals", dtypes(data.frame(i = 1:2, d = 1.5, l = TRUE)),
     c("int32", "float64", "bool"))
case("nullable dtypes", nullable(dtypes(data.frame(i = 1:2, d = 1.5, l = TRUE, s = "a"))),
     c("Int32", "Float64", "boolean", "string"))
case("nullable dtypes of empty columns", nullable(dtypes(data.frame(i = integer()))), "Int32")
case("nullable columns come back", {
  x <- data.frame(i = c(1L, NA), l = c(TRUE, NA), s = c("a", NA), d = c(1, NA))
  lapply(nullable(py_to_r(r_to_py(x))), identity)
}, list(i = c(1L, NA), l = c(TRUE, NA), s = c("a", NA), d = c(1, NA)))
case("factors", dtypes(data.frame(f = factor(c("a", "b")))), "category")
case("a factor comes back", py_to_r(r_to_py(data.frame(f = factor(c("a", "b")))))$f,
     factor(c("a", "b")))
case("an ordered factor comes back",
     py_to_r(r_to_py(data.frame(f = factor(c("a", "b"), ordered = TRUE))))$f,
     factor(c("a", "b"), ordered = TRUE))
case("Categorical with NA", frame("{'x': __import__('pandas').Categorical(['a', None])}")$x,
     factor(c("a", NA)))
case("a Categorical of numbers", levels(frame("{'x': __import__('pandas').Categorical([3, 1])}")$x),
     c("1", "3"))
case("Int64 with NA",
     frame("{'x': __import__('pandas').array([1, None], dtype='Int64')}")$x, c(1, NA))
case("boolean with NA",
     frame("{'x': __import__('pandas').array([True, None], dtype='boolean')}")$x, c(TRUE, NA))
case("string with NA",
     frame("{'x': __import__('pandas').array(['a', None], dtype='string')}")$x, c("a", NA))
case("strings with None", frame("{'x': ['a', None, 'b']}")$x, c("a", NA, "b"))
case("a column of lists", frame("{'x': [[1, 2], [3]]}")$x, list(1:2, 3L))
case("row names", rownames(frame("{'x': [1, 2]}, index=['r1', 'r2']")), c("r1", "r2"))
case("numbers as row names", rownames(frame("{'x': [1, 2]}, index=[10, 20]")), c("10", "20"))
case("fractions as row names", rownames(frame("{'x': [1, 2]}, index=[0.5, 1.5]")), c("0.5", "1.5"))
case("column names that are numbers", names(frame("{0: [1], 1: [2]}")), c("0", "1"))
case("row names go to pandas",
     unlist(py_to_r(r_to_py(data.frame(x = 1:2, row.names = c("a", "b")))$index$tolist())),
     c("a", "b"))
case("rows and columns", dim(frame("{'a': [], 'b': []}")), c(0L, 2L))
case("one row", lapply(py_to_r(r_to_py(data.frame(x = 1, y = "a"))), identity),
     list(x = 1, y = "a"))
case("no rows", dim(py_to_r(r_to_py(data.frame(x = 1, y = "a")[0, ]))), c(0L, 2L))
case("names in other scripts",
     names(py_to_r(r_to_py(stats::setNames(data.frame(1, 2), c("\u00e9", "\u65e5"))))),
     c("\u00e9", "\u65e5"))
case("a list column", py_to_r(r_to_py({
  x <- data.frame(n = 1:2)
  x$l <- list(1:2, "a")
  x
}))$l, list(1:2, "a"))
case("dim() of a reference", dim(python("__import__('pandas').DataFrame({'a': [1, 2]})")), 2:1)
case("a column named as a method", {
  x <- python("__import__('pandas').DataFrame({'pop': [1]})")
  py_to_r(x[["pop"]]$tolist())
}, 1L)
case("a new column", {
  x <- python("__import__('pandas').DataFrame({'a': [1, 2]})")
  py_set_item(x, "b", c("u", "v"))
  py_to_r(x)$b
}, c("u", "v"))
case("a column less", {
  x <- python("__import__('pandas').DataFrame({'a': [1, 2], 'b': 1})")
  py_del_item(x, "b")
  names(py_to_r(x))
}, "a")
case("column classes", columns(py_to_r(r_to_py(data.frame(a = 1:2, b = c(1.5, 2), c = "x")))),
     c(a = "integer", b = "numeric", c = "character"))
