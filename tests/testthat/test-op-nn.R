numbers <- function(x) op_convert_to_array(x)

test_that("factors are labels", {
  predictions <- rbind(c(0.5, 0.3, 0.2), c(0.5, 0.3, 0.2))
  labels <- factor(c("a", "c"), levels = c("a", "b", "c"))
  expect_identical(numbers(op_in_top_k(labels, predictions, 2)), array(c(TRUE, FALSE)))
  expect_equal(numbers(op_sparse_categorical_crossentropy(labels, predictions)),
               array(-log(c(0.5, 0.2))), tolerance = 1e-6)
  expect_identical(numbers(op_multi_hot(labels)), array(c(1, 0, 1)))
})

test_that("labels in sets count from 0, or from 1", {
  expect_identical(numbers(op_multi_hot(c(0, 2), 4)), array(c(1, 0, 1, 0)))
  expect_identical(numbers(op_multi_hot(c(1, 3), 4, zero_indexed = FALSE)), array(c(1, 0, 1, 0)))
  expect_identical(numbers(op_multi_hot(c(0, 2), num_tokens = 3L)), array(c(1, 0, 1)))
  expect_refused(op_multi_hot(c(0, 2), num_clases = 3), "no argument `num_clases`")
  expect_refused(op_multi_hot(c(0.5, 2), 4), "`inputs`")
})

test_that("mean and variance have names", {
  moments <- op_moments(rbind(c(1, 10), c(3, 30)), axes = 1)
  expect_identical(lapply(moments, numbers),
                   list(mean = array(c(2, 20)), variance = array(c(1, 100))))
  expect_named(op_moments(keras_input(shape = 2), axes = -1), c("mean", "variance"))
})

test_that("the class for no label is a position", {
  logits <- array(0, c(1, 3, 3))
  logits[1, , ] <- rbind(c(5, 0, 0), c(0, 5, 0), c(0, 0, 5))
  decoded <- function(mask) numbers(op_ctc_decode(logits, 3, mask_index = mask)$decoded)[1, 1, ]
  expect_identical(decoded(1), c(1L, 2L, -1L))
  expect_identical(decoded(3), c(0L, 1L, -1L))
  loss <- op_ctc_loss(rbind(c(0, 1)), logits, 2, 3, mask_index = 3)
  expect_lt(as.numeric(numbers(loss)), 0.1)
  expect_refused(op_ctc_decode(logits, 3, mask_index = 0), "`mask_index`")
})

test_that("volumes are not pooled to a width at which TensorFlow ends the process", {
  volume <- as_tensor(array(1:64, c(1, 4, 4, 4, 1)) / 2, dtype = "float32")
  expect_refused(op_adaptive_max_pool(volume, 1), "width of 1")
  expect_refused(op_adaptive_max_pool(volume, c(2, 2, 1)), "width of 1")
  expect_refused(layer_adaptive_max_pooling_3d(volume, c(2, 2, 1)), "width of 1")
  expect_identical(dim(op_adaptive_max_pool(volume, c(1, 1, 2))), c(1L, 1L, 1L, 2L, 1L))
  expect_identical(dim(op_adaptive_max_pool(array(1:16 / 2, c(1, 4, 4, 1)), 1)), c(1L, 1L, 1L, 1L))
})

test_that("what 4 bits or a byte cannot hold is refused", {
  expect_refused(quantizer_pack_int4(c(1, 8)), "`arr` must be whole numbers from -8 to 7, not 8")
  expect_refused(quantizer_pack_int4(c(0, -1), dtype = "uint8"), "from 0 to 15, not -1")
  expect_error(quantizer_pack_int4(1.5), "`arr` must be a whole number", class = "rkeras_error")
  expect_refused(quantizer_unpack_int4(128, 1), "`packed` must be whole numbers from -128 to 127")
})

test_that("what was packed is unpacked", {
  x <- array(-8:7, c(2, 4, 2))
  for (axis in 1:3) {
    packed <- quantizer_pack_int4(x, axis = axis)
    unpacked <- quantizer_unpack_int4(packed[[1]], packed[[3]], axis = axis)
    expect_identical(as.array(unpacked), x)
  }
})
