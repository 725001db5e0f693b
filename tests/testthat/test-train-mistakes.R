# Common mistakes: the error must name the argument and say what to do.
x <- matrix(as.numeric(1:40), 10)
y <- as.numeric(1:10)
one <- function(units = 1, loss = "mse") {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = units)
  model |> compile(loss = loss)
}
branched <- function(loss = "mse") {
  a <- keras_input(4, name = "a")
  b <- keras_input(4, name = "b")
  model <- keras_model(
    list(a, b), list(layer_dense(a, 1, name = "p"), layer_dense(b, 1, name = "q"))
  )
  model |> compile(loss = loss)
}
train <- function(model, ...) fit(model, ..., epochs = 1, verbose = 0)
days <- Sys.Date() + 1:10
sparse <- "sparse_categorical_crossentropy"

mistakes <- list(
  quote(train(one(), x, days)) ~ "`y` contains dates or times .class `Date`.: convert them",
  quote(train(one(), as.POSIXlt(days), y)) ~ "`x` contains dates or times",
  quote(predict(one(), list(days - days[[1]]))) ~ "`x` contains dates or times .class `difftime`.",
  quote(loss_mean_squared_error(days, days)) ~ "`y_true` contains dates",
  quote(train(one(), "data.csv", y)) ~ "`x` holds text, but the model takes numbers",
  quote(predict(one(), matrix("1", 2, 4))) ~ "`x` holds text",
  quote(train(one(), x + 1i, y)) ~ "`x` holds complex numbers, but the model takes float32",
  quote(one(loss = 1)) ~ "`loss` must be a name, a function or an object of Keras, not 1",
  quote(optimizer_adam(NA)) ~ "`learning_rate` must be a number, a schedule or a function, not NA",
  quote(train(one(), x, y, validation_split = 0.2, validation_freq = 0)) ~
    "`validation_freq` must be positive whole numbers, not 0",
  quote(train(one(), x, y, validation_data = x)) ~ "`validation_data` must be .*not an array of",
  quote(train(one(), y ~ z, data = data.frame(y = y))) ~
    "`data` has no column `z`, which the formula uses",
  quote(train(one(), y ~ x, data = x)) ~ "`data` must be a data frame .*, not an array",
  quote(compile(one(), optimizer = 0.01)) ~ "`optimizer` must be a name",
  quote(compile(one(), run_eagerly = "yes")) ~ "`run_eagerly` must be TRUE or FALSE, not \"yes\"",
  quote(compile(one(), jit_compile = "yes")) ~ "`jit_compile` must be TRUE or FALSE",
  quote(compile(one(), steps_per_execution = 0)) ~ "`steps_per_execution` must be one positive",
  quote(train(one(), x, y, shuffle = "yes")) ~ "`shuffle` must be TRUE or FALSE",
  quote(train(branched(), x, list(y, y))) ~ "`x` must be a list of 2 arrays.*inputs `a`, `b`",
  quote(train(branched(), list(a = x, c = x), list(y, y))) ~ "`x` has the name `c`.*`a`, `b`",
  quote(predict(branched(), list(a = x, c = x))) ~ "`x` has the name `c`",
  quote(train(branched(), list(x, x), y)) ~ "`y` must be a list of 2.*outputs `p`, `q`",
  quote(train(branched(), list(x, x), list(y, y, y))) ~ "`y` is a list of 3, but the model has",
  quote(train(branched(), list(x, x), list(p = y, r = y))) ~ "`y` has the name `r`.*`p`, `q`",
  quote(train(branched(), list(x, x), list(y, y), validation_data = list(list(x, x), y))) ~
    "`validation_data..2..` must be a list of 2",
  quote(one(loss = list("mse", "mae"))) ~ "`loss` is a list of 2, but the model has one output",
  quote(one(loss = list(dense = "mse"))) ~ "`loss` has names, but the model's one output has none",
  quote(branched(list(p = "mse", r = "mae"))) ~ "`loss` has the name `r`.*`p`, `q`",
  quote(train(one(2, sparse), x, rep(c(-1, 1), 5))) ~ "from -1 to 1.*from 0 to 1[.]$",
  quote(train(one(2, sparse), x, y / 4)) ~ "To predict numbers, use a loss such as \"mse\"",
  quote(one(loss = "msee")) ~ "Did you mean \"mse\"?",
  quote(predict(one(), data = x)) ~ "no argument `data`",
  quote(predict(one(), x, type = "prob")) ~ "The classes are not known",
  quote(predict(one(), x, type = "p")) ~
    "`type` must be one of \"response\", \"class\", \"prob\", \"link\",.* not \"p\"",
  quote(callback_lambda(on_epoch_end = 3)) ~ "`on_epoch_end` must be a function, not 3",
  quote(train(one(), x, y, callbacks = callback_early_stopping)) ~ "`callbacks` .*: call it first",
  quote(train(one(), x, y, callbacks = function(epoch) 1)) ~ "callback_lambda.on_epoch_end = .",
  quote(iris |> layer_dense(units = 3)) ~ "`object` .* not a data frame .as.matrix",
  quote(metric_binary_accuracy(threshold = "a")) ~ "`threshold` must be a number, not \"a\"",
  quote(initializer_random_normal(stddev = "a")) ~ "`stddev` must be a number",
  quote(layer_dropout(rate = "0.5")) ~ "`rate` must be a number from 0 to 1, not \"0.5\"",
  quote(layer_dense(units = 2, kernel_initializer = "he")) ~ "is not in keras.initializers[.]$",
  quote(layer_time_distributed(keras_input(c(2, 3)), layer_dense)) ~
    "`layer` is a function that needs `units`: call it",
  quote(keras_model_sequential(input_shape = "3")) ~ "`input_shape` must contain whole numbers",
  quote(op_concatenate(x, x)) ~ "`axis` must be a whole number .*not an array of shape .10, 4.[.]",
  quote(metric_recall_at_precision(0.5)) ~
    "got 0.5 without a name. .*`precision`, `num_thresholds`",
  quote(metric_mean_wrapper(sum)) ~ "`fn` must be a function, but it is missing",
  quote(get_weights(5)) ~ "`object` must be a Keras model or layer, not 5",
  quote(count_params("m")) ~ "`object` must be a Keras model or layer, not \"m\"",
  quote(freeze_weights(3)) ~ "`object` must be a Keras model or layer, not 3",
  quote(clone_model(3)) ~ "`model` must be a Keras model, not 3",
  quote(register_keras_serializable(3)) ~ "`object` must be a class or a function, not 3",
  quote(one(loss = function(y) y)) ~ "`loss` must be a function of .y_true, y_pred., not of .y.[.]",
  quote(from_config(list(units = 2))) ~ "that get_config\\(\\) returned.*do.call"
)

