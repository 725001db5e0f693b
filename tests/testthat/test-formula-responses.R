two_outputs <- function(named = FALSE) {
  set_random_seed(1)
  inputs <- keras_input(2)
  outputs <- list(
    layer_dense(inputs, 1, name = if (!named) "price"),
    layer_dense(inputs, 2, activation = "softmax", name = if (!named) "kind")
  )
  if (named) names(outputs) <- c("price", "kind")
  model <- keras_model(inputs, outputs)
  loss <- list("mse", "sparse_categorical_crossentropy")
  compile(model, loss = if (named) setNames(loss, names(outputs)) else loss)
}

houses <- data.frame(
  y1 = c(1, 2, 3, 4), y2 = factor(c("flat", "house", "house", "flat")), x1 = c(0, 1, 0, 1),
  x2 = c(1, 1, 0, 0)
)
inputs <- as.matrix(houses[c("x1", "x2")])
targets <- list(price = houses$y1, kind = houses$y2)

losses <- function(model, ...) {
  unlist(fit(model, ..., epochs = 2, verbose = 0, shuffle = FALSE)$metrics)
}

test_that("a formula has a response for each output, by name or position", {
  for (named in c(FALSE, TRUE)) {
    expected <- losses(two_outputs(named), inputs, targets)
    same <- function(formula) {
      expect_equal(losses(two_outputs(named), formula, data = houses), expected, tolerance = 1e-6)
    }
    same(list(price = y1, kind = y2) ~ x1 + x2)
    same(list(kind = y2, price = y1) ~ x1 + x2)
    same(list(y1, y2) ~ x1 + x2)
    same(list(y2, price = y1) ~ x1 + x2)
    same(list(price = y1, kind = y2) ~ .)
  }
})

test_that("later data are taken by the formula: validation, evaluate(), predict(), augment()", {
  model <- two_outputs()
  history <- fit(model, list(price = y1, kind = y2) ~ x1 + x2, data = houses, epochs = 1,
                 verbose = 0, validation_data = houses)
  expect_true("val_kind_loss" %in% names(history$metrics))
  expect_equal(evaluate(model, houses), evaluate(model, inputs, targets), tolerance = 1e-6)
  # Levels are those trained on, whichever there are and in whichever order.
  others <- transform(houses[2:3, ], y2 = factor(y2, c("house", "flat")))
  expect_equal(evaluate(model, others),
               evaluate(model, inputs[2:3, ], list(houses$y1[2:3], c(1L, 1L))), tolerance = 1e-6)
  raw <- predict(model, inputs)
  expect_equal(predict(model, houses[c("x2", "x1")]), raw, tolerance = 1e-6)
  classes <- predict(model, houses, type = "class")
  kind <- factor(levels(houses$y2)[max.col(raw[[2]], "first")], levels(houses$y2))
  expect_equal(classes, list(raw[[1]], kind), tolerance = 1e-6)
  fitted <- generics::augment(model, houses)
  expect_identical(names(fitted), c(
    names(houses), ".fitted_price", ".fitted_kind", ".fitted_kind_flat", ".fitted_kind_house"
  ))
  expect_identical(fitted$.fitted_kind, kind)
  expect_equal(fitted$.fitted_price, raw[[1]][, 1], tolerance = 1e-6)
  expect_output(print(model), "Trained on: list(price = y1, kind = y2) ~ x1 + x2", fixed = TRUE)
})

test_that("classes and augment() go by the names of named outputs", {
  model <- two_outputs(named = TRUE)
  fit(model, list(kind = y2, price = y1) ~ x1 + x2, data = houses, epochs = 1, verbose = 0)
  classes <- predict(model, houses, type = "class")
  expect_identical(names(classes), names(predict(model, houses)))
  expect_s3_class(classes$kind, "factor")
  fitted <- generics::augment(model, houses)
  expect_identical(fitted$.fitted_kind, classes$kind)
  expect_equal(fitted$.fitted_price, classes$price[, 1])
})

test_that("responses may be matrices, and computed of the columns", {
  set_random_seed(1)
  x <- keras_input(1)
  model <- keras_model(x, list(layer_dense(x, 2, name = "both"), layer_dense(x, 1, name = "one")))
  compile(model, loss = list("mse", "mse"))
  fit(model, list(both = cbind(y1, x2), one = log(y1)) ~ x1, data = houses, epochs = 1, verbose = 0)
  expect_equal(
    evaluate(model, houses),
    evaluate(model, inputs[, "x1", drop = FALSE],
             list(unname(as.matrix(houses[c("y1", "x2")])), log(houses$y1))),
    tolerance = 1e-6
  )
})

test_that("a list of one response is for the only output", {
  model <- keras_model_sequential(input_shape = 2) |>
    layer_dense(2, activation = "softmax", name = "kind")
  compile(model, loss = "sparse_categorical_crossentropy")
  for (formula in c(list(y2) ~ x1 + x2, list(kind = y2) ~ x1 + x2)) {
    fit(model, formula, data = houses, epochs = 1, verbose = 0)
    expect_s3_class(predict(model, houses, type = "class"), "factor")
  }
})

test_that("responses go into R's files with the model", {
  model <- two_outputs()
  fit(model, list(price = y1, kind = y2) ~ x1 + x2, data = houses, epochs = 1, verbose = 0)
  copy <- unserialize(serialize(model, NULL))
  expect_equal(evaluate(copy, houses), evaluate(model, houses), tolerance = 1e-6)
})

test_that("responses that do not fit the outputs are refused, with what the model has", {
  model <- two_outputs()
  refused <- function(formula, message) {
    expect_refused(fit(model, formula, data = houses), message, fixed = TRUE)
  }
  has <- "The model has the outputs `price`, `kind`."
  refused(list(cost = y1, kind = y2) ~ x1 + x2,
          paste("The formula has a response for `cost`.", has))
  refused(list(price = y1, price = y2) ~ x1 + x2,
          paste("The formula has two responses for `price`.", has))
  refused(list(price = y1) ~ x1 + x2,
          paste("The formula has no response for the output `kind`.", has))
  refused(list(y1) ~ x1 + x2, paste("The formula has no response for the output `kind`.", has))
  refused(list(y1, y2, y1) ~ x1 + x2, paste("The formula has 3 responses.", has))
  refused(list(price = y9, kind = y2) ~ x1 + x2, paste(
    "The response `y9` cannot be computed: object 'y9' not found. Did you mean `y1`?",
    "`data` has the columns `y1`, `y2`, `x1`, `x2`."
  ))
  refused(y1 ~ x1 + x2, "`y` must be a list")
  fit(model, list(price = y1, kind = y2) ~ x1 + x2, data = houses, epochs = 1, verbose = 0)
  expect_refused(evaluate(model, houses[-1]), "The response `y1` cannot be computed")
})
