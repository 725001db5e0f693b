test_that("Keras's warnings about training and saving are in R's words", {
  forget_warnings()
  model <- keras_model_sequential(input_shape = 3) |> layer_dense(units = 1)
  model |> compile(loss = "mse")
  expect_warning(
    save_model(model, withr::local_tempfile(fileext = ".h5")), "legacy format.*[.]keras",
    class = "rkeras_warning_python"
  )
  i <- 0
  batches <- function() {
    i <<- (i + 1) %% 4
    if (i > 0) list(matrix(0, 4, 3), 1:4)
  }
  expect_warning(
    fit(model, batches, epochs = 5, steps_per_epoch = 2, verbose = 0), "data ended before",
    class = "python.builtin.UserWarning"
  )
})

test_that("Python's own text remains in the condition", {
  w <- tryCatch(
    import("warnings")$warn("The model does not have any trainable weights."),
    warning = function(w) w
  )
  expect_match(conditionMessage(w), "unfreeze_weights()", fixed = TRUE)
  expect_identical(w$python_message, "The model does not have any trainable weights.")
})

test_that("rules use what the text names", {
  words <- function(text) notice_in_r_words(list(message = text))$message
  expect_match(
    words("Gradients do not exist for variables ['dense/kernel'] when minimizing the loss."),
    "weights `dense/kernel`", fixed = TRUE
  )
  expect_match(words(paste(
    "Skipping variable loading for optimizer 'adam', because it has 2 variables whereas the saved",
    "optimizer has 4 variables. "
  )), "state of another optimizer or of other weights (4 variables, not 2)", fixed = TRUE)
  expect_match(words(paste(
    "Layer 'flat' (of type Flatten) was passed an input with a mask attached to it.",
    "However, this layer does not support masking"
  )), "Layer `flat` (Flatten)", fixed = TRUE)
  expect_match(words(paste(
    "5 out of the last 6 calls to <function f at 0x7f97e17ad7b0> triggered tf.function retracing."
  )), "5 of the last 6 calls of <function f>", fixed = TRUE)
  expect_match(words(paste(
    "5 out of the last 5 calls to <function pfor.<locals>.f at 0x7f97> triggered tf.function",
    "retracing."
  )), "Within tf_function() the graph is compiled once", fixed = TRUE)
  expect_match(words(paste(
    "When providing `inputs` as a dict, all keys in the dict must match the names of the",
    "corresponding tensors. Received key 'first' mapping to value <KerasTensor name=inner> which",
    "has name 'inner'. Change the tensor name"
  )), "calls \"first\" what keras_input() named \"inner\"", fixed = TRUE)
  expect_match(words("Layer Conv2D does not have a `quantize` method implemented."),
               "cannot quantize layers of the class Conv2D", fixed = TRUE)
  for (name in c("InputLayer", "MaxPooling2D", "LeakyReLU", "Dropout")) {
    expect_null(words(sprintf("Layer %s does not have a `quantize` method implemented.", name)))
  }
  expect_identical(words("unknown"), "unknown")
})

test_that("many small models in a row are not warned of", {
  for (i in 1:8) {
    model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
    model |> compile(loss = "mse")
    expect_no_warning(fit(model, 1:4, 1:4, epochs = 1, verbose = 0))
    expect_no_warning(predict(model, 1:4, verbose = 0))
  }
})
