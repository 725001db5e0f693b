# calibration(): scores and reliability diagrams of probabilities.

prob <- cbind(a = c(0.95, 0.85, 0.75, 0.35), b = c(0.05, 0.15, 0.25, 0.65))
y <- factor(c("a", "b", "a", "b"))

test_that("scores are those of their definitions", {
  found <- calibration(prob, y)
  p <- c(0.95, 0.15, 0.75, 0.65)
  expect_equal(found$scores[["log_loss"]], -mean(log(p)))
  expect_equal(found$scores[["brier"]], mean((1 - p)^2))
  expect_equal(found$scores[["accuracy"]], 0.75)
  # Four bins of one row each.
  gaps <- abs(c(0.95, 0.85, 0.75, 0.65) - c(1, 0, 1, 1))
  expect_equal(found$scores[["ece"]], mean(gaps))
  expect_equal(found$scores[["mce"]], 0.85)
  three <- cbind(c(0.2, 0.5), c(0.3, 0.5), c(0.5, 0))
  expect_equal(calibration(three, c(2, 0))$scores[["brier"]],
               mean(c(0.2^2 + 0.3^2 + 0.5^2, 0.5^2 + 0.5^2)))
  expect_equal(calibration(cbind(1, 0), 1)$scores[["log_loss"]], -log(1e-7))
})

test_that("a bin has the rows above its lower end, and exact binomial limits", {
  p <- c(0, 0.1, 0.2, 0.20001, 1)
  bins <- calibration(p, c(0, 0, 1, 1, 1), bins = 5, class = "1")$bins
  expect_equal(bins$from, c(0, 0.2, 0.8))
  expect_equal(bins$n, c(3, 1, 1))
  expect_equal(bins$observed, c(1 / 3, 1, 1))
  limits <- unname(rbind(stats::binom.test(1, 3)$conf.int, stats::binom.test(1, 1)$conf.int))
  expect_equal(unname(as.matrix(bins[1:2, c("low", "high")])), limits, ignore_attr = TRUE)
  expect_identical(as.data.frame(calibration(p, c(0, 0, 1, 1, 1), bins = 5, class = "1")), bins)
})

test_that("a vector has the probabilities of the second class", {
  both <- calibration(prob, y)
  expect_equal(calibration(prob[, "b"], y), both)
  expect_equal(calibration(prob[, "b"], y == "b")$scores, both$scores)
  expect_equal(calibration(prob[, "b"], y, class = "b")$bins$confidence, c(0.05, 0.15, 0.25, 0.65))
})

test_that("a model is compared with the response of a data frame, or with labels", {
  skip_if_not(on_tensorflow())
  set_random_seed(1)
  rows <- sample(150)
  model <- tabular(Species ~ ., iris[rows[1:90], ], epochs = 5)
  new <- iris[rows[91:150], ]
  expected <- calibration(predict(model, newdata = new, type = "prob"), new$Species)
  expect_equal(calibration(model, new), expected)
  plain <- keras_model_sequential(input_shape = 4) |> layer_dense(3, activation = "softmax")
  x <- as.matrix(iris[1:4]) / 10
  labels <- as.integer(iris$Species) - 1L
  compile(plain, "sgd", "sparse_categorical_crossentropy")
  expect_equal(calibration(plain, x, labels)$scores,
               calibration(predict(plain, x), labels)$scores)
  expect_equal(calibration(plain, x, labels)$scores[["log_loss"]],
               evaluate(plain, x, labels, verbose = 0)[["loss"]], tolerance = 1e-5)
  numbers <- tabular(mpg ~ wt, mtcars, epochs = 1)
  expect_error(calibration(numbers), "predicts numbers")
})

test_that("several classes are compared, each in its panel", {
  both <- calibration(prob, y, class = c("b", "a"), bins = 5)
  a <- calibration(prob, y, class = "a", bins = 5)
  b <- calibration(prob, y, class = "b", bins = 5)
  expect_equal(both$bins[-1], rbind(b$bins, a$bins))
  expect_identical(both$bins$class, factor(rep(c("b", "a"), c(nrow(b$bins), nrow(a$bins))),
                                           c("b", "a")))
  expect_equal(both$scores[["ece"]], (a$scores[["ece"]] + b$scores[["ece"]]) / 2)
  expect_output(print(both), "classes \"b\", \"a\" in 4 rows")
  expect_error(calibration(prob, y, class = c("a", "d")), "not \"d\"")
  withr::local_pdf(NULL)
  for (method in c("base", if (requireNamespace("ggplot2", quietly = TRUE)) "ggplot2")) {
    expect_no_error(print(plot(both, method = method)))
  }
})

test_that("a logistic regression is judged by its own rows, or by others", {
  fitted <- suppressWarnings(glm(am ~ wt, binomial, mtcars))
  p <- unname(fitted(fitted))
  expect_equal(calibration(fitted), calibration(p, mtcars$am))
  outcomes <- transform(mtcars, am = factor(am, labels = c("automatic", "manual")))
  fitted <- glm(am ~ wt, binomial, outcomes[-(1:5), ])
  new <- outcomes[1:5, ]
  expect_equal(calibration(fitted, new, class = "manual"),
               calibration(predict(fitted, new, type = "response"), new$am, class = "manual"))
  expect_error(calibration(glm(carb ~ wt, poisson, mtcars)), "of the family \"poisson\"")
  counts <- glm(cbind(am, gear) ~ wt, binomial, mtcars)
  expect_error(calibration(counts), "counts in two columns")
  expect_refused(calibration("text"), "`object`")
})

test_that("held-out rows of cross-validation are compared", {
  found <- cross_validate(
    function(data) mean(data$am == 1), transform(mtcars, am = factor(am)), folds = 4,
    response = "am", predict_fn = function(model, held) rep(model, nrow(held))
  )
  rows <- found$predictions
  expect_equal(calibration(found), calibration(as.matrix(rows["prob_1"]), rows$observed))
  expect_error(calibration(cross_validate(function(data) lm(mpg ~ wt, data), mtcars)),
               "no probabilities")
})

test_that("print() and plot() show the bins", {
  found <- calibration(prob, y, bins = 2)
  expect_output(print(found), "most likely class in 4 rows\naccuracy 0.75, .*ece .*\n\n.*observed")
  expect_output(print(calibration(prob, y, class = "b")), "class \"b\"")
  skip_if_not_installed("ggplot2")
  plot <- plot(found, method = "ggplot2")
  expect_equal(ggplot2::ggplot_build(plot)$data[[4]]$y, found$bins$observed)
  withr::local_pdf(NULL)
  grDevices::dev.control("enable")
  expect_identical(plot(found, method = "base"), found)
  drawn <- vapply(grDevices::recordPlot()[[1]], function(call) call[[2]][[1]]$name, "")
  expect_true("C_plotXY" %in% drawn)
})

test_that("what has no calibration is an error", {
  expect_error(calibration(prob), "`y` is missing")
  expect_error(calibration(prob, y[1:3]), "3 rows, but there are 4")
  expect_error(calibration(prob, c("a", "b", "c", "a")), "one of 2 classes.*has c")
  expect_error(calibration(prob * 2, y), "not a probability")
  expect_error(calibration(prob, y, class = "z"), "`class` must be one of \"a\", \"b\"")
  expect_error(calibration("a", y), "must be a Keras model, or probabilities")
  expect_error(calibration(prob, y, bins = 0), "`bins`")
  expect_error(calibration(prob, y, level = 95), "`level`")
})
