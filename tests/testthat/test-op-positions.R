# Properties of hand-written operations that the rows of generated/ops.tsv do not cover.

values <- function(x) as.vector(as.array(x))

test_that("positions count from 1, or from 0 if asked for", {
  x <- rbind(c(3, 9, 1), c(8, 2, 7))
  rows <- list(
    list(op_argmax(x, axis = 2), op_argmax(x, axis = 2, zero_indexed = TRUE)),
    list(op_argmin(x), op_argmin(x, zero_indexed = TRUE)),
    list(op_nanargmax(x, 1), op_nanargmax(x, 1, zero_indexed = TRUE)),
    list(op_nanargmin(x, 1), op_nanargmin(x, 1, zero_indexed = TRUE)),
    list(op_argsort(x), op_argsort(x, zero_indexed = TRUE)),
    list(op_argpartition(x, 2), op_argpartition(x, 2, zero_indexed = TRUE)),
    list(op_digitize(x, c(1, 5)), op_digitize(x, c(1, 5), zero_indexed = TRUE)),
    list(op_searchsorted(1:3, 2:4), op_searchsorted(1:3, 2:4, zero_indexed = TRUE)),
    list(op_top_k(x, 1)$indices, op_top_k(x, 1, zero_indexed = TRUE)$indices)
  )
  for (row in rows) expect_identical(values(row[[1]]), values(row[[2]]) + 1L)
  expect_identical(values(op_argmax(x, axis = 2)), c(2L, 1L))
  expect_identical(values(op_take(x, 3, axis = 2)), values(op_take(x, 2, 2, zero_indexed = TRUE)))
  expect_refused(op_take(x, 0), "no position 0")
  expect_identical(values(op_take(1:5, op_array(c(1L, -1L)))), c(1L, 5L))
})

test_that("an interval includes its lower limit, also where 32 bits differ from the double", {
  limits <- c(-0.63, -0.03, 0.33)
  expect_identical(values(op_digitize(limits, limits)), 2:4)
})

if (on_tensorflow()) test_that("where there is nothing but NaN there is no position", {
  expect_identical(values(op_nanargmax(rbind(c(NaN, 1), c(NaN, NaN)), axis = 2)), c(2L, -1L))
})

test_that("the levels of a factor are classes", {
  animals <- factor(c("cat", "dog", NA, "cat"), levels = c("cat", "dog", "owl"))
  expect_identical(as.array(op_one_hot(animals)),
                   rbind(c(1, 0, 0), c(0, 1, 0), c(0, 0, 0), c(1, 0, 0)))
  expect_identical(dim(as.array(op_one_hot(animals, 5))), c(4L, 5L))
  expect_identical(as.array(op_one_hot(c(0, 2), 3, zero_indexed = TRUE)),
                   rbind(c(1, 0, 0), c(0, 0, 1)))
  expect_identical(values(op_one_hot(op_array(2L), 3)), c(0, 1, 0))
  for (bad in list(4, 0, -1, 1.5)) {
    expect_refused(op_one_hot(bad, 3))
  }
  expect_refused(op_one_hot(animals, 2), "1 to 2")
})

test_that("classes of op_in_top_k() count from 0, as in keras3, save for factors", {
  scores <- rbind(c(0.1, 0.9, 0.8), c(0.5, 0.3, 0.1))
  expect_identical(values(op_in_top_k(c(1, 2), scores, 2)), c(TRUE, FALSE))
  expect_identical(values(op_in_top_k(c(2, 3), scores, 2, zero_indexed = FALSE)), c(TRUE, FALSE))
  expect_identical(values(op_in_top_k(factor(c("b", "c"), c("a", "b", "c")), scores, 2)),
                   c(TRUE, FALSE))
})

test_that("sequences include their end, and go where seq() goes", {
  for (args in list(list(1, 4), list(2, 11, 3), list(2, 10, 3), list(5, 1, -2), list(0, 1, 0.1),
                    list(1L, 9L, 4L), list(3L, 1L, -1L))) {
    expect_equal(values(do.call(op_arange, args)), do.call(seq, args), tolerance = 1e-6)
  }
  expect_identical(values(op_arange(4L)), 1:4)
  expect_identical(values(op_arange(3L, include_end = FALSE)), 0:2)
  expect_identical(values(op_arange(1L, 4L, include_end = FALSE)), 1:3)
  expect_identical(values(op_arange(1L, op_array(4L))), 1:4)
  expect_identical(values(op_arange(1, op_array(2), 0.5)), c(1, 1.5, 2))
  expect_identical(values(op_arange(2, 1)), numeric())
})

test_that("one number is how many pieces, others are where they begin", {
  lengths <- function(pieces) vapply(pieces, function(x) length(values(x)), 0L)
  expect_identical(lengths(op_split(1:6, 3)), c(2L, 2L, 2L))
  expect_identical(lengths(op_split(1:6, array(3))), c(2L, 4L))
  expect_identical(lengths(op_split(1:6, c(2, 3))), c(1L, 1L, 4L))
  expect_identical(lengths(op_split(1:6, op_array(c(2L, 3L)))), c(1L, 1L, 4L))
  expect_identical(lengths(op_array_split(1:5, 2)), c(3L, 2L))
})

