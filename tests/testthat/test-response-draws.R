# Means and intervals of several predictions of the same rows.

test_that("answers that follow each other become draws", {
  expect_equal(as_draws(1:6, 3), matrix(1:6, 2))
  expect_equal(as_draws(matrix(1:6), 3), matrix(1:6, 2))
  # Two rows and two classes, three times.
  answers <- cbind(a = 1:6, b = 11:16)
  draws <- as_draws(answers, 3)
  expect_identical(dim(draws), c(2L, 2L, 3L))
  expect_equal(draws[, , 3], answers[5:6, ])
  expect_equal(mean_of_draws(draws), cbind(a = 3:4, b = 13:14))
  expect_equal(mean_of_draws(matrix(1:6, 2)), 3:4)
  expect_error(as_draws(list(1, 2), 2), "one row of outputs")
})

test_that("intervals of few draws are Student's, of many their quantiles", {
  draws <- rbind(c(1, 2, 3), c(2, 2, 2))
  few <- confidence_of_draws(draws, 0.9, is_few = TRUE)
  expect_equal(few[1, ], c(fit = 2, lwr = 2 - qt(0.95, 2), upr = 2 + qt(0.95, 2)))
  expect_equal(few[2, ], c(fit = 2, lwr = 2, upr = 2))
  many <- confidence_of_draws(rbind(0:100), 0.9, is_few = FALSE)
  expect_equal(many[1, ], c(fit = 50, lwr = 5, upr = 95))
  classes <- confidence_of_draws(as_draws(cbind(a = 1:6, b = 1:6), 3), 0.9, is_few = TRUE)
  expect_identical(dimnames(classes), list(NULL, c("fit", "lwr", "upr"), c("a", "b")))
  expect_equal(classes[2, "fit", "b"], 4)
  expect_error(confidence_of_draws(matrix(1), 0.9, TRUE), "at least two draws")
})
