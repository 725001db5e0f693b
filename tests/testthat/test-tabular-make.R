# tabular(): models made for data frames. What columns become is in test-formula-table.R.
skip_if_not(on_tensorflow())

cars <- transform(mtcars, cyl = factor(cyl), gear = factor(gear, ordered = TRUE), vs = vs == 1)

test_that("a model of a data frame learns, and is a model of Keras", {
  set_random_seed(1)
  model <- tabular(Species ~ ., data = iris)
  expect_s3_class(model, "keras.src.models.model.Model")
  found <- predict(model, newdata = iris, type = "class")
  expect_gt(mean(found == iris$Species), 0.93)
  expect_equal(evaluate(model, iris)$accuracy, mean(found == iris$Species), tolerance = 1e-6)
  set_random_seed(1)
  expect_equal(predict(tabular(Species ~ ., data = iris)), predict(model))
})

test_that("numbers are predicted on their own scale", {
  set_random_seed(1)
  data <- data.frame(x = seq(-1, 1, length.out = 200))
  data$y <- 5000 + 300 * data$x
  model <- tabular(y ~ x, data)
  expect_lt(max(abs(predict(model, data) - data$y)), 40)
  expect_equal(evaluate(model, data)[["loss"]], mean(residuals(model)^2), tolerance = 1e-4)
  both <- quick_tabular(cbind(mpg, wt) ~ hp, cars)
  expect_identical(colnames(predict(both, cars)), c("mpg", "wt"))
})

test_that("the response decides about the output and the loss", {
  expect_identical(name_of_loss(quick_tabular(mpg ~ wt, cars)), "mse")
  expect_identical(name_of_loss(quick_tabular(vs ~ wt, cars)), "binary_crossentropy")
  expect_identical(name_of_loss(quick_tabular(cyl ~ wt, cars)), "sparse_categorical_crossentropy")
  expect_identical(name_of_loss(quick_tabular(carb ~ wt, cars, family = "poisson")), "poisson")
  expect_identical(name_of_loss(quick_tabular(carb ~ wt, cars)), "mse")
  texts <- transform(cars, am = ifelse(am == 1, "manual", "automatic"))
  gears <- predict(quick_tabular(am ~ wt, texts), type = "class")
  expect_identical(levels(gears), c("automatic", "manual"))
})

test_that("0 and 1 are classes as for glm(), and families are given as there", {
  expect_message(model <- quick_tabular(am ~ wt, mtcars), "`am` is 0 or 1 .* as a number")
  expect_identical(name_of_loss(model), "mse")
  expect_no_message(quick_tabular(carb ~ wt, mtcars))
  models <- lapply(list("binomial", stats::binomial, stats::binomial()), function(family) {
    set_random_seed(2)
    expect_no_message(tabular(am ~ wt + hp, mtcars, family = family, epochs = 40))
  })
  set_random_seed(2)
  by_factor <- tabular(factor(am) ~ wt + hp, mtcars, epochs = 40)
  for (model in models) {
    expect_identical(name_of_loss(model), "binary_crossentropy")
    expect_equal(predict(model, mtcars), predict(by_factor, mtcars), tolerance = 1e-5)
    expect_identical(levels(predict(model, mtcars, type = "class")), c("0", "1"))
  }
  model <- models[[1]]
  evaluated <- evaluate(model, mtcars)
  expect_equal(evaluated[["loss"]], -mean(log(abs(1 - mtcars$am - predict(model, mtcars)))),
               tolerance = 1e-4)
  expect_gt(cor(mtcars$am, predict(model, mtcars)), 0.7)
  expect_identical(name_of_loss(quick_tabular(carb ~ wt, mtcars, family = poisson())), "poisson")
  expect_identical(name_of_loss(quick_tabular(mpg ~ wt, mtcars, family = gaussian)), "mse")
})

test_that("the probabilities of ordered classes sum to one, and the likelihood is theirs", {
  set_random_seed(2)
  model <- quick_tabular(gear ~ wt + hp, cars, epochs = 20)
  p <- predict(model, cars, type = "prob")
  expect_identical(colnames(p), levels(cars$gear))
  expect_equal(rowSums(p), rep(1, nrow(cars)), tolerance = 1e-6, ignore_attr = TRUE)
  loss <- -mean(log(p[cbind(seq_len(nrow(cars)), as.integer(cars$gear))]))
  expect_equal(evaluate(model, cars)[["loss"]], loss, tolerance = 1e-5)
})

