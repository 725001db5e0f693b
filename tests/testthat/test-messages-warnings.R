test_that("Keras's warnings about training are in R's words and have the class of their rule", {
  forget_warnings()
  model <- keras_model_sequential(input_shape = 3) |> layer_dense(units = 1)
  model |> compile(loss = "mse")
  i <- 0
  batches <- function() {
    i <<- (i + 1) %% 4
    if (i > 0) list(matrix(0, 4, 3), 1:4)
  }
  expect_warning(
    fit(model, batches, epochs = 5, steps_per_epoch = 2, verbose = 0), "data ended before",
    class = "rkeras_warning_ran_out"
  )
})

test_that("Python's own text remains in the condition", {
  w <- tryCatch(
    import("warnings")$warn("You are using a softmax over axis -1 of a tensor. It has size 1."),
    warning = function(w) w
  )
  expect_match(conditionMessage(w), "always 1", fixed = TRUE)
  expect_match(w$python_message, "^You are using a softmax")
  expect_s3_class(w, c("rkeras_warning_one_softmax", "python.builtin.UserWarning"))
})

test_that("rules use what the text names", {
  words <- function(text) notice_in_r_words(list(message = text))$message
  expect_match(words("You are saving a model that has not yet been built."), "not built yet")
  expect_match(
    words("Gradients do not exist for variables ['dense/kernel'] when minimizing the loss."),
    "weights `dense/kernel`", fixed = TRUE
  )
  expect_match(words(paste(
    "5 out of the last 6 calls to <function f at 0x7f97e17ad7b0> triggered tf.function retracing."
  )), "5 of the last 6 calls of <function f>", fixed = TRUE)
  expect_match(words(paste(
    "5 out of the last 5 calls to <function pfor.<locals>.f at 0x7f97> triggered tf.function",
    "retracing."
  )), "Within tf_function() the graph is compiled once", fixed = TRUE)
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

test_that("a file with a layer in R that has layers is loaded without a warning", {
  layer_outer <- Layer(
    "WarningOuter", call = function(inputs) self$inner(inputs),
    initialize = function(...) {
      super$initialize(...)
      self$inner <- layer_dense(units = 2)
    }
  )
  model <- keras_model_sequential(input_shape = 3) |> layer_outer()
  file <- withr::local_tempfile(fileext = ".keras")
  save_model(model, file)
  expect_no_warning(loaded <- load_model(file, safe_mode = FALSE))
  expect_identical(predict(loaded, diag(3)), predict(model, diag(3)))
})
