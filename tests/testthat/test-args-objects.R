test_that("layers are layers, and wrappers that need no arguments", {
  dense <- layer_dense(units = 2)
  expect_identical(as_layer(dense), dense)
  expect_s3_class(as_layer(layer_flatten), "keras.src.layers.layer.Layer")
  expect_identical(as_layers(dense), list(dense))
  expect_length(as_layers(list(dense, layer_flatten)), 2)
  expect_refused(as_layer(mean), "`layer` must be a layer")
})

test_that("paths are single strings", {
  expect_identical(as_path("~"), path.expand("~"))
  expect_refused(as_path(c("a", "b"), "filepath"), "`filepath` must be one string")
})

test_that("what Keras sets itself is left out, and nothing else can be asked for", {
  expect_identical(as_string_type(NULL), left_out)
  expect_identical(as_string_type("string"), left_out)
  expect_refused(as_string_type("int64", "vocabulary_dtype"), "`vocabulary_dtype` can only be")
  skip_if_not(is_keras_available())
  layer <- layer_string_lookup(vocabulary = c("a", "b"), vocabulary_dtype = "string")
  expect_identical(as.vector(as.array(layer(as_tensor(c("b", "x"))))), c(2L, 0L))
})
