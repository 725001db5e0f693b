skip_if_not(py_module_available("tensorflow"))
py_run_string("import tensorflow as tf, numpy as np, keras")

test_that("tensors of each type are values where R asks for them", {
  rows <- list(
    list("tf.constant([[1.5, 2.], [3., 4.]])", rbind(c(1.5, 2), c(3, 4))),
    list("tf.constant([[1, 2], [3, 4]])", rbind(1:2, 3:4)),
    list("tf.Variable([1.5, 2.])", array(c(1.5, 2))),
    list("keras.Variable([1.5, 2.])", array(c(1.5, 2))),
    list("tf.constant([True, False])", array(c(TRUE, FALSE))),
    list("tf.constant([1.5, 2.], tf.bfloat16)", array(c(1.5, 2))),
    list("tf.constant([1.5, 2.], tf.half)", array(c(1.5, 2))),
    list("tf.constant([1j])", array(1i)),
    list("tf.constant([2**63, 1], tf.uint64)", array(c(2^63, 1))),
    list("tf.constant(['a', '\u00e9'])", array(c("a", "\u00e9"))),
    list("tf.constant([['a', 'b'], ['c', 'd']])", rbind(c("a", "b"), c("c", "d"))),
    list("tf.constant([], tf.string)", array("", 0L)),
    list("tf.zeros((0, 3))", matrix(0, 0, 3)),
    list("tf.constant('a')", "a"),
    list("tf.constant(3)", 3L),
    list("tf.constant([3])", array(3L)),
    list("tf.constant(['a'])", array("a")),
    list("keras.Variable(2.)", 2)
  )
  for (row in rows) {
    x <- py_eval(row[[1]])
    expect_true(is_py_object(x), label = row[[1]])
    expect_identical(as.array(x), row[[2]], label = row[[1]])
    expect_identical(as.vector(x), as.vector(row[[2]]), label = row[[1]])
    expect_identical(as.matrix(x), as.matrix(row[[2]]), label = row[[1]])
    expect_identical(as.list(x), as.list(as.vector(row[[2]])), label = row[[1]])
    expect_identical(as.character(x), as.character(row[[2]]), label = row[[1]])
  }
  x <- py_eval("tf.constant([1.5, 0.])")
  expect_identical(as.integer(x), 1:0)
  expect_identical(as.double(x), c(1.5, 0))
  expect_identical(as.logical(x), c(TRUE, FALSE))
})

test_that("ints beyond 2^53 keep their value in every form", {
  big <- bit64::as.integer64("9007199254740993")
  x <- py_eval("tf.constant([2**53 + 1], tf.int64)")
  expect_identical(as.vector(x), big)
  expect_identical(as.list(x), list(big))
  expect_identical(as.character(x), "9007199254740993")
  expect_identical(dim(as.matrix(x)), c(1L, 1L))
  expect_s3_class(as.matrix(x), "integer64")
  expect_identical(suppressWarnings(as.double(x)), 2^53)
})

test_that("a string tensor that is no text is an error that says where the bytes are", {
  for (code in c("tf.constant([b'\\xff'])", "tf.constant(['a', 'b\\0c'])")) {
    error <- expect_error(as.array(py_eval(code)), class = "rkeras_error_convert")
    expect_match(conditionMessage(error), "x$numpy()", fixed = TRUE)
  }
  expect_identical(py_eval("tf.constant([b'\\xff'])")$numpy()[[1]], as.raw(0xff))
})

test_that("a ragged tensor is a list of its rows", {
  rows <- function(code) as.list(py_eval(code))
  expect_identical(rows("tf.ragged.constant([[1, 2], [3], []])"), list(1:2, 3L, integer()))
  expect_identical(
    rows("tf.ragged.constant([[['a', 'b'], []], [['c']]])"),
    list(list(c("a", "b"), character()), list("c"))
  )
  expect_identical(
    rows("tf.RaggedTensor.from_row_splits(tf.constant([[1., 2], [3, 4], [5, 6]]), [0, 2, 3])"),
    list(rbind(c(1, 2), c(3, 4)), cbind(5, 6))
  )
  expect_identical(rows("tf.ragged.constant([], dtype=tf.int32, ragged_rank=1)"), list())
})

