# NumPy arrays, sparse matrices, dates and pandas.

np <- import("numpy", convert = FALSE)
pd <- import("pandas", convert = FALSE)

case("a matrix", py_to_r(np$arange(6L)$reshape(2L, 3L)), matrix(0:5, 2, byrow = TRUE))
case("an array of three dimensions", py_to_r(np$arange(24L)$reshape(2L, 3L, 4L))[2, 3, 4], 23L)
case("a vector of one dimension", py_to_r(np$array(c(1.5, 2))), array(c(1.5, 2)))
case("dtypes", {
  types <- c("int8", "uint8", "int16", "uint16", "int32", "int64", "float16", "float32", "float64")
  vapply(types, function(type) sum(py_to_r(np$array(list(1L, 2L), dtype = type))), 0,
         USE.NAMES = FALSE)
}, rep(3, 9))
case("bool", py_to_r(np$array(list(TRUE, FALSE))), array(c(TRUE, FALSE)))
case("complex128", py_to_r(np$array(list(1i, 2))), array(c(1i, 2)))
case("strings", py_to_r(np$array(list("a", "bb"))), array(c("a", "bb")))
case("an empty array of strings", length(py_to_r(np$array(list(), dtype = "U1"))), 0L)
case("an empty array", dim(py_to_r(np$zeros(tuple(0L, 3L)))), c(0L, 3L))
case("Fortran order", py_to_r(np$asfortranarray(np$arange(4L)$reshape(2L, 2L))),
     matrix(0:3, 2, byrow = TRUE))
case("a transposed view", py_to_r(np$arange(4L)$reshape(2L, 2L)$T), matrix(0:3, 2))
case("raw comes back as an array", py_to_r(r_to_py(as.array(as.raw(1:3)))), as.array(as.raw(1:3)))
case("an R array comes back", {
  x <- array(1:24, c(2, 3, 4))
  identical(py_to_r(r_to_py(x)), x)
}, TRUE)
case("np_array() with a dtype", repr(np_array(1:3, dtype = "float16")$dtype), "dtype('float16')")
case("np_array() of integers", repr(np_array(1:3)$dtype), "dtype('int32')")
case("np_array(order = )", {
  x <- matrix(1:4, 2)
  c(py_to_r(np_array(x)$flags$c_contiguous), py_to_r(np_array(x, order = "F")$flags$f_contiguous))
}, c(TRUE, TRUE))
case("np_array() of one value", repr(np_array(5)), "array([5.])")
case("class of an array", class(np_array(1:3)), c("numpy.ndarray", "python.builtin.object"))
case("arithmetic", py_to_r(np_array(1:3) + 1L), array(2:4))
case("arithmetic from the left", py_to_r(10L - np_array(1:3)), array(9:7))
case("a comparison", py_to_r(np_array(1:3) > 2L), array(c(FALSE, FALSE, TRUE)))
case("! of an array", py_to_r(!np_array(c(TRUE, FALSE))), array(c(FALSE, TRUE)))
case("a row", py_to_r(np_array(matrix(1:6, 2))[0, ]), array(c(1L, 3L, 5L)))
case("a column", py_to_r(np_array(matrix(1:6, 2))[, 0]), array(1:2))
case("an element", repr(np_array(matrix(1:6, 2))[0, 1]), "np.int32(3)")
case("a range of columns", py_to_r(np_array(matrix(1:6, 2))[, 0:2]), matrix(1:4, 2))
case("a new axis", py_to_r(np_array(1:3)[NULL, ]$shape), list(1L, 3L))
case("the ellipsis", py_to_r(np_array(matrix(1:6, 2))[.., 0]), array(1:2),
     better = "reticulate before 1.42 does not know `..`")
