# The members of a model of tabular(): folds, training, and what they know of rows that they left
# out.

test_that("each row is left out by one member, alike in the response", {
  set.seed(1)
  y <- factor(rep(c("a", "b"), c(40, 10)))
  table <- list(design = list(n = 50L), y = list(y))
  parts <- members_of_folds(table, list(strict = FALSE))
  expect_identical(dim(parts$used), c(50L, 5L))
  expect_identical(parts$judges, !parts$used)
  expect_identical(parts$judges, outer(parts$left_out, 1:5, `==`))
  expect_true(all(table(y, parts$left_out) == c(8L, 2L)))
  expect_identical(members_of_folds(table, list(strict = FALSE, members = 1))$members, 1)
})

test_that("strictly, another fold decides which epoch is the best", {
  set.seed(1)
  table <- list(design = list(n = 20L), y = list(NULL), folds = 4)
  parts <- members_of_folds(table, list(strict = TRUE))
  known <- parts$used | parts$judges
  expect_identical(!known, outer(parts$left_out, 1:4, `==`))
  expect_identical(colSums(parts$used), rep(10, 4))
  table$folds <- 2
  expect_refused(members_of_folds(table, list(strict = TRUE)), "must be 3")
})

test_that("groups are left out as a whole, in folds of about the same size", {
  groups <- rep(letters[1:9], c(8, 8, 4, 4, 4, 4, 2, 1, 1))
  fold <- fold_of_groups(groups, 3)
  expect_true(all(colSums(table(fold, groups) > 0) == 1))
  expect_identical(as.vector(table(fold)), c(12L, 12L, 12L))
  model <- tabular(mpg ~ wt, mtcars, folds = paste(gear, am), epochs = 1)
  expect_true(all(colSums(table(memory_of(model)$table$left_out, paste(mtcars$gear, mtcars$am)) > 0)
                  == 1))
  weighted <- tabular(mpg ~ wt, mtcars, folds = gear, subset = cyl > 4, epochs = 1)
  expect_identical(nrow(predict(weighted, type = "members")), sum(mtcars$cyl > 4))
  expect_identical(ncol(predict(weighted, type = "members")), 3L)
})

test_that("folds are rows, numbers or of earlier versions", {
  rows <- list(1:10, 11:32)
  model <- tabular(mpg ~ wt, mtcars, folds = rows, epochs = 1)
  expect_identical(memory_of(model)$table$left_out, rep(1:2, c(10, 22)))
  none <- tabular(mpg ~ wt, mtcars, validation_split = 0, epochs = 2)
  expect_identical(memory_of(none)$table$left_out, rep(NA_integer_, 32))
  expect_identical(ncol(predict(none, type = "members")), 5L)
  expect_refused(predict(none, interval = "prediction"), "`interval` needs rows")
  third <- tabular(mpg ~ wt, mtcars, validation_split = 0.3, epochs = 1)
  expect_identical(ncol(predict(third, type = "members")), 3L)
  expect_refused(tabular(mpg ~ wt, mtcars, folds = 0), "`folds`")
})

test_that("the scores are those of the members that left the rows out", {
  set_random_seed(1)
  model <- tabular(mpg ~ wt + hp, mtcars, epochs = 20)
  table <- memory_of(model)$table
  left_out <- predict(model, type = "members")[cbind(1:32, table$left_out)]
  error <- mtcars$mpg - left_out
  expect_equal(table$errors, abs(error), tolerance = 1e-5)
  expect_equal(table$scores["RMSE", "score"], sqrt(mean(error^2)), tolerance = 1e-5)
  expect_equal(table$scores["MAE", "se"], sd(abs(error)) * sqrt(31) / 32, tolerance = 1e-4)
  expect_equal(augment(model)$.left_out, left_out, tolerance = 1e-5)
  glanced <- generics::glance(model)
  expect_equal(glanced$held_rmse, table$scores[["RMSE", "score"]])
  expect_identical(glanced$nobs_held, 32L)
  classes <- tabular(Species ~ ., iris, epochs = 20)
  at <- cbind(1:150, as.integer(iris$Species), memory_of(classes)$table$left_out)
  prob <- predict(classes, type = "members")[at]
  expect_equal(memory_of(classes)$table$scores[["Log loss", "score"]], -mean(log(prob)),
               tolerance = 1e-4)
  expect_equal(calibration(classes)$scores[["log_loss"]], -mean(log(prob)), tolerance = 1e-4)
})

test_that("intervals are made of the errors of rows that are left out", {
  set_random_seed(1)
  n <- 300
  data <- data.frame(x = runif(n), z = runif(n))
  data$y <- data$x + rnorm(n) / 10
  model <- tabular(y ~ x + z, data, epochs = 30)
  new <- data.frame(x = runif(500), z = runif(500))
  new$y <- new$x + rnorm(500) / 10
  interval <- predict(model, new, interval = "prediction", level = 0.8)
  expect_equal(interval[, "fit"], predict(model, new), tolerance = 1e-5, ignore_attr = TRUE)
  covered <- mean(interval[, "lwr"] <= new$y & new$y <= interval[, "upr"])
  expect_gt(covered, 0.74)
  expect_lt(covered, 0.9)
  # A file has the errors.
  path <- withr::local_tempfile(fileext = ".keras")
  save_model(model, path)
  expect_equal(predict(load_model(path), new, interval = "prediction", level = 0.8), interval,
               tolerance = 1e-5)
  # Those of conformal() come first.
  conformal(model, new)
  width <- predict(model, new[1:5, ], interval = "prediction")
  expect_equal(diff(range(width[, "upr"] - width[, "lwr"])), 0, tolerance = 1e-6)
})

test_that("values far outside of the training data are a warning with their row", {
  model <- tabular(mpg ~ wt + hp, mtcars, epochs = 1)
  expect_silent(predict(model, transform(mtcars[1:3, ], wt = 8)))
  new <- mtcars[1:3, ]
  new$wt[2] <- 59
  expect_warning(found <- predict(model, new), class = "rkeras_warning_range",
                 "59 in row 2 of `wt` \\(1.513 to 5.424 in training\\)")
  # Clipped, it is hardly farther than the largest.
  largest <- suppressWarnings(predict(model, transform(new, wt = c(new$wt[1], 12, new$wt[3]))))
  expect_lt(abs(found[[2]] - largest[[2]]), 3)
})
