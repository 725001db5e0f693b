# Each row of the table `checks` is tested with an example of the mistake.
x <- matrix(as.numeric(1:40) / 40, 10)
y <- as.numeric(1:10)
zero_one <- rep(0:1, 5)
model_of <- function(units = 1, activation = NULL, loss = "mse", ...) {
  keras_model_sequential(input_shape = 4) |>
    layer_dense(units = units, activation = activation) |>
    compile(loss = loss, ...)
}
binary <- function() model_of(1, "sigmoid", "binary_crossentropy")
sparse <- function() model_of(3, "softmax", "sparse_categorical_crossentropy")
branched <- function() {
  a <- keras_input(4, name = "a")
  b <- keras_input(4, name = "b")
  model <- keras_model(
    list(a, b), list(layer_dense(a, 1, name = "p"), layer_dense(b, 1, name = "q"))
  )
  model |> compile(loss = "mse")
}
unflattened <- function(loss) {
  keras_model_sequential(input_shape = c(6, 4)) |>
    layer_dense(units = 3, activation = "softmax") |>
    compile(loss = loss)
}
stateful <- function() {
  keras_model_sequential(input_shape = c(3, 2), batch_size = 4) |>
    layer_lstm(units = 2, stateful = TRUE)
}
handling <- function() {
  input <- keras_input(4)
  keras_model(input, layer_dense(op_nan_to_num(input), 1)) |> compile(loss = "mse")
}
train <- function(model, ..., epochs = 1) fit(model, ..., epochs = epochs, verbose = 0)

observed <- function() tensor_slices_dataset(list(x, y))

