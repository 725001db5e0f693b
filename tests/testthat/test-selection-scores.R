# Metrics of held-out rows.
test_that("ordered classes are compared with predictions as classes", {
  observed <- factor(c("l", "m", "h"), c("l", "m", "h"), ordered = TRUE)
  prob <- rbind(c(1, 0, 0), c(1, 0, 0), c(0, 0, 1))
  colnames(prob) <- levels(observed)
  for (predicted in list(prob, c("l", "l", "h"), factor(c("l", "l", "h")))) {
    outputs <- matched_outputs(list(y = observed), predicted)
    expect_s3_class(outputs$y$predicted, "ordered")
    expect_equal(scores_of_output(outputs$y)[["accuracy"]], 2 / 3)
  }
})
