x <- as.matrix(iris[1:4])
labels <- as.integer(iris$Species) - 1L

test_that("training makes the loss smaller", {
  model <- iris_model()
  history <- fit(model, x, labels, epochs = 30, verbose = 0)
  expect_named(history$metrics, c("accuracy", "loss"), ignore.order = TRUE)
  expect_length(history$metrics$loss, 30)
  expect_lt(history$metrics$loss[[30]], 0.8 * history$metrics$loss[[1]])
  expect_gt(evaluate(model, x, labels)$accuracy, 0.6)
})

test_that("factors and data frames are what their codes and matrices are", {
  a <- fit(iris_model(), x, labels, epochs = 2, verbose = 0, shuffle = FALSE)
  b <- fit(iris_model(), iris[1:4], iris$Species, epochs = 2, verbose = 0, shuffle = FALSE)
  expect_equal(a$metrics, b$metrics, tolerance = 1e-6)
})

test_that("numbers without an L are whole numbers, and others are errors", {
  history <- fit(iris_model(), x, labels, epochs = 2, batch_size = 50, steps_per_epoch = 3,
                 verbose = 0)
  expect_identical(history$params$steps, 3L)
  expect_error(fit(iris_model(), x, labels, epochs = 1.5), "`epochs` must be one positive whole",
               class = "rkeras_error_argument")
  expect_error(fit(iris_model(), x, labels, batch_size = 0), "`batch_size`",
               class = "rkeras_error_argument")
  expect_error(fit(iris_model(), x, labels, epoch = 2, epochz = 3),
               class = "rkeras_error_argument")
  expect_error(fit(iris_model(), x, labels, epochz = 3), "Did you mean `epochs`",
               class = "rkeras_error_argument")
  expect_error(fit(iris_model(), x, labels, verbose = 3), "`verbose`",
               class = "rkeras_error_argument")
  expect_error(fit(iris_model(), x, labels, validation_split = 1), "`validation_split`",
               class = "rkeras_error_argument")
})

test_that("validation data are a split, a pair or a triple", {
  split <- fit(iris_model(), x, labels, epochs = 1, validation_split = 0.2, verbose = 0)
  expect_setequal(names(split$metrics), c("accuracy", "loss", "val_accuracy", "val_loss"))
  pair <- fit(iris_model(), x, labels, epochs = 1, verbose = 0,
              validation_data = list(iris[1:4], iris$Species))
  triple <- fit(iris_model(), x, labels, epochs = 1, verbose = 0,
                validation_data = list(x, labels, rep(2, 150)))
  expect_equal(pair$metrics$val_accuracy, triple$metrics$val_accuracy)
  expect_error(fit(iris_model(), x, labels, validation_data = x), "`validation_data`",
               class = "rkeras_error_argument")
})

test_that("factors mean the levels trained on, whatever their own", {
  model <- iris_model()
  rows <- c(1, 60, 61, 120)
  reversed <- factor(iris$Species, rev(levels(iris$Species)))
  fit(model, iris[1:4], iris$Species, epochs = 1, verbose = 0,
      validation_data = list(iris[rows, 1:4], reversed[rows]))
  expected <- evaluate(model, iris[rows, 1:4], iris$Species[rows], verbose = 0)
  expect_identical(evaluate(model, iris[rows, 1:4], reversed[rows], verbose = 0), expected)
  expect_identical(test_on_batch(model, iris[rows, 1:4], reversed[rows])$loss, expected$loss)
  expect_identical(
    evaluate(model, iris[60:62, 1:4], droplevels(iris$Species[60:62]), verbose = 0),
    evaluate(model, iris[60:62, 1:4], iris$Species[60:62], verbose = 0)
  )
  other <- factor(rep("oak", 4))
  expect_error(evaluate(model, iris[rows, 1:4], other), "oak.*, but the model was trained on",
               class = "rkeras_error_argument")
  expect_error(fit(model, iris[1:4], iris$Species, validation_data = list(iris[rows, 1:4], other)),
               "validation_data.*oak", class = "rkeras_error_argument")
})

test_that("class weights go by label or by level", {
  train <- function(y, weights) {
    model <- iris_model()
    fit(model, x, y, epochs = 1, class_weight = weights, verbose = 0, shuffle = FALSE)$metrics
  }
  by_label <- train(labels, list("0" = 1, "1" = 5, "2" = 1))
  expect_equal(by_label, train(iris$Species, c(setosa = 1, versicolor = 5, virginica = 1)))
  expect_false(isTRUE(all.equal(by_label$loss, train(labels, NULL)$loss)))
  expect_error(train(labels, c(1, 5, 1)), "`class_weight` must have the classes as names",
               class = "rkeras_error_argument")
})

