# Receiver operating characteristics.

test_that("a curve counts the rows above each threshold, and its area those in the wrong order", {
  observed <- factor(c("a", "b", "a", "b", "b"))
  prob <- cbind(a = 1 - c(0.1, 0.4, 0.4, 0.8, 0.9), b = c(0.1, 0.4, 0.4, 0.8, 0.9))
  data <- roc_curves(prob, observed)
  expect_identical(levels(data$curve), "b (area 0.917)")
  expect_equal(data$false_positive, c(0, 0, 0, 0.5, 1))
  expect_equal(data$true_positive, c(0, 1 / 3, 2 / 3, 1, 1))
  # The trapezoids below the curve.
  heights <- (head(data$true_positive, -1) + data$true_positive[-1]) / 2
  area <- sum(diff(data$false_positive) * heights)
  expect_equal(roc_area(prob[, "b"], observed == "b"), area)
  expect_error(roc_curves(prob[c(1, 3), ], observed[c(1, 3)]), "rows of two classes")
})

test_that("areas are those of another package", {
  skip_if_not_installed("pROC")
  set.seed(1)
  is_class <- runif(300) < 0.3
  prob <- round(plogis(rnorm(300) + is_class), 2)
  expect_equal(roc_area(prob, is_class),
               as.vector(pROC::auc(is_class, prob, levels = c(FALSE, TRUE), direction = "<")))
})

test_that("each of several classes stands against the others, absent ones do not", {
  set.seed(1)
  prob <- matrix(runif(40), 10, dimnames = list(NULL, letters[1:4]))
  observed <- factor(rep(c("a", "b", "c"), length.out = 10), letters[1:4])
  data <- roc_curves(prob, observed)
  expect_identical(sub(" .*", "", levels(data$curve)), c("a", "b", "c"))
  withr::local_pdf(NULL)
  expect_no_error(plot_roc(data, "base"))
  skip_if_not_installed("ggplot2")
  expect_identical(ggplot2::ggplot_build(plot_roc(data, "ggplot2"))$data[[2]]$y,
                   data$true_positive)
})