test_that("elements are joined from lists, or one by one", {
  expect_identical(as.array(op_vstack(1:2, 3:4)), as.array(op_vstack(list(1:2, 3:4))))
  expect_identical(as.array(op_stack(list(1:2, 3:4))), rbind(1:2, 3:4))
})

test_that("positions of a condition are as which() has them", {
  condition <- rbind(c(FALSE, TRUE), c(TRUE, TRUE))
  expect_identical(as.array(op_where(condition)), rbind(c(1L, 2L), c(2L, 1L), c(2L, 2L)))
  expect_refused(op_where(condition, 1), "go together")
})

test_that("distinct values come with what was asked for", {
  found <- op_unique(c(3L, 1L, 1L), return_index = TRUE, return_inverse = TRUE)
  expect_identical(lapply(found, values),
                   list(values = c(1L, 3L), index = c(2L, 1L), inverse = c(2L, 1L, 1L)))
})

test_that("a key is one position or a list of them", {
  x <- rbind(1:3, 4:6)
  expect_identical(values(op_get_item(x, 2)), 4:6)
  expect_identical(values(op_get_item(x, list(-1, 1))), 4L)
  expect_refused(op_get_item(x, 1:2), "op_subset")
})

test_that("values leave Python as arrays of either language", {
  x <- op_ones(c(2, 3))
  expect_identical(op_convert_to_array(x), matrix(1, 2, 3))
  expect_s3_class(op_convert_to_numpy(x), "numpy.ndarray")
})

test_that("operations work on symbolic tensors", {
  x <- keras_input(shape = 4)
  model <- keras_model(x, op_argmax(op_take(x, c(2, 4), axis = 2), axis = -1))
  expect_identical(values(model(rbind(c(9, 1, 9, 5), c(9, 5, 9, 1)))), c(2L, 1L))
})

test_that("a whole number beside a tensor takes the tensor's dtype", {
  x <- op_convert_to_tensor(0:5)
  halves <- op_cast(x, "float32") / 2
  chosen <- op_select(list(x < 3L, x > 3L), list(x, x * 2L), 42)
  expect_identical(op_dtype(chosen), "int32")
  expect_equal(as.numeric(chosen), c(0, 1, 2, 42, 8, 10))
  expect_identical(op_dtype(op_select(list(x < 3L), list(halves), default = 42)), "float32")
  expect_equal(as.numeric(op_select(list(x < 3L), list(halves), default = 0.25))[6], 0.25)
  expect_identical(as.integer(op_clip(x, 1, 3)), c(1L, 1L, 2L, 3L, 3L, 3L))
  expect_equal(as.numeric(op_clip(halves, 1, 1.25)), c(1, 1, 1, 1.25, 1.25, 1.25))
  expect_identical(as.integer(op_pad(x, c(1, 0), constant_values = 2)), c(2L, 0:5))
  expect_equal(as.numeric(op_pad(halves, c(0, 1), constant_values = 2))[7], 2)
  unique <- op_unique(c(3L, 3L, 1L), size = 3, fill_value = 0)
  expect_identical(as.integer(unique), c(1L, 3L, 0L))
})

test_that("a vector is a tensor to functions that take no list", {
  expect_equal(as.numeric(op_softmax(c(0, log(3)))), c(0.25, 0.75), tolerance = 1e-6)
})

test_that("an error about the groups of a segment names the function that was called", {
  error <- expect_refused(op_segment_sum(c(1, 2), c(0, 1)), "`segment_ids` counts from 1")
  expect_identical(deparse(conditionCall(error)), "op_segment_sum(c(1, 2), c(0, 1))")
  error <- expect_refused(op_segment_max(c(1, 2), c(1, 2), num_segments = "a"), "`num_segments`")
  expect_match(deparse(conditionCall(error)), "^op_segment_max\\(")
})

test_that("op_unravel_index() takes indices of any rank", {
  positions <- function(x) lapply(op_unravel_index(x, c(2, 3)), as.array)
  expect_equal(unlist(positions(5L)), c(2, 2))
  expect_equal(positions(c(1L, 6L)), list(array(1:2), array(c(1L, 3L))), ignore_attr = TRUE)
  expect_equal(positions(rbind(c(1L, 6L))), list(rbind(1:2), rbind(c(1L, 3L))), ignore_attr = TRUE)
})

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
    list(op_sort(random_shuffle(x)), 1:3),
    # Means of PyTorch's function are single numbers.
    if (!on_torch()) list(random_normal(2, mean = c(4, 5), stddev = 0), 4:5)
  )
  for (row in Filter(length, rows)) {
    expect_equal(as.vector(as.array(row[[1]])), row[[2]], tolerance = 1e-6)
  }
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
