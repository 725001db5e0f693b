# Pipelines made in R beside the identical ones made in pure Python: how many times as long does R
# take to read them to the end?

source("bench/measure.R")

targets <- c(
  "map of 20,000 numbers" = 1.03, "20,000 lines of CSV" = 1.03,
  "50,000 rows, shuffled and batched" = 1.03, "5,000 images, two at a time" = 1.03,
  "fit() on the images" = 1.05, "making the dataset of rows" = NA
)

# As main() of pipelines.py.
answer_pipelines <- function(file) {
  set.seed(1)
  frame <- as.data.frame(matrix(runif(5e5), ncol = 10))
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
  tell("map of 20,000 numbers", function() drain(numbers), times = 7)
  tell("20,000 lines of CSV", function() drain(lines), times = 7)
  tell("50,000 rows, shuffled and batched", function() drain(shuffled), times = 7)
  tell("5,000 images, two at a time", function() drain(images), times = 7)
  tell("fit() on the images", function() fit(model, images, epochs = 1, verbose = 0), times = 7)
  tell("making the dataset of rows", rows, times = 7)
}

drain <- function(dataset) dataset_reduce(dataset, as_tensor(0L), function(n, ...) n + 1L)

if (identical(side, "rkeras")) {
  library(rkeras)
  answer_pipelines(commandArgs(TRUE)[[2]])
} else {
  file <- tempfile(fileext = ".csv")
  set.seed(1)
  write.csv(matrix(round(runif(2e5), 6), ncol = 10), file, row.names = FALSE)
  seconds <- least_in_turns(names(targets), commands = list(
    python = c(rkeras::py_config()$python, "bench/pipelines.py", file),
    rkeras = c(rscript(), "--vanilla", "bench/data.R", "rkeras", file)
  ))
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
