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
