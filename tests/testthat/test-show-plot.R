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

test_that("rows that would be too low go on in another band", {
  at <- layer_places(1:4, "TB", 2L)
  expect_identical(at$x, c(0.25, 0.25, 0.75, 0.75))
  expect_identical(at$y, c(0.75, 0.25, 0.75, 0.25))
  expect_identical(layer_places(c(1L, 2L, 2L, 3L), "TB")$x, c(0.5, 0.25, 0.75, 0.5))
  expect_identical(layer_places(1:2, "LR")$x, c(0.25, 0.75))
  deep <- keras_model_sequential(input_shape = 2)
  for (i in 1:60) deep$add(layer_identity())
  grDevices::pdf(NULL)
  withr::defer(grDevices::dev.off())
  old <- empty_plot(c(0, 1), c(0, 1))
  expect_gte(roomiest_places(1:61, rep("Identity", 61), "TB")$cex, 0.6)
  expect_identical(max(roomiest_places(1:3, rep("Identity", 3), "TB")$band), 0)
  expect_identical(plot(deep), deep)
})

test_that("arrows go around the boxes between", {
  at <- c(layer_places(1:3, "TB"), list(half_x = rep(0.1, 3), half_y = rep(0.05, 3)))
  expect_identical(arrow_path(at, 1, 2, "TB")$x, c(0.5, 0.5))
  expect_gt(max(arrow_path(at, 1, 3, "TB")$x), 0.6)
  aside <- utils::modifyList(at, list(x = c(0.5, 0.9, 0.5)))
  expect_identical(arrow_path(aside, 1, 3, "TB")$x, c(0.5, 0.5))
  across <- c(layer_places(1:3, "LR"), list(half_x = rep(0.1, 3), half_y = rep(0.05, 3)))
  expect_lt(min(arrow_path(across, 1, 3, "LR")$y), 0.45)
  bands <- c(layer_places(1:4, "TB", 2L), list(half_x = rep(0.1, 4), half_y = rep(0.05, 4)))
  path <- arrow_path(bands, 2, 3, "TB")
  expect_true(0.5 %in% path$x)
  expect_identical(path$x[c(1, 6)], c(0.25, 0.75))
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

test_that("models are drawn in base graphics, on the device and to a file", {
  withr::local_envvar(PATH = "") # without Graphviz
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
  expect_error(plot(model, layer_range = c("left", "none")), "`layer_range`",
               class = "rkeras_error_argument")
  expect_error(plot(model, rankdir = "XX"), "`rankdir`", class = "rkeras_error_argument")
  expect_error(plot(keras_model_sequential()), "no layers", class = "rkeras_error_argument")
})

test_that("a part of the layers stands for itself", {
  part <- layers_between(model_layers(branched()), c("right", "out"))
  expect_identical(vapply(part, `[[`, "", "name"), c("right", "join", "out"))
  expect_identical(lapply(part, `[[`, "before"), list(list(), list(0L), list(1L)))
})

test_that("files that cannot be drawn to are named, by whatever draws", {
  expect_error(plot(branched(), to_file = "model.txt"), "`to_file` must end in .png",
               class = "rkeras_error_argument")
  expect_error(plot(branched(), to_file = "/no/such/model.png"), "`to_file`: there is no folder",
               class = "rkeras_error_argument")
})

test_that("Graphviz draws models, on the device and to a file", {
  skip_if_not(has_graphviz(TRUE), "Graphviz, with pydot and png")
  pdf <- withr::local_tempfile(fileext = ".pdf")
  grDevices::pdf(pdf)
  withr::defer(grDevices::dev.off())
  model <- branched()
  margins <- graphics::par("mar")
  expect_identical(withVisible(plot(model, show_shapes = TRUE, rankdir = "LR"))$value, model)
  expect_identical(graphics::par("mar"), margins)
  files <- withr::local_tempfile(fileext = c(".svg", ".png", ".pdf"))
  for (file in files) plot(model, to_file = file, show_layer_names = TRUE, show_shapes = TRUE)
  text <- paste(readLines(files[[1]]), collapse = "\n")
  for (part in c("graphviz", ">left<", ">right<", "(None, 8)")) {
    expect_match(text, part, fixed = TRUE)
  }
  expect_true(all(file.size(files) > 1000))
  # What Keras does not draw is drawn in base graphics.
  unbuilt <- keras_model_sequential()
  unbuilt$add(layer_dense(units = 3))
  expect_no_error(plot(unbuilt))
  expect_no_error(plot(model, layer_range = c("left", "out")))
  expect_error(plot(keras_model_sequential()), "no layers", class = "rkeras_error_argument")
})
