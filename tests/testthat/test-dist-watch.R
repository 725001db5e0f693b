# Real training in several processes. Each loads TensorFlow, so the tests are few and check much.
training_script <- function(folder, ..., frame = parent.frame()) {
  script <- withr::local_tempfile(fileext = ".R", .local_envir = frame)
  writeLines(c("library(rkeras)", sprintf("folder <- '%s'", folder), ...), script)
  script
}

# The same model and data for one process and for each of several.
common <- c(
  "new_model <- function() {",
  "  set_random_seed(1)",
  "  keras_model_sequential(input_shape = 4) |>",
  # Zeros are the same on all backends.
  "    layer_dense(units = 3, activation = 'softmax', kernel_initializer = 'zeros') |>",
  "    compile(optimizer_sgd(0.1), 'sparse_categorical_crossentropy', metrics = 'accuracy')",
  "}",
  "x <- as.matrix(iris[1:4])",
  "y <- as.integer(iris$Species) - 1L"
)

with_common <- function(frame = parent.frame()) {
  for (expr in parse(text = common)) eval(expr, frame)
}

test_that("a worker that is killed in an epoch and started again loses no epoch", {
  skip_if_not(is_keras_available() && on_tensorflow())
  folder <- withr::local_tempdir()
  script <- training_script(
    folder, common,
    "worker <- join_cluster()",
    "strategy <- tf$distribute$MultiWorkerMirroredStrategy()",
    "model <- with(strategy$scope(), new_model())",
    "killed <- file.path(folder, 'killed')",
    "kill <- callback_lambda(on_train_batch_end = function(batch, logs) {",
    "  step <- as.numeric(model$optimizer$iterations)",
    "  if (worker$index == 2 && step == 25 && !file.exists(killed)) {",
    "    file.create(killed)",
    "    tools::pskill(Sys.getpid(), 9)",
    "  }",
    "})",
    "note <- callback_lambda(on_epoch_end = function(epoch, logs) {",
    "  cat(epoch, '\\n', file = file.path(folder, paste0('epochs', worker$index)), append = TRUE)",
    "})",
    "backup <- callback_backup_and_restore(file.path(folder, 'backup'))",
    "data <- tf$data$Dataset$from_tensor_slices(tuple(x, y))$shuffle(150L, seed = 1L,",
    "  reshuffle_each_iteration = FALSE)$batch(16L)",
    "fit(model, data, epochs = 4, callbacks = list(kill, note, backup), verbose = 2)",
    "cat('iterations', as.numeric(model$optimizer$iterations), '\\n')",
    "print(evaluate(model, data, verbose = 0))",
    "predicted <- predict(model, x, verbose = 0)",
    "saveRDS(predicted, file.path(folder, paste0('predicted', worker$index)))"
  )
  expect_message(
    run <- run_workers(script, 2, restarts = 1, echo = FALSE),
    "`worker 2` was killed by signal 9. All workers start again (1 of 1).", fixed = TRUE
  )
  expect_identical(run$restarts, 1L)
  for (i in 1:2) {
    # The epoch that was interrupted, the third, was trained again, and no other.
    epochs <- readLines(file.path(folder, paste0("epochs", i)))
    expect_identical(as.integer(epochs), 1:4)
    expect_true("iterations 40 " %in% run$output[[i]])
  }
  expect_false(dir.exists(file.path(folder, "backup")))

  # One process alone computes the same.
  with_common()
  model <- new_model()
  data <- tf$data$Dataset$from_tensor_slices(tuple(x, y))$shuffle(
    150L, seed = 1L, reshuffle_each_iteration = FALSE)$batch(16L)
  fit(model, data, epochs = 4, verbose = 0)
  alone <- predict(model, x, verbose = 0)
  for (i in 1:2) {
    expect_equal(readRDS(file.path(folder, paste0("predicted", i))), alone, tolerance = 1e-4)
  }
})

test_that("two workers on JAX train on the same batches as one", {
  skip_if_not(is_keras_available() && is_importable("jax"))
  folder <- withr::local_tempdir()
  script <- training_script(
    folder, common,
    "worker <- join_cluster()",
    "distribution_set(distribution_data_parallel(auto_shard_dataset = FALSE))",
    "model <- new_model()",
    # Each step takes 30 samples, 15 from each worker.
    "mine <- as.vector(outer(1:15 + 15 * (worker$index - 1), seq(0, 120, by = 30), '+'))",
    "history <- fit(model, x[mine, ], y[mine], batch_size = 15, epochs = 2, shuffle = FALSE,",
    "               verbose = 0)",
    "saveRDS(list(history$metrics$loss, get_weights(model)),",
    "        file.path(folder, paste0('result', worker$index)))"
  )
  run <- run_workers(script, 2, backend = "jax", echo = FALSE)
  expect_identical(run$workers$status, c(0L, 0L))
  results <- lapply(1:2, function(i) readRDS(file.path(folder, paste0("result", i))))
  expect_identical(results[[1]], results[[2]])

  with_common()
  model <- new_model()
  history <- fit(model, x, y, batch_size = 30, epochs = 2, shuffle = FALSE, verbose = 0)
  expect_equal(results[[1]][[1]], history$metrics$loss, tolerance = 1e-4)
  expect_equal(results[[1]][[2]], get_weights(model), tolerance = 1e-4)
})

test_that("parameter servers keep the weights that workers train", {
  skip_if_not(is_keras_available() && on_tensorflow())
  folder <- withr::local_tempdir()
  script <- training_script(
    folder,
    "resolver <- tf$distribute$cluster_resolver$TFConfigClusterResolver()",
    "strategy <- tf$distribute$ParameterServerStrategy(resolver)",
    "coordinator <- tf$distribute$coordinator$ClusterCoordinator(strategy)",
    "weight <- with(strategy$scope(), tf$Variable(0))",
    "add <- tf$`function`(function() weight$assign_add(1))",
    "for (i in 1:10) coordinator$schedule(add)",
    "coordinator$join()",
    "cat('weight', as.numeric(weight), weight$device, '\\n')"
  )
  run <- run_workers(script, workers = 1, servers = 1, echo = FALSE)
  expect_identical(run$workers$name, c("chief 1", "worker 1", "ps 1"))
  expect_match(paste(run$output[[1]], collapse = "\n"), "weight 10 /job:ps/replica:0/task:0")
})
