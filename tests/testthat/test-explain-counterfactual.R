linear <- function() {
  model <- keras_model_sequential(input_shape = 3) |> layer_dense(units = 1)
  set_weights(model, list(matrix(c(1, 10, 0)), 0))
}

test_that("the nearest value that reaches the target is found", {
  set.seed(1)
  data <- matrix(rnorm(300), 100, dimnames = list(NULL, c("a", "b", "c")))
  row <- matrix(0, 1, 3, dimnames = list(NULL, c("a", "b", "c")))
  found <- counterfactual(linear(), row, target = 5, data = data)
  expect_identical(found$feature, "b")
  expect_true(attr(found, "reached"))
  expect_gte(attr(found, "prediction")[["after"]], 5)
  # No smaller value of the grid reaches it.
  grid <- quantile(data[, "b"], seq(0, 1, length.out = 21), type = 1)
  expect_equal(attr(found, "row")[, "b"], min(grid[grid >= 0.5]), ignore_attr = TRUE)
  below <- counterfactual(linear(), row, target = -5, data = data)
  expect_lte(attr(below, "prediction")[["after"]], -5)
})

test_that("fixed columns stay, and a target that is too far away is a warning", {
  data <- matrix(c(-1, 0, 1), 3, 3, dimnames = list(NULL, c("a", "b", "c")))
  row <- data[2, , drop = FALSE]
  expect_warning(
    found <- counterfactual(linear(), row, target = 5, data = data, fixed = "b"),
    "not reached by changes of 1 column", class = "rkeras_warning_counterfactual"
  )
  expect_identical(found$feature, "a")
  expect_false(attr(found, "reached"))
  expect_error(counterfactual(linear(), row, 5, data, fixed = c("a", "b", "c")), "none can change")
})

test_that("the class of a row of a data frame is changed", {
  set_random_seed(1)
  data <- transform(iris, spot = rep(c("yes", "no", "no"), 50))
  data$Species <- factor(ifelse(data$spot == "yes" & data$Petal.Length > 3, "rare", "usual"))
  model <- tabular(Species ~ spot + Petal.Length, data = data, epochs = 150)
  row <- data[which(data$spot == "no" & data$Petal.Length > 5)[[1]], ]
  found <- counterfactual(model, row, target = "rare")
  expect_identical(found[, c("feature", "from", "to")],
                   data.frame(feature = "spot", from = "no", to = "yes"), ignore_attr = TRUE)
  changed <- attr(found, "row")
  class <- predict(model, newdata = changed, type = "class", verbose = 0)
  expect_identical(as.character(class), "rare")
  expect_identical(changed$Petal.Length, row$Petal.Length)
  expect_identical(nrow(counterfactual(model, row, target = "usual")), 0L)
  expect_error(counterfactual(model, row, target = 1), "`target` must be a class")
  expect_error(counterfactual(model, data, target = "rare"), "must be one row, not 150")
  expect_output(print(found), "Counterfactual: the prediction changes from")
})

test_that("the search takes as long as the target is not reached, whatever its side", {
  data <- matrix(c(-1, 0, 1), 3, 3, dimnames = list(NULL, c("a", "b", "c")))
  found <- counterfactual(linear(), data[2, , drop = FALSE], target = c(9, 12), data = data)
  expect_identical(found$feature, "b")
})
