# Invalid objects: users may set any class, slot or attribute.

bare_values <- list(
  TRUE, 1L, 2.5, 1i, "a", as.raw(1), list(1), list("a", NULL), NA, c(1L, NA), numeric(),
  character(), c(Inf, -Inf, 1e300), list()
)

# Any value with any class that R or rkeras knows.
with_class <- function(class) {
  made <- lapply(bare_values,
    function(x) tryCatch(structure(x, class = class), error = function(e) NULL))
  Filter(Negate(is.null), made)
}

classes <- list(
  "Date", c("POSIXct", "POSIXt"), c("POSIXlt", "POSIXt"), "difftime", "factor",
  c("ordered", "factor"), "integer64", "data.frame", c("tbl_df", "tbl", "data.frame"),
  "numeric_version", "ts", "table", "AsIs", "noquote", "hms", "dgCMatrix", "python.builtin.object",
  "python.builtin.list", "x"
)

with_attributes <- function(.x, ...) {
  attributes <- list(...)
  for (name in names(attributes)) attr(.x, name) <- attributes[[name]]
  .x
}

posixct <- function(x, ...) structure(x, class = c("POSIXct", "POSIXt"), ...)
frame <- function(x, rows) structure(x, class = "data.frame", row.names = rows)

malformed <- function() {
  by_column <- Matrix::sparseMatrix(i = 1:2, j = 1:2, x = c(1, 2))
  triplets <- methods::as(by_column, "TsparseMatrix")
  by_row <- methods::as(by_column, "RsparseMatrix")
  vector <- methods::as(c(1, 0, 2), "sparseVector")
  permutation <- methods::as(2:1, "pMatrix")
  sparse <- c(
    lapply(
      list(5L, c(0L, 5L, 9L), NULL, 2:0, c(NA, 1L, 2L), c(0L, -5L, 2L), c(0L, 2000000000L, 2L),
        "a"),
      function(p) with_attributes(by_column, p = p)
    ),
    lapply(list(c(7L, 9L), -1L, "a", c(.5, 1), NULL),
      function(i) with_attributes(by_column, i = i)),
    lapply(list("a", 1, numeric(), list(1, 2)), function(x) with_attributes(by_column, x = x)),
    lapply(list(2L, "a", c(-1L, 2L), NULL, c(NA, 2L), c(.5, 2), integer()), function(dim) {
      with_attributes(by_column, Dim = dim)
    }),
    list(
      with_attributes(triplets, j = c(9L, 9L)), with_attributes(triplets, i = 1L),
      with_attributes(triplets, j = NULL), with_attributes(by_row, j = c(9L, 9L)),
      with_attributes(by_row, p = c(0L, 100L, 2L)),
      with_attributes(Matrix::forceSymmetric(by_column), p = c(0L, 99L, 2L)),
      with_attributes(Matrix::Diagonal(2), x = "a"), with_attributes(Matrix::Diagonal(2), Dim = 5L),
      with_attributes(permutation, perm = 99L), with_attributes(permutation, perm = "a")
    ),
    lapply(list(1, "a", integer(), NA_real_, NULL, -3, 1e300), function(n) {
      with_attributes(vector, length = n)
    }),
    lapply(list("a", 5, c(-1, 0), NULL, c(NA, 1)), function(i) with_attributes(vector, i = i))
  )
  factors <- list(
    structure(1L, class = "factor"), structure(3L, levels = "a", class = "factor"),
    structure(-1L, levels = "a", class = "factor"), structure(0L, levels = "a", class = "factor"),
    structure(1L, levels = 5, class = "factor"),
    structure(1L, levels = list("a"), class = "factor"),
    structure(1:2, levels = c("a", "a"), class = "factor"),
    structure(c(1L, 9L), levels = "a", class = "factor", dim = 2L)
  )
  frames <- list(
    frame(list(a = 1:2, b = 1:3), 1:2), frame(list(1:2), 1:2), frame(list(a = 1:2), c("a", NA)),
    structure(list(a = 1:2), class = "data.frame"), frame(list(a = NULL), 1:2),
    frame(list(a = sum), 1L), frame(list(a = structure(1:2, levels = 1, class = "factor")), 1:2),
    structure(list(), class = "data.frame")
  )
  times <- list(
    structure(list(sec = 1), class = c("POSIXlt", "POSIXt")), posixct(1, tzone = 5),
    structure(list(sec = "a", min = 1L, hour = 1L, mday = 1L, mon = 1L, year = 1L),
              class = c("POSIXlt", "POSIXt")),
    posixct(1, tzone = list("UTC")), posixct(1, tzone = "Nowhere/Land"), posixct("a", tzone = 5),
    posixct(1, tzone = NA_character_), posixct(1i, tzone = 5), posixct(1, tzone = character()),
    structure(1, class = "difftime"), structure(1, class = "difftime", units = "eons"),
    structure(1:3, class = "difftime", units = "eons"), structure(1, class = "difftime", units = 5),
    structure(1, class = "difftime", units = c("secs", "mins")),
    structure(c(1, 2), class = "difftime", units = "eons", dim = 2L),
    structure(c("a", "b"), dim = 2L, class = "Date"), structure(list(1), class = "Date")
  )
  others <- list(
    structure(list(c(1, 2)), class = "numeric_version"),
    structure(list(-1L), class = "numeric_version"), structure("a", class = "integer64", dim = 1L),
    structure(list(1, 2), names = c("a", NA)), structure(1:2, names = c(NA, NA)),
    structure(new.env(), class = "python.builtin.object"),
    structure(function() 1, class = "python.builtin.object", py_object = 1),
    structure(function() 1, class = "python.builtin.object", py_object = new.env()), substitute(),
    asS4(1:3), getDLLRegisteredRoutines("stats")[[".Call"]][[1]]
  )
  c(unlist(lapply(classes, with_class), recursive = FALSE), sparse, factors, frames, times, others)
}