test_that("several responses are outputs by name", {
  model <- quick_tabular(list(a = mpg, b = cyl, log(hp)) ~ wt, cars)
  p <- predict(model, cars)
  expect_identical(names(p), c("a", "b", "log(hp)"))
  expect_identical(dim(p$b), c(32L, 3L))
  expect_s3_class(predict(model, cars, type = "class")$b, "factor")
  expect_identical(names(evaluate(model, cars))[[1]], "loss")
})

test_that("variables of the formula's environment are columns, as in lm()", {
  y <- mtcars$mpg
  weight <- mtcars$wt
  model <- quick_tabular(y ~ weight + I(weight > 3))
  expect_identical(nobs(model), 32L)
  expect_error(predict(model, data.frame(weigth = 3)), "no column `weight`.* Did you mean `weigth`")
  model <- quick_tabular(mpg ~ hp + weight, mtcars, offset = y / 2, subset = hp > 100)
  expect_identical(nobs(model), sum(mtcars$hp > 100))
  expect_refused(predict(model, mtcars), "no columns `weight`, `y`")
  expect_refused(tabular(y ~ .), "`data` is missing, which the dot")
  expect_error(tabular(z ~ weight), "`data` is missing, and the formula's environment has no `z`")
})

test_that("errors of data show the user's call", {
  call_of <- function(expr) as.character(conditionCall(tryCatch(expr, error = identity))[[1]])
  expect_identical(call_of(tabular(mpg ~ wt, no_such_data)), "tabular")
  expect_identical(call_of(tabular(x = mtcars, y = mtcars$mpg)), "tabular")
  expect_identical(call_of(tabular(mpg ~ .)), "tabular")
  expect_refused(tabular(x = mtcars, y = mtcars$mpg), "`formula` is missing")
  expect_error(tabular(mpg ~ wtt, mtcars), "no column `wtt`, .* Did you mean `wt`\\?")
  expect_error(tabular(mpgg ~ wt, mtcars), "`mpgg` cannot be computed: .* Did you mean `mpg`\\?")
})

test_that("a column that the formula removes is no input", {
  model <- quick_tabular(mpg ~ . - hp - log(wt), mtcars[1:6])
  expect_identical(facts_of(model)$input_names, setdiff(names(mtcars)[2:6], "hp"))
  expect_equal(predict(model, mtcars[1:3, c("wt", "drat", "disp", "cyl")]), predict(model)[1:3],
               tolerance = 1e-5)
  expect_setequal(feature_importance(model, repeats = 1)$feature, c("cyl", "disp", "drat", "wt"))
})

test_that("an offset is added on the scale of the link", {
  set_random_seed(1)
  n <- 400
  data <- data.frame(x = rnorm(n), time = exp(runif(n, 0, 3)))
  data$events <- rpois(n, data$time * exp(0.5 * data$x))
  data$y <- 100 * data$time + data$x
  model <- tabular(events ~ x + offset(log(time)), data, family = "poisson")
  rate <- predict(model, data) / data$time
  expect_equal(predict(model, transform(data, time = 2 * time)) / (2 * data$time), rate,
               tolerance = 1e-4)
  expect_gt(cor(log(rate), data$x), 0.95)
  expect_lt(abs(mean(log(rate) - 0.5 * data$x)), 0.2)
  by_argument <- quick_tabular(events ~ x, data, offset = log(time), family = "poisson")
  expect_length(predict(by_argument, data), n)
  model <- tabular(y ~ x, data, offset = 100 * time)
  expect_lt(mean(abs(residuals(model))), 1)
  expect_error(quick_tabular(cyl ~ wt + offset(hp), cars), "An offset is for one column")
})