case("a logical index", py_to_r({
  x <- np_array(1:4)
  x[x > 2L]
}), array(3:4))
case("assigning a row", {
  x <- np_array(matrix(1:4, 2))
  x[0, ] <- 9L
  py_to_r(x)
}, matrix(c(9L, 2L, 9L, 4L), 2))
case("as.array(), as.matrix(), as.vector()", {
  x <- np_array(matrix(1:4, 2))
  list(as.array(x), as.matrix(x), as.vector(x))
}, list(matrix(1:4, 2), matrix(1:4, 2), 1:4))
case("as.numeric()", as.numeric(np_array(c(1.5, 2))), c(1.5, 2))
case("length()", length(np_array(matrix(1:6, 2))), 6L)
case("dim()", dim(np_array(matrix(1:6, 2))), 2:3, better = "reticulate before 1.43 gives NULL")
case("t()", py_to_r(t(np_array(matrix(1:6, 2)))), t(matrix(1:6, 2)),
     better = "reticulate before 1.43 has no method")
case("array_reshape()", array_reshape(1:6, c(2, 3)), matrix(1:6, 2, byrow = TRUE))
case("array_reshape(order = \"F\")", array_reshape(1:6, c(2, 3), order = "F"), matrix(1:6, 2))
case("array_reshape() with -1", dim(array_reshape(1:6, c(-1, 2))), 3:2)
case("a NumPy scalar", py_to_r(np$float64(2.5)), 2.5)
case("a NumPy integer", import("numpy")$int64(3L), 3L)

case("a date", py_eval("__import__('datetime').date(2020, 1, 2)"), as.Date("2020-01-02"))
case("a date to Python", repr(r_to_py(as.Date("2020-01-02"))), "datetime.date(2020, 1, 2)")
case("a time", {
  py_run_string("import datetime\ntime = datetime.datetime(2020, 1, 2, 3, 4, 5,
  tzinfo=datetime.timezone.utc)")
  py$time
}, as.POSIXct("2020-01-02 03:04:05", tz = "UTC"))
case("a time with a zone comes back", {
  x <- as.POSIXct("2020-07-02 03:04:05", tz = "America/New_York")
  py_to_r(r_to_py(x)) == x
}, TRUE)
case("the zone comes back", {
  attr(py_to_r(r_to_py(as.POSIXct("2020-07-02", tz = "America/New_York"))), "tzone")
}, "America/New_York")
case("a vector of times", {
  x <- as.POSIXct(c("2020-01-02", "2020-01-03"), tz = "UTC")
  all(py_to_r(r_to_py(x)) == x)
}, TRUE, better = "reticulate cannot convert several times with a zone")
case("datetime64", {
  format(py_to_r(np$array(list("2020-01-02T03:04:05"), dtype = "datetime64[ns]")), tz = "UTC")
}, "2020-01-02 03:04:05", better = "reticulate's has dimensions")

case("a data frame to pandas", py_to_r(r_to_py(data.frame(x = 1:2))$shape), list(2L, 1L))
case("a data frame comes back", {
  x <- data.frame(a = c(1.5, 2), b = c("x", "y"), c = c(TRUE, FALSE))
  y <- py_to_r(r_to_py(x))
  attr(y, "pandas.index") <- NULL
  identical(x, y)
}, TRUE)
case("row names come back", rownames(py_to_r(r_to_py(mtcars[1:2, ]))), rownames(mtcars)[1:2])
case("a factor comes back", {
  x <- data.frame(f = factor(c("b", NA, "a"), levels = c("b", "a")))
  identical(py_to_r(r_to_py(x))$f, x$f)
}, TRUE)
case("an ordered factor comes back", {
  x <- data.frame(f = factor(c("b", "a"), levels = c("b", "a"), ordered = TRUE))
  identical(py_to_r(r_to_py(x))$f, x$f)
}, TRUE)
case("missing strings come back", py_to_r(r_to_py(data.frame(x = c("a", NA))))$x, c("a", NA))
case("missing logicals come back", py_to_r(r_to_py(data.frame(x = c(TRUE, NA))))$x, c(TRUE, NA),
     better = "reticulate gives FALSE")
