# Does R make batches beside the training? What an R function that draws the batches takes alone,
# what the steps take alone (with a batch that is there), and fit() with both.
source("bench/measure.R", encoding = "UTF-8")

library(rkeras)
size <- 128L
steps <- 471L
x <- matrix(runif(60000 * 784), 60000)
y <- sample(0:9, 60000, replace = TRUE)
draw <- function() {
  rows <- sample(60000L, size)
  list(x[rows, , drop = FALSE], y[rows])
}
ready <- draw()
is_there <- function() ready

model_of <- function(units) {
  model <- keras_model_sequential(input_shape = 784) |>
    layer_dense(units, activation = "relu") |>
    layer_dense(10, activation = "softmax")
  compile(model, loss = "sparse_categorical_crossentropy")
}

# The data of an epoch, by how they are supplied.
supplied <- list(
  "an R function" = function(batch) list(x = batch, steps_per_epoch = steps),
  "PyDataset()" = function(batch) {
    Batches <- PyDataset("Batches", `__len__` = function() steps,
                         `__getitem__` = function(index) batch())
    list(x = Batches())
  },
  "dataset_map_r()" = function(batch) {
    output <- list(tf$TensorSpec(shape(size, 784), tf$float32),
                   tf$TensorSpec(shape(size), tf$int32))
    list(x = dataset_map_r(range_dataset(0, steps), function(i) batch(), output))
  }
)

if (config_backend() != "tensorflow") supplied[["dataset_map_r()"]] <- NULL

seconds_of_fit <- function(model, batch, supply) {
  data <- supply(batch)
  train <- function() do.call(fit, c(list(model), data, epochs = 1, verbose = 0))
  train()
  min(replicate(3, system.time(train())[["elapsed"]]))
}

alone <- min(replicate(3, system.time(for (i in seq_len(steps)) draw())[["elapsed"]]))
rows <- lapply(c(16, 64, 256), function(units) {
  model <- model_of(units)
  lapply(names(supplied), function(name) {
    trained <- seconds_of_fit(model, is_there, supplied[[name]])
    both <- seconds_of_fit(model, draw, supplied[[name]])
    data.frame(
      "batches by" = name, units = units, "function alone" = shown(alone),
      "steps alone" = shown(trained), "fit()" = shown(both),
      "fit() by the longer" = sprintf("%.2f", both / max(alone, trained)),
      "by their sum" = sprintf("%.2f", both / (alone + trained)), check.names = FALSE
    )
  })
})
cat("\n## Batches of R beside the training, ", format(Sys.Date()), "\n\n", config_backend(), ", ",
    parallel::detectCores(), " cores\n\n", sep = "")
print_table(do.call(rbind, do.call(c, rows)))