test_that("weights, subset and na.action are as in lm()", {
  weighted <- quick_tabular(mpg ~ wt, cars, weights = hp, subset = cyl != "4")
  expect_identical(nobs(weighted), sum(cars$cyl != "4"))
  expect_identical(weights(weighted), cars$hp[cars$cyl != "4"])
  holes <- replace(cars, cbind(1:3, match("wt", names(cars))), NA)
  expect_identical(nobs(quick_tabular(mpg ~ wt, holes)), 32L)
  expect_identical(nobs(quick_tabular(mpg ~ wt, holes, na.action = na.omit)), 29L)
  expect_error(quick_tabular(mpg ~ wt, holes, na.action = na.fail), "missing values")
  holes$mpg[5:6] <- NA
  expect_message(model <- quick_tabular(mpg ~ wt, holes),
                 "2 rows without a response.* are left out")
  expect_identical(nobs(model), 30L)
  # A weight of zero is as if the row were not there.
  set_random_seed(1)
  data <- data.frame(x = rep(0, 100), y = rep(c(0, 10), 50))
  model <- tabular(y ~ x, transform(data, x = x + seq_along(x) / 1e6), weights = (y > 5) * 1)
  expect_gt(min(predict(model)), 8)
})

test_that("counts of two outcomes are rows with weights, as for glm()", {
  set.seed(1)
  beetles <- data.frame(dose = seq(1.7, 1.9, length.out = 40), n = 60)
  beetles$dead <- rbinom(40, beetles$n, plogis(34 * (beetles$dose - 1.77)))
  model <- tabular(cbind(dead, n - dead) ~ ., beetles, family = binomial, epochs = 60)
  expected <- fitted(glm(cbind(dead, n - dead) ~ dose, binomial, beetles))
  found <- predict(model, beetles, type = "prob")
  expect_identical(colnames(found), c("n - dead", "dead"))
  expect_lt(mean(abs(found[, "dead"] - expected)), 0.1)
  # Both outcomes of a row are in one fold, and rows without any are none.
  rows <- rows_of_trials(cbind(a, b) ~ x, data.frame(a = c(2, 0, 3), b = c(1, 4, NA), x = 1:3), 3)
  expect_identical(rows, structure(
    data.frame(a = factor(c("a", "a", "b", "b"), c("b", "a")), x = c(1L, 3L, 1L, 2L),
               row.names = row.names(rows)),
    beside = list(weights = c(2, 3, 1, 4), folds = attr(rows, "beside")$folds)
  ))
  expect_length(unique(attr(rows, "beside")$folds[rows$x == 1]), 1)
})

test_that("rows are set apart at random, alike in their response", {
  set.seed(1)
  y <- factor(rep(c("a", "b"), c(90, 10)))
  held <- held_rows(y, 0.2)
  expect_identical(as.vector(table(y[held])), c(18L, 2L))
  expect_false(identical(held, held_rows(y, 0.2)))
  numbers <- held_rows(1:1000, 0.1)
  expect_identical(as.vector(table((numbers - 1) %/% 100)), rep(10L, 10))
  expect_error(tabular(mpg ~ wt, mtcars[1, ]), "too few rows")
})

test_that("print() says what the model was made from", {
  set_random_seed(1)
  dated <- transform(cars, day = Sys.Date() + seq_along(mpg))
  model <- quick_tabular(mpg ~ . - qsec + log(hp), dated)
  lines <- capture.output(print(model))
  expect_lte(length(lines), 10)
  expect_match(lines, "Formula: *mpg ~ . - qsec \\+ log\\(hp\\)", all = FALSE)
  expect_match(lines, "Rows: *32$", all = FALSE)
  expect_match(lines, "Members: *5, each leaves out 20% of the rows", all = FALSE)
  expect_match(lines, "Inputs: *7 numbers, 2 categories, 1 date|Inputs:", all = FALSE)
  expect_match(lines, "Trained: *2 epochs", all = FALSE)
  expect_match(lines, "Left out: *RMSE [0-9.]+ \\([0-9.]+\\), MAE [0-9.]+", all = FALSE)
  expect_match(capture.output(summary(model)), "network", all = FALSE)
})

