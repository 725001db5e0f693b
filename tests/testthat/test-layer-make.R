test_that("without an object, a layer is itself", {
  layer <- layer_dense(units = 3, name = "mine")
  expect_s3_class(layer, "keras.src.layers.core.dense.Dense")
  expect_identical(layer$units, 3L)
  expect_identical(layer$name, "mine")
})

test_that("a sequential model takes the layer and is returned", {
  model <- keras_model_sequential()
  same <- layer_dense(model, 3)
  expect_identical(py_id(same), py_id(model))
  expect_length(model$layers, 1)
})

test_that("a tensor, a list of tensors and an array are called on", {
  tensor <- keras_input(shape = 4) |> layer_dense(units = 3)
  expect_s3_class(tensor, "keras.src.backend.common.keras_tensor.KerasTensor")
  result <- layer_rescaling(matrix(c(0, 255), 1), scale = 1 / 255)
  expect_equal(as.array(result), matrix(c(0, 1), 1), tolerance = 1e-6)
})

test_that("both pipes work", {
  a <- keras_input(shape = 4) %>% layer_dense(units = 3)
  b <- keras_input(shape = 4) |> layer_dense(units = 3)
  expect_identical(a$shape, b$shape)
})

test_that("layers are made in the order of the pipe", {
  keras$utils$clear_session()
  model <- keras_model_sequential() |> layer_dense(units = 1) |> layer_dense(units = 2)
  names <- vapply(model$layers, function(layer) layer$name, "")
  expect_identical(names, c("dense", "dense_1"))
})

test_that("an object that takes no layer is named", {
  expect_refused(layer_dense(mean, 3), "`object` must be")
  expect_refused(layer_dense(10, 3), "`object` must be")
  expect_refused(layer_dense(10), "`object` is the first")
  expect_refused(layer_dense(layer_dense(units = 2), 3), "`object` must be")
})

test_that("the first layer of a sequential model may bring its input shape", {
  model <- keras_model_sequential() |>
    layer_dense(units = 3, input_shape = 4) |>
    layer_dense(units = 1)
  expect_identical(facts_of(model)$input_shape, c(NA, 4L))
})

test_that("arguments are checked before Keras sees them", {
  expect_refused(layer_dense(unitz = 3), "no argument `unitz`. Did you mean `units`?", fixed = TRUE)
  expect_refused(layer_dense(units = 3.7), "`units` must be a whole number, not 3.7")
  expect_refused(layer_dense(), "`units` is missing: `layer_dense()` needs it", fixed = TRUE)
  expect_refused(layer_flatten(, "channels_last", 3), "without a name")
})

test_that("an argument that names no object is told from a string, with the call of the user", {
  expect_refused(
    layer_dense(units = 3, activation = relu),
    "there is no object `relu`. If Keras has it, write activation = \"relu\"",
    fixed = TRUE
  )
  error <- expect_error(keras_input(4) |> layer_dense(n_units), "`units`: there is no object")
  expect_identical(error$call[[1]], quote(layer_dense))
  error <- expect_error(layer_dense(units = log("a")), "non-numeric")
  expect_identical(error$call, quote(log("a")))
  error <- expect_error(layer_dense(units = n_units + 1), "n_units")
  expect_identical(error$call, quote(layer_dense(units = n_units + 1)))
})

test_that("the error's call is the wrapper's", {
  condition <- tryCatch(layer_dense(units = 3.7), error = identity)
  expect_identical(conditionCall(condition), quote(layer_dense(units = 3.7)))
})

test_that("arguments reach a layer through another function", {
  block <- function(object, n, ...) layer_dense(object, units = n, ...)
  model <- block(keras_model_sequential(), 5, activation = "tanh")
  expect_identical(model$layers[[1]]$units, 5L)
  expect_identical(model$layers[[1]]$activation$`__name__`, "tanh")
})

test_that("a layer that does not fit leaves the model as it was", {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 3, name = "first")
  expect_error(model |> layer_conv_2d(filters = 2, kernel_size = 2),
               "has 2 axes, but layer `conv2d.*` takes 4")
  expect_error(model |> layer_dense(units = 2, name = "first"), "another layer")
  expect_length(model$layers, 1L)
  model |> layer_dense(units = 2)
  expect_identical(dim(predict(model, matrix(1, 5, 4))), c(5L, 2L))
})

