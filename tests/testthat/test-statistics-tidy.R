model <- keras_model_sequential(input_shape = 4, layers = list()) |>
  layer_dense(units = 8, activation = "relu", name = "hidden") |>
  layer_dense(units = 3, activation = "softmax", name = "out")

test_that("a model is a row for each layer, and one for all", {
  expect_identical(as.data.frame(generics::tidy(model)), data.frame(
    layer = c("hidden", "out"), class = "Dense", output_shape = c("(NA, 8)", "(NA, 3)"),
    parameters = c(40L, 27L), trainable = TRUE
  ))
  expect_identical(as.data.frame(generics::glance(model)), data.frame(
    layers = 2L, parameters = 67, trainable_parameters = 67, loss = NA_character_,
    optimizer = NA_character_
  ))
  compile(model, optimizer = "sgd", loss = "sparse_categorical_crossentropy")
  model$layers[[1]]$trainable <- FALSE
  expect_identical(generics::glance(model)$trainable_parameters, 27)
  expect_identical(generics::glance(model)$loss, "sparse_categorical_crossentropy")
  expect_identical(generics::glance(model)$optimizer, "SGD")
  expect_identical(generics::tidy(model)$trainable, c(FALSE, TRUE))
})

test_that("a model that is not built has no shapes yet", {
  unbuilt <- keras_model_sequential() |> layer_dense(units = 2)
  expect_identical(generics::tidy(unbuilt)$output_shape, NA_character_)
  expect_identical(generics::tidy(unbuilt)$parameters, NA_integer_)
  expect_identical(generics::glance(unbuilt)$parameters, NA_real_)
  expect_identical(nrow(generics::tidy(keras_model_sequential())), 0L)
})

test_that("a history is a row for each value, and one for the end", {
  history <- fit(
    compile(keras_model_sequential(input_shape = 1) |> layer_dense(units = 1), loss = "mse",
            metrics = "mae"),
    mtcars["wt"], mtcars$mpg, epochs = 4, initial_epoch = 2, validation_split = 0.2, verbose = 0
  )
  expect_identical(as.data.frame(generics::tidy(history)), as.data.frame(history))
  whole <- generics::glance(history)
  expect_identical(whole$epochs, 4L)
  expect_identical(names(whole), c("epochs", names(history$metrics)))
  expect_identical(whole$val_mae, history$metrics$val_mae[[3]])
})

test_that("predictions stand beside the data", {
  small <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 3, activation = "softmax")
  compile(small, loss = "sparse_categorical_crossentropy")
  few <- iris[c(1, 60, 120), ]
  probabilities <- predict(small, few[1:4])
  unknown <- generics::augment(small, few[1:4])
  expect_named(unknown, c(names(iris)[1:4], ".fitted_1", ".fitted_2", ".fitted_3"))
  expect_equal(unname(as.matrix(unknown[5:7])), probabilities, ignore_attr = TRUE)

  fit(small, Species ~ ., data = iris, epochs = 1, verbose = 0)
  known <- generics::augment(small, few)
  expect_named(known, c(names(iris), ".fitted", paste0(".fitted_", levels(iris$Species))))
  expect_identical(known$.fitted, unname(predict(small, few, type = "class")))
  expect_equal(known[1:5], few, ignore_attr = TRUE)
  expect_identical(generics::augment(small, newdata = few), known)

  line <- keras_model_sequential(input_shape = 1) |> layer_dense(units = 1)
  expect_equal(generics::augment(line, mtcars["wt"])$.fitted, predict(line, mtcars["wt"])[, 1],
               ignore_attr = TRUE)
  expect_identical(dim(generics::augment(line, tibble::tibble(wt = 1:3))), c(3L, 2L))
  input <- keras_input(1)
  two <- keras_model(input, list(layer_dense(input, 1), layer_dense(input, 1)))
  outputs <- predict(two, mtcars["wt"])
  expect_equal(as.list(generics::augment(two, mtcars["wt"])[2:3]),
               list(outputs[[1]][, 1], outputs[[2]][, 1]), ignore_attr = TRUE)
  block <- keras_model(input, layer_reshape(layer_dense(input, 4), c(2, 2)))
  expect_error(generics::augment(block, mtcars["wt"]), "one number or a row of them",
               class = "rkeras_error_argument")
  compile(two, loss = list("mse", "mae"))
  expect_identical(generics::glance(two)$loss, "mse, mae")
})

test_that("models of data frames say how they predict rows that were left out", {
  skip_if_not(on_tensorflow())
  skip_if_not_installed("tibble")
  set_random_seed(1)
  model <- quick_tabular(mpg ~ wt, mtcars)
  found <- generics::augment(model)
  expect_s3_class(found, "tbl_df")
  expect_identical(found$.rownames, rownames(mtcars))
  expect_equal(found$.resid, residuals(model), ignore_attr = TRUE)
  glance <- generics::glance(model)
  expect_identical(c(glance$nobs, glance$nobs_held), c(32L, 32L))
  error <- mtcars$mpg - found$.left_out
  expect_equal(glance$held_rmse, sqrt(mean(error^2)), tolerance = 1e-5)
  expect_equal(glance$held_mae, mean(abs(error)), tolerance = 1e-5)
  expect_gt(glance$held_mae_se, 0)
  expect_false(".resid" %in% names(generics::augment(model, mtcars["wt"])))
  expect_false(".left_out" %in% names(generics::augment(model, mtcars)))
  classes <- quick_tabular(Species ~ ., iris)
  found <- generics::augment(classes)
  expect_equal(generics::glance(classes)$held_accuracy, mean(found$.left_out == found$Species),
               tolerance = 1e-6)
  whole <- quick_tabular(mpg ~ wt, mtcars, validation_split = 0)
  expect_identical(generics::glance(whole)$nobs_held, 0L)
  expect_false(".left_out" %in% names(generics::augment(whole)))
})

test_that("losses and metrics of several outputs have names", {
  x <- keras_input(2)
  outputs <- list(a = layer_dense(x, 1, name = "a"), b = layer_dense(x, 1, name = "b"))
  named <- keras_model(x, outputs)
  compile(named, "sgd", list(a = "mse", b = loss_huber()))
  expect_identical(generics::glance(named)$loss, "mse, huber_loss")
  coverage <- function(y_true, y_pred) op_mean(y_pred)
  unnamed <- keras_model(x, unname(outputs))
  compile(unnamed, "sgd", list("mse", "mae"), list(list(coverage), list("mae")))
  history <- fit(unnamed, matrix(0, 4, 2), list(1:4, 1:4), epochs = 1, verbose = 0)
  expect_true("a_coverage" %in% names(history$metrics))
})
