set_random_seed(1)
x <- as.matrix(iris[1:4])
y <- iris$Species
two_layers <- function(...) {
  Model("TwoLayers",
    initialize = function(units, ...) {
      super$initialize(...)
      self$hidden <- layer_dense(units = units, activation = "relu")
      self$out <- layer_dense(units = 3, activation = "softmax")
    },
    call = function(inputs, training = FALSE) inputs |> self$hidden() |> self$out(),
    ...
  )
}
gradient_step <- function(data) {
  with(tf$GradientTape() %as% tape, {
    y_pred <- self(data[[1]], training = TRUE)
    loss <- self$compute_loss(y = data[[2]], y_pred = y_pred)
  })
  variables <- self$trainable_variables
  self$optimizer$apply(tape$gradient(loss, variables), variables)
  for (metric in self$metrics) {
    if (metric$name == "loss") metric$update_state(loss) else metric$update_state(data[[2]], y_pred)
  }
  values <- lapply(self$metrics, function(metric) metric$result())
  names(values) <- vapply(self$metrics, function(metric) metric$name, "")
  values
}

test_that("a model is made, trained and used", {
  set_random_seed(1)
  model <- two_layers()(units = 8, name = "two")
  expect_s3_class(model, c("TwoLayers", "keras.src.models.model.Model"), exact = FALSE)
  expect_identical(model$name, "two")
  model |> compile(loss = "sparse_categorical_crossentropy", metrics = "accuracy")
  history <- model |> fit(x, y, epochs = 3, verbose = 0)
  expect_lt(history$metrics$loss[[3]], history$metrics$loss[[1]])
  expect_identical(dim(predict(model, x)), c(150L, 3L))
  expect_length(model$trainable_weights, 4)
  expect_output(print(model), "TwoLayers|two")
})

test_that("steps in R do what Keras's do, compiled or not", {
  trained <- function(model, ...) {
    set_random_seed(7)
    model <- model(units = 8)
    model |> compile(optimizer = "adam", loss = "sparse_categorical_crossentropy", ...)
    (model |> fit(x, y, batch_size = 50, epochs = 2, verbose = 0, shuffle = FALSE))$metrics$loss
  }
  expected <- trained(two_layers())
  expect_equal(trained(two_layers(train_step = gradient_step)), expected, tolerance = 1e-5)
  expect_equal(trained(two_layers(train_step = gradient_step), run_eagerly = TRUE), expected,
               tolerance = 1e-5)
})

test_that("a step runs once for the graph, not for each batch", {
  steps <- 0
  model <- two_layers(
    train_step = function(data) {
      steps <<- steps + 1
      super$train_step(data)
    }
  )(units = 2)
  model |> compile(loss = "sparse_categorical_crossentropy")
  model |> fit(x, y, batch_size = 10, epochs = 2, verbose = 0)
  expect_lte(steps, 2)
})

test_that("tests and predictions have steps too", {
  model <- two_layers(
    test_step = function(data) list(sum = keras$ops$sum(data[[1]]) * 0 + 42),
    predict_step = function(data) self(data) * 0 + 7
  )(units = 2)
  model |> compile(loss = "sparse_categorical_crossentropy")
  expect_equal(as.list(evaluate(model, x, y)), list(sum = 42))
  expect_true(all(predict(model, x) == 7))
})

test_that("compute_loss() and compute_metrics() in R are used", {
  model <- two_layers(
    compute_loss = function(x = NULL, y = NULL, y_pred = NULL, sample_weight = NULL, ...) {
      keras$ops$sum(y_pred) * 0 + 3
    },
    compute_metrics = function(x, y, y_pred, sample_weight = NULL) {
      c(super$compute_metrics(x, y, y_pred, sample_weight), list(constant = 5))
    }
  )(units = 2)
  model |> compile(loss = "sparse_categorical_crossentropy")
  history <- model |> fit(x, y, epochs = 1, verbose = 0)
  expect_equal(history$metrics$loss, 3)
  expect_equal(history$metrics$constant, 5)
})

test_that("a model within a model, and a functional one that is a subclass", {
  inner <- two_layers()(units = 4)
  outer <- keras_model_sequential(input_shape = 4)
  outer$add(inner)
  outer |> layer_dense(units = 2)
  expect_identical(dim(predict(outer, x)), c(150L, 2L))

  Functional <- Model("MyFunctional", initialize = function(units) {
    input <- keras_input(4)
    super$initialize(inputs = input, outputs = input |> layer_dense(units = units))
  })
  model <- Functional(units = 3)
  expect_identical(dim(predict(model, x)), c(150L, 3L))
  expect_length(model$layers, 2)
})

