test_that("the name of a class is the S3 class of its objects", {
  layer <- layer_dense(units = 1)
  s3_class <- function(x) base::class(x)[[1]]
  name_of <- rkeras:::nameOfClass.python.builtin.type
  expect_identical(name_of(keras$layers$Dense), "keras.src.layers.core.dense.Dense")
  expect_identical(name_of(keras$layers$Layer), "keras.src.layers.layer.Layer")
  expect_identical(name_of(import_builtins()$dict), "python.builtin.dict")
  for (known in list(keras$layers$Dense, keras$layers$Layer, import_builtins()$object)) {
    expect_s3_class(layer, name_of(known))
  }
  Own <- PyClass("Own")
  expect_identical(name_of(Own), s3_class(Own()))
  layer_own <- Layer("OwnLayer")
  expect_identical(rkeras:::nameOfClass.python_class_maker(layer_own), s3_class(layer_own()))
  if (getRversion() >= "4.3.0") {
    expect_true(inherits(layer, keras$layers$Dense))
    expect_true(inherits(layer, keras$layers$Layer))
    expect_false(inherits(layer, keras$losses$Loss))
    expect_true(inherits(layer_own(), layer_own))
  }
})