test_that("mistakes are errors that name the argument and the remedy", {
  for (row in mistakes) {
    what <- deparse(row[[2]])[[1]]
    expect_refused(eval(row[[2]][[2]]), row[[3]], info = what)
  }
})

test_that("errors of Keras name the argument and the remedy", {
  expect_error(layer_dense(units = 2, name = "a/b"), "`name` = \"a/b\" has a slash")
  expect_error(layer_text_vectorization()("a b"), "has no vocabulary yet. Call adapt")
  expect_error(layer_string_lookup(vocabulary = c("a", "a")), "has repeated terms: \"a\"")
  expect_error(layer_dense(units = 2)("abc"), "must be tensors or arrays of numbers, not \"abc\"")
  expect_error(layer_dense(units = 2)(iris), "elements that are not numbers")
  expect_error(op_relu(x > NA), "^`x` has 40 missing values .*tensors of logicals have no NA")
  expect_error(layer_string_lookup(vocabulary = c("a", "b"))(c("a", NA)),
               "missing values \\(NA\\) at position 2, for which layer")
  expect_error(op_convert_to_tensor(c("a", NA)), "tensors of text have no NA. Replace it")
  expect_error(op_add(1, NA), "`x2` has 1 missing value .* tensors of logicals have no NA")
  expect_error(op_convert_to_tensor(days), "^`x` contains dates or times: convert them")
  expect_error(op_convert_to_tensor(as.POSIXct(days)), "^`x` contains dates or times")
  expect_error(op_convert_to_tensor(days - days), "^`x` contains dates or times")
  expect_error(layer_resizing(height = 2, width = 2)(x), "has fewer axes than this layer")
  expect_error(pad_sequences(list(c("a", "b"))), "`sequences` contains text .\"a\". in place of")
  expect_error(one()$fit(x, y), "Keras accepts arrays, tensors .*convert vectors: np_array")
  expect_error(train(keras_model_sequential(input_shape = c(10, 4)) |> layer_dense(1) |>
                       compile(loss = "mse"), x, y), "leave it out of `input_shape`")
  expect_error(layer_lambda(keras_input(4), function(x) nosuch(x)),
               "layer_lambda.. failed: could not find function \"nosuch\"[.]")
  expect_error(layer_lambda(keras_input(4), function(x) NULL), "layer_lambda.. did not return")
  no_result <- keras_model_sequential(input_shape = 4) |>
    layer_lambda(function(x) NULL) |>
    layer_dense(1)
  expect_error(predict(no_result, x), "A layer returned NULL in place of a tensor")
  expect_error(train(compile(keras_model_sequential(), loss = "mse"), x, y), "has no layers. Add")
  expect_error(keras_model(x, layer_dense(keras_input(4), 1)), "`inputs` must .*, not an array of")
  expect_error(keras_model_sequential(layer_dense(units = 1)), "A pipe begins with the model")
  expect_error(layer_dense(units = 1, input_dim = 2), "keras_model_sequential.input_shape")
  expect_error(fitted(one()), "not trained with a formula, which fitted\\(\\) needs")
  expect_error(op_conv(x, x), "^ValueError: Input rank not supported: 2")
})

