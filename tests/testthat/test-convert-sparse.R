skip_if_not_installed("Matrix")
skip_if_not(py_module_available("scipy"))
py_run_string("import numpy as np, scipy.sparse as sp")
as_class <- function(x, class) methods::as(x, class)

general <- function(storage = "C", kind = "d") {
  x <- Matrix::sparseMatrix(
    i = c(1, 3, 2, 3), j = c(1, 1, 2, 4), x = c(1.5, -2, 3, 4), dims = c(3, 4),
    dimnames = list(c("a", "b", "c"), NULL)
  )
  as_class(as_class(x, paste0(kind, "Matrix")), paste0(storage, "sparseMatrix"))
}

# One of each class that is converted.
sparse <- function() {
  symmetric <- Matrix::forceSymmetric(Matrix::sparseMatrix(
    i = c(1, 1, 3), j = c(1, 2, 3), x = c(1, 2, 3), dims = c(3, 3)
  ))
  triangular <- Matrix::triu(general()[, 1:3])
  unit <- triangular
  Matrix::diag(unit) <- 1
  unit <- Matrix::diagN2U(as_class(unit, "triangularMatrix"))
  out <- list()
  for (storage in c("C", "R", "T")) {
    for (kind in c("d", "l", "n")) out[[length(out) + 1L]] <- general(storage, kind)
    for (x in list(symmetric, triangular, unit)) {
      out[[length(out) + 1L]] <- as_class(x, paste0(storage, "sparseMatrix"))
    }
  }
  c(out, list(
    Matrix::t(symmetric), as_class(symmetric, "lMatrix"), as_class(triangular, "nMatrix"),
    Matrix::Diagonal(3), Matrix::Diagonal(3, c(1, 0, 2)), Matrix::Diagonal(2, c(TRUE, FALSE)),
    as_class(3:1, "pMatrix"), as_class(list(c(2L, 2L, 1L), 4L), "indMatrix"),
    Matrix::sparseMatrix(i = integer(), j = integer(), x = numeric(), dims = c(0, 3)),
    Matrix::sparseMatrix(i = integer(), j = integer(), dims = c(2, 0))
  ))
}

dense <- function(x) {
  x <- unname(as.matrix(x))
  dimnames(x) <- NULL
  x
}

test_that("each class of Matrix is a SciPy matrix of the same elements, and comes back identical", {
  toarray <- python_function_of("f", "def f(x): return x.toarray()")
  same <- python_function_of("f", "def f(x): return x")
  for (x in sparse()) {
    object <- r_to_py(x)
    label <- class(x)[[1L]]
    expect_identical(toarray(object), dense(x), label = label)
    expect_identical(py_to_r(object), x, label = label)
    expect_identical(same(x), x, label = label)
  }
})

test_that("the layout is that of R, and the type follows it", {
  kind <- python_function_of("f", "def f(x): return [type(x).__name__, str(x.dtype)]")
  expect_identical(kind(general("C", "d")), c("csc_matrix", "float64"))
  expect_identical(kind(general("R", "l")), c("csr_matrix", "bool"))
  expect_identical(kind(general("T", "n")), c("coo_matrix", "bool"))
  expect_identical(kind(Matrix::Diagonal(3)), c("csc_matrix", "float64"))
})

test_that("SciPy looks at R's memory and cannot write to it", {
  x <- general()
  object <- r_to_py(x)
  for (part in list(object$data, object$indices, object$indptr)) {
    expect_false(py_to_r(part$flags$writeable))
    expect_false(py_to_r(part$flags$owndata))
  }
  expect_error(py_set_item(object, tuple(0L, 0L), 9), class = "python.builtin.ValueError")
  expect_error(py_set_item(object$data, 0L, 9), class = "python.builtin.ValueError")
  expect_identical(x, general())
  x@x[1] <- 100
  expect_identical(py_to_r(object), general())
})

test_that("a changed, transposed or copied matrix is not taken for R's", {
  plain <- general()
  dimnames(plain) <- list(NULL, NULL)
  through <- function(code) python_function_of("f", paste("def f(x):", code))(general())
  expect_identical(through("return x.copy()"), plain)
  expect_identical(through("import copy; return copy.deepcopy(x)"), plain)
  expect_identical(through("import copy; return copy.copy(x)"), general())
  expect_identical(through("import pickle; return pickle.loads(pickle.dumps(x))"), plain)
  expect_identical(dense(through("return x.T")), t(dense(plain)))
  expect_identical(dense(through("return x * 2")), dense(plain) * 2)
  expect_identical(dense(through("x.data = x.data + 1; return x"))[1, 1], 2.5)
  expect_identical(dim(through("x.resize((4, 4)); return x")), c(4L, 4L))
  expect_identical(dense(through("x = x.tolil(); x[0, 1] = 7; return x"))[1, 2], 7)
})

test_that("a missing logical is nan", {
  x <- general("C", "l")
  x@x[2] <- NA
  object <- r_to_py(x)
  expect_identical(py_to_r(object$toarray()), dense(as_class(x, "dMatrix")))
  expect_identical(py_to_r(object), x)
})

test_that("each format of SciPy is a class of Matrix", {
  rows <- rbind(c(1, 0, 2), c(0, 0, 3))
  classes <- c(
    csc = "dgCMatrix", csr = "dgRMatrix", coo = "dgTMatrix", bsr = "dgCMatrix", dia = "dgCMatrix",
    dok = "dgCMatrix", lil = "dgCMatrix"
  )
  for (format in names(classes)) {
    for (kind in c("matrix", "array")) {
      x <- py_eval(sprintf("sp.%s_%s(np.array([[1., 0, 2], [0, 0, 3]]))", format, kind))
      expect_s4_class(x, classes[[format]])
      expect_true(methods::validObject(x))
      expect_identical(dense(x), rows, label = format)
    }
  }
})

