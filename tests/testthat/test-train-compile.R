small <- function() keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
x <- matrix(c(1, 2, 3, 4), 2)

test_that("names are enough", {
  model <- small()
  same <- compile(model, optimizer = "adam", loss = "mse", metrics = c("mae", "mape"))
  expect_identical(py_id(same), py_id(model))
  expect_true(model$compiled)
  expect_named(evaluate(model, x, c(1, 2)), c("loss", "mae", "mape"))
})

test_that("Keras objects are taken", {
  model <- small()
  compile(model, keras$optimizers$SGD(learning_rate = 0.5), keras$losses$MeanSquaredError(),
          metrics = list(keras$metrics$MeanAbsoluteError(name = "away")))
  expect_equal(model$optimizer$learning_rate$numpy(), 0.5)
  expect_named(evaluate(model, x, c(1, 2)), c("loss", "away"))
  expect_named(fit(model, x, c(1, 2), epochs = 1, verbose = 0)$metrics, c("loss", "away"))
})

test_that("R functions are losses and metrics", {
  ops <- keras$ops
  squares <- function(y_true, y_pred) ops$mean(ops$square(y_true - y_pred))
  set_random_seed(1)
  model <- small()
  compile(model, loss = squares, metrics = list("mse"))
  result <- evaluate(model, x, c(1, 2))
  expect_equal(result$loss, result$mse, tolerance = 1e-5)
  before <- result$loss
  fit(model, x, c(1, 2), epochs = 30, verbose = 0)
  expect_lt(evaluate(model, x, c(1, 2))$loss, before)
})

test_that("an unknown name or argument is an error that says so", {
  model <- small()
  expect_refused(compile(model, "adm"), "`optimizer` = \"adm\".*Did you mean \"adam\"?")
  expect_refused(
    compile(model, loss = "sparse_categorical_crossentropie"),
    "Did you mean \"sparse_categorical_crossentropy\"?"
  )
  expect_refused(compile(model, metrics = c("accuracy", "zzzzzzzz")), "`metrics` = \"zzzzzzzz\"")
  expect_refused(compile(model, los = "mse", 1, 2, 3, 4))
  expect_refused(compile(model, losss = "mse"), "no argument `losss`. Did you mean `loss`?")
})

test_that("names in a list of metrics name R functions", {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  largest <- function(y_true, y_pred) op_max(y_pred)
  model |> compile("sgd", "mse", metrics = list("mae", largest = largest))
  expect_named(evaluate(model, matrix(1:4), 1:4, verbose = 0), c("loss", "largest", "mae"),
               ignore.order = TRUE)
})

test_that("metrics by the names of a list of outputs are those of the outputs", {
  x <- keras_input(2)
  outputs <- list(b = layer_dense(x, 1), a = layer_dense(x, 3, activation = "softmax"))
  model <- keras_model(x, outputs)
  compile(model, "sgd", loss = list(b = "mse", a = "sparse_categorical_crossentropy"),
          metrics = list(b = "mae", a = "accuracy"))
  data <- as.matrix(mtcars[1:2])
  found <- evaluate(model, data, list(b = mtcars$mpg, a = mtcars$gear - 3), verbose = 0)
  p <- predict(model, data, verbose = 0)
  expect_equal(found[[grep("mae", names(found))]], mean(abs(p$b - mtcars$mpg)), tolerance = 1e-5)
  expect_equal(found[[grep("accuracy", names(found))]], mean(max.col(p$a) == mtcars$gear - 2))
})

test_that("metrics that are R functions have the names of the variables that hold them", {
  largest <- function(y_true, y_pred) op_max(y_pred)
  names_with <- function(compiled) {
    model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
    compiled(model)
    names(evaluate(model, matrix(1:4), 1:4, verbose = 0))
  }
  expect_setequal(names_with(function(model) compile(model, "sgd", "mse", metrics = largest)),
                  c("loss", "largest"))
  expect_setequal(names_with(\(model) compile(model, "sgd", "mse", metrics = list("mae", largest))),
                  c("loss", "mae", "largest"))
  # Neither a function without a name nor one that another function passes on.
  through <- function(model, metrics) compile(model, "sgd", "mse", metrics = metrics)
  expect_false("metrics" %in% names_with(function(model) through(model, largest)))
  unnamed <- names_with(function(model) {
    compile(model, "sgd", "mse", metrics = list(function(y_true, y_pred) op_max(y_pred), "mae"))
  })
  expect_length(unnamed, 3L)
  expect_true(all(c("loss", "mae") %in% unnamed))
})

test_that("a model that is compiled anew has the metrics of the last time", {
  model <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  for (metric in c("mae", "mape", "msle")) {
    compile(model, "sgd", "mse", metrics = metric)
    fit(model, matrix(1:4), 2 * (1:4), epochs = 1, verbose = 0)
    found <- evaluate(model, matrix(1:4), 2 * (1:4), verbose = 0)
    expect_named(found, c("loss", metric))
  }
  error <- log1p(pmax(predict(model, matrix(1:4), verbose = 0), 1e-7)) - log1p(2 * (1:4))
  expect_equal(found[["msle"]], mean(error^2), tolerance = 1e-4)
})

test_that("a loss that is an R function has the name of its variable", {
  own_loss <- function(y_true, y_pred) op_mean(op_abs(y_true - y_pred), axis = -1)
  first_line <- function(model) {
    withr::with_options(list(width = 120), capture.output(str(model))[[1]])
  }
  model <- small() |> compile(loss = own_loss)
  expect_match(first_line(model), "compiled (RMSprop, own_loss)", fixed = TRUE)
  expect_identical(py_get_attr(model, "loss")$`__name__`, "own_loss")
  compile(model, loss = list(own_loss))
  expect_match(first_line(model), "compiled (RMSprop, own_loss)", fixed = TRUE)
  # Neither one without a name nor one that another function passes on.
  compile(model, loss = function(y_true, y_pred) op_mean(y_pred))
  expect_match(first_line(model), "compiled (RMSprop, custom)", fixed = TRUE)
  through <- function(loss) compile(model, loss = loss)
  through(own_loss)
  expect_match(first_line(model), "compiled (RMSprop, custom)", fixed = TRUE)
})

test_that("the targets and outputs decide about \"crossentropy\"", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 3, activation = "softmax")
  loss <- function(name) evaluate(compile(model, loss = name), x, c(0, 2), verbose = 0)$loss
  expect_equal(loss("crossentropy"), loss("sparse_categorical_crossentropy"))
  expect_refused(compile(model, loss = "crossentropi"), "Did you mean")
})