test_that("files keep the model of raw data, and saveRDS() all of it", {
  data <- transform(cars, name = rownames(cars), mpg = mpg)
  set_random_seed(1)
  model <- expect_silent(quick_tabular(cyl ~ mpg + gear + name + vs, data))
  path <- withr::local_tempfile(fileext = ".keras")
  save_model(model, path)
  again <- expect_silent(load_model(path))
  columns <- c("mpg", "gear", "name", "vs")
  expect_equal(predict(again, data[columns]), predict(model, data))
  # In Python alone
  script <- withr::local_tempfile(fileext = ".py")
  writeLines(c(
    "import sys, json, keras, numpy as np",
    "data = json.load(open(sys.argv[2]))",
    "kind = lambda column: object if isinstance(column[0], str) else 'float32'",
    "x = {name: np.array(column, kind(column)) for name, column in data.items()}",
    "p = keras.models.load_model(sys.argv[1]).predict(x, verbose=0)",
    "json.dump(p.tolist(), open(sys.argv[2], 'w'))"
  ), script)
  file <- withr::local_tempfile()
  writeLines(jsonlite::toJSON(lapply(data[columns], function(x) {
    if (is.numeric(x)) x else if (is.logical(x)) as.numeric(x) else as.character(x)
  }), digits = NA), file)
  expect_identical(system2(py_config()$python, c(script, path, file), stderr = FALSE), 0L)
  expect_equal(jsonlite::fromJSON(file), unname(predict(model, data)), tolerance = 1e-5)
  saved <- withr::local_tempfile()
  saveRDS(model, saved)
  again <- readRDS(saved)
  expect_equal(predict(again, data, type = "class"), predict(model, type = "class"))
  expect_identical(capture.output(print(again)), capture.output(print(model)))
})

test_that("what cannot be a table's model is an error that says why", {
  expect_refused(tabular("mpg", mtcars), "must be a formula")
  expect_error(tabular(~wt, mtcars), "names no response")
  expect_error(tabular(mpg ~ wt, as.matrix(mtcars)), "must be a data frame")
  expect_error(tabular(mpg ~ weight, mtcars), "weight")
  expect_error(tabular(mpg ~ wt, mtcars, weights = -hp), "not negative")
  expect_error(tabular(mpg ~ wt, mtcars, family = "binomial"), "other numbers than 0 and 1")
  expect_error(tabular(cbind(wt, vs) ~ hp, mtcars, family = binomial()), "counts the two outcomes")
  for (family in list(binomial("probit"), quasipoisson(), mtcars, mean)) {
    expect_refused(tabular(am ~ wt, mtcars, family = family), "`family` must be one of")
  }
  expect_error(tabular(mpg ~ wt, mtcars, family = "poisson"), "not one column of counts")
  expect_error(tabular(mpg ~ wt, transform(mtcars, wt = Inf)), "infinite values in 32 rows")
  expect_error(tabular(mpg ~ wt, transform(mtcars, wt = NA_real_)), "values of `wt` are missing")
  expect_error(tabular(mpg ~ wt, mtcars, layers = 3), "must be empty|unused|layers")
  expect_error(tabular(cyl ~ wt, transform(cars, cyl = factor("4"))), "has 1 class")
  expect_error(tabular(mpg ~ parts, data.frame(mpg = 1:3, parts = I(list(1, 2, 3)))), "parts")
})

test_that("without a hidden layer it is a linear model", {
  set_random_seed(1)
  model <- tabular(mpg ~ wt + hp, mtcars, hidden = integer(), epochs = 600, folds = 1,
                   optimizer = optimizer_adam(0.02))
  expect_equal(predict(model), fitted(lm(mpg ~ wt + hp, mtcars)), tolerance = 0.01)
})

test_that("responses may have names in any order", {
  cars <- transform(mtcars, cyl = factor(cyl))
  model <- quick_tabular(list(miles = mpg, kind = cyl) ~ wt, cars)
  p <- predict(model)
  expect_identical(colnames(p$kind), levels(cars$cyl))
  scores <- evaluate(model, cars)
  expect_equal(scores[["miles_mae"]], mean(abs(p$miles - cars$mpg)), tolerance = 1e-5)
  expect_equal(scores[["kind_accuracy"]], mean(max.col(p$kind) == as.integer(cars$cyl)))
})
