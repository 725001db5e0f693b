# How much more do two workers of MultiWorkerMirroredStrategy() train per second than one? Each
# computes with one thread. Takes a minute.
source("bench/measure.R")

script <- tempfile(fileext = ".R")
writeLines(r"(
library(rkeras)
worker <- join_cluster()
tf$config$threading$set_intra_op_parallelism_threads(1L)
tf$config$threading$set_inter_op_parallelism_threads(1L)
strategy <- tf$distribute$MultiWorkerMirroredStrategy()
model <- with(strategy$scope(), {
  keras_model_sequential(input_shape = 512) |>
    layer_dense(units = 1024, activation = "relu") |>
    layer_dense(units = 1024, activation = "relu") |>
    layer_dense(units = 10) |>
    compile(loss = "mse", optimizer = "sgd")
})
x <- matrix(runif(4096 * 512), 4096)
data <- tensor_slices_dataset(list(x, x[, 1:10])) |>
  dataset_batch(4096, drop_remainder = TRUE) |>
  dataset_repeat(15)
fit(model, dataset_take(data, 2), epochs = 1, verbose = 0)
time <- system.time(fit(model, data, epochs = 1, verbose = 0))
cat("seconds", sum(time[1:2]), time[["elapsed"]])
)", script)

# The processor time of each worker and the time on the wall clock, for one epoch.
seconds_with <- function(workers) {
  run <- rkeras::run_workers(script, workers, echo = FALSE, backend = "tensorflow")
  told <- lapply(run$output, function(lines) {
    as.numeric(strsplit(grep("^seconds", lines, value = TRUE), " ")[[1]][-1])
  })
  rowMeans(do.call(cbind, told))
}

turns <- lapply(rep(1:2, 2), seconds_with)
least <- vapply(1:2, function(n) do.call(pmin, turns[rep(1:2, 2) == n]), numeric(2))
cat("\n## One worker and two, ", format(Sys.Date()), "\n\n", sep = "")
print_table(data.frame(
  clock = c("processor time of a worker", "wall clock"), one = shown(least[, 1]),
  two = shown(least[, 2]), scaling = sprintf("%.2f\u00d7", least[, 1] / least[, 2])
))
