x <- as.matrix(cars["speed"])
y <- as.matrix(cars["dist"])
one_layer <- function(...) {
  keras_model_sequential(input_shape = 1) |>
    layer_dense(units = 1, kernel_initializer = "ones", ...)
}
same <- function(object) call_python(object$`__class__`$from_config, list(object$get_config()))

test_that("a loss in R has arguments and is averaged over observations", {
  loss_power <- Loss("Power",
    initialize = function(exponent = 2, ...) {
      super$initialize(...)
      self$exponent <- exponent
    },
    call = function(y_true, y_pred) keras$ops$abs(y_true - y_pred)^self$exponent
  )
  expect_named(formals(loss_power), c("exponent", "..."))
  model <- one_layer() |> compile(loss = loss_power(exponent = 1))
  expect_equal(evaluate(model, x, y)$loss, mean(abs(y - x)), tolerance = 1e-5)
  loss <- same(loss_power(exponent = 3, name = "cube", reduction = "sum"))
  expect_identical(loss$exponent, 3)
  expect_identical(loss$name, "cube")
  expect_identical(loss$reduction, "sum")
})

test_that("a loss without arguments takes Keras's", {
  loss_absolute <- Loss("Absolute", call = function(y_true, y_pred) keras$ops$abs(y_true - y_pred))
  expect_identical(loss_absolute(name = "a", reduction = "sum")$name, "a")
})

test_that("a metric in R sums over batches", {
  metric_worst <- Metric("Worst",
    initialize = function(name = "worst", ...) {
      super$initialize(name = name, ...)
      self$worst <- self$add_variable(shape = list(), initializer = "zeros")
    },
    update_state = function(y_true, y_pred, sample_weight = NULL) {
      error <- keras$ops$max(keras$ops$abs(y_true - y_pred))
      self$worst$assign(keras$ops$maximum(self$worst, error))
    },
    result = function() self$worst + 0
  )
  model <- one_layer() |> compile(loss = "mse", metrics = metric_worst())
  expect_equal(evaluate(model, x, y, batch_size = 10)$worst, max(abs(y - x)), tolerance = 1e-5)
  metric <- metric_worst()
  metric$update_state(op_array(1), op_array(4))
  metric$update_state(op_array(1), op_array(2))
  expect_equal(as.numeric(metric$result()), 3)
  metric$reset_state()
  expect_equal(as.numeric(metric$result()), 0)
  expect_identical(same(metric_worst(name = "w"))$name, "w")
})

test_that("R functions are losses, metrics, activations, initializers, regularizers, constraints", {
  model <- one_layer(
    activation = function(x) x * 2,
    bias_initializer = function(shape, dtype = NULL) keras$ops$ones(shape, dtype = dtype),
    kernel_regularizer = function(x) keras$ops$sum(x) * 0 + 10,
    kernel_constraint = function(w) keras$ops$clip(w, -0.5, 0.5)
  )
  own_error <- structure(
    function(y_true, y_pred) keras$ops$mean(keras$ops$abs(y_true - y_pred)),
    py_function_name = "own_error"
  )
  model |> compile(loss = function(y_true, y_pred) (y_true - y_pred)^2, metrics = list(own_error))
  expected <- 2 * (x + 1)
  result <- evaluate(model, x, y, batch_size = 50)
  expect_equal(result$loss, mean((y - expected)^2) + 10, tolerance = 1e-5)
  expect_equal(result$own_error, mean(abs(y - expected)), tolerance = 1e-5)
  model |> fit(x, y, epochs = 1, verbose = 0)
  expect_lte(abs(as.numeric(as.array(model$weights[[1]]))), 0.5)
})

