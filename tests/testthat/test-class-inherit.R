test_that("a class inherits from what a wrapper makes", {
  layer <- Layer("Own", inherit = layer_dense)(units = 2)
  expect_s3_class(layer, c("Own", "keras.src.layers.core.dense.Dense"))
  expect_identical(layer$units, 2L)
  expect_s3_class(Layer("Own", inherit = layer_multi_head_attention)(num_heads = 2, key_dim = 2),
                  "keras.src.layers.attention.multi_head_attention.MultiHeadAttention")
  loss <- Loss("Own", inherit = loss_mean_squared_error)()
  expect_equal(as.numeric(loss(c(1, 2), c(1, 4))), 2)
  metric <- Metric("Own", inherit = metric_mean, result = function() super$result() * 2)()
  metric$update_state(c(1, 3))
  expect_equal(as.numeric(metric$result()), 4)
  expect_identical(Callback("Own", inherit = callback_early_stopping)(patience = 2)$patience, 2L)
  expect_s3_class(Constraint("Own", inherit = constraint_nonneg)(),
                  "keras.src.constraints.constraints.NonNeg")
  schedule <- new_learning_rate_schedule_class(
    "Own", inherit = learning_rate_schedule_cosine_decay
  )(0.1, decay_steps = 10)
  expect_equal(as.numeric(schedule(0L)), 0.1)
})

test_that("a class inherits from classes of R, Python and R6", {
  layer_base <- Layer("Base", call = function(inputs) inputs * 2)
  x <- op_array(c(1, 2))
  for (base in list(layer_base, r_to_py(layer_base), list(r_to_py(layer_base)))) {
    layer <- Layer("Derived", call = function(inputs) super$call(inputs) + 1, inherit = base)()
    expect_equal(as.vector(layer(x)), c(3, 5))
  }
  expect_s3_class(Layer("Derived", inherit = keras$layers$Dense)(units = 3), "Derived")
  R6_part <- R6::R6Class("Part", public = list(three = function() 3))
  expect_identical(PyClass("Whole", inherit = R6_part)()$three(), 3)
})

test_that("whole numbers are ints where the constructor is Keras's", {
  expect_identical(Layer("Own", inherit = keras$layers$Dense)(units = 2)$units, 2L)
  model <- keras_model_sequential(input_shape = c(3, 1)) |>
    Layer("Own", inherit = keras$layers$Conv1D)(filters = 2, kernel_size = 1)
  expect_identical(model$layers[[1]]$filters, 2L)
  own <- Layer("Own", initialize = function(units) {
    super$initialize(units)
    self$given <- units
  }, inherit = layer_dense)
  expect_identical(own(units = 2)$given, 2)
})

test_that("`inherit` is checked when the class is defined", {
  expect_raised_snapshot({
    Layer("A", inherit = 3)
    Layer("A", inherit = "layer_dense")
    Layer("A", inherit = loss_mean_squared_error)
    Layer("A", inherit = layer_dense(units = 1, name = "d"))
    Layer("A", inherit = keras$losses$Loss)
    Loss("A", inherit = Layer("B"))
    Loss("A", inherit = op_relu)
    Metric("A", inherit = mean)
    Callback("A", inherit = layer_dense)
    Callback("A", inherit = Metric("B"))
    PyClass("A", inherit = 1)
  })
})
