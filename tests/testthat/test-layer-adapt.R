skip_if_not(is_keras_available())

test_that("layers learn from arrays, data frames and data sets", {
  x <- as.matrix(iris[1:4])
  dataset <- tf$data$Dataset$from_tensor_slices(unname(x))$batch(50L)
  expected <- unname(scale(x) * sqrt(150 / 149))
  attributes(expected)[c("scaled:center", "scaled:scale")] <- NULL
  for (data in list(x, iris[1:4], dataset)) {
    layer <- layer_normalization()
    expect_identical(adapt(layer, data), layer)
    expect_equal(as.array(layer(unname(x))), expected, tolerance = 1e-5)
  }
  layer <- layer_normalization(axis = NULL)
  adapt(layer, c(1, 3))
  expect_equal(as.array(layer(c(1, 3))), array(c(-1, 1)), tolerance = 1e-6)
})

test_that("words are learned from vectors, factors, data frames, lists and data sets", {
  words <- c("cat", "dog", "cat")
  dataset <- tf$data$Dataset$from_tensor_slices(words)$batch(2L)
  sources <- list(
    words, factor(words), data.frame(words), data.frame(words = factor(words)), as.list(words),
    matrix(words), dataset
  )
  for (data in sources) {
    layer <- layer_string_lookup()
    adapt(layer, data)
    expect_identical(as.vector(get_vocabulary(layer)), c("[UNK]", "cat", "dog"))
    expect_identical(as.vector(layer(c("dog", "bird"))), c(2L, 0L))
  }
})

test_that("part of a data set can be enough", {
  dataset <- tf$data$Dataset$from_tensor_slices(c("a", "b", "c"))$batch(1L)
  layer <- layer_string_lookup()
  adapt(layer, dataset, steps = 2)
  expect_setequal(get_vocabulary(layer, include_special_tokens = FALSE), c("a", "b"))
  expect_refused(adapt(layer, dataset, steps = 2.5), "`steps` must be a whole number")
})

test_that("data sets that call R functions can be learned from", {
  dataset <- tf$data$Dataset$from_tensor_slices(c("a b", "b"))$batch(2L)$map(
    function(x) tf$py_function(function(x) tf$constant(array(toupper(x))), list(x), tf$string)
  )
  layer <- layer_text_vectorization(standardize = NULL)
  adapt(layer, dataset)
  expect_identical(as.vector(get_vocabulary(layer)), c("", "[UNK]", "B", "A"))
})

test_that("vocabularies are read and set", {
  layer <- layer_integer_lookup()
  set_vocabulary(layer, c(42, 12))
  expect_identical(as.vector(get_vocabulary(layer)), c(-1L, 42L, 12L))
  expect_identical(as.vector(layer(c(12L, 7L))), c(2L, 0L))
  expect_identical(as.vector(layer_integer_lookup(c(12, 7), vocabulary = c(7, 12))), 2:1)
  layer <- layer_integer_lookup()
  adapt(layer, c(5, 6, 6))
  expect_identical(as.vector(get_vocabulary(layer)), c(-1L, 6L, 5L))
  layer <- layer_string_lookup(output_mode = "tf_idf")
  set_vocabulary(layer, factor("word"), idf_weights = 0.5)
  expect_identical(as.vector(get_vocabulary(layer, FALSE)), "word")
  expect_refused(
    get_vocabulary(layer_dense(units = 2)),
    "must be a layer that has get_vocabulary()",
    fixed = TRUE
  )
  expect_refused(adapt(layer_dense(units = 2), 1), "must be a layer that has adapt()", fixed = TRUE)
  expect_refused(adapt(layer, 1, step = 3), "Did you mean `steps`")
})

test_that("what Keras refuses is Keras's error", {
  expect_error(layer_string_lookup(vocabulary = c("a", "a")), "repeated term",
               class = "python.builtin.ValueError")
  expect_error(layer_string_lookup(output_mode = "many"), "output_mode",
               class = "python.builtin.ValueError")
})

test_that("texts become numbers, with R functions for standardize and split", {
  texts <- c("A-b-c", "b")
  plain <- layer_text_vectorization(
    standardize = "lower", split = function(x) tf$strings$split(x, sep = "-")
  )
  adapt(plain, texts)
  expect_identical(as.vector(get_vocabulary(plain)), c("", "[UNK]", "b", "c", "a"))
  layer <- layer_text_vectorization(
    standardize = function(x) tolower(x), split = function(x) strsplit(as.character(x), "-")
  )
  adapt(layer, texts)
  expect_identical(as.vector(get_vocabulary(layer)), c("", "[UNK]", "b", "c", "a"))
  expect_identical(as.array(layer(texts)), rbind(c(4L, 2L, 3L), c(2L, 0L, 0L)))
  model <- keras_model_sequential(layers = list(keras_input(shape = 1, dtype = "string"), layer))
  expect_identical(predict(model, tf$constant(matrix(texts)), verbose = 0)[1, ], c(4L, 2L, 3L))
})

