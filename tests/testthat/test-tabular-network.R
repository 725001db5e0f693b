# The network of tabular(), with any backend.

test_that("tables are for all backends", {
  set_random_seed(1)
  model <- tabular(Species ~ ., iris, epochs = 30)
  expect_gt(mean(predict(model, newdata = iris, type = "class") == iris$Species), 0.8)
  counts <- tabular(carb ~ wt, transform(mtcars, wt = replace(wt, 3, NA)), epochs = 2,
                    family = "poisson")
  expect_gt(min(predict(counts)), 0)
  ordered <- tabular(ordered(cyl) ~ wt, mtcars, epochs = 2)
  expect_equal(rowSums(predict(ordered)), rep(1, 32), tolerance = 1e-5, ignore_attr = TRUE)
  # Backends without text are given the numbers of the levels.
  data <- transform(iris, many = rep_len(letters[1:10], 150))
  model <- tabular(Sepal.Length ~ Species + many, data, epochs = 2)
  kinds <- vapply(model$inputs, function(input) input$dtype, "")
  expect_identical(kinds, rep(if (on_tensorflow()) "string" else "int32", 2))
  new <- data[c(1, 60, 120), ]
  expect_warning(unknown <- predict(model, transform(new, many = "z")),
                 class = "rkeras_warning_levels")
  expect_true(all(is.finite(unknown)))
  path <- withr::local_tempfile(fileext = ".keras")
  save_model(model, path)
  expect_equal(predict(load_model(path), new), predict(model, new), tolerance = 1e-6)
})

test_that("families of distributions have the quantiles of the data", {
  set_random_seed(1)
  data <- data.frame(x = runif(400, -1, 1))
  data$y <- 100 + 20 * data$x + rnorm(400) * ifelse(data$x > 0, 10, 2)
  new <- data.frame(x = c(-0.5, 0.5))
  for (family in c("location_scale", "quantile", "mixture")) {
    model <- tabular(y ~ x, data, family = family, epochs = 60)
    q <- predict(model, newdata = new, type = "quantile", probs = c(0.05, 0.1, 0.5, 0.9, 0.95))
    expect_true(all(apply(q, 1L, diff) >= 0))
    # The distance of the quantiles 0.1 and 0.9 is 2.56 standard deviations: 5 and 26.
    expect_lt(q[1, 4] - q[1, 2], 12)
    expect_gt(q[2, 4] - q[2, 2], 14)
    expect_lt(max(abs(q[, 3] - c(90, 110))), 6)
    expect_lt(max(abs(predict(model, newdata = new) - c(90, 110))), 6)
    interval <- predict(model, newdata = new, interval = "prediction", level = 0.9)
    expect_equal(interval[, c("lwr", "upr")], q[, c(1, 5)], ignore_attr = TRUE)
  }
  expect_output(print(model), "a mixture of 3 normal distributions.*Negative log-likelihood")
})

test_that("an offset moves a distribution, and is not a part of its width", {
  set_random_seed(1)
  data <- data.frame(x = runif(60), known = 1:60)
  data$y <- data$known + data$x
  for (family in c("location_scale", "quantile", "mixture")) {
    model <- tabular(y ~ x + offset(known), data, family = family, epochs = 2)
    at <- function(known) {
      predict(model, newdata = data.frame(x = 0.5, known = known), type = "quantile")
    }
    expect_equal(at(1000) - at(0), at(0) * 0 + 1000, tolerance = 1e-3)
  }
})

test_that("a distribution is of one response of numbers", {
  expect_error(tabular(cbind(mpg, wt) ~ hp, mtcars, family = "quantile"), "several columns")
  expect_error(tabular(Species ~ Sepal.Width, iris, family = "location_scale"), "is classes")
  expect_error(tabular(mpg ~ hp, mtcars, family = "quantile", probs = 2), "`probs`")
  expect_error(tabular(mpg ~ hp, mtcars, family = "mixture", components = 0), "`components`")
  two <- tabular(list(a = mpg, b = wt) ~ hp, mtcars, family = "location_scale", epochs = 1)
  expect_identical(lengths(predict(two, mtcars)), c(a = 32L, b = 32L))
  expect_error(predict(two, mtcars, type = "quantile"), "one response")
  one <- tabular(mpg ~ hp, mtcars, family = "quantile", probs = 0.9, epochs = 1)
  expect_equal(predict(one), predict(one, type = "quantile", probs = 0.9)[, 1])
  expect_error(predict(one, interval = "prediction"), "none for 0.025")
})

test_that("ordered factors have their rank beside their levels", {
  data <- data.frame(y = 1:40, grade = factor(rep(c("F", "D", "C", "A"), 10), c("F", "D", "C", "A"),
                                              ordered = TRUE))
  data$grade[40] <- NA
  design <- prepared_table(y ~ grade, data, na.pass, "auto")$design
  prepared <- features_of_table(design)
  inputs <- table_inputs(design, table_frame(design, data))
  features <- features_in_python(prepared, inputs)[[1]]
  expect_equal(as.array(features)[c(1:4, 40), 6], c(-1, -1 / 3, 1 / 3, 1, 0), tolerance = 1e-6)
  expect_identical(feature_owners(design), list(rep("grade", 6)))
})

test_that("numbers are clipped, and encoded by bins of equally many rows", {
  set.seed(1)
  data <- data.frame(y = 1:400, x = rexp(400), two = rep(0:1, c(20, 380)))
  settings <- list(hidden = 4L, clip = TRUE)
  design <- prepared_table(y ~ x + two, data, na.pass, "auto")$design
  encoding <- encoding_of(design, table_frame(design, data), settings)
  expect_identical(encoding$from, rep(1L, 4))
  z <- (data$x - median(data$x)) / IQR(data$x)
  edges <- quantile(z, 0:4 / 4, names = FALSE)
  input <- keras_input(2)
  model <- keras_model(input, encoded(input, encoding))
  found <- as.array(model(cbind(c(z, 50), c(data$two - 0.5, 0))))
  bins <- vapply(1:4, function(t) pmin(pmax((z - edges[t]) / (edges[t + 1] - edges[t]), 0), 1), z)
  expect_equal(found[1:400, ], cbind(z / sqrt(1 + (z / 3)^2), (data$two - 0.5) /
                                       sqrt(1 + ((data$two - 0.5) / 3)^2), bins), tolerance = 1e-5,
               ignore_attr = TRUE)
  expect_lt(found[401, 1], 3)
  dates <- prepared_table(y ~ day, data.frame(y = 1:9, day = Sys.Date() + 1:9), na.pass, "auto")
  expect_false(encoding_of(dates$design, dates$frame, settings)$is_clipped)
  settings$clip <- FALSE
  expect_false(any(encoding_of(design, table_frame(design, data), settings)$is_clipped))
})

test_that("several outputs have the order of the formula on each backend", {
  data <- transform(mtcars, wide = factor(cyl > 4))
  set_random_seed(1)
  model <- tabular(list(wide, mpg) ~ hp + wt, data, epochs = 3, hidden = 4)
  predicted <- predict(model, data[1:3, ], type = "class")
  expect_named(predicted, c("wide", "mpg"))
  expect_s3_class(predicted$wide, "factor")
  expect_type(predicted$mpg, "double")
  expect_match(rownames(memory_of(model)$table$scores)[[1]], "^wide_")
})
