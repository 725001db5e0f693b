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
  expect_identical(withVisible(summary(model))$visible, FALSE)
  expect_no_match(lines[1:5], "Trai", all = FALSE)
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