mistakes <- list(
  endless_data = quote(fit(model_of(), dataset_repeat(dataset_batch(observed(), 5)))),
  too_few_batches = quote(train(model_of(), dataset_batch(observed(), 5), steps_per_epoch = 3)),
  not_batched = quote(fit(model_of(), observed())),
  not_compiled = quote(fit(keras_model_sequential(input_shape = 4) |> layer_dense(1), x, y)),
  not_adapted = quote(train(
    keras_model_sequential() |> layer_normalization() |> layer_dense(1) |>
      compile(loss = "mse"), x, y
  )),
  not_normalized = quote(train(
    keras_model_sequential(input_shape = 4) |> layer_normalization() |> layer_dense(1) |>
      compile(loss = "mse"), x, y
  )),
  one_softmax = quote(model_of(1, "softmax", "binary_crossentropy")),
  one_class = quote(model_of(1, "sigmoid", "categorical_crossentropy")),
  exclusive_sigmoid = quote(model_of(3, "sigmoid", "categorical_crossentropy")),
  no_probability = quote(model_of(3, NULL, "sparse_categorical_crossentropy")),
  no_logits = quote(model_of(1, "sigmoid", loss_binary_crossentropy(from_logits = TRUE))),
  accuracy = quote(model_of(metrics = "accuracy")),
  learning_rate = quote(optimizer_adam(learning_rate = -1)),
  weight_decay = quote(optimizer_adam_w(weight_decay = -0.1)),
  label_smoothing = quote(loss_binary_crossentropy(label_smoothing = 1)),
  no_inputs = quote(fit(model_of())),
  no_targets = quote(fit(model_of(), x)),
  no_observations = quote(fit(model_of(), x[0, ], numeric())),
  observations = quote(fit(model_of(), x, y[1:9])),
  batch_observations = quote(train(model_of(), function() list(x, y[1:9]), steps_per_epoch = 1)),
  missing_integers = quote(predict(model_of(), matrix(c(1L, NA, 3L, 4L), 1))),
  missing_inputs = quote(evaluate(model_of(), replace(x, 3, NA), y)),
  missing = quote(evaluate(handling(), replace(x, 3, NA), y)),
  infinite = quote(evaluate(model_of(), replace(x, 3, Inf), y)),
  missing_targets = quote(fit(model_of(), x, replace(y, 3, NA))),
  weight_numbers = quote(fit(model_of(), x, y, sample_weight = factor(y))),
  weight_shape = quote(fit(model_of(), x, y, sample_weight = cbind(y, y))),
  two_weights = quote(fit(model_of(), x, y, sample_weight = y, class_weight = c("1" = 2))),
  class_of_numbers = quote(fit(model_of(), x, y / 20, class_weight = c("0" = 1, "1" = 2))),
  class_outside = quote(fit(sparse(), x, zero_one, class_weight = c("3" = 2))),
  batches_and_more = quote(fit(model_of(), function() list(x, y), y)),
  split_batches = quote(fit(model_of(), function() list(x, y), validation_split = 0.2)),
  data_of_formula = quote(fit(model_of(), x, y, data = iris)),
  data_and_targets = quote(fit(model_of(), y ~ a, cars, data = cars)),
  text_targets = quote(fit(sparse(), x, letters[1:10])),
  text_in_batches = quote(train(sparse(), function() list(x, letters[1:10]), steps_per_epoch = 1)),
  text_inputs = quote(predict(model_of(), matrix("1", 2, 4))),
  complex_inputs = quote(predict(model_of(), x + 1i)),
  input_shape = quote(predict(model_of(), x[, 1:3])),
  input_vector = quote(predict(model_of(), x[1, ])),
  input_count = quote(predict(model_of(), list(x, x))),
  input_list = quote(predict(branched(), x)),
  stateful_batch = quote(predict(stateful(), array(1, c(4, 3, 2)), batch_size = 2)),
  stateful_rows = quote(predict(stateful(), array(1, c(6, 3, 2)))),
  class_weight_of_steps = quote(fit(
    unflattened("sparse_categorical_crossentropy"), function() list(x, y), class_weight = c("1" = 2)
  )),
  part_name = quote(predict(branched(), list(a = x, c = x))),
  output_list = quote(fit(branched(), list(x, x), y)),
  output_names = quote(fit(model_of(), x, list(other = y))),
  output_count = quote(fit(branched(), list(x, x), list(y, y, y))),
  target_shape = quote(fit(model_of(3), x, x)),
  no_flatten = quote(fit(
    unflattened("sparse_categorical_crossentropy"), array(1, c(10, 6, 4)), zero_one
  )),
  factor_targets = quote(fit(model_of(), x, factor(zero_one))),
  label_shape = quote(fit(sparse(), x, to_categorical(zero_one, 3))),
  sparse_labels = quote(fit(sparse(), x, y)),
  one_hot_labels = quote(fit(model_of(3, "softmax", "categorical_crossentropy"), x, zero_one)),
  binary_labels = quote(train(binary(), x, y - 1)),
  unreachable = quote(train(model_of(1, "sigmoid"), x, y * 10)),
  epochs = quote(fit(model_of(), x, y, initial_epoch = 3, epochs = 2)),
  validation_split = quote(train(model_of(), x[1, , drop = FALSE], 1, validation_split = 0.5)),
  unseen_classes = quote(train(sparse(), x, rep(0:1, c(8, 2)), validation_split = 0.2)),
  monitor = quote(train(model_of(), x, y, callbacks = callback_reduce_lr_on_plateau("val_loss"))),
  nan_loss = quote(train(model_of(), x * 1e30, y * 1e30, epochs = 2))
)

test_that("each check in the table has its mistake, and each mistake its message", {
  expect_setequal(names(mistakes), names(checks))
  for (id in names(mistakes)) {
    outcome <- checks[[id]][["outcome"]]
    class <- if (outcome == "error") "rkeras_error_argument" else paste0("rkeras_warning_", id)
    cnd <- tryCatch(eval(mistakes[[id]]), condition = identity)
    expect_s3_class(cnd, class)
    pattern <- gsub("%[0-9$]*[sd]", "(.|\n)*", gsub("([][().+*?^$|`])", "\\\\\\1",
      gsub("%[0-9]+[$]", "%", checks[[id]][["message"]])))
    expect_match(conditionMessage(cnd), paste0("^", pattern, "$"), info = id)
  }
})