test_that("axes of layers count from 1", {
  layer <- layer_batch_normalization(axis = 2)
  expect_identical(layer$axis, 1L)
  expect_identical(layer_batch_normalization()$axis, -1L)
})

test_that("a likely misspelling is found and a wild one is not", {
  expect_identical(closest("unitz", c("units", "rate")), "units")
  expect_length(closest("zzzzzz", c("units", "rate")), 0)
})

test_that("a layer itself is called with R's vectors as arrays", {
  look_up <- layer_integer_lookup(vocabulary = c(10, 20, 30))
  expect_equal(as.array(look_up(c(20, 10, 5))), array(c(2L, 1L, 0L)), ignore_attr = TRUE)
  expect_equal(as.array(look_up(30)), array(3L), ignore_attr = TRUE)
  expect_equal(as.array(layer_rescaling(scale = 2)(c(1, 2))), array(c(2, 4)))
  both <- layer_add()(list(c(1, 2), c(3, 4)))
  expect_equal(as.array(both), array(c(4, 6)))
  expect_equal(as.array(layer_dropout(rate = 0.5)(c(1, 2), training = FALSE)), array(c(1, 2)))
  words <- layer_string_lookup(vocabulary = c("a", "b"))(c("b", "a"))
  expect_equal(as.array(words), array(2:1), ignore_attr = TRUE)
})

test_that("layers that join inputs take them in lists, whatever names they have", {
  a <- keras_input(2)
  b <- keras_input(3)
  joined <- function(...) layer_concatenate(...)$shape
  for (shape in list(
    joined(a, b), joined(a, list(b)), joined(list(a, b = b)), joined(list(a = a, b = b)),
    joined(list(a), list(b)), joined(NULL, list(a, named = b))
  )) {
    expect_identical(shape, list(NULL, 5L))
  }
  expect_identical(layer_dot(a, list(k = a), axes = 2)$shape, list(NULL, 1L))
})

test_that("packages build functions for pipes on create_layer()", {
  layer_doubled <- function(object, units, ...) {
    create_layer(keras$layers$Dense, object, list(units = as.integer(2 * units), ...))
  }
  model <- keras_model_sequential() |> layer_doubled(units = 4, input_shape = 3, name = "first")
  expect_identical(model$output_shape, list(NULL, 8L))
  expect_identical(get_layer(model, "first")$units, 8L)
  expect_identical(layer_doubled(keras_input(3), units = 1)$shape[[2]], 2L)
  expect_identical(layer_doubled(units = 3)$units, 6L)
  expect_identical(create_layer("keras.layers.Dropout", args = list(rate = 0.25))$rate, 0.25)
  own <- Layer("Own", call = function(x) x * 2)
  expect_identical(as.numeric(create_layer(own, as_tensor(c(1, 2)))), c(2, 4))
  expect_error(create_layer(3), "`layer_class` must be a class of layers", class = "rkeras_error")
})

test_that("words that Keras would ignore are refused", {
  expect_refused(layer_random_flip(mode = "horizontaly"), "`mode` must be one of \"horizontal_and")
})

test_that("counts may be integer64, as databases give them", {
  n <- bit64::as.integer64(5)
  expect_identical(layer_dense(units = n)$units, 5L)
  expect_identical(layer_conv_1d(filters = n, kernel_size = bit64::as.integer64(2))$filters, 5L)
})

test_that("codes that an embedding does not have are errors, negative ones too", {
  model <- keras_model_sequential(input_shape = 2) |> layer_embedding(input_dim = 5, output_dim = 2)
  for (code in c(-1, 5)) {
    embed <- function() predict(model, matrix(c(code, 4), 1), verbose = 0)
    # JAX's compiled code cannot fail.
    if (!on_jax()) expect_error(embed(), "takes 0 to 4|larger than every integer")
    else expect_true(all(is.nan(embed()[, 1, ])))
  }
  expect_identical(dim(predict(model, matrix(c(0, 4), 1), verbose = 0)), c(1L, 2L, 2L))
})