test_that("errors of batches and weights name what does not fit", {
  model <- one()
  first <- list(x, y)
  expect_error(train(model, supplied(first, first, list(x[, 1:3], y))),
               "A batch of the generator has data of shape \\(10, 3\\), .* had \\(NA, 4\\)")
  expect_error(train(model, function() NULL), "`x` has no batches: the function returned NULL")
  classifier <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 3)
  compile(classifier, loss = loss_sparse_categorical_crossentropy(from_logits = TRUE))
  expect_error(train(classifier, supplied(list(x, y - 4))),
               "holds labels from -?\\d to \\d, but with 3 outputs labels must .* from 0 to 2[.]")
  file <- withr::local_tempfile(fileext = ".weights.h5")
  save_model_weights(model, file)
  expect_error(load_model_weights(one(2), file),
               "weights of another model: .*\\(4, 2\\).*\\(4, 1\\)")
})

test_that("infinite values are warned of, once each", {
  found <- character()
  withCallingHandlers(
    train(one(), replace(x, 3, Inf), replace(y, 2, -Inf)),
    rkeras_warning_infinite = function(w) {
      found <<- c(found, conditionMessage(w))
      invokeRestart("muffleWarning")
    },
    rkeras_warning_nan_loss = function(w) invokeRestart("muffleWarning")
  )
  expect_match(found, "^`[xy]` has infinite values")
  expect_length(found, 2)
  expect_no_warning(train(one(), x * 1e306, y), class = "rkeras_warning_infinite")
})

test_that("what only looks like a mistake is none", {
  expect_no_error(train(branched(list("mse", "mae")), list(b = x, a = x), list(q = y, p = y)))
  expect_no_error(train(branched(list(p = "mse", q = "mae")), list(x, x), list(y, y)))
  expect_no_error(train(one(loss = list("mse")), list(x), list(y)))
  a <- keras_input(4, name = "inner")
  model <- keras_model(list(first = a), list(last = layer_dense(a, 1)))
  model |> compile(loss = list(last = "mse"))
  expect_no_error(train(model, list(first = x), list(last = y)))
  expect_no_error(predict(one(), x, type = "response"))
})

test_that("errors name the function that the user called", {
  call_of <- function(expr) deparse(conditionCall(tryCatch(expr, error = identity)))
  expect_identical(call_of(op_sum(matrix(1, 2, 2), axis = 0)), "op_sum(matrix(1, 2, 2), axis = 0)")
})
