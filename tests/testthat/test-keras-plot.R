branched <- function() {
  input <- keras_input(4, name = "in")
  left <- input |> layer_dense(units = 8, activation = "relu", name = "left")
  right <- input |> layer_dense(units = 2, name = "right")
  output <- keras$layers$Concatenate(name = "join")(list(left, right)) |>
    layer_dense(units = 1, name = "out")
  keras_model(input, output)
}
arrows_of <- function(model, ...) {
  layers <- model_layers(model, ...)
  names <- vapply(layers, `[[`, "", "name")
  stats::setNames(lapply(layers, function(x) names[unlist(x$before) + 1L]), names)
}

test_that("the layers before each layer are known", {
  expect_identical(arrows_of(branched()), list(
    `in` = character(), left = "in", right = "in", join = c("left", "right"), out = "join"
  ))
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(units = 3, name = "a") |>
    layer_dense(units = 2, name = "b")
  expect_identical(arrows_of(model)[c("a", "b")], list(a = names(arrows_of(model))[[1]], b = "a"))
  unbuilt <- keras_model_sequential()
  unbuilt$add(layer_dense(units = 3, name = "a"))
  unbuilt$add(layer_dense(units = 2, name = "b"))
  expect_identical(arrows_of(unbuilt), list(a = character(), b = "a"))
})

test_that("layers of models inside a model are shown if asked for", {
  inner <- keras_model_sequential(input_shape = 4, name = "inner") |>
    layer_dense(units = 3, name = "i1") |>
    layer_dense(units = 2, name = "i2")
  input <- keras_input(4, name = "in")
  model <- keras_model(input, inner(input) |> layer_dense(units = 1, name = "out"))
  expect_named(arrows_of(model), c("in", "inner", "out"))
  arrows <- arrows_of(model, expand = TRUE)
  expect_identical(arrows$i2, "i1")
  expect_identical(arrows$out, "i2")
})

test_that("a layer stands after those before it", {
  expect_identical(layer_rows(model_layers(branched())), c(1L, 2L, 2L, 3L, 4L))
})

test_that("labels show what they are asked for", {
  layers <- model_layers(branched())
  show <- list(show_shapes = TRUE, show_dtype = TRUE, show_layer_names = TRUE,
               show_layer_activations = TRUE, show_trainable = FALSE)
  expect_identical(
    layer_labels(layers, show)[[2]], "left (Dense)\nrelu\n(NA, 4) to (NA, 8)\nfloat32"
  )
  expect_identical(layer_labels(layers, lapply(show, function(x) FALSE))[[2]], "Dense")
})

test_that("models are drawn, on the device and to a file", {
  file <- withr::local_tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  withr::defer(grDevices::dev.off())
  model <- branched()
  expect_identical(withVisible(plot(model))$value, model)
  plot(model, show_shapes = TRUE, rankdir = "LR")
  Two <- Model("Two",
    initialize = function() {
      super$initialize()
      self$a <- layer_dense(units = 2)
      self$b <- layer_dense(units = 2)
    },
    call = function(inputs) inputs
  )
  plot(Two())
  outer <- keras_model_sequential(input_shape = 4)
  outer$add(branched())
  plot(outer, expand_nested = TRUE)
  picture <- withr::local_tempfile(fileext = ".png")
  plot(model, to_file = picture)
  expect_gt(file.size(picture), 1000)
  expect_error(plot(model, rankdir = "XX"), "`rankdir`", class = "rkeras_error_argument")
  expect_error(plot(keras_model_sequential()), "no layers", class = "rkeras_error_argument")
})
