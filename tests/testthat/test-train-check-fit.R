test_that("the history in place of the model is told", {
  history <- structure(list(), class = "keras_training_history")
  for (f in list(compile, fit, evaluate, stats::predict)) {
    expect_refused(f(history, matrix(1)), "takes a model, but this is the history that fit")
  }
})