test_that("sample weights of zero take observations out", {
  model <- iris_model()
  weights <- rep(c(1, 0), c(50, 100))
  weighted <- evaluate(model, x, labels, sample_weight = weights)
  only <- evaluate(model, x[1:50, ], labels[1:50])
  expect_equal(weighted$loss * 3, only$loss, tolerance = 1e-4)
})

test_that("training goes on from an epoch", {
  history <- fit(iris_model(), x, labels, epochs = 4, initial_epoch = 3, verbose = 0)
  expect_length(history$metrics$loss, 2)
  expect_identical(unique(as.data.frame(history)$epoch), 3:4)
  expect_error(fit(iris_model(), x, labels, epochs = 4, initial_epoch = 5), "`initial_epoch` (5)",
               fixed = TRUE, class = "rkeras_error_argument")
})

test_that("callbacks are taken alone and in a list", {
  stop_now <- keras$callbacks$TerminateOnNaN()
  history <- fit(iris_model(), x, labels, epochs = 1, callbacks = stop_now, verbose = 0)
  expect_length(history$metrics$loss, 1)
  seen <- c()
  see <- function(epoch, logs) seen <<- c(seen, epoch)
  note <- keras$callbacks$LambdaCallback(on_epoch_end = see)
  fit(iris_model(), x, labels, epochs = 2, callbacks = list(note), verbose = 0)
  expect_identical(seen, 0:1)
  expect_error(fit(iris_model(), x, labels, callbacks = list(see)), "must hold Keras callbacks",
               class = "rkeras_error_argument")
})

test_that("an R error in a callback comes out as itself", {
  fail <- function(epoch, logs) stop("this far")
  note <- keras$callbacks$LambdaCallback(on_epoch_end = fail)
  expect_error(fit(iris_model(), x, labels, callbacks = note, verbose = 0), "^this far$",
               class = "simpleError")
})


test_that("R's column-major arrays keep their meaning", {
  model <- keras_model_sequential(input_shape = c(2, 3)) |> layer_flatten()
  images <- array(1:12, c(2, 2, 3))
  expect_equal(predict(model, images)[1, ], c(t(images[1, , ])))
})

if (on_tensorflow()) test_that("a data set of TensorFlow's is data", {
  dataset <- tf$data$Dataset$from_tensor_slices(tuple(np_array(x, "float32"), labels))$batch(50L)
  history <- fit(iris_model(), dataset, epochs = 1, verbose = 0)
  expect_identical(history$params$steps, 3L)
  expect_identical(dim(predict(iris_model(), dataset$map(function(x, y) x))), c(150L, 3L))
})

test_that("a sparse matrix is data", {
  skip_if_not_installed("Matrix")
  skip_if_not(py_module_available("scipy"))
  x <- Matrix::sparseMatrix(i = c(1, 2, 1), j = c(1, 3, 2), x = c(1.5, 2, 3))
  model <- keras_model_sequential(input_shape = 3) |> layer_dense(1)
  compile(model, loss = "mse", optimizer = "sgd")
  fit(model, x, c(1, 2), epochs = 1, verbose = 0)
  expect_equal(predict(model, x), predict(model, unname(as.matrix(x))))
  expect_type(evaluate(model, x, c(1, 2), verbose = 0)$loss, "double")
})

test_that("evaluate() gives a vector with names", {
  result <- evaluate(iris_model(), x, labels)
  expect_type(result, "double")
  expect_named(result, c("loss", "accuracy"))
  expect_identical(result$accuracy, result[["accuracy"]])
  expect_null(result$mae)
  expect_output(print(result), "loss +accuracy")
})

test_that("targets may become a matrix, or a list of one, between trainings", {
  input <- keras_input(4)
  model <- keras_model(input, layer_dense(input, 1, name = "out"))
  model |> compile(loss = "mse")
  x <- as.matrix(iris[1:4])
  y <- iris$Sepal.Length
  for (targets in list(y, matrix(y), list(y), list(out = y), y)) {
    expect_length(fit(model, x, targets, epochs = 1, verbose = 0)$metrics$loss, 1)
    expect_named(evaluate(model, x, targets), "loss")
  }
})

test_that("a training that failed leaves a model that can be trained", {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(1)
  model |> compile(optimizer = "adam", loss = "mse")
  x <- as.matrix(iris[1:4])
  expect_error(fit(model, function() x, steps_per_epoch = 1, verbose = 0), "no targets")
  expect_length(fit(model, x, x[, 1], epochs = 1, verbose = 0)$metrics$loss, 1)
})
