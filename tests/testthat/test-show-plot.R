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

test_that("models are drawn in base graphics, on the device and to a file", {
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
  plot(model, layer_range = c("left", "out"))
  expect_refused(plot(model, layer_range = c("left", "none")), "`layer_range`")
  expect_refused(plot(model, rankdir = "XX"), "`rankdir`")
  expect_refused(plot(keras_model_sequential()), "no layers")
})

test_that("a part of the layers stands for itself", {
  part <- layers_between(model_layers(branched()), c("right", "out"))
  expect_identical(vapply(part, `[[`, "", "name"), c("right", "join", "out"))
  expect_identical(lapply(part, `[[`, "before"), list(list(), list(0L), list(1L)))
})

test_that("files that cannot be drawn to are named, by whatever draws", {
  expect_refused(plot(branched(), to_file = "model.txt"), "`to_file` must end in .png")
  expect_refused(plot(branched(), to_file = "/no/such/model.png"), "`to_file`: there is no folder")
})

test_that("Graphviz draws models, on the device and to a file", {
  skip_if_not(has_graphviz(TRUE), "Graphviz, with pydot and png")
  pdf <- withr::local_tempfile(fileext = ".pdf")
  grDevices::pdf(pdf)
  withr::defer(grDevices::dev.off())
  model <- branched()
  margins <- graphics::par("mar")
  drawn <- withVisible(plot(model, method = "graphviz", rankdir = "LR"))
  expect_identical(drawn$value, model)
  expect_identical(graphics::par("mar"), margins)
  files <- withr::local_tempfile(fileext = c(".svg", ".png", ".pdf"))
  for (file in files) plot(model, to_file = file, method = "graphviz", show_dtype = TRUE)
  text <- paste(readLines(files[[1]]), collapse = "\n")
  for (part in c("graphviz", ">left<", ">right<", "(None, 8)")) {
    expect_match(text, part, fixed = TRUE)
  }
  expect_true(all(file.size(files) > 1000))
  unbuilt <- keras_model_sequential()
  unbuilt$add(layer_dense(units = 3))
  for (bad in list(unbuilt, keras_model_sequential())) {
    expect_refused(plot(bad, method = "graphviz"))
  }
  expect_refused(plot(model, layer_range = c("left", "out"), method = "graphviz"), "`layer_range`")
})

test_that("without Graphviz, asking for it says how to install it", {
  withr::local_envvar(PATH = "")
  expect_error(plot(branched(), method = "graphviz"), "needs the program Graphviz",
               class = "rkeras_error_module")
  expect_refused(plot(branched(), method = "dot"), "`method`")
  expect_refused(plot(branched(), separator = TRUE), "no argument \"separator\"")
})
