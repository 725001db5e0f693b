skip_if_not(is_keras_available())

shape <- function(x) dim(as.array(x))

test_that("R functions are layers", {
  x <- matrix(c(1, 2, 3, 4), 2)
  expect_equal(as.array(layer_lambda(x, function(x) x^2)), x^2)
  expect_equal(as.array(layer_lambda(-x, activation_relu)), 0 * x)
  model <- keras_model_sequential(input_shape = 2) |>
    layer_lambda(function(x, by) x * by, arguments = list(by = 3), name = "times")
  expect_equal(predict(model, x, verbose = 0), x * 3)
  expect_identical(model$layers[[1]]$name, "times")
})

test_that("the function is told whether the model is training", {
  layer <- layer_lambda(f = function(x, training = FALSE) if (isTRUE(training)) -x else x)
  expect_equal(as.array(layer(matrix(1), training = TRUE)), matrix(-1))
  expect_equal(as.array(layer(matrix(1))), matrix(1))
})

test_that("shapes of lambda layers are those of observations", {
  layer <- layer_lambda(f = function(x) x[, 1], output_shape = c(NA, 3))
  expect_identical(layer$compute_output_shape(list(7L, 2L)), list(7L, NULL, 3L))
  expect_refused(layer_lambda(f = 3), "`f` must be a function")
  expect_refused(layer_lambda(f = identity, arguments = list(3)), "`arguments` must be a list")
})

test_that("layers to wrap are layers, or wrappers that need no arguments", {
  x <- array(1, c(2, 3, 4))
  expect_identical(shape(layer_time_distributed(x, layer_dense(units = 5))), c(2L, 3L, 5L))
  expect_identical(shape(time_distributed(x, layer_flatten)), c(2L, 3L, 4L))
  expect_refused(layer_time_distributed(x, layer_dense), "`layer` is a function that needs `units`")
  expect_refused(layer_time_distributed(x, "dense"), "`layer` must be a layer")
  expect_refused(layer_time_distributed(x, mean), "`layer` must be a layer")
})

test_that("bidirectional layers join both ways as asked", {
  x <- array(sin(1:24), c(2, 3, 4))
  expect_identical(shape(bidirectional(x, layer_gru(units = 2))), c(2L, 4L))
  expect_identical(shape(bidirectional(x, layer_gru(units = 2), merge_mode = "ave")), c(2L, 2L))
  both <- layer_bidirectional(
    x, layer_gru(units = 2), merge_mode = NULL,
    backward_layer = layer_lstm(units = 3, go_backwards = TRUE)
  )
  expect_identical(lapply(both, shape), list(c(2L, 2L), c(2L, 3L)))
  expect_error(layer_bidirectional(x, layer_dense(units = 2)), "`layer` must be a recurrent layer",
               class = "python.builtin.TypeError")
})

test_that("cells are layers, alone or in a list", {
  x <- array(sin(1:24), c(2, 3, 4))
  expect_identical(shape(layer_rnn(x, rnn_cell_gru(units = 2, name = "cell"))), c(2L, 2L))
  expect_identical(shape(layer_rnn(x, list(rnn_cell_gru(units = 2), rnn_cell_lstm(units = 3)))),
                   c(2L, 3L))
  expect_identical(rnn_cell_lstm(units = 2, name = "cell")$name, "cell")
  expect_refused(rnn_cell_lstm(units = 2, nam = "cell"), "Did you mean `name`")
  expect_refused(rnn_cells_stack(list(3)), "`cells` must be a layer")
})

test_that("layers of libraries that are missing say what to install", {
  rows <- list(
    flax = quote(layer_flax_module_wrapper(module = NULL)),
    torch = quote(layer_torch_module_wrapper(module = NULL))
  )
  for (module in names(rows)) {
    skip_if(py_module_available(module))
    expect_error(eval(rows[[module]]), sprintf("py_install(\"%s\")", module), fixed = TRUE,
                 class = "rkeras_error_module")
  }
})

test_that("a folder that holds no model is Keras's error", {
  expect_error(layer_tfsm(filepath = tempfile()), class = "python.builtin.Exception")
  expect_refused(layer_tfsm(filepath = 3), "`filepath` must be one string")
})