test_that("a constraint in R keeps weights in bounds", {
  constraint_at_most <- Constraint("AtMost",
    initialize = function(limit) self$limit <- limit,
    call = function(w) keras$ops$minimum(w, self$limit)
  )
  model <- one_layer(kernel_constraint = constraint_at_most(0.25)) |> compile(loss = "mse")
  model |> fit(x, y, epochs = 1, verbose = 0)
  expect_lte(as.numeric(as.array(model$weights[[1]])), 0.25)
  expect_identical(same(constraint_at_most(limit = 2))$limit, 2)
})

test_that("a schedule in R gives the learning rate", {
  schedule_steps <- new_learning_rate_schedule_class("Steps",
    initialize = function(rate, every) {
      self$rate <- rate
      self$every <- every
    },
    call = function(step) {
      self$rate * 0.5^keras$ops$floor(keras$ops$cast(step, "float32") / self$every)
    }
  )
  schedule <- same(schedule_steps(0.1, every = 10))
  expect_equal(as.numeric(schedule(10L)), 0.05, tolerance = 1e-6)
  model <- one_layer() |> compile(optimizer = keras$optimizers$SGD(schedule), loss = "mse")
  model |> fit(x, y, epochs = 10, batch_size = 10, verbose = 0)
  expect_equal(as.numeric(model$optimizer$learning_rate), 0.1 * 0.5^5, tolerance = 1e-6)
})

test_that("initializers, regularizers and optimizers are classes too", {
  Filled(keras$initializers$Initializer) %py_class% {
    initialize <- function(value) self$value <- value
    `__call__` <- function(shape, dtype = NULL) keras$ops$full(shape, self$value, dtype = dtype)
  }
  layer <- layer_dense(units = 2, kernel_initializer = Filled(3))
  layer(x)
  expect_true(all(as.array(layer$kernel) == 3))
  expect_identical(same(Filled(value = 4))$value, 4)

  Halving(keras$optimizers$SGD) %py_class% {
    update_step <- function(gradient, variable, learning_rate) self$assign(variable, variable / 2)
  }
  model <- one_layer() |> compile(optimizer = Halving(), loss = "mse")
  model |> fit(x, y, epochs = 1, batch_size = 50, verbose = 0)
  expect_equal(as.numeric(as.array(model$weights[[1]])), 0.5)
})

test_that("weights of a metric need no shape", {
  metric_count <- Metric("Count",
    initialize = function(name = "count", ...) {
      super$initialize(name = name, ...)
      self$n <- self$add_weight(name = "n", initializer = "zeros")
      self$m <- self$add_weight(shape = 2, initializer = "zeros")
    },
    update_state = function(y_true, y_pred, sample_weight = NULL) self$n$assign_add(1),
    result = function() self$n
  )
  metric <- metric_count()
  metric$update_state(1, 2)
  expect_identical(as.numeric(metric$result()), 1)
  expect_identical(dim(as.array(metric$m)), 2L)
})

test_that("methods may be in `public`", {
  halve <- Constraint("Halve", public = list(
    initialize = function(by = 2) self$by <- by,
    call = function(w) w / self$by,
    get_config = function() list(by = self$by)
  ))
  expect_equal(as.vector(halve()(op_array(c(2, 4)))), c(1, 2))
  expect_identical(get_config(halve(4))$by, 4)
  layer <- layer_dense(units = 1, kernel_constraint = halve(4))
  expect_s3_class(layer$kernel_constraint, "Halve")
  loss_own <- Loss("Own", public = list(call = function(y_true, y_pred) y_pred * 3))
  expect_equal(as.numeric(loss_own()(c(1, 1), c(2, 2))), 6)
  metric <- Metric("Own", public = list(update_state = function(...) NULL, result = function() 1))
  expect_identical(metric()$result(), 1)
})

test_that("a hook that Keras does not know is a warning", {
  expect_warning(
    Callback("Misspelt", on_epoch_ends = function(epoch, logs) NULL), "Did you mean `on_epoch_end`"
  )
  expect_silent(Callback("WithHelper", on_epoch_end = function(epoch) NULL, helper = function() 1))
})

