# The outputs of predict() by `type`.
test_that("classes of an ordered factor are ordered", {
  skip_if_not(on_tensorflow())
  cars <- transform(mtcars, gear = ordered(gear), vs = ordered(vs))
  model <- quick_tabular(gear ~ wt, cars)
  found <- predict(model, type = "class")
  expect_s3_class(found, "ordered")
  expect_identical(levels(found), levels(cars$gear))
  expect_type(mean(found == cars$gear), "double")
  expect_s3_class(generics::augment(model)$.fitted, "ordered")
  expect_identical(colnames(predict(model, type = "prob")), levels(cars$gear))
  path <- withr::local_tempfile(fileext = ".keras")
  save_model(model, path)
  expect_identical(predict(load_model(path), cars, type = "class"), found)
  expect_s3_class(predict(quick_tabular(vs ~ wt, cars), type = "class"), "ordered")
  by_hand <- keras_model_sequential(input_shape = 1) |> layer_dense(3, activation = "softmax")
  compile(by_hand, "sgd", "sparse_categorical_crossentropy")
  fit(by_hand, gear ~ wt, cars, epochs = 1, verbose = 0)
  expect_s3_class(predict(by_hand, cars, type = "class"), "ordered")
  # The user's own levels are those of a factor.
  expect_identical(class(predict(by_hand, cars, type = "class", levels = c("a", "b", "c"))),
                   "factor")
})

test_that("distributions have no link", {
  skip_if_not(on_tensorflow())
  model <- quick_tabular(mpg ~ wt, mtcars, family = "location_scale")
  expect_refused(predict(model, type = "link"), "type = \"parameters\"")
})
