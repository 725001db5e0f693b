test_that("whole numbers become integers and nothing is truncated", {
  expect_identical(as_integer(32), 32L)
  expect_identical(as_integer(32L), 32L)
  expect_identical(as_integer(c(3, 3)), c(3L, 3L))
  expect_identical(as_integer(list(3, 5)), list(3L, 5L))
  expect_null(as_integer(NULL))
  for (bad in list(3.7, NA, NA_integer_, "3", TRUE, Inf, 2^31, numeric())) {
    expect_error(as_integer(bad, "units"), "`units` must be a whole number",
                 class = "rkeras_error_argument")
  }
  expect_error(as_integer(3.7, "units"), "not 3.7", fixed = TRUE)
})

test_that("axes count from 1, and from the end with negative numbers", {
  expect_identical(as_axis(1), 0L)
  expect_identical(py_str(as_axis(c(2, -1))), "(1, -1)")
  expect_identical(py_str(as_axis(list(1, 3))), "(0, 2)")
  expect_null(as_axis(NULL))
  expect_error(as_axis(0), "`axis` counts from 1", class = "rkeras_error_argument")
  expect_identical(as_axes(2), list(1L))
  expect_identical(py_str(as_axes(c(2, -1))), "(1, -1)")
  expect_null(as_axes(NULL))
})

test_that("NA in a shape is an axis of any length", {
  expect_identical(as_shape(784), list(784L))
  expect_identical(as_shape(c(NA, 10)), list(NULL, 10L))
  expect_identical(as_shape(list(NULL, 10)), list(NULL, 10L))
  expect_identical(as_shape(c(28L, 28L)), list(28L, 28L))
  expect_error(as_shape(c(2.5, 1)), "`shape` must hold whole numbers",
               class = "rkeras_error_argument")
  expect_identical(as_shape(c(-1, 10)), list(NULL, 10L))
  expect_error(as_shape(-2), class = "rkeras_error_argument")
})

test_that("a length may be a tensor, which only the running graph knows", {
  n <- tf$constant(2L)
  expect_identical(as_shape(c(n, 3)), list(n, 3L))
  expect_identical(as_new_shape(c(n, NA)), list(n, -1L))
  layer_noise <- Layer("Noise", call = function(inputs) {
    inputs + random_normal(c(op_shape(inputs)[[1]], 1)) + op_zeros(shape(shape(inputs)[[1]], 2))
  })
  model <- keras_model_sequential(input_shape = 2) |> layer_noise()
  expect_identical(dim(predict(model, matrix(0, 3, 2))), c(3L, 2L))
})

test_that("a shape of one number is a tuple", {
  expect_identical(py_str(shape_tuple(784)), "(784,)")
  expect_identical(py_str(shape_tuple(c(NA, 10))), "(None, 10)")
})

test_that("whole numbers keep their shape; what is no R number is Python's to judge", {
  expect_identical(as_whole(rbind(c(1, 2), c(3, 4))), rbind(1:2, 3:4))
  expect_identical(as_whole(5), 5L)
  expect_identical(as_whole(TRUE), TRUE)
  expect_error(as_whole(c(1, 2.5), "y"), "`y` must be a whole number",
               class = "rkeras_error_argument")
})

test_that("positions count from 1, and from the end with negative numbers", {
  expect_identical(as_index(3), 2L)
  expect_identical(as_index(rbind(c(1, -1), c(2, 4))), rbind(c(0L, -1L), c(1L, 3L)))
  expect_identical(as_index(list(1, 2)), list(0L, 1L))
  for (bad in list(0, c(1, 0), 1.5, NA, "a", TRUE)) {
    expect_error(as_index(bad, "kth"), "`kth`", class = "rkeras_error_argument")
  }
})

test_that("positions in a tensor count from 1; 0 is none that a tensor has", {
  shifted <- as_index(np_array(c(1L, 3L, -1L, 0L)))
  expect_identical(as.integer(shifted[1:2]), c(0L, 2L))
  expect_identical(as.integer(shifted[3]), -1L)
  expect_identical(as.character(shifted[4]), as.character(-2147483648))
  expect_error(as_index(np_array(1.5)), "positions must be integers")
})

test_that("one position is one", {
  expect_identical(as_py_index(2), 1L)
  expect_error(as_py_index(c(1, 2)), "`index` must be one position",
               class = "rkeras_error_argument")
})

