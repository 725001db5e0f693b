# y = 10 + a + 2 b, with `a` and `b` dependent.
linear <- function() {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  set_weights(model, list(matrix(c(1, 2)), 10))
}

dependent <- function(n = 300) {
  set.seed(1)
  a <- rnorm(n)
  cbind(a = a, b = a + rnorm(n, sd = 0.1))
}

test_that("the partial dependence of a linear model is its line", {
  x <- dependent()
  by_b <- partial_dependence(linear(), x, "b", grid = 6)
  expect_named(by_b, c("b", ".fitted"))
  expect_equal(by_b$.fitted, 10 + mean(x[, "a"]) + 2 * by_b$b, tolerance = 1e-5)
  expect_equal(range(by_b$b), range(x[, "b"]))
  both <- partial_dependence(linear(), x, c("a", "b"), grid = list(c(0, 1), c(-1, 0, 2)))
  expect_equal(both$.fitted, 10 + both$a + 2 * both$b, tolerance = 1e-5)
  expect_identical(nrow(both), 6L)
})

test_that("each row has its curve, and their mean is the partial dependence", {
  x <- dependent(5)
  curves <- partial_dependence(linear(), x, "a", kind = "ice", grid = c(-1, 1))
  expect_equal(curves$.fitted, 10 + curves$a + 2 * x[curves$.row, "b"], tolerance = 1e-5,
               ignore_attr = TRUE)
  means <- partial_dependence(linear(), x, "a", grid = c(-1, 1))
  expect_equal(as.vector(tapply(curves$.fitted, curves$a, mean)), means$.fitted, tolerance = 1e-6)
})

test_that("accumulated local effects of a linear model are its centred line", {
  x <- dependent()
  effects <- partial_dependence(linear(), x, "b", kind = "ale", grid = 10)
  expect_identical(nrow(effects), 11L)
  expect_equal(diff(effects$.fitted) / diff(effects$b), rep(2, 10), tolerance = 1e-4)
  # The mean effect of the rows is 0, up to the width of an interval.
  at <- approx(effects$b, effects$.fitted, x[, "b"])$y
  expect_lt(abs(mean(at)), 0.05 * diff(range(effects$.fitted)))
  # Intervals without rows are joined.
  wide <- partial_dependence(linear(), x, "b", kind = "ale", grid = c(-9, -8, -7, 0, 9))
  expect_equal(wide$b, c(-9, 0, 9))
})

test_that("accumulated local effects of categories are the differences of levels", {
  set_random_seed(1)
  data <- data.frame(size = factor(rep(c("s", "m", "l"), 60), c("s", "m", "l"), ordered = TRUE))
  data$y <- 3 * as.integer(data$size)
  model <- tabular(y ~ size, data = data, epochs = 60)
  effects <- partial_dependence(model, data, "size", kind = "ale")
  expect_identical(as.character(effects$size), c("s", "m", "l"))
  fitted <- predict(model, newdata = data[1:3, , drop = FALSE], verbose = 0)
  expect_equal(diff(effects$.fitted), diff(fitted), tolerance = 1e-5)
  expect_equal(sum(effects$.fitted), 0, tolerance = 1e-5)
  expect_equal(partial_dependence(model, data, "size")$.fitted, fitted, tolerance = 1e-5)
})

test_that("classes have a curve each, and dates keep their class", {
  set_random_seed(1)
  data <- transform(iris, day = as.Date("2024-01-01") + seq_len(150))
  model <- tabular(Species ~ ., data = data, epochs = 5)
  all <- partial_dependence(model, feature = "Petal.Length", grid = 4)
  expect_identical(levels(all$.output), levels(iris$Species))
  expect_equal(as.vector(tapply(all$.fitted, all$Petal.Length, sum)), rep(1, 4), tolerance = 1e-5)
  one <- partial_dependence(model, feature = "Petal.Length", grid = 4, target = "setosa")
  expect_equal(one$.fitted, all$.fitted[all$.output == "setosa"], tolerance = 1e-6)
  expect_s3_class(partial_dependence(model, feature = "day", grid = 3)$day, "Date")
  link <- partial_dependence(model, feature = "day", grid = 3, type = "link", target = 1)
  expect_true(all(link$.fitted < 0))
})

test_that("many rows are predicted in few calls", {
  calls <- 0L
  x <- dependent()
  explained <- explained(linear(), x)
  predictor <- function(x) {
    calls <<- calls + 1L
    x[, 1] + 2 * x[, 2]
  }
  values <- over_variants(explained, 20L, change = function(i) list(a = i), predictor = predictor,
                          fn = mean)
  expect_equal(unlist(values), 1:20 + 2 * mean(x[, "b"]))
  expect_identical(calls, 1L)
})

test_that("arguments without a meaning are errors", {
  x <- dependent(10)
  model <- linear()
  expect_error(partial_dependence(model, x), "`feature` is missing")
  expect_refused(partial_dependence(model, x, "z"), "not \"z\"")
  expect_error(partial_dependence(model, x, c("a", "b"), kind = "ale"), "two for `kind = \"pdp\"`")
  expect_error(partial_dependence(model, x, "a", grid = "x"), "`grid` must be")
  expect_error(partial_dependence(model, x, "a", target = 2), "`target` must name or number")
  constant <- cbind(a = rep(1, 10), b = 1)
  expect_error(partial_dependence(model, constant, "a", kind = "ale"), "single value")
})

test_that("dependences are drawn with and without ggplot2", {
  set_random_seed(1)
  model <- tabular(Species ~ ., data = transform(iris, k = rep(c("u", "v"), 75)), epochs = 2)
  pdf(NULL)
  withr::defer(dev.off())
  shown <- list(
    partial_dependence(model, feature = "k"),
    partial_dependence(model, feature = "Petal.Width", kind = "ice", grid = 3),
    partial_dependence(model, feature = c("Petal.Width", "k"), grid = 3)
  )
  for (x in shown) {
    expect_identical(plot(x, method = "base"), x)
    skip_if_not_installed("ggplot2")
    expect_no_error(ggplot2::ggplot_build(plot(x, method = "ggplot2")))
  }
})

test_that("levels without an order are not joined by a line", {
  skip_if_not_installed("ggplot2")
  data <- transform(warpbreaks, order = ordered(tension))
  model <- tabular(breaks ~ ., data, epochs = 2)
  kinds <- function(feature) {
    drawn <- plot(partial_dependence(model, data, feature), method = "ggplot2")
    vapply(drawn$layers, function(layer) class(layer$geom)[[1]], "")
  }
  expect_identical(kinds("tension"), "GeomPoint")
  expect_setequal(kinds("order"), c("GeomLine", "GeomPoint"))
})
