# Pipelines made in R beside the identical ones made in pure Python: how many times the processor
# time does R take to read them to the end? Takes 3 minutes.

source("bench/measure.R")

targets <- c(
  "map of 20,000 numbers" = 1.03, "5,000 lines of CSV" = 1.03,
  "8 times 20,000 rows, shuffled and batched" = 1.03,
  "8 times 5,000 images, two at a time" = 1.03,
  "fit() on the images" = 1.05, "making the dataset of rows" = NA
)

# As main() of pipelines.py.
answer_pipelines <- function(file) {
  set.seed(1)
  frame <- as.data.frame(matrix(runif(2e5), ncol = 10))
  x <- array(sample(0:255, 5000 * 784, TRUE), c(5000, 28, 28, 1))
  y <- sample(0:9, 5000, TRUE)
  set_random_seed(1)
  model <- keras_model_sequential(input_shape = c(28, 28, 1)) |>
    layer_flatten() |>
    layer_dense(10, activation = "softmax")
  compile(model, loss = "sparse_categorical_crossentropy", optimizer = "adam")
  numbers <- range_dataset(0, 20000) |> dataset_map(function(x) x * 2L + 1L)
  spec <- csv_record_spec(names = paste0("x", 0:9), types = strrep("d", 10), skip = 1)
  lines <- text_line_dataset(file, record_spec = spec) |> dataset_batch(128)
  rows <- function() {
    tensor_slices_dataset(frame) |> dataset_shuffle(10000, seed = 1) |> dataset_batch(128)
  }
  shuffled <- rows()
  images <- tensor_slices_dataset(list(x, y)) |>
    dataset_map(function(image, label) {
      list(tf$image$flip_left_right(tf$cast(image, "float32") / 255), label)
    }, num_parallel_calls = 2) |>
    dataset_batch(128)
  ask("map of 20,000 numbers", function() drain(numbers))
  ask("5,000 lines of CSV", function() drain(lines))
  # Several times: to trace the function that drain() gives to R takes 10 ms.
  eight <- function(dataset) dataset_repeat(dataset, 8)
  ask("8 times 20,000 rows, shuffled and batched", function() drain(eight(shuffled)))
  ask("8 times 5,000 images, two at a time", function() drain(eight(images)))
  ask("fit() on the images", function() fit(model, eight(images), epochs = 1, verbose = 0))
  ask("making the dataset of rows", rows)
}

# Of all processors, which other work disturbs least.
ask <- function(name, f) tell(name, f, clock = "cpu")

if (identical(side, "rkeras")) {
  library(rkeras)
  answer_pipelines(commandArgs(TRUE)[[2]])
} else {
  file <- tempfile(fileext = ".csv")
  set.seed(1)
  write.csv(matrix(round(runif(5e4), 6), ncol = 10), file, row.names = FALSE)
  seconds <- least_in_turns(names(targets), commands = list(
    python = c(rkeras::py_config()$python, "bench/pipelines.py", file),
    rkeras = c(rscript(), "--vanilla", "bench/data.R", "rkeras", file)
  ), rounds = 2)
  ratio <- seconds[, "rkeras"] / seconds[, "python"]
  reach <- targets[rownames(seconds)]
  cat("\n## Pipelines from R and from Python, ", format(Sys.Date()), "\n\n", sep = "")
  print_table(data.frame(
    pipeline = rownames(seconds), python = shown(seconds[, "python"]),
    rkeras = shown(seconds[, "rkeras"]), ratio = sprintf("%.2f\u00d7", ratio),
    target = ifelse(is.na(reach), "", sprintf("%g\u00d7", reach)),
    reached = ifelse(is.na(reach), "", ifelse(ratio <= reach, "yes", "no"))
  ))
}