test_that("every type of number comes as the class that holds it", {
  for (type in c("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "g")) {
    x <- py_eval(sprintf("sp.csc_array(np.array([[1, 0], [0, 100]], '%s'))", type))
    expect_s4_class(x, "dgCMatrix")
    expect_identical(dense(x), diag(c(1, 100)), label = type)
  }
  for (format in c("csc", "csr", "coo")) {
    x <- py_eval(sprintf("sp.%s_array(np.array([[True, False], [False, True]]))", format))
    expect_s4_class(x, switch(format, csc = "lgCMatrix", csr = "lgRMatrix", coo = "lgTMatrix"))
    expect_identical(dense(x), diag(2) == 1)
  }
  expect_s4_class(py_eval("sp.csc_array((0, 3))"), "dgCMatrix")
  expect_identical(dim(py_eval("sp.csr_array((0, 3))")), c(0L, 3L))
})

test_that("what Matrix cannot hold is an error that says so", {
  expect_no_value("sp.csc_array(np.array([[1j]]))", "complex", "toarray()")
  expect_no_value("sp.csc_array(np.array([[2**53 + 1]]))", "2^53")
  expect_no_value("sp.csr_array((2**31, 2))", "2^31")
  expect_no_value("sp.coo_array(([1.], ([2**32], [0])), shape=(2**33, 1))", "2^31")
  expect_s4_class(py_eval("sp.csc_array(np.array([[2**53]]))"), "dgCMatrix")
})

test_that("indices of 64 bits, unsorted and repeated, come right", {
  rows <- rbind(c(0, 5), c(2, 0))
  for (code in c(
    "sp.csc_array((np.array([2., 5.]), np.array([1, 0]), np.array([0, 1, 2])), shape=(2, 2))",
    "sp.csr_array((np.array([5., 2.]), np.array([1, 0]), np.array([0, 1, 2])), shape=(2, 2))",
    "sp.csc_array(([2., 4., 1.], [1, 0, 0], [0, 1, 3]), shape=(2, 2))",
    "sp.coo_array(([2., 4., 1.], ([1, 0, 0], [0, 1, 1])), shape=(2, 2))"
  )) {
    py_run_string(paste("m =", code, "; n = m.nnz"))
    x <- py_eval("m")
    expect_true(methods::validObject(x))
    expect_identical(dense(x), rows, label = code)
    expect_identical(py_eval("m.nnz"), py_eval("n"))
  }
  x <- py_eval("sp.csc_array(([3., 1., 2.], [2, 0, 1], [0, 3]), shape=(3, 1))")
  expect_identical(x@i, 0:2)
  expect_identical(x@x, c(1, 2, 3))
  expect_identical(dense(py_eval("sp.coo_array(([True, True], ([0, 0], [0, 0])))")), matrix(TRUE))
})

test_that("the matrix of Python's side and R's copy are apart", {
  py_run_string("m = sp.csc_array(np.array([[1., 2.]]))")
  x <- py_eval("m")
  py_run_string("m.data[0] = 9")
  expect_identical(dense(x), matrix(c(1, 2), 1))
})

test_that("a sparse vector is an array of one dimension", {
  skip_if(inherits(try(in_python("sp.coo_array(np.zeros(3))"), silent = TRUE), "try-error"))
  vectors <- list(
    Matrix::sparseVector(c(1.5, 2), c(2, 4), 5), Matrix::sparseVector(c(1L, 2L), c(2L, 4L), 5L),
    Matrix::sparseVector(c(TRUE, FALSE), c(1L, 2L), 3L),
    Matrix::sparseVector(c(1i, 2), c(1L, 2L), 3L), Matrix::sparseVector(numeric(), integer(), 3L)
  )
  toarray <- python_function_of("f", "def f(x): return x.toarray()")
  for (x in vectors) {
    object <- r_to_py(x)
    expect_identical(as.vector(toarray(object)), as.vector(as_class(x, "vector")))
    expect_identical(py_to_r(object), x)
    again <- py_to_r(object$copy())
    expect_identical(class(again), class(x))
    expect_identical(as_class(again, "vector"), as_class(x, "vector"))
  }
  expect_s4_class(py_eval("sp.csr_array(np.array([0, 1, 2]))"), "isparseVector")
})

test_that("sparse matrices in containers are converted", {
  x <- general()
  expect_identical(py_to_r(r_to_py(list(a = x, b = 1))), list(a = x, b = 1))
  expect_identical(dim(py_eval("{'a': [sp.eye(3), 1]}")$a[[1]]), c(3L, 3L))
})

test_that("Matrix is not loaded before a sparse matrix is converted, and an error names it", {
  seen <- in_new_session(function() {
    library(rkeras)
    before <- py_eval("1 + 1")
    loaded <- isNamespaceLoaded("Matrix")
    object <- py_eval("__import__('scipy').sparse.eye(2)")
    list(loaded, isNamespaceLoaded("Matrix"), class(object)[[1]])
  })$value
  expect_identical(seen[1:2], list(FALSE, TRUE))
  missing <- in_new_session(function() {
    library(rkeras)
    unlockBinding("requireNamespace", baseenv())
    assign("requireNamespace", function(...) FALSE, baseenv())
    tryCatch(py_eval("__import__('scipy').sparse.eye(2)"), error = function(e) {
      list(class(e)[[1]], conditionMessage(e))
    })
  })$value
  expect_identical(missing[[1]], "rkeras_error_module")
  expect_match(missing[[2]], "install.packages(\"Matrix\")", fixed = TRUE)
})
