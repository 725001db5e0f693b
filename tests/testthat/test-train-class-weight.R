x <- matrix(as.numeric(1:40) / 40, 10)
labels <- rep(0:2, length.out = 10)
classifier <- function(units = 3, loss = "sparse_categorical_crossentropy") {
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(units, activation = if (units > 1) "softmax" else "sigmoid")
  compile(model, loss = loss)
}
model <- classifier()
number <- classifier(1, "mse")
start <- get_weights(model)
afresh <- function() set_weights(model, start)
train <- function(weights, y = labels, model_of = model, ...) {
  fit(model_of, x, y, class_weight = weights, epochs = 1, verbose = 0, ...)
}

test_that("`class_weight` must have classes that the model has", {
  expect_refused(train(c("0" = 1, "7" = 2)), "has the class 7, but the model's classes are 0 to 2")
  expect_refused(train(c("-1" = 1)), "has the class -1")
  expect_refused(train(c("0" = 1, "0" = 2)), "one number for the class \"0\"")
  expect_refused(train(list("0" = 1:2)), "one number for the class \"0\"")
  expect_refused(train(keras$ops), "must have the classes as names")
  expect_refused(train(c("0" = 1), seq_len(10) / 3, number), "requires class labels")
  expect_refused(train(c("0" = 1), sample_weight = labels), "cannot be combined")
})

test_that("classes without a weight have the weight 1", {
  complete <- train(c("0" = 1, "1" = 3, "2" = 1), model_of = afresh())
  partial <- train(c("1" = 3), model_of = afresh())
  expect_equal(partial$metrics$loss, complete$metrics$loss, tolerance = 1e-5)
  expect_length(train(c("1" = 3), labels %% 2, number)$metrics$loss, 1)
  expect_length(train(py_dict(list(0L), list(2)))$metrics$loss, 1)
})

if (on_tensorflow()) test_that("datasets take weights of some of the classes", {
  batches <- tensor_slices_dataset(list(x, labels)) |> dataset_batch(10)
  run <- function(model, weights) {
    fit(model, batches, class_weight = weights, epochs = 1, verbose = 0)$metrics$loss
  }
  some <- run(afresh(), c("1" = 3))
  expect_equal(some, run(afresh(), c("0" = 1, "1" = 3, "2" = 1)), tolerance = 1e-5)
  expect_error(run(number, c("0" = 1)), "have the class [12], but `class_weight` has the classes 0")
})

test_that("each label of a sequence has the weight of its class", {
  model <- keras_model_sequential(input_shape = c(4, 2)) |> layer_dense(3, activation = "softmax")
  sequences <- array(rnorm(48), c(6, 4, 2))
  labels <- matrix(rep(0:2, 8), 6)
  weights <- c("0" = 1, "1" = 5, "2" = 2)
  loss <- function(...) {
    compile(model, loss = "sparse_categorical_crossentropy", optimizer = optimizer_sgd(0))
    fit(model, sequences, labels, epochs = 1, batch_size = 4, verbose = 0, ...)$metrics$loss
  }
  right <- loss(sample_weight = matrix(weights[labels + 1L], 6))
  expect_equal(loss(class_weight = weights), right, tolerance = 1e-5)
  batches <- function() list(sequences, labels)
  expect_refused(fit(model, batches, class_weight = weights, steps_per_epoch = 1, epochs = 1,
                     verbose = 0), "sample_weight")
})

test_that("weights by outputs are weights of samples", {
  expect_refused(train(c(dense = 1)), "must have the classes as names")
  input <- keras_input(4)
  both <- keras_model(input, list(layer_dense(input, 1, name = "a"), layer_dense(input, 1, name = "b")))
  compile(both, loss = "mse")
  expect_refused(train(list(a = 1, b = 2), list(labels, labels), both), "are the `sample_weight`")
})