test_that("the messages are in plain English", {
  clear_session()
  expect_snapshot(for (id in names(mistakes)) {
    cnd <- tryCatch(eval(mistakes[[id]]), condition = identity)
    cat(checks[[id]][["outcome"]], ": ", conditionMessage(cnd), "\n", sep = "")
  })
})

test_that("warnings are silenced by their class, all others are heard", {
  x[[3]] <- Inf
  expect_no_warning(
    suppressWarnings(evaluate(model_of(), x, y), classes = "rkeras_warning_infinite")
  )
  expect_warning(
    suppressWarnings(evaluate(model_of(), x, y), classes = "rkeras_warning_nan_loss"),
    class = "rkeras_warning_infinite"
  )
})

test_that("what is usual is not warned of", {
  expect_no_warning(model_of(3, "softmax", "sparse_categorical_crossentropy", metrics = "accuracy"))
  expect_no_warning(model_of(1, "sigmoid", "mse", metrics = "accuracy"))
  expect_no_warning(model_of(1, NULL, loss_binary_crossentropy(from_logits = TRUE)))
  expect_no_warning(model_of(3, "sigmoid", "binary_crossentropy"))
  expect_no_warning(train(model_of(), x, y, validation_split = 0.2))
  expect_no_warning(train(binary(), x, zero_one, validation_split = 0.2))
  expect_no_warning(train(binary(), x, y / 10))
  stop_early <- callback_early_stopping("val_loss")
  expect_no_warning(train(model_of(), x, y, validation_split = 0.2, callbacks = stop_early))
  expect_no_warning(layer_dropout(rate = 1))
  expect_no_warning(optimizer_sgd(learning_rate = 0))
})

test_that("the epoch of a loss that becomes NaN is told, once", {
  model <- model_of()
  spoil <- callback_lambda(on_epoch_end = function(epoch, logs) {
    if (epoch == 2) set_weights(model, list(matrix(NaN, 4, 1), array(0, 1)))
  })
  warnings <- character()
  withCallingHandlers(
    train(model, x, y, epochs = 4, callbacks = spoil),
    warning = function(w) {
      warnings <<- c(warnings, conditionMessage(w))
      invokeRestart("muffleWarning")
    }
  )
  expect_length(warnings, 1)
  expect_match(warnings, "NaN from epoch 3 on")
})

test_that("the table in the manual is that of the checks", {
  page <- paste(document()$rd_checks(), collapse = "\n")
  for (id in names(checks)) {
    if (checks[[id]][["outcome"]] == "warning") expect_match(page, id, fixed = TRUE)
  }
  expect_identical(lengths(regmatches(page, gregexpr("\\cr", page, fixed = TRUE))), length(checks))
})

test_that("classes that only the validation has are named by their levels", {
  expect_warning(
    train(sparse(), x, factor(rep(c("a", "b"), c(8, 2))), validation_split = 0.2),
    "only they have the classes \"b\".", fixed = TRUE, class = "rkeras_warning_unseen_classes"
  )
  # In columns of zeros and ones, and of one of several outputs.
  sorted <- rep(0:1, c(8, 2))
  expect_warning(check_split(list(x = x, y = to_categorical(sorted)), 0.2), "the classes 1.",
                 class = "rkeras_warning_unseen_classes")
  expect_warning(check_split(list(x = x, y = list(a = x[, 1], b = sorted)), 0.2), "the classes 1.",
                 class = "rkeras_warning_unseen_classes")
  mixed <- to_categorical(rep_len(0:1, 10))
  expect_no_warning(check_split(list(x = x, y = mixed), 0.2))
})
