numbers <- function(x) op_convert_to_array(x)

test_that("positions and blocks count from 1, in tensors too", {
  x <- matrix(as.double(1:9), 3)
  expect_identical(numbers(op_slice(x, c(2, 1), c(2, 2))), x[2:3, 1:2])
  second <- op_convert_to_tensor(2L)
  expect_identical(numbers(op_slice(x, list(second, 1), c(1, 3))), x[2, , drop = FALSE])
  expect_identical(numbers(op_slice(c(5, 6, 7), 2, 2)), array(c(6, 7)))
  expect_identical(numbers(op_slice_update(x, c(3, 3), matrix(0L))), replace(x, 9, 0))
  expect_refused(op_slice(x, c(0, 1), c(1, 1)), "`start_indices` counts from 1")
})

test_that("elements are addressed as by a matrix in `[`", {
  x <- matrix(as.double(1:6), 3)
  index <- rbind(c(1, 2), c(3, 1))
  expected <- x
  expected[index] <- c(10, 20)
  expect_identical(numbers(op_scatter_update(x, index, c(10, 20))), expected)
  expect_identical(numbers(op_scatter_update(x, 2, rbind(c(1, 1)), "add")), x + c(0, 1, 0))
  expect_identical(numbers(op_scatter(c(1, 4, 1), c(1, 2, 3), 4)), array(c(4, 0, 0, 2)))
  expect_identical(numbers(op_scatter(c(1, 3), rbind(c(1L, 2L), c(3L, 4L)), c(3, 2))),
                   rbind(1:2, 0L, 3:4))
})

test_that("arrays come back from tensors, as R's or NumPy's", {
  x <- op_convert_to_tensor(matrix(1:4, 2))
  expect_identical(op_convert_to_array(x), matrix(1:4, 2))
  expect_s3_class(op_convert_to_numpy(x), "numpy.ndarray")
  if (on_tensorflow()) expect_identical(op_dtype(matrix(1)), "float64")
})

test_that("tensors keep R's doubles, vectors as arrays, where the backend has 64 bits", {
  precise <- if (on_jax()) "float32" else "float64"
  for (make in list(op_convert_to_tensor, op_array)) {
    for (x in list(0.1, c(0.1, 16777217), rbind(0.1, 16777217))) {
      tensor <- make(x)
      expect_identical(op_dtype(tensor), precise)
      if (on_tensorflow()) expect_identical(as.vector(tensor), as.vector(x))
      expect_identical(dim(tensor), if (length(x) == 1L) integer() else dim(as.array(x)))
    }
    expect_identical(op_dtype(make(c(1, 2), dtype = "float32")), "float32")
    expect_identical(as.vector(make(c(1, 2), dtype = "int32")), 1:2)
    expect_identical(op_dtype(make(1:2)), "int32")
    expect_identical(op_dtype(make(2, dtype = "float32") * c(0.5, 2)), "float32")
  }
})

if (on_tensorflow()) test_that("op_arange() counts in ints where asked to, up to any length", {
  expect_identical(as.array(op_arange(0, 3, dtype = "int32", include_end = FALSE)), array(0:2))
  n <- tf$constant(2L)
  expect_identical(as.array(op_arange(0, n, dtype = "int32", include_end = FALSE)), array(0:1))
  expect_refused(op_arange(0.5, 3, dtype = "int32"), "`start`")
})

test_that("vectors are tensors, and several axes or sizes are known, on each backend", {
  x <- c(3, 1, 2)
  rows <- list(
    list(op_all(c(TRUE, FALSE)), FALSE), list(op_any(c(TRUE, FALSE)), TRUE),
    list(op_amax(x), 3), list(op_amin(x), 1), list(op_count_nonzero(x), 3),
    list(op_flip(x), rev(x)), list(op_full_like(x, 5), c(5, 5, 5)),
    list(op_zeros_like(x), c(0, 0, 0)), list(op_ones_like(1:2), c(1, 1)),
    list(op_glu(c(0, 0)), 0), list(op_nonzero(c(0, 1)), 2),
    list(op_outer(1:2, 3:4), c(3, 6, 4, 8)), list(op_rfft(c(1, 1, 1, 1))[[1]], c(4, 0, 0)),
    list(op_irfft(list(c(4, 0, 0), c(0, 0, 0))), c(1, 1, 1, 1)), list(op_roll(x, 1), c(2, 3, 1)),
    list(op_tile(x, 2), c(x, x)), list(op_top_k(x, 1)$values, 3), list(op_argpartition(x, 1)[1], 2),
    list(op_repeat(x, c(0, 1, 2)), c(1, 2, 2)), list(op_where(c(TRUE, FALSE), c(1, 2), 5), c(1, 5)),
    list(op_where(c(TRUE, FALSE), 1:2, 7:8), c(1, 8)), list(op_einsum("i,i->", x, x), 14),
    list(op_logsumexp(c(0, 0)), log(2)), list(random_dropout(x, 0), x),
    list(op_sort(random_shuffle(x)), 1:3), list(random_normal(2, mean = c(4, 5), stddev = 0), 4:5)
  )
  for (row in rows) expect_equal(as.vector(as.array(row[[1]])), row[[2]], tolerance = 1e-6)
  expect_identical(op_dtype(random_gamma(2, c(1, 2), dtype = "float16")), "float16")

  cube <- array(as.double(1:24), 2:4)
  expect_equal(numbers(op_count_nonzero(cube, c(1, 3))), array(rep(8L, 3)))
  expect_equal(numbers(op_nansum(cube, list(1, 3))), array(apply(cube, 2, sum)))
  expect_equal(numbers(op_quantile(cube, 1, c(1, 2))), array(c(6, 12, 18, 24)))
  expect_identical(dim(op_rot90(cube, axes = c(1, 3))), c(4L, 3L, 2L))
  expect_length(loss_dice(cube / 24, cube / 24, axis = c(2, 3)), 2L)
  image <- array(1, c(1, 4, 4, 1))
  expect_identical(dim(op_max_pool(image, c(2, 2), strides = c(1, 2))), c(1L, 3L, 2L, 1L))
  kernel <- array(1, c(2, 2, 1, 1))
  expect_identical(dim(op_depthwise_conv(image, kernel, strides = c(2, 2))), c(1L, 2L, 2L, 1L))
})

test_that("pooling without strides takes patches side by side", {
  image <- array(1:16 / 2, c(1, 4, 4, 1))
  expect_identical(dim(op_max_pool(image, 2)), c(1L, 2L, 2L, 1L))
  expect_equal(as.array(op_max_pool(image, 2)), as.array(op_max_pool(image, 2, strides = 2)))
  expect_identical(dim(op_average_pool(image, c(2, 4))), c(1L, 2L, 1L, 1L))
  expect_identical(dim(op_max_pool(array(1:8 / 2, c(1, 8, 1)), 2)), c(1L, 4L, 1L))
  expect_identical(dim(op_max_pool(keras_input(c(4, 4, 1)), 2)), c(NA, 2L, 2L, 1L))
})
