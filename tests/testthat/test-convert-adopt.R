# Results of calls without other references become R vectors without a copy; all others are copied.

code <- py_run_string("
import numpy as np, weakref
n = 5000
kept = None
def fresh(dtype='float64'): return np.arange(n).astype(dtype)
def keep():
    global kept
    kept = np.arange(n, dtype='float64')
    return kept
def view_of_kept():
    keep()
    return kept[1:]
def reshaped(): return np.arange(n, dtype='float64').reshape((50, 100), order='F')
def row_major(): return np.arange(n, dtype='float64').reshape((50, 100))
def fortran(): return np.asfortranarray(np.arange(n, dtype='float64').reshape((5, 10, 100)))
def read_only():
    x = np.arange(n, dtype='float64')
    x.setflags(write=False)
    return x
reference = None
def watched():
    global reference
    x = np.arange(n, dtype='float64')
    reference = weakref.ref(x)
    return x
def with_na():
    x = np.arange(n, dtype='int32')
    x[1] = -2**31
    return x
def megabytes(k): return np.ones(k * 125000)
def first(x): return x[0]
def full(x, dtype='float64'): return np.full(n, x, dtype)
def churn():
    global other
    other = [np.full(n, 7, dtype) for dtype in ('float64', 'int32', 'complex128') for i in range(9)]
", local = TRUE)

is_adopted <- function(x) {
  any(grepl("memory outside R", capture.output(.Internal(inspect(x)))))
}

test_that("a fresh result is adopted, with its shape", {
  for (dtype in c("float64", "complex128", "int32")) {
    x <- code$fresh(dtype)
    expect_true(is_adopted(x))
    expect_equal(as.vector(x), switch(dtype, complex128 = as.complex(0:4999), 0:4999))
    expect_identical(dim(x), 5000L)
  }
  expect_true(is_adopted(code$reshaped()))
  expect_identical(code$reshaped(), matrix(as.double(0:4999), 50))
  expect_true(is_adopted(code$fortran()))
  expect_identical(code$fortran()[2, 3, 4], 1 * 1000 + 2 * 100 + 3)
})

test_that("what somebody else holds, or R cannot take as it is, is copied", {
  for (make in c("keep", "view_of_kept", "read_only", "watched", "row_major", "with_na")) {
    expect_false(is_adopted(code[[make]]()))
  }
  expect_false(is_adopted(code$fresh("float32")))
  expect_identical(code$with_na()[2], -2^31)
  expect_identical(code$row_major(), matrix(as.double(0:4999), 50, byrow = TRUE))
})

test_that("neither side sees what the other writes", {
  x <- code$keep()
  x[1] <- -1
  expect_identical(code$kept[1], 0)
  x <- code$fresh()
  y <- x
  x[1] <- -1
  expect_identical(y[1], 0)
  expect_identical(x[1], -1)
  # Python looks at the memory that R took over; R copies before it writes.
  seen <- r_to_py(y)
  y[1] <- -2
  expect_identical(code$first(seen), 0)
})

test_that("an adopted vector works as any other, and lives as long as either side needs it", {
  x <- code$fresh()
  expect_identical(sum(x), as.double(sum(0:4999)))
  expect_identical(rev(x)[1], 4999)
  expect_identical(as.vector(x[x > 4997]), c(4998, 4999))
  expect_identical(unserialize(serialize(x, NULL)), x)
  handle <- r_to_py(x)
  rm(x)
  for (i in 1:3) gc()
  expect_identical(py_to_r(handle), array(as.double(0:4999)))
})

test_that("a user's method for arrays gets the array", {
  registerS3method("py_to_r", "numpy.ndarray", function(x) "mine", asNamespace("rkeras"))
  methods <- get(".__S3MethodsTable__.", asNamespace("rkeras"))
  withr::defer(rm("py_to_r.numpy.ndarray", envir = methods))
  expect_identical(code$fresh(), "mine")
})

test_that("memory that R's collector does not see does not pile up", {
  skip_if_not(file.exists("/proc/self/status"), "the memory in use is read from /proc")
  in_use <- function() {
    line <- grep("^VmRSS", readLines("/proc/self/status"), value = TRUE)
    as.numeric(gsub("[^0-9]", "", line)) / 1024
  }
  before <- in_use()
  for (i in 1:80) x <- code$megabytes(20L)
  expect_lt(in_use() - before, 700)
  expect_identical(length(x), 2500000L)
})

# Each fills an environment, whose finalizer saves it.
saved_by_finalizer <- function(fill) {
  saved <- NULL
  local({
    e <- new.env()
    reg.finalizer(e, function(e) saved <<- e)
    fill(e)
  })
  gc()
  code$churn()
  saved
}

test_that("a finalizer reads and keeps the memory of arrays that it reaches", {
  doubles <- saved_by_finalizer(function(e) e$x <- code$full(3.5))
  expect_true(is_adopted(doubles$x))
  expect_true(all(doubles$x == 3.5))
  integers <- saved_by_finalizer(function(e) e$x <- code$full(3L, "int32"))
  expect_true(all(integers$x == 3L))
  complexes <- saved_by_finalizer(function(e) e$x <- code$full(3i, "complex128"))
  expect_true(all(complexes$x == 3i))
  frame <- saved_by_finalizer(function(e) e$x <- data.frame(a = code$full(3.5), b = code$full(4.5)))
  expect_identical(colMeans(frame$x), c(a = 3.5, b = 4.5))
})
