# Data of the wrong kind are told before training, and leave the model as it was.
x <- matrix(as.numeric(1:40), 10)
y <- as.numeric(1:10)
model <- keras_model_sequential(input_shape = 4) |> layer_dense(1)
compile(model, loss = "mse")
train <- function(...) fit(model, ..., epochs = 1, verbose = 0)
ones <- rep(1, 10)
batches <- function() list(x, y)

mistakes <- list(
  quote(train(x, mean)) ~ "`y` must be an array, vector, factor, .*, not a function[.]",
  quote(train(x, keras$ops)) ~ "`y` must be an array, .*, not an object of class `python.*module`",
  quote(train(model, y)) ~ "`x` must be an array, .*, not an object of class `keras.*Sequential`",
  quote(predict(model, keras_input(4))) ~ "`x` must be an array, .*KerasTensor`",
  quote(predict_on_batch(model, keras$ops)) ~ "`x` must be an array",
  quote(train(x, y, validation_data = model)) ~ "`validation_data` must be an array",
  quote(train(x, y, validation_data = np_array(x))) ~ "`validation_data` must be list[(]x, y[)]",
  quote(train(x, y, validation_data = list(batches, y))) ~ "supplies batches.*Leave out `val.*2..`",
  quote(train(batches, y)) ~ "`x` supplies batches, .*Leave out `y`",
  quote(train(batches, sample_weight = ones)) ~ "Leave out `sample_weight`",
  quote(evaluate(model, batches, y)) ~ "Leave out `y`",
  quote(train(batches, steps_per_epoch = 1, validation_split = 0.2)) ~ "Supply `validation_data`",
  quote(train(np_array(x))) ~ "`y` is missing",
  quote(train(x, y, data = iris)) ~ "`data` is used only with a formula",
  quote(train(y ~ a, cars, data = cars)) ~ "`y` and `data` cannot be combined",
  quote(train(x, y, sample_weight = factor(ones))) ~ "`sample_weight` .*, not a factor",
  quote(train(x, y, sample_weight = letters[1:10])) ~ "`sample_weight` must contain .*, not text",
  quote(train(x, y, sample_weight = mean)) ~ "`sample_weight` must be .*, not a function",
  quote(train(x, y, sample_weight = keras$ops)) ~ "`sample_weight` must be an array",
  quote(train(x, y, sample_weight = cbind(ones, ones))) ~ "but the loss has shape .NA.",
  quote(train(x, y, sample_weight = list(a = ones))) ~ "`sample_weight` has names",
  quote(train_on_batch(model, x, y, ones, c("1" = 1))) ~ "and `sample_weight` cannot be combined",
  quote(train(x, y + 0i)) ~ "`y` holds complex numbers",
  quote(train(x, data.frame(letters[1:10]))) ~ "Convert factors and text",
  quote(train(lapply(1:10, function(i) x[i, ]), y)) ~ "do.call.rbind, ...",
  quote(train_on_batch(model)) ~ "`x` is missing. Supply the model's inputs",
  quote(test_on_batch(model)) ~ "`x` is missing",
  quote(predict_on_batch(model)) ~ "`x` is missing",
  quote(train(x, y, batch_size = list(1))) ~ "`batch_size` must be one .*, not a list of 1",
  quote(train(x, y, validation_steps = keras$ops)) ~ "`validation_steps` must be one positive",
  quote(train(x, y, steps_per_epoch = integer())) ~ "not a vector of length 0",
  quote(train(x, y, batch_size = 1e10)) ~ "not 1e[+]10[.] Integers end at 2147483647",
  quote(fit(model, x, y, epochs = data.frame(a = 1))) ~ "`epochs` must be .*, not a data frame",
  quote(train(x, y, initial_epoch = list(1))) ~ "`initial_epoch` must be one positive whole",
  quote(train(x, y, validation_freq = keras$ops)) ~ "`validation_freq` must be positive whole",
  quote(train(x, y, batch = 3)) ~ "no argument `batch`. Did you mean `batch_size`",
  quote(train(x, y, validation = 3)) ~ "mean `validation_split`, `validation_data`, .* or `",
  quote(compile(model, lr = 3)) ~ "belongs to the optimizer: optimizer_adam.learning_rate"
)

test_that("data of the wrong kind are errors that leave the model as it was", {
  before <- get_weights(model)
  for (row in mistakes) {
    what <- deparse(row[[2]])[[1]]
    expect_error(eval(row[[2]][[2]]), row[[3]], class = "rkeras_error_argument", info = what)
  }
  expect_identical(get_weights(model), before)
})

test_that("what only looks like data of the wrong kind is none", {
  for (weights in list(cbind(ones), ones > 0, data.frame(w = ones), list(ones), np_array(ones))) {
    expect_equal(evaluate(model, x, y, sample_weight = weights), evaluate(model, x, y))
    expect_length(train(x, y, sample_weight = weights)$metrics$loss, 1)
  }
  expect_equal(evaluate(model, x, r_to_py(as.integer(y))), evaluate(model, x, y))
  expect_equal(evaluate(model, x, do.call(tuple, as.list(y))), evaluate(model, x, y))
  for (data in list(tuple(x, y), list(y = y, x = x), list(x = x, sample_weight = ones, y = y))) {
    expect_named(train(x, y, validation_data = data)$metrics, c("loss", "val_loss"))
  }
  expect_length(train(x, y, callbacks = list(NULL), batch_size = r_to_py(5L))$metrics$loss, 1)
})

test_that("targets of categorical losses are checked in lists, too", {
  classifier <- keras_model_sequential(input_shape = 4) |> layer_dense(3, activation = "softmax")
  compile(classifier, loss = "categorical_crossentropy")
  for (labels in list(y > 5, list(y), list(y > 5))) {
    expect_error(fit(classifier, x, labels), "takes 3 columns. Use to_categorical")
  }
  expect_error(train_on_batch(classifier, x, np_array(y)), "Use to_categorical")
})

test_that("sparse matrices of any layout are data", {
  skip_if_not_installed("Matrix")
  skip_if_not(py_module_available("scipy"))
  full <- matrix(c(1, 0, 2, 0, 3, 4, 5, 6), 10, 4)
  plain <- predict(model, full)
  for (layout in c("CsparseMatrix", "RsparseMatrix", "TsparseMatrix")) {
    sparse <- methods::as(methods::as(full, "dMatrix"), layout)
    expect_equal(predict(model, sparse), plain)
    expect_equal(predict_on_batch(model, sparse), plain)
    expect_equal(evaluate(model, sparse, y), evaluate(model, full, y))
  }
  target <- Matrix::Matrix(cbind(y), sparse = TRUE)
  expect_equal(evaluate(model, full, target), evaluate(model, full, y))
  expect_named(train_on_batch(model, sparse, target), "loss")
})
