test_that("train() and train_and_evaluate() are generics for other packages", {
  registerS3method("train", "a_model", function(object, ...) "trained", asNamespace("rkeras"))
  registerS3method("train_and_evaluate", "a_model", function(object, ...) 2, asNamespace("rkeras"))
  expect_identical(train(structure(1, class = "a_model")), "trained")
  expect_identical(train_and_evaluate(structure(1, class = "a_model")), 2)
  expect_refused(train(1), "fit()", fixed = TRUE)
  expect_refused(train_and_evaluate(1), "no method for 1")
})