test_that("a loss and a metric never compare each target with each prediction", {
  set.seed(1)
  x <- matrix(rnorm(40), 20)
  y <- rnorm(20)
  labels <- rep(1:2, 10)
  own <- list(
    column = function(y_true, y_pred) op_square(y_true - y_pred[, 1, drop = FALSE]),
    mean = function(y_true, y_pred) op_mean(op_square(y_true - y_pred[, 1, drop = FALSE])),
    vector = function(y_true, y_pred) op_square(y_true - y_pred[, 1]),
    all = function(y_true, y_pred) op_square(y_true - y_pred),
    classes = function(y_true, y_pred) op_mean(op_square(op_one_hot(y_true, 2) - y_pred), axis = -1)
  )
  own_metric <- function(fun) {
    Metric("OwnMetric",
      initialize = function(name = "own", ...) {
        super$initialize(name = name, ...)
        self$value <- self$add_variable(shape = list(), initializer = "zeros")
      },
      update_state = function(y_true, y_pred, sample_weight = NULL) {
        self$value$assign(op_mean(fun(y_true, y_pred)))
      },
      result = function() self$value + 0
    )()
  }
  for (units in 1:2) for (name in names(own)) for (form in c("function", "Loss", "f", "Metric")) {
    # Classes of losses and metrics get the targets as functions do.
    if (units == 1 && (name == "classes" || form %in% c("Loss", "f"))) next
    fun <- own[[name]]
    targets <- if (name == "classes") labels else y
    model <- keras_model_sequential(input_shape = 2) |> layer_dense(units)
    loss <- switch(form, `function` = fun, Loss = Loss("OwnLoss", call = fun)(), "mse")
    metric <- switch(form, f = custom_metric("own", fun), Metric = own_metric(fun))
    if (!is.null(metric)) loss <- function(y_true, y_pred) op_mean(y_pred)
    model |> compile(loss = loss, metrics = metric, optimizer = optimizer_sgd(0))
    p <- as.array(model(x))
    expected <- switch(name,
      all = mean((y - p)^2), classes = mean((diag(2)[labels, ] - p)^2), mean((y - p[, 1])^2)
    )
    value <- if (is.null(metric)) "loss" else "own"
    found <- c(
      evaluate(model, x, targets)[[value]], test_on_batch(model, x, targets)[[value]],
      train_on_batch(model, x, matrix(targets))[[value]],
      fit(model, x, targets, epochs = 1, verbose = 0)$metrics[[value]]
    )
    if (name == "classes") found <- found[-3]
    expected <- rep(expected, length(found))
    expect_equal(found, expected, tolerance = 1e-4, info = paste(units, name, form))
  }
})

test_that("a loss that compares all observations on purpose gets its targets as they are", {
  shapes <- list()
  ranking <- function(y_true, y_pred) {
    shapes <<- c(shapes, list(length(dim(y_true))))
    p <- y_pred[, 1]
    sign <- op_expand_dims(y_true, 1) - op_expand_dims(y_true, 2)
    op_mean(op_relu(sign * (op_expand_dims(p, 1) - op_expand_dims(p, 2))))
  }
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(2)
  model |> compile(loss = ranking, run_eagerly = TRUE)
  y <- c(1, 5, 3)
  p <- predict(model, matrix(1:3), verbose = 0)[, 1]
  expected <- mean(pmax(0, outer(y, y, `-`) * outer(p, p, `-`)))
  expect_equal(evaluate(model, matrix(1:3), y)[["loss"]], expected, tolerance = 1e-5)
  expect_true(all(unlist(shapes)[-(1:2)] == 1))
})

test_that("a metric may have other arguments than targets and predictions", {
  own <- Metric("OwnMean",
    inherit = metric_mean,
    update_state = function(values, sample_weight = NULL) super$update_state(values * 2)
  )
  metric <- own()
  metric$update_state(op_array(c(1, 3)))
  expect_equal(as.numeric(metric$result()), 4)
})