test_that("a ragged tensor is an array only if its rows are equally long", {
  expect_identical(as.array(py_eval("tf.ragged.constant([[1, 2], [3, 4]])")), rbind(1:2, 3:4))
  ragged <- py_eval("tf.ragged.constant([[1, 2], [3]])")
  for (coerce in list(as.array, as.matrix, as.vector, as.integer, as.double, as.logical)) {
    error <- expect_error(coerce(ragged), class = "rkeras_error_convert")
    expect_match(conditionMessage(error), "as.list(x)", fixed = TRUE)
  }
})

test_that("sparse tensors and slices are dense arrays", {
  x <- py_eval("tf.sparse.from_dense([[1., 0.], [0., 2.]])")
  expect_identical(as.array(x), diag(c(1, 2)))
  expect_identical(as.logical(x), c(TRUE, FALSE, FALSE, TRUE))
  unsorted <- py_eval("tf.SparseTensor([[1, 1], [0, 0]], [2., 1.], [2, 2])")
  expect_identical(as.matrix(unsorted), diag(c(1, 2)))
  slices <- py_eval(
    "tf.IndexedSlices(tf.constant([[1., 2.]]), tf.constant([1]), tf.constant([3, 2]))"
  )
  expect_identical(as.array(slices), rbind(0, c(1, 2), 0))
})

test_that("sparse tensors and sparse matrices become each other", {
  skip_if_not_installed("Matrix")
  skip_if_not(py_module_available("scipy"))
  x <- Matrix::sparseMatrix(i = c(1, 2, 1), j = c(1, 3, 2), x = c(1.5, 2, 3))
  tensor <- as_sparse_tensor(x)
  expect_s3_class(tensor, "tensorflow.python.framework.sparse_tensor.SparseTensor")
  expect_identical(as.array(tensor), unname(as.matrix(x)))
  expect_identical(as_sparse_matrix(tensor), x)
  expect_identical(as_sparse_matrix(r_to_py(x)), x)
  expect_identical(as_sparse_matrix(x), x)
  expect_identical(py_to_r(as_sparse_tensor(x, "float32")$dtype$name), "float32")
  expect_identical(py_to_r(as_sparse_tensor(tensor, "float32")$dtype$name), "float32")
  tf <- import("tensorflow")
  expect_identical(as.matrix(as_sparse_matrix(tf$sparse$eye(2L))), diag(2))
  expect_refused(as_sparse_matrix(1), "SciPy matrix")
  expect_refused(as_sparse_tensor(matrix(1)), "sparse matrix")
  expect_refused(as_sparse_matrix(py_eval("tf.SparseTensor([[0]], [1.], [1])")), "two dimensions")
})

test_that("a symbolic tensor has no values, and no text to be taken for them", {
  ways <- list(as.array, as.vector, as.list, as.numeric, as.integer, as.logical, as.complex,
               as.matrix, as.character, tolower, paste)
  refused <- function(x) {
    for (way in ways) {
      expect_error(way(x), "symbolic tensor, which has no values", class = "rkeras_error_convert")
    }
    x
  }
  refused(py_eval("keras.KerasTensor((2, 3))"))
  py_eval("tf.function")(refused)(py_eval("tf.constant(1.)"))
  input <- py_eval("keras.KerasTensor((2, 3))")
  calls <- list(function() as.array(input), function() as.matrix(input), function() as.list(input))
  for (f in calls) {
    expect_identical(conditionCall(tryCatch(f(), error = identity)), body(f))
  }
  expect_match(py_str(py_eval("keras.KerasTensor((2, 3))")), "KerasTensor", fixed = TRUE)
  expect_output(print(py_eval("keras.KerasTensor((2, 3))")), "KerasTensor", fixed = TRUE)
})

if (on_tensorflow()) test_that("single numbers of small floats have values, too", {
  for (dtype in c("bfloat16", "float8_e5m2")) {
    x <- tf$cast(1.5, dtype)
    expect_identical(as.vector(x), 1.5)
    expect_output(print(x), sprintf("tf.Tensor(1.5, shape=(), dtype=%s)", dtype), fixed = TRUE)
  }
})
