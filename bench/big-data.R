# How much memory does training on 20 GB take, and how much does it read per second? Parquet files
# of 64 columns of random numbers: one file of 205 MB and hard links to it, so that the disk holds
# one.
# Takes 10 minutes; `Rscript bench/big-data.R 1` reads 1 GB. Linux only.

library(rkeras)

gigabytes <- as.numeric(c(commandArgs(TRUE), 20)[[1]])
columns <- 64
rows <- 800000

write_files <- function(folder) {
  py_run_string(sprintf("
import numpy as np, pyarrow as pa, pyarrow.parquet as pq
def write(path):
    x = np.random.default_rng(1).standard_normal((%d, %d), dtype=np.float32)
    table = pa.table({f'x{i}': x[i] for i in range(1, len(x))} | {'y': x[1:9].sum(0)})
    pq.write_table(table, path, row_group_size=50_000, compression='none', use_dictionary=False)
", columns, rows))
  files <- file.path(folder, "part-001.parquet")
  py$write(files)
  n <- ceiling(gigabytes * 1e9 / file.size(files))
  links <- file.path(folder, sprintf("part-%03d.parquet", seq_len(n)[-1]))
  stopifnot(file.link(files, links))
  c(files, links)
}

# In kB, from the kernel.
status <- function(field) {
  line <- grep(field, readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line))
}

folder <- tempfile()
dir.create(folder)
files <- write_files(folder)
data <- arrow_dataset(folder, batch_size = 8192, shuffle = TRUE, seed = 1) |>
  dataset_prepare(y ~ .) |>
  dataset_prefetch(2)
model <- keras_model_sequential(input_shape = columns - 1) |> layer_dense(units = 1)
model |> compile(optimizer = optimizer_adam(0.01), loss = "mse")
before <- status("VmRSS")
time <- system.time(history <- fit(model, data, epochs = 1, verbose = 0))
size <- sum(file.size(files)) / 1e9
cat(sprintf(
  "%.1f GB in %d files, %d rows: %.0f s, %.0f s of processor time, %.0f MB/s, loss %.4f\n", size,
  length(files), rows * length(files), time[["elapsed"]], sum(time[1:2]),
  1000 * size / time[["elapsed"]], history$metrics$loss
))
cat(sprintf("resident memory before fit() %.2f GB, at its peak %.2f GB\n", before / 1e6,
            status("VmHWM") / 1e6))
cat(sprintf("of which not in files %.2f GB at the end\n", status("RssAnon") / 1e6))
unlink(folder, recursive = TRUE)
