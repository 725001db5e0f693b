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

# Losses and metrics as values, as objects, and by name in compile().

test_that("values and objects are told apart", {
  pair <- list(rbind(c(0, 1)), rbind(c(0.5, 0.75)))
  expect_equal(as.numeric(loss_mean_squared_error(pair[[1]], pair[[2]])), mean(c(0.25, 0.0625)))
  expect_s3_class(loss_mean_squared_error(), "keras.src.losses.loss.Loss")
  expect_error(loss_huber(pair[[1]]), "`y_true` and `y_pred` go together")
  expect_error(loss_huber(pair[[1]], pair[[2]], reduction = "sum"), "`reduction` is for the object")
  expect_error(metric_hinge(pair[[1]], pair[[2]], name = "h"), "`name` is for the object")
})

test_that("factors are labels from 0, and missing ones an error", {
  chances <- rbind(c(0.7, 0.2, 0.1), c(0.1, 0.6, 0.3))
  species <- iris$Species[c(1, 51)]
  loss <- function(labels) as.numeric(loss_sparse_categorical_crossentropy(labels, chances))
  expect_equal(loss(species), -log(c(0.7, 0.6)), tolerance = 1e-6)
  expect_equal(loss(c(0, 1)), -log(c(0.7, 0.6)), tolerance = 1e-6)
  expect_equal(as.numeric(metric_sparse_categorical_accuracy(species, chances)), c(1, 1))
  object <- loss_sparse_categorical_crossentropy()
  metric <- metric_sparse_categorical_accuracy()
  expect_equal(as.numeric(object(species, chances)), -mean(log(c(0.7, 0.6))), tolerance = 1e-6)
  expect_equal(as.numeric(metric(species, y_pred = chances)), 1)
  species[[2]] <- NA
  expect_refused(loss(species), "`y_true` has 1 missing value")
  expect_error(object(species, chances), "Element 2 of the factor is missing",
               class = "rkeras_error_convert")
})

test_that("numbers are what Keras wants: floats where it refuses ints, lists of one", {
  expect_identical(metric_fbeta_score(beta = 2, threshold = 1)$beta, 2)
  expect_equal(metric_binary_iou(target_class_ids = 1)$target_class_ids, 1L)
  expect_error(metric_auc(num_thresholds = 3.5), "`num_thresholds` must be a whole number")
  expect_error(metric_auc(num_threshold = 3), "Did you mean `num_thresholds`")
})

test_that("wrappers stand for their defaults in compile()", {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 3, activation = "softmax")
  model |> compile(
    loss = loss_sparse_categorical_crossentropy,
    metrics = metric_sparse_categorical_accuracy,
    weighted_metrics = list(metric_sparse_categorical_crossentropy)
  )
  values <- evaluate(model, iris[1:4], iris$Species)
  expect_named(values, c("loss", "sparse_categorical_accuracy", "sparse_categorical_crossentropy"))
  expect_equal(values$loss, values$sparse_categorical_crossentropy, tolerance = 1e-5)
})

test_that("R functions are metrics, with a name", {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
  distance <- function(y_true, y_pred) keras$ops$abs(y_true - y_pred)
  model |> compile(loss = loss_huber, metrics = list(
    "mae",
    custom_metric("distance", distance),
    metric_mean_wrapper(fn = distance, name = "wrapped")
  ))
  values <- evaluate(model, iris[1:4], as.matrix(iris$Sepal.Length))
  expect_named(values, c("loss", "distance", "mae", "wrapped"), ignore.order = TRUE)
  expect_equal(values$distance, values$mae, tolerance = 1e-6)
  expect_equal(values$wrapped, values$mae, tolerance = 1e-6)
  expect_error(custom_metric("distance", "mae"), "`metric_fn` must be a function")
  expect_error(metric_mean_wrapper(), "`fn` must be a function")
})

test_that("objects of losses and metrics take R vectors", {
  numbers <- loss_mean_squared_error()
  expect_equal(as.numeric(numbers(c(1, 2), c(1, 4))), 2)
  expect_equal(as.numeric(numbers(1, 3)), 4)
  expect_equal(as.numeric(numbers(y_true = c(1, 2), y_pred = c(1, 4))), 2)
  expect_equal(as.numeric(numbers(cbind(1:2), cbind(c(1, 4)), sample_weight = c(0, 1))), 2)
  labels <- loss_sparse_categorical_crossentropy()
  probabilities <- rbind(c(0.1, 0.9), c(0.2, 0.8))
  expected <- -mean(log(c(0.9, 0.2)))
  for (y in list(c(1L, 0L), c(1, 0))) {
    expect_equal(as.numeric(labels(y, probabilities)), expected, tolerance = 1e-5)
    metric <- metric_sparse_categorical_crossentropy()
    metric$update_state(y, probabilities)
    expect_equal(as.numeric(metric$result()), expected, tolerance = 1e-5)
    expect_equal(as.numeric(metric(y_true = y, y_pred = probabilities)), expected, tolerance = 1e-5)
  }
  mean <- metric_mean()
  mean$update_state(4)
  mean$update_state(c(1, 3), sample_weight = c(0, 1))
  expect_equal(as.numeric(mean$result()), 3.5)
})

test_that("names of their arguments may be abbreviated, as in R", {
  loss <- loss_mean_squared_error()
  expect_equal(as.numeric(loss(y = c(1, 2), y_pred = c(1, 4))), 2)
  expect_equal(as.numeric(loss(cbind(1:2), y_p = cbind(c(1, 4)), sample = c(0, 1))), 2)
  loss_own <- Loss("Own", call = function(y_true, y_pred) y_pred - y_true)
  expect_equal(as.numeric(loss_own()(y = c(1, 1), y_pred = c(2, 2))), 1)
  metric <- metric_mean_absolute_error()
  metric$update_state(y = c(1, 2), y_pred = c(1, 4))
  expect_equal(as.numeric(metric$result()), 1)
  expect_equal(as.numeric(metric_mean_squared_error()(y = c(1, 2), y_pred = c(1, 4))), 2)
  expect_equal(as.numeric(metric_mean()(val = c(1, 3), sample = c(1, 1))), 2)
  metric_own <- Metric(
    "Own",
    initialize = function() {
      super$initialize()
      self$n <- self$add_variable(shape(), initializer = "zeros")
    },
    update_state = function(y_true, y_pred, sample_weight = NULL) self$n$assign_add(sum(y_true)),
    result = function() self$n
  )
  expect_equal(as.numeric(metric_own()(y_t = c(1, 2), y_p = 0)), 3)
  expect_error(metric_mean()(other = 1), "unexpected keyword argument",
               class = "python.builtin.TypeError")
  expect_error(loss(c(1, 2), other = 1), "unused argument")
  # R code knows no full name by another way.
  apply_loss <- function(...) py_call(loss, ...)
  expect_equal(as.numeric(apply_loss(y_t = 1, y_p = 3)), 4)
  expect_error(apply_loss(y_t = 1, other = 3), "unexpected keyword argument",
               class = "python.builtin.TypeError")
  expect_error(apply_loss(y = 1, y_pre = 3), "unexpected keyword argument",
               class = "python.builtin.TypeError")
  # Two arguments for one parameter.
  expect_error(loss(1, 2, y_t = 3), class = "python.builtin.TypeError")
})
