numbers <- function(...) op_reshape(op_arange(prod(...)), c(...))

test_that("tensors print their values, shape and type", {
  expect_snapshot({
    op_array(rbind(c(1, 2.5), c(-3, NaN)))
    op_array(3)
    op_array(c(TRUE, FALSE))
    op_array(c(1, 2.5), "bfloat16")
    op_zeros(c(0, 3))
    as_tensor(c("a", "b\u00e9", strrep("long ", 50)))
    as_tensor(complex(real = 1, imaginary = 2))
    tf$sparse$from_dense(diag(c(5, 7)))
    tf$ragged$constant(list(list(1, 2), list(3)))
    keras$Variable(c(1, 2), name = "v")
    tf$Variable(c(1, 2))
    keras_input(shape = c(3, NA), name = "in")
  })
})

test_that("what would be long is cut, and says from where to where it goes", {
  expect_snapshot({
    op_cast(numbers(1000, 1000), "int32")
    numbers(150, 4)
    op_arange(60)
    op_arange(5000)
    op_cast(numbers(28, 28, 3) / 10, "uint8")
    numbers(2, 28, 28, 3)
    tf$fill(c(30L, 2L), "text")
    keras$Variable(numbers(300, 2), name = "v")
  })
  for (x in list(numbers(10, 10, 9), numbers(3, 3, 3, 3, 3, 5), numbers(900, 1))) {
    expect_lte(length(capture.output(print(x))), 22)
  }
})

test_that("str() is a line with the first elements, in a list too", {
  expect_snapshot(str(list(
    matrix = numbers(2, 3), large = numbers(100, 100), text = as_tensor(c("a", "b")),
    input = keras_input(shape = 3, name = "in"), variable = keras$Variable(c(1, 2)),
    sparse = tf$sparse$from_dense(diag(3)), one = op_array(TRUE), none = op_zeros(c(2, 0)),
    layer = layer_dense(units = 2, name = "d"), optimizer = optimizer_sgd(0.5)
  )))
  for (width in c(30, 60)) {
    withr::local_options(width = width)
    expect_lte(nchar(capture.output(str(numbers(100, 100)))), width)
  }
})

test_that("tensors are short in tables", {
  expect_identical(toString(numbers(2, 3)), "<float32 [2, 3]>")
  expect_identical(toString(keras_input(shape = c(3, NA))), "<float32 [NA, 3, NA]>")
  x <- list(numbers(2, 3), op_array(1L))
  expect_match(capture.output(print(data.frame(x = I(x)))), "<float32 [2, 3]>", fixed = TRUE,
               all = FALSE)
  expect_match(capture.output(print(tibble::tibble(x = x))), "<int32 []>", fixed = TRUE,
               all = FALSE)
})

test_that("format() is what print() shows", {
  for (x in list(numbers(2, 2), keras$Variable(1), keras_input(2))) {
    expect_identical(strsplit(format(x), "\n")[[1]], capture.output(print(x)))
  }
})

test_that("head() and tail() are tensors", {
  x <- numbers(10, 2)
  rows <- function(x) (as.array(x)[, 1] + 1) / 2
  expect_identical(rows(head(x)), as.double(1:6))
  expect_identical(rows(tail(x, 2)), c(9, 10))
  expect_identical(rows(head(x, -7)), c(1, 2, 3))
  expect_identical(rows(tail(x, -8)), c(9, 10))
  expect_identical(dim(head(x, 0)), c(0L, 2L))
  expect_identical(dim(tail(x, 50)), c(10L, 2L))
  expect_identical(as.double(head(op_array(4))), 4)
  expect_identical(as.character(head(as_tensor(letters), 2)), c("a", "b"))
  expect_refused(head(keras_input(2)), "not known")
  expect_refused(head(x, 1.5), "`n`")
})

test_that("summary() is R's where there are numbers", {
  expect_equal(summary(op_arange(5)), summary(1:5))
  expect_output(summary(as_tensor(c("a", "b"))), '<tf.Tensor string [2]> "a" "b"', fixed = TRUE)
  expect_output(print(as_tensor(c("a\n\tb", "\\\""))), '["a\\n\\tb" "\\\\\\""]', fixed = TRUE)
  expect_output(summary(keras_input(2)), "KerasTensor")
})

test_that("tensors of a graph have no values to show", {
  shown <- character()
  f <- tf$`function`(function(x) {
    shown <<- c(capture.output(print(x)), capture.output(str(x)), capture.output(print(eager)))
    x
  })
  eager <- op_array(1)
  f(op_array(2))
  expect_match(shown[1:2], "Tensor")
  expect_identical(shown[[3]], "tf.Tensor(1., shape=(), dtype=float64)")
})

test_that("no more of a tensor is read than is shown", {
  reads <- python_function_of("reads", "
import numpy as np
class Wide:
    # An array as long as its shape says, and no longer than what is asked of it.
    def __init__(self, shape):
        self.shape, self.dtype, self.read = shape, np.dtype('float32'), 0
    def __getitem__(self, key):
        return Wide(tuple(len(range(n)[k]) for n, k in zip(self.shape, key + (slice(None),) * 9)))
    def __array__(self, dtype=None, copy=None):
        size = int(np.prod(self.shape))
        if size > 1000:
            raise MemoryError(size)
        return np.zeros(self.shape, 'float32')
def reads(shape, how):
    from rkeras.tensors import shown
    shown.MANY = 0
    try:
        return getattr(shown, how)(Wide(tuple(shape)), 80)
    finally:
        shown.MANY = 10**8
")
  shapes <- list(c(1e6L, 1e6L), 1e9L, c(2L, 1e9L), c(1e6L, 3L), c(9L, 9L, 1e6L), rep(100L, 5))
  for (shape in shapes) {
    expect_match(reads(as.list(shape), "tensor"), "shape=")
    expect_match(reads(as.list(shape), "tensor_line"), "0 0 0")
  }
})

test_that("objects of Keras show their settings", {
  expect_snapshot({
    optimizer_adam(0.01)
    optimizer_sgd(learning_rate_schedule_exponential_decay(0.1, 10, 0.9))
    callback_early_stopping(patience = 3, monitor = "loss")
    initializer_random_normal(stddev = 0.1)
    regularizer_l2(0.5)
    constraint_nonneg()
    learning_rate_schedule_exponential_decay(0.1, 10, 0.9)
    loss_huber(delta = 2)
    metric_auc(name = "auc")
    layer_dense(units = 3, name = "d")
  })
})

test_that("a tensor from another session is lost", {
  lost <- unserialize(serialize(op_array(1), NULL))
  for (f in list(print, str, summary)) expect_output(f(lost), "of another R session", fixed = TRUE)
  for (f in list(format, toString, dim, length)) expect_error(f(lost), "no longer exists")
})
