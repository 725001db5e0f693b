test_that("a model prints its layers and weights", {
  model <- keras_model_sequential(input_shape = 4, name = "small") |>
    layer_dense(units = 8, name = "first") |>
    layer_dense(units = 3, name = "second")
  lines <- format(model, line_length = 70)
  expect_match(lines[[1]], 'Model: "small"')
  expect_match(lines, "first", all = FALSE)
  expect_match(lines, "Total params: 67", all = FALSE)
  expect_lte(max(nchar(lines)), 70)
  expect_identical(capture.output(print(model, line_length = 70)), lines)
  expect_identical(capture.output(summary(model, line_length = 70)), lines)
  # Once.
  expect_identical(capture.output(print(summary(model, line_length = 70))), lines)
  shown <- NULL
  shows <- function() {
    shown <<- summary(model, line_length = 70)
    NULL
  }
  expect_identical(capture.output(shows()), c(lines, "NULL"))
  expect_identical(capture.output(for (i in 1:2) print(shown)), lines)
  expect_no_match(lines[1:5], "Trai", all = FALSE)
})

test_that("an axis of any length is NA, and the columns of the table stay where they are", {
  input <- keras_input(list(NA, 3))
  model <- keras_model(input, layer_lstm(input, units = 4, return_sequences = TRUE))
  withr::local_options(cli.unicode = TRUE)
  lines <- format(model, line_length = 70)
  expect_match(lines, "(NA, NA, 4)", fixed = TRUE, all = FALSE)
  expect_no_match(lines, "None")
  table <- grep("^[\u2502\u250F\u2521\u251C\u2514]", lines, value = TRUE)
  expect_identical(unique(nchar(table)), 70L)
})

test_that("py_str() of a model is its summary", {
  model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
  expect_identical(py_str(model), paste(format(model), collapse = "\n"))
})

test_that("a summary is as wide as the console, whatever its terminal is", {
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(units = 8, name = "a_layer_with_a_name_that_takes_half_of_a_line")
  for (width in c(40, 80, 120, 200)) {
    withr::local_options(width = width, cli.unicode = TRUE)
    lines <- format(model)
    expect_identical(max(nchar(lines)), as.integer(width))
    expect_match(lines, "\u2502 *40 \u2502$", all = FALSE)
  }
  expect_match(lines, "that_takes_half_of_a_line (Dense)", fixed = TRUE, all = FALSE)
  expect_identical(Sys.getenv("COLUMNS"), import("os")$environ$get("COLUMNS", ""))
})

test_that("fixed layers are shown where there are any", {
  model <- keras_model_sequential(input_shape = 4) |>
    layer_dense(units = 8, trainable = FALSE) |>
    layer_dense(units = 3)
  expect_match(format(model, line_length = 90), "Trai", all = FALSE)
  expect_match(format(model, line_length = 90), "Non-trainable params: 40", all = FALSE)
})

test_that("a console without box drawing gets plain lines", {
  expect_identical(
    ascii_boxes(c("\u250f\u2501\u2533\u2513", "\u2503 a \u2502", "\u251c\u2500\u2534\u2518")),
    c("+-++", "| a |", "+-++")
  )
})

test_that("cli's option for plain characters counts", {
  model <- keras_model_sequential(input_shape = 4) |> layer_dense(8, name = strrep("long", 9))
  withr::local_options(cli.unicode = FALSE, width = 60)
  expect_no_match(format(model), "[^ -~]")
})

test_that("a model without layers prints", {
  expect_match(format(keras_model_sequential(name = "none"))[[1]], "none")
})

small <- function() {
  keras_model_sequential(input_shape = 4, name = "small") |>
    layer_dense(units = 8, name = "first", trainable = FALSE) |>
    layer_dropout(rate = 0.5, name = "drop") |>
    layer_dense(units = 3, name = "second")
}

test_that("str() of a model tells its layers, shapes, parameters and state", {
  model <- small()
  expect_identical(capture.output(str(model)), c(
    " <Sequential> \"small\": 3 layers, 67 parameters (27 trainable), not compiled",
    " $ first : Dense    (NA, 8)  40 parameters, not trained",
    " $ drop  : Dropout  (NA, 8)",
    " $ second: Dense    (NA, 3)  27 parameters"
  ))
  compile(model, loss = "mse", optimizer = "sgd")
  withr::local_options(width = 120)
  expect_match(capture.output(str(model))[[1]], "compiled (SGD, mse)", fixed = TRUE)
  expect_length(capture.output(str(list(model = model, n = 1))), 3L)
  withr::with_options(list(width = 40), {
    lines <- capture.output(str(model))
    expect_lte(max(nchar(lines)), 40)
    expect_match(lines[1:2], "[.]{3}$")
    expect_identical(lines[[3]], " $ drop  : Dropout  (NA, 8)")
  })
  expect_identical(capture.output(str(model, list.len = 1))[[3]], "  [and 2 more]")
  unbuilt <- keras_model_sequential(name = "u")
  expect_output(str(unbuilt), "\"u\": 0 layers, not built, not compiled", fixed = TRUE)
  unbuilt$add(layer_dense(units = 3, name = "a"))
  expect_output(str(unbuilt), "$ a: Dense    not built", fixed = TRUE)
})

test_that("a model is a data frame of its layers", {
  layers <- as.data.frame(small())
  expect_identical(layers$layer, c("first", "drop", "second"))
  expect_identical(layers$output_shape, c("(NA, 8)", "(NA, 8)", "(NA, 3)"))
  expect_identical(sum(layers$parameters), 67L)
  expect_identical(layers$trainable, c(FALSE, TRUE, TRUE))
  expect_identical(nrow(as.data.frame(keras_model_sequential())), 0L)
})

test_that("a layer prints the arguments that are not the defaults", {
  shown <- function(layer) capture.output(print(layer))
  expect_identical(shown(layer_dense(units = 8, activation = "relu", name = "d")),
                   "<Dense name=d, units=8, activation=relu, built=False>")
  expect_identical(shown(layer_dense(units = 8, use_bias = FALSE, name = "d")),
                   "<Dense name=d, units=8, use_bias=False, built=False>")
  expect_identical(shown(layer_conv_2d(filters = 4, kernel_size = c(3, 2), name = "c")),
                   "<Conv2D name=c, filters=4, kernel_size=(3, 2), built=False>")
  expect_identical(shown(layer_dropout(rate = 0.25, name = "o")),
                   "<Dropout name=o, rate=0.25, built=True>")
  # A function has the name of its variable.
  own_swish <- function(x) x * op_sigmoid(x)
  expect_identical(shown(layer_dense(units = 8, activation = own_swish, name = "d")),
                   "<Dense name=d, units=8, activation=own_swish, built=False>")
  expect_identical(shown(layer_dense(units = 8, activation = function(x) -x, name = "d")),
                   "<Dense name=d, units=8, activation=function, built=False>")
})