case("missing integers come back", py_to_r(r_to_py(data.frame(x = c(1L, NA))))$x, c(1L, NA))
case("nullable columns", {
  py_run_string("import pandas
nullable = pandas.DataFrame({'x': pandas.array([1, None], dtype='Int64')})")
  py$nullable$x
}, c(1L, NA))
case("dates in a data frame", {
  as.Date(py_to_r(r_to_py(data.frame(d = as.Date(c("2020-01-02", "2020-01-03")))))$d[[2]])
}, as.Date("2020-01-03"))
case("times in a data frame", {
  x <- as.POSIXct("2020-01-02 03:04:05", tz = "UTC")
  py_to_r(r_to_py(data.frame(t = x)))$t == x
}, TRUE)
case("times without a zone in a data frame", {
  x <- as.POSIXct("2020-01-02 03:04:05")
  py_to_r(r_to_py(data.frame(t = x)))$t == x
}, TRUE)
case("an empty data frame", dim(py_to_r(r_to_py(data.frame(x = integer())))), 0:1)
case("names that are not syntactic", {
  names(py_to_r(r_to_py(stats::setNames(data.frame(1, 2), c("a b", "\u00e9")))))
}, c("a b", "\u00e9"))
case("a list column", py_to_r(r_to_py(data.frame(x = I(list(1:2, "a")))))$x[[2]], "a")
case("a column", py_to_r(r_to_py(data.frame(x = c(1.5, 2)))$x$mean()), 1.75)
case("a column by [[", py_to_r(r_to_py(data.frame(x = c(1.5, 2)))[["x"]]$max()), 2)
case("dim of a DataFrame", dim(r_to_py(data.frame(x = 1:3, y = 1:3))), 3:2)
case("length of a DataFrame", length(r_to_py(data.frame(x = 1:3, y = 1:3))), 2L)
case("a Series", as.vector(py_to_r(pd$Series(c(1.5, 2)))), c(1.5, 2))
case("names of a Series", names(py_to_r(pd$Series(c(1.5, 2), index = c("a", "b")))), c("a", "b"))
case("an index", rownames(py_to_r(pd$DataFrame(dict(x = 1:2), index = c("p", "q")))), c("p", "q"))
case("columns with int names", names(py_to_r(pd$DataFrame(list(list(1L, 2L))))), c("0", "1"))
case("pandas.NA", py_to_r(pd$`NA`), NA)
case("a Timestamp", format(py_to_r(pd$Timestamp("2020-01-02", tz = "UTC")), tz = "UTC"),
     "2020-01-02")

case("a sparse matrix comes back", {
  x <- Matrix::sparseMatrix(i = c(1, 2), j = c(2, 1), x = c(3, 4))
  as.matrix(py_to_r(r_to_py(x)))
}, matrix(c(0, 4, 3, 0), 2))
case("class of a sparse matrix", {
  class(py_to_r(r_to_py(Matrix::sparseMatrix(i = 1, j = 1, x = 3))))[[1]]
}, "dgCMatrix")
case("scipy's formats", {
  sparse <- import("scipy.sparse", convert = FALSE)
  dense <- matrix(c(0, 1, 2, 0), 2)
  vapply(list(sparse$csr_matrix(dense), sparse$csc_matrix(dense), sparse$coo_matrix(dense)),
         function(x) class(py_to_r(x))[[1]], "")
}, c("dgRMatrix", "dgCMatrix", "dgTMatrix"))
case("dim and length of scipy's", {
  x <- r_to_py(Matrix::sparseMatrix(i = 1, j = 1, x = 3, dims = c(2, 3)))
  c(dim(x), length(x))
}, c(2L, 3L, 6L))

case("opaque bytes become raw", {
  bytes <- r_to_py(as.array(as.raw(1:3)))
  py_to_r(bytes$view("V1"))
}, as.array(as.raw(1:3)))
case("an empty array of objects is character",
     typeof(py_eval("__import__('numpy').array([], 'O')")), "character")
case("array_reshape() of a Python object is a Python object", {
  reshaped <- array_reshape(np_array(1:4), c(2, 2))
  list(is_py_object(reshaped), unlist(py_to_r(reshaped$shape)))
}, list(TRUE, c(2L, 2L)))
case("the columns of a data frame have methods",
     py_eval("__import__('pandas').DataFrame({'a': [1], 'b': [2]}).columns")$tolist(), c("a", "b"))