test_that("functions of text that return something else are an error that names them", {
  layer <- layer_text_vectorization(standardize = function(x) 3, vocabulary = c("a", "b"))
  expect_error(layer("a"), "`standardize` must return a tensor, or one string")
  layer <- layer_text_vectorization(split = function(x) "a", vocabulary = c("a", "b"))
  expect_error(layer(c("a", "b")), "`split` must return a tensor, or a list")
})

test_that("ngrams are one number, several, or none", {
  vocabulary <- function(ngrams) {
    layer <- layer_text_vectorization(ngrams = ngrams)
    adapt(layer, "a b c")
    sort(get_vocabulary(layer, FALSE))
  }
  expect_identical(vocabulary(NULL), c("a", "b", "c"))
  expect_identical(vocabulary(2), c("a", "a b", "b", "b c", "c"))
  expect_identical(vocabulary(c(1, 3)), c("a", "a b c", "b", "c"))
})

test_that("bins are learned, or given, also by one number", {
  layer <- layer_discretization(num_bins = 2)
  adapt(layer, c(1, 2, 3, 4))
  expect_identical(as.vector(layer(c(0, 9))), 0:1)
  expect_identical(as.vector(layer_discretization(c(0, 9), bin_boundaries = 5)), 0:1)
})

test_that("missing values in the data of adapt() are told", {
  expect_refused(
    adapt(layer_normalization(), matrix(c(1, NA, 2))),
    "`data` has 1 missing value (NA) in row 2. Leave",
    fixed = TRUE
  )
})

test_that("fit() says which layer was never adapted", {
  x <- matrix(c(1, 2, 3, 10, 20, 30), 3)
  model_of <- function(layer, shape = 2, ...) {
    model <- keras_model_sequential(input_shape = shape, ...)
    model$add(layer)
    model$add(layer_dense(units = 1))
    compile(model, loss = "mse")
  }
  train <- function(model, x) fit(model, x, seq_len(NROW(x)), epochs = 1, verbose = 0)
  layer <- layer_normalization(name = "scaled")
  expect_refused(train(model_of(layer, NULL), x), "`scaled` has learned nothing")
  adapt(layer, x)
  expect_no_warning(train(model_of(layer, NULL), x))
  layer <- layer_normalization(name = "scaled")
  model <- model_of(layer)
  expect_warning(train(model, x), "`scaled` passes on", class = "rkeras_warning_not_normalized")
  expect_warning(train_on_batch(model, x, 1:3), class = "rkeras_warning_not_normalized")
  adapt(layer, x)
  expect_no_warning(train(model, x))
  expect_no_warning(train(model_of(layer_normalization(mean = 0, variance = 1)), x))
  # Also one inside another model.
  inner <- model_of(layer_normalization(name = "inside"))
  expect_warning(train(model_of(inner), x), "`inside`", class = "rkeras_warning_not_normalized")
})

test_that("what adapt() refuses changes nothing", {
  x <- matrix(c(1, 2, 3, 10, 20, 30), 3)
  layer <- layer_normalization()
  expect_error(adapt(layer, matrix("a", 3, 4)))
  expect_false(layer$built)
  adapt(layer, x)
  before <- as.array(layer(x))
  expect_error(adapt(layer, x[, 1, drop = FALSE]))
  expect_equal(as.array(layer(x)), before)
  words <- layer_string_lookup()
  adapt(words, c("a", "b", "b"))
  expect_error(adapt(words, 1:3))
  expect_identical(get_vocabulary(words), c("[UNK]", "b", "a"))
})

test_that("a column that is constant keeps its scale", {
  layer <- layer_normalization()
  adapt(layer, cbind(1:4, 0.1))
  expect_equal(as.array(layer(cbind(2.5, c(0.1, 6)))), cbind(c(0, 0), c(0, 5.9)), tolerance = 1e-5)
})

test_that("a mean and variance that are set as weights count", {
  layer <- layer_normalization()
  adapt(layer, matrix(c(90, 110, 100), 3))
  first <- keras_model_sequential(input_shape = 1) |> layer()
  x <- matrix(c(100, 120), 2)
  second <- clone_model(first)
  predict(second, x, verbose = 0) # its graph knows the old ones
  set_weights(second, get_weights(first))
  expect_equal(predict(second, x, verbose = 0), predict(first, x, verbose = 0))
})

test_that("counts of the words of one text are a vector for each sample", {
  bag <- layer_text_vectorization(output_mode = "multi_hot")
  adapt(bag, c("a b", "a c"))
  model <- keras_model_sequential(input_shape = 1, dtype = "string") |> bag() |> layer_dense(1)
  expect_identical(unlist(model$output_shape), 1L)
  compile(model, loss = "mse")
  expect_length(fit(model, c("a b", "c"), c(1, 2), epochs = 1, verbose = 0)$metrics$loss, 1)
})