test_that("a custom loop trains", {
  set_random_seed(1)
  model <- two_layers()(units = 8)
  optimizer <- keras$optimizers$Adam(0.01)
  loss_fn <- keras$losses$SparseCategoricalCrossentropy()
  step <- function(x, y) {
    with(tf$GradientTape() %as% tape, loss <- loss_fn(y, model(x, training = TRUE)))
    gradients <- tape$gradient(loss, model$trainable_variables)
    optimizer$apply_gradients(zip_lists(gradients, model$trainable_variables))
    as.numeric(loss)
  }
  losses <- replicate(20, step(tf$constant(x, "float32"), tf$constant(as.integer(y) - 1L)))
  expect_lt(losses[[20]], losses[[1]])
})

test_that("a class may have its own compile(), with its own arguments", {
  Pair <- Model("Pair",
    initialize = function(...) {
      super$initialize(...)
      self$out <- layer_dense(units = 1)
    },
    compile = function(first_optimizer, second_optimizer, rate = 1, ...) {
      super$compile(...)
      self$first <- first_optimizer
      self$second <- second_optimizer
      self$rate <- rate
    },
    call = function(inputs) self$out(inputs)
  )
  model <- Pair()
  adam <- optimizer_adam()
  same <- model |> compile(adam, second_optimizer = optimizer_sgd(), rate = 2, loss = "mse",
                           metrics = "mae", )
  expect_identical(py_id(same), py_id(model))
  expect_identical(py_id(model$first), py_id(adam))
  expect_identical(model$rate, 2)
  expect_named(evaluate(model, x, x[, 1]), c("loss", "mae"))
  expect_error(compile(model, adam), "second_optimizer")
})

if (on_tensorflow()) test_that("the loss of a step in R is the mean of the batches", {
  Plain <- Model("OfPlainLogs",
    initialize = function() {
      super$initialize()
      self$out <- layer_dense(units = 1)
    },
    call = function(inputs) self$out(inputs),
    train_step = function(data) {
      list(loss = op_mean((op_squeeze(self(data[[1]]), -1L) - data[[2]])^2))
    }
  )
  model <- Plain()
  x <- matrix(1:10 / 10, 5)
  for (loss in list(NULL, "mse")) {
    compile(model, optimizer = "sgd", loss = loss)
    history <- fit(model, x, 1:5, epochs = 2, batch_size = 2, verbose = 0)
    right <- mean((predict(model, x, verbose = 0) - 1:5)^2)
    expect_equal(history$metrics$loss, rep(right, 2), tolerance = 1e-5)
  }
})

of_one_layer <- function(value) {
  keras_model_sequential(input_shape = 4) |>
    layer_dense(units = 1, kernel_initializer = initializer_constant(value), name = "d")
}

test_that("the student comes to say what the teacher says, whose weights stay", {
  teacher <- of_one_layer(0.5)
  student <- of_one_layer(0)
  model <- distiller(teacher, student, distillation_feature("mse"), student_loss_weight = 0)
  model |> compile(loss = "mse", optimizer = optimizer_adam(0.05))
  apart <- function() mean(abs(predict(teacher, x) - predict(model$student, x)))
  before <- apart()
  model |> fit(x, x[, 1], epochs = 5, verbose = 0)
  expect_lt(apart(), before / 5)
  expect_equal(as.array(teacher$weights[[1]]), matrix(0.5, 4, 1))
})

test_that("a class in R is a loss, also of layers within", {
  distillation_power <- DistillationLoss("Power",
    initialize = function(power = 2) {
      self$power <- power
      self$teacher_layer_name <- "d"
      self$student_layer_name <- "d"
    },
    compute_loss = function(teacher_outputs, student_outputs) {
      op_mean(op_abs(teacher_outputs - student_outputs)^self$power)
    }
  )
  expect_named(formals(distillation_power), "power")
  model <- distiller(of_one_layer(1), of_one_layer(0), distillation_power(power = 1),
                     student_loss_weight = 0)
  model |> compile(loss = "mse")
  loss <- evaluate(model, x, x[, 1], verbose = 0)$loss
  expect_equal(loss, mean(rowSums(x)), tolerance = 1e-5)
})
