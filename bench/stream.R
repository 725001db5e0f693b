# dataset_map_r() beside tf.numpy_function in pure Python: how many times as long does it take? And
# how much memory does training on files larger than memory need?
#
#   Rscript bench/stream.R
#   Rscript bench/stream.R memory GB      trains on a Parquet file of this size

source("bench/measure.R")

# At last R and Python read the elements, not TensorFlow.
targets <- c(
  "5,000 numbers" = 1.5, "500 batches of 100 strings" = 1.5, "500 batches of 12,800 doubles" = 1.5,
  "5,000 numbers, one by one" = NA
)

# As stream.py.
answer_maps <- function() {
  read <- function(dataset) function() drain(dataset)
  texts <- tensors_dataset(rep("some text", 100)) |> dataset_repeat(500)
  batches <- tensors_dataset(matrix(runif(12800), 128)) |> dataset_repeat(500)
  numbers <- dataset_map_r(range_dataset(0, 5000), function(x) x + 1L, "int64")
  tell("5,000 numbers", read(numbers))
  tell("500 batches of 100 strings", read(dataset_map_r(texts, nchar, "int64")))
  tell("500 batches of 12,800 doubles",
       read(dataset_map_r(batches, function(x) exp(sin(x)), "float64")))
  tell("5,000 numbers, one by one", function() iterate(numbers, function(x) NULL, simplify = FALSE))
}

# Peak resident memory in MB of this process.
peak_memory <- function() {
  line <- grep("^VmHWM", readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("\\D", "", line)) / 1024
}

# One pass of fit() over a file with 20 columns of random doubles.
train_on_file <- function(gigabytes) {
  file <- tempfile(fileext = ".parquet")
  on.exit(unlink(file))
  groups <- ceiling(gigabytes * 1e9 / (1e5 * 21 * 8))
  write_groups <- py_run_string("
import numpy as np, pyarrow as pa, pyarrow.parquet as pq
def write_groups(path, groups):
    random = np.random.default_rng(1)
    writer = None
    for _ in range(groups):
        table = pa.table({f'x{i}': random.random(100000) for i in range(21)})
        writer = writer or pq.ParquetWriter(path, table.schema, compression='none',
                                            use_dictionary=False)
        writer.write_table(table)
    writer.close()
")$write_groups
  write_groups(file, as.integer(groups))
  size <- file.size(file) / 1e9
  data <- arrow_dataset(file, batch_size = 1024, shuffle = TRUE, seed = 1)
  data <- dataset_prepare(data, x0 ~ ., named = FALSE)
  model <- keras_model_sequential(input_shape = 20) |> layer_dense(units = 1)
  compile(model, loss = "mse")
  seconds <- system.time(fit(model, data, epochs = 1, verbose = 0))[["elapsed"]]
  cat(sprintf("%.1f GB: %.0f s, peak %.0f MB\n", size, seconds, peak_memory()))
}

if (identical(side, "rkeras")) {
  library(rkeras)
  answer_maps()
} else if (identical(side, "memory")) {
  library(rkeras)
  train_on_file(as.numeric(commandArgs(TRUE)[[2]]))
} else {
  seconds <- least_in_turns(names(targets), commands = list(
    python = c(rkeras::py_config()$python, "bench/stream.py"),
    rkeras = c(rscript(), "--vanilla", "bench/stream.R", "rkeras")
  ))
  ratio <- seconds[, "rkeras"] / seconds[, "python"]
  cat("\n## R functions in pipelines, ", format(Sys.Date()), "\n\n", sep = "")
  print_table(data.frame(
    pipeline = rownames(seconds), python = shown(seconds[, "python"]),
    rkeras = shown(seconds[, "rkeras"]), ratio = sprintf("%.2f", ratio),
    target = targets[rownames(seconds)]
  ))
}
