fitted_patients <- function() {
  feature_spec(patients(), target ~ .) |>
    step_numeric_column(all_numeric(), -group, normalizer_fn = scaler_standard()) |>
    step_categorical_column_with_vocabulary_list(all_nominal()) |>
    step_bucketized_column(age, boundaries = c(25, 45)) |>
    step_indicator_column(all_nominal()) |>
    step_embedding_column(city, dimension = 2) |>
    step_crossed_column(c(city, bucketized_age), hash_bucket_size = 5) |>
    step_indicator_column(crossed_city_bucketized_age) |>
    fit()
}

patients_model <- function(spec, inputs = layer_input_from_dataset(patients()[-6])) {
  output <- inputs |>
    layer_dense_features(dense_features(spec)) |>
    layer_dense(units = 4, activation = "relu") |>
    layer_dense(units = 1, activation = "sigmoid")
  model <- keras_model(inputs, output)
  compile(model, optimizer = "adam", loss = "binary_crossentropy")
}

test_that("a specification splits a data set into features and target", {
  spec <- feature_spec(patients(), target ~ age + city) |> step_numeric_column(age) |> fit()
  first <- function(dataset) iter_next(as_iterator(dataset))
  pair <- first(dataset_use_spec(patients(), spec))
  expect_named(pair[[1]], c("age", "city"))
  expect_identical(as.vector(as.array(pair[[2]])), c(0, 1, 0, 1))
  rows <- tf$data$Dataset$from_tensor_slices(as.list(patients()[c("age", "target", "city")]))
  expect_identical(as.vector(as.array(first(dataset_use_spec(rows, spec))[[1]]$age)), 20L)
  alone <- feature_spec(patients(), ~ age) |> step_numeric_column(age) |> fit()
  expect_named(first(dataset_use_spec(patients(), alone)), "age")
  expect_refused(dataset_use_spec(patients()["age"], spec), "no column `city`, `target`")
})

test_that("inputs have the names, types and shapes of the columns", {
  inputs <- layer_input_from_dataset(patients()[c("age", "weight", "city")])
  expect_named(inputs, c("age", "weight", "city"))
  dtypes <- vapply(inputs, function(input) input$dtype, "")
  expect_identical(dtypes, c(age = "int32", weight = "float64", city = "string"))
  expect_identical(unlist(inputs$city$shape), 1L)
  spec <- feature_spec(patients(), target ~ age) |> step_numeric_column(age) |> fit()
  expect_named(layer_input_from_dataset(dataset_use_spec(patients(), spec)), "age")
  several <- tf$data$Dataset$from_tensors(list(v = matrix(1, 2, 3)))
  expect_identical(unlist(layer_input_from_dataset(several)$v$shape), 3L)
})

test_that("a model with a layer of features trains on data frames and data sets", {
  spec <- fitted_patients()
  model <- patients_model(spec)
  data <- patients()
  history <- fit(model, data[-6], data$target, epochs = 2, verbose = 0)
  expect_true(all(is.finite(history$metrics$loss)))
  dataset <- dataset_use_spec(tf$data$Dataset$from_tensor_slices(
    lapply(data, function(x) if (is.factor(x)) as.character(x) else x)
  ), spec)
  expect_identical(dim(predict(model, data)), c(4L, 1L))
  from_dataset <- patients_model(spec, layer_input_from_dataset(dataset))
  expect_no_error(fit(from_dataset, dataset$batch(2L), epochs = 1, verbose = 0))
})

test_that("a sequential model can begin with the layer", {
  spec <- fitted_patients()
  model <- keras_model_sequential() |>
    layer_dense_features(spec$dense_features(), name = "features") |>
    layer_dense(units = 1)
  compile(model, optimizer = "adam", loss = "mse")
  fit(model, dataset_use_spec(patients(), spec), epochs = 1, verbose = 0)
  expect_identical(model$layers[[1]]$name, "features")
  outputs <- predict(model, dataset_use_spec(patients(), spec))
  expect_identical(dim(outputs), c(4L, 1L))
  columns <- patients()[names(patients()) != "target"]
  expect_equal(predict(model, columns), outputs)
  fit(model, columns, patients()$target, epochs = 1, verbose = 0)
  expect_false(isTRUE(all.equal(predict(model, columns), outputs)))
})

test_that("training changes embeddings unless the layer is frozen", {
  spec <- fitted_patients()
  count <- function(...) {
    layer <- layer_dense_features(feature_columns = dense_features(spec), ...)
    layer(lapply(patients(), text_tensor))
    length(layer$trainable_weights)
  }
  expect_identical(count(), 1L)
  expect_identical(count(trainable = FALSE), 0L)
})

test_that("a saved model is loaded in a new session", {
  model <- patients_model(fitted_patients())
  file <- withr::local_tempfile(fileext = ".keras")
  fit(model, patients()[-6], patients()$target, epochs = 1, verbose = 0)
  save_model(model, file)
  expect_equal(predict(load_model(file), patients()), predict(model, patients()))
  elsewhere <- callr::r(function(file, data) {
    library(rkeras)
    predict(load_model(file), data)
  }, list(file, patients()))
  expect_equal(elsewhere, predict(model, patients()))
  folder <- withr::local_tempfile()
  expect_no_error(suppressMessages(export_savedmodel(model, folder, verbose = FALSE)))
})

test_that("shared embeddings and initializers are saved", {
  spec <- feature_spec(patients(), ~ city + origin) |>
    step_categorical_column_with_vocabulary_list(city, origin, vocabulary_list = letters[1:3]) |>
    step_shared_embeddings_column(city, origin, dimension = 2,
                                  initializer = initializer_random_uniform(seed = 1)) |>
    fit()
  inputs <- layer_input_from_dataset(patients()[c("city", "origin")])
  model <- keras_model(inputs, layer_dense_features(inputs, dense_features(spec)))
  copy <- clone_model(model)
  expect_length(copy$weights, 1)
  copy$set_weights(model$get_weights())
  expect_equal(predict(copy, patients()), predict(model, patients()))
})

test_that("columns that are no numbers are refused by the layer", {
  spec <- fitted_patients()
  fails <- function(x) {
    expect_refused(layer_dense_features(patients(), x), "dense feature columns")
  }
  fails(spec$features())
  fails(list())
  fails(list(1))
})