test_that("vectors and arrays become tensors, anything else stays", {
  expect_identical(dim(as.array(to_tensor(c(1, 2)))), 2L)
  expect_identical(as.array(to_tensor(matrix(1:6, 2))), matrix(1:6, 2))
  tensor <- to_tensor(1)
  expect_identical(to_tensor(tensor), tensor)
  expect_null(to_tensor(NULL))
  expect_identical(to_tensor(list(1)), list(1))
})

test_that("factors are labels from 0", {
  expect_identical(as_labels(factor(c("b", "a"))), array(c(1L, 0L)))
  expect_identical(as_labels(c(2, 5)), array(c(2L, 5L)))
  expect_error(as_labels(0.5, "targets"), "`targets`", class = "rkeras_error_argument")
})

test_that("one length of a new shape may be open", {
  for (open in list(NA, -1, NULL)) expect_identical(as_new_shape(list(3, open)), list(3L, -1L))
  expect_identical(as_new_shape(c(2, -1)), list(2L, -1L))
  expect_error(as_new_shape(c(2, -3)), class = "rkeras_error_argument")
})

test_that("borders are a number, a pair, or a pair for each axis", {
  expect_identical(as_pad_width(1), 1L)
  expect_identical(as_pad_width(list(c(1, 0), c(0, 2))), list(c(1L, 0L), c(0L, 2L)))
  expect_identical(as_pad_width(rbind(c(1, 0), c(0, 2))), list(c(1L, 0L), c(0L, 2L)))
})

test_that("one whole number or several, as Keras wants them", {
  expect_identical(as_int_tuple(2), 2L)
  expect_identical(py_str(as_int_tuple(c(1, 3))), "(1, 3)")
  expect_null(as_int_tuple(NULL))
  expect_identical(as_int_vocabulary(c(7, 14)), list(7L, 14L))
  expect_identical(as_int_vocabulary("file.txt"), "file.txt")
  expect_error(as_int_tuple(1.5, "ngrams"), "`ngrams` must be a whole number",
               class = "rkeras_error_argument")
})

test_that("layers are layers, and wrappers that need no arguments", {
  dense <- layer_dense(units = 2)
  expect_identical(as_layer(dense), dense)
  expect_s3_class(as_layer(layer_flatten), "keras.src.layers.layer.Layer")
  expect_identical(as_layers(dense), list(dense))
  expect_length(as_layers(list(dense, layer_flatten)), 2)
  expect_error(as_layer(mean), "`layer` must be a layer", class = "rkeras_error_argument")
})

test_that("paths are single strings", {
  expect_identical(as_path("~"), path.expand("~"))
  expect_error(as_path(c("a", "b"), "filepath"), "`filepath` must be one string",
               class = "rkeras_error_argument")
})

test_that("boxes are rows of four numbers, of float32", {
  shape <- function(x) dim(as.array(as_boxes(x)))
  expect_identical(shape(c(1, 2, 3, 4)), c(1L, 4L))
  expect_identical(shape(data.frame(a = 1:2, b = 1, c = 1, d = 1)), c(2L, 4L))
  expect_identical(shape(array(0, c(2, 3, 4))), c(2L, 3L, 4L))
  expect_identical(as.character(as_boxes(1:4)$dtype), "float32")
  both <- as_boxes(list(boxes = 1:4, labels = factor("a"), confidences = 0.5))
  expect_identical(both$labels, array(0L, 1))
  expect_identical(both$confidences, array(0.5, 1))
  expect_error(as_boxes(matrix(1, 4, 3)), "`boxes` must have four numbers for each box",
               class = "rkeras_error_argument")
  expect_error(as_boxes(c(1, 2)), "four numbers", class = "rkeras_error_argument")
})

test_that("what Keras sets itself is left out, and nothing else can be asked for", {
  expect_identical(as_string_type(NULL), left_out)
  expect_identical(as_string_type("string"), left_out)
  expect_error(as_string_type("int64", "vocabulary_dtype"), "`vocabulary_dtype` can only be",
               class = "rkeras_error_argument")
  skip_if_not(is_keras_available())
  layer <- layer_string_lookup(vocabulary = c("a", "b"), vocabulary_dtype = "string")
  expect_identical(as.vector(as.array(layer(as_tensor(c("b", "x"))))), c(2L, 0L))
})
