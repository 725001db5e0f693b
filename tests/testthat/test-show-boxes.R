branched <- function() {
  input <- keras_input(4, name = "in")
  left <- input |>
    layer_dense(units = 8, activation = "relu", name = "left") |>
    layer_dense(units = 8, name = "more")
  right <- input |> layer_dense(units = 2, name = "right")
  output <- layer_concatenate(left, right, name = "join") |> layer_dense(units = 1, name = "out")
  keras_model(input, output)
}
show_all <- list(
  show_layer_names = TRUE, show_shapes = TRUE, show_dtype = TRUE, show_layer_activations = TRUE,
  show_trainable = FALSE
)
show_little <- list(
  show_layer_names = TRUE, show_shapes = TRUE, show_dtype = FALSE, show_layer_activations = FALSE,
  show_trainable = FALSE
)

test_that("a box shows what is asked for", {
  boxes <- model_boxes(model_layers(branched()), show_all, "each")
  expect_identical(boxes[[2]]$cells[, 1], c("left (Dense)", "relu", "(NA, 8)", "float32"))
  expect_true(boxes[[2]]$has_weights)
  expect_false(boxes[[1]]$has_weights)
  none <- lapply(show_all, function(x) FALSE)
  expect_identical(model_boxes(model_layers(branched()), none, "each")[[2]]$cells, cbind("Dense"))
  fixed <- branched()
  freeze_weights(fixed, which = "left")
  show <- utils::modifyList(show_little, list(show_trainable = TRUE))
  cells <- model_boxes(model_layers(fixed), show, "each")[[2]]$cells
  expect_identical(cells[, 1], c("left (Dense)", "(NA, 8)", "not trained"))
})

test_that("layers in a chain share a box, from one branching to the next", {
  layers <- model_layers(branched())
  names <- vapply(layers, `[[`, "", "name")
  chains <- unname(split(names, chains_of(layers)))
  expect_setequal(chains, list("in", c("left", "more"), "right", c("join", "out")))
  boxes <- model_boxes(layers, show_little, "chains")
  last <- boxes[[length(boxes)]]
  expect_identical(last$cells, rbind(
    c("join", "Concatenate", "(NA, 10)"), c("out", "Dense", "(NA, 1)")
  ))
  expect_length(last$before, 2L)
})

test_that("long chains are told by their ends", {
  model <- keras_model_sequential(input_shape = 4, name = "m")
  for (i in 1:5) model$add(layer_dense(units = 3, name = paste0("d", i)))
  box <- model_boxes(model_layers(model)[-1L], show_little, "brief")[[1]]
  expect_identical(box$cells[, 1], c("d1 ... d5", "5 layers, (NA, 3)"))
})

test_that("more layers than can be read in boxes of their own share boxes", {
  deep <- keras_model_sequential(input_shape = 2)
  for (i in 1:150) deep$add(layer_identity())
  grDevices::pdf(NULL)
  withr::defer(grDevices::dev.off())
  old <- empty_plot()
  plan <- readable_plan(model_layers(deep), show_little, "TB", c(7, 7))
  expect_length(plan$boxes, 1L)
  expect_gte(plan$scale, 0.5)
  expect_length(readable_plan(model_layers(branched()), show_little, "TB", c(7, 7))$boxes, 6L)
  expect_identical(plot(deep), deep)
})

test_that("a file is as large as its model", {
  small <- page_size(model_layers(branched()), show_little, "TB")
  wide <- page_size(model_layers(branched()), show_little, "LR")
  expect_true(all(small > 1 & small < 10))
  deep <- keras_model_sequential(input_shape = 2)
  for (i in 1:100) deep$add(layer_identity())
  expect_gt(prod(page_size(model_layers(deep), show_little, "TB")), prod(small))
  expect_false(identical(small, wide))
})

test_that("many inputs of a kind, and what each has alone, share a box and a row", {
  inputs <- lapply(1:20, function(i) {
    keras_input(1, name = paste0("x", i), dtype = if (i > 10) "string")
  })
  coded <- lapply(inputs[11:20], function(x) {
    layer_string_lookup(x, vocabulary = letters[1:3], output_mode = "one_hot")
  })
  both <- layer_concatenate(c(inputs[1:10], coded))
  model <- keras_model(inputs, layer_dense(layer_dense(both, 2), 1))
  layers <- model_layers(model, FALSE, TRUE)
  expect_identical(vapply(layers, `[[`, "", "name")[1:2], c("10 strings", "10 numbers"))
  expect_identical(vapply(layers, `[[`, "", "class"), c(
    "InputLayer", "InputLayer", "StringLookup", "Concatenate", "Dense", "Dense"
  ))
  expect_identical(lapply(layers, function(layer) unlist(layer$before)), list(
    NULL, NULL, 0L, c(1L, 2L), 3L, 4L
  ))
  lines <- format(model, line_length = 100)
  expect_lt(length(lines), 25)
  expect_match(lines, "10 numbers (InputLayer)", fixed = TRUE, all = FALSE)
  expect_match(lines, "10 layers (StringLookup)", fixed = TRUE, all = FALSE)
  expect_match(lines, "more lines", fixed = TRUE, all = FALSE)
  expect_match(lines, "Total params", fixed = TRUE, all = FALSE)
  expect_identical(unique(nchar(grep("^[│├└|+]", lines, value = TRUE))), 100L)
  expect_gt(length(format(model, layer_range = c("x1", "x20"))), 20)
})