test_that("what only calls itself something is a value or an error of ours, through each door", {
  doors <- list(
    itself = function(x) py_to_r(r_to_py(x)), list = function(x) r_to_py(list(x)),
    dict = function(x) r_to_py(list(a = x)), call = function(x) py_eval("lambda x: 1")(x),
    column = function(x) {
      if (is.atomic(x) || is.list(x)) r_to_py(frame(list(a = x), seq_along(unclass(x))))
    }
  )
  values <- malformed()
  wrong <- character()
  for (i in seq_along(values)) {
    for (door in names(doors)) {
      error <- tryCatch(
        {
          doors[[door]](values[[i]])
          NULL
        },
        error = identity
      )
      fine <- is.null(error) || inherits(error, "rkeras_error_convert")
      if (!fine) wrong <- c(wrong, paste(door, i, class(error)[[1]], conditionMessage(error)))
    }
  }
  expect_identical(wrong, character())
  expect_identical(py_eval("1 + 1"), 2L)
})

test_that("what is wrong with an object is said", {
  expect_raised_snapshot({
    r_to_py(structure(1, class = "difftime", units = "eons"))
    r_to_py(structure(1, class = "difftime"))
    r_to_py(structure(1, class = c("POSIXct", "POSIXt"), tzone = 5))
    r_to_py(structure(1:2, levels = c("a", "a"), class = "factor"))
    r_to_py(structure(list(a = 1:2, b = 1:3), class = "data.frame", row.names = 1:2))
    r_to_py(structure(list(1:2), class = "data.frame", row.names = 1:2))
    r_to_py(with_attributes(Matrix::sparseMatrix(i = 1, j = 1, x = 1), i = 9L))
  })
})

test_that("printing never leaves a sink open, whatever is printed within", {
  expect_output(print(r_to_py(globalenv())), "R_GlobalEnv")
  expect_identical(sink.number(), 0L)
  # Printing it prints Python's object, which prints R's.
  local_method("print.mirror", function(x, ...) print(x$object))
  mirror <- structure(new.env(), class = "mirror")
  mirror$object <- r_to_py(mirror)
  expect_output(print(mirror$object), "<R object of class mirror>", fixed = TRUE)
  for (x in malformed()) suppressWarnings(try(capture.output(print(r_to_py(x))), silent = TRUE))
  expect_identical(sink.number(), 0L)
})

test_that("Python classes whose attributes are wrong are read as what they are, or refused", {
  py_run_string("
import numpy as np, pandas as pd
class Shape(np.ndarray):
  shape = property(lambda self: (99,))
class Size(np.ndarray):
  size = property(lambda self: 10**9)
  ndim = property(lambda self: 4)
class Dtype(np.ndarray):
  dtype = 5
class Array(np.ndarray):
  def __array__(self, *args, **kwargs): return 5
class Codes(pd.Categorical):
  codes = property(lambda self: np.array([100, -50, 3]))
")
  for (class in c("Shape", "Size", "Dtype", "Array")) {
    expect_identical(py_eval(sprintf("np.ones(3).view(%s)", class)), array(c(1, 1, 1)))
  }
  expect_error(py_eval("Codes(['a'])"), "code 100, but there are 1", class = "rkeras_error_convert")
  if (py_module_available("pyarrow")) {
    py_run_string("import pyarrow as pa
codes = pa.DictionaryArray.from_arrays(pa.array([0, 7]), ['a'], safe=False)")
    expect_error(py$codes, "Element 2 has code 7", class = "rkeras_error_convert")
  }
})
