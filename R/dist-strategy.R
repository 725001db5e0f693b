# Training on several devices: logical devices, and the steps of custom loops under a strategy.

#' Training on several devices
#'
#' Ways to train one model on several devices of a machine. With *data parallelism*, each device has
#' a copy of the weights and takes a part of each batch; the gradients are added up, so that the
#' result is that of one device with the whole batch. Which interface does this depends on the
#' backend.
#'
#' @section TensorFlow:
#' A strategy of `tf$distribute`. Make and compile the model in `with(strategy$scope(), ...)`; then
#' [fit()], [evaluate()] and `predict()` use all devices.
#' * `tf$distribute$MirroredStrategy()`: all GPUs of a machine.
#' * `tf$distribute$MultiWorkerMirroredStrategy()`: several processes, on one or several machines;
#'   see [run_workers()]. Keras 3.15 itself cannot train under this strategy; rkeras adds what is
#'   missing. `predict()` computes all predictions in each process.
#' * `tf$distribute$ParameterServerStrategy()`: servers keep the weights, and workers update them
#'   without waiting for each other. Keras's `fit()` does not support it: write a loop with
#'   `tf$distribute$coordinator$ClusterCoordinator()`.
#'
#' `batch_size` is the number of samples of all devices together.
#'
#' @section JAX:
#' [distribution_data_parallel()] and [distribution_model_parallel()], set by [distribution_set()]
#' before the model is made. The latter also divides the weights among devices.
#'
#' @section Custom loops:
#' [distributed_step()] makes the training step of a loop of your own under a strategy of
#' TensorFlow. `strategy$run(f, args = list(x))` calls an R function for each device. Such a
#' function may compute and read weights; it cannot synchronize the devices, as
#' `optimizer$apply()` does, because R runs one function at a time. That is an error.
#'
#' @concept distributed training
#' @concept multiple GPUs
#' @concept MirroredStrategy
#' @concept MultiWorkerMirroredStrategy
#' @concept ParameterServerStrategy
#' @concept data parallelism
#' @seealso [use_logical_devices()] to try this on a machine without GPUs, [run_workers()] for
#'   several processes and machines, `rkeras_guide("cluster")`.
#' @family distribution
#' @examplesIf is_keras_available() && keras$backend$backend() == "tensorflow"
#' strategy <- tf$distribute$MirroredStrategy(list("CPU:0"))
#' strategy$num_replicas_in_sync
#' model <- with(strategy$scope(), {
#'   keras_model_sequential(input_shape = 4) |>
#'     layer_dense(units = 3, activation = "softmax") |>
#'     compile(loss = "sparse_categorical_crossentropy")
#' })
#' fit(model, iris[1:4], iris$Species, epochs = 2, verbose = 0)
#' @name distributed-training
NULL

#' Divide the CPU into several logical devices
#'
#' Makes TensorFlow or JAX see `n` devices where the machine has one processor. Code for several
#' devices can then be tried on a laptop: the results are those of several GPUs, but not the speed.
#' Call it before TensorFlow or JAX is used for the first time.
#'
#' @param n Positive integer. Number of devices.
#' @return The names of the devices, invisibly: `"CPU:0"`, `"CPU:1"` and so on for strategies of
#'   TensorFlow, `"cpu:0"` and so on for [distribution_data_parallel()] on JAX.
#' @concept virtual devices
#' @concept CPU
#' @concept simulate several GPUs
#' @seealso [distributed-training], [distribution_list_devices()]
#' @family distribution
#' @examples
#' \dontrun{
#' devices <- use_logical_devices(2)
#' strategy <- tf$distribute$MirroredStrategy(devices)
#' strategy$num_replicas_in_sync
#' }
#' @export
use_logical_devices <- function(n) {
  n <- check_whole(n, "n")
  if (chosen_backend()[["backend"]] == "jax") devices_of_jax(n) else devices_of_tensorflow(n)
}

devices_of_tensorflow <- function(n) {
  processor <- tf$config$list_physical_devices("CPU")[[1]]
  each <- lapply(seq_len(n), function(i) tf$config$LogicalDeviceConfiguration())
  tryCatch(
    tf$config$set_logical_device_configuration(processor, each),
    python.builtin.RuntimeError = function(cnd) too_late("TensorFlow")
  )
  invisible(paste0("CPU:", seq_len(n) - 1L))
}

# JAX reads the flag when it first looks for devices.
devices_of_jax <- function(n) {
  set_environment(XLA_FLAGS = trimws(paste(
    sub("--xla_force_host_platform_device_count=[0-9]+", "", Sys.getenv("XLA_FLAGS")),
    paste0("--xla_force_host_platform_device_count=", n)
  )))
  devices <- import("jax")$devices("cpu")
  if (length(devices) != n) too_late("JAX")
  invisible(paste0("cpu:", seq_len(n) - 1L))
}

too_late <- function(library) {
  abort("%s has already found its devices. Restart R and call use_logical_devices() first.",
        library)
}

#' Training step of a custom loop on several devices
#'
#' Makes a function that takes one training step under a strategy of TensorFlow: each device
#' computes the losses and gradients of its part of a batch, the gradients are added up over all
#' devices, and the optimizer updates the weights. The step is compiled. Use it where [fit()] does
#' not fit: for losses of several models, unusual data or another order of steps.
#'
#' The loss of a batch of \eqn{N} samples is \eqn{\frac{1}{N} \sum_i l_i}{sum(l) / N}. Each device
#' divides the sum over its own samples by `batch_size`, the number of samples on all devices, so
#' that gradients added up over devices are those of one device with the whole batch. Without
#' `batch_size`, all devices are taken to have equally many samples.
#'
#' @param strategy A strategy, such as `tf$distribute$MirroredStrategy()`.
#' @param loss R function of the parts of a batch (`function(x, y)` for a dataset of inputs and
#'   targets) that returns a tensor with the loss of each sample.
#' @param optimizer A Keras optimizer that was made in the scope of the strategy.
#' @param variables List of the weights to train: `model$trainable_variables`.
#' @param batch_size Positive integer. Number of samples of a batch on all devices together.
#' @return A function of a batch of a distributed dataset
#'   (`strategy$experimental_distribute_dataset()`). It returns the mean loss, a tensor.
#' @concept custom training loop
#' @concept strategy run
#' @concept gradient
#' @concept average loss
#' @seealso [distributed-training], [Model()] for a `train_step` of your own in [fit()]
#' @family distribution
#' @examplesIf is_keras_available() && keras$backend$backend() == "tensorflow"
#' strategy <- tf$distribute$MirroredStrategy(list("CPU:0"))
#' with(strategy$scope(), {
#'   model <- keras_model_sequential(input_shape = 4) |> layer_dense(units = 1)
#'   optimizer <- optimizer_sgd(learning_rate = 0.01)
#' })
#' squares <- function(x, y) op_square(op_squeeze(model(x), -1) - y)
#' step <- distributed_step(strategy, squares, optimizer, model$trainable_variables, 50)
#'
#' x <- as.matrix(iris[1:4])
#' data <- tf$data$Dataset$from_tensor_slices(tuple(x, iris$Sepal.Length))$batch(50L)
#' losses <- iterate(strategy$experimental_distribute_dataset(data), step)
#' sapply(losses, as.numeric)
#' @export
distributed_step <- function(strategy, loss, optimizer, variables, batch_size = NULL) {
  must_be(strategy, "a strategy such as tf$distribute$MirroredStrategy()",
          inherits(strategy, "tensorflow.python.distribute.distribute_lib.StrategyBase"))
  check_function(loss, "loss")
  if (!is.null(batch_size)) batch_size <- check_whole(batch_size, "batch_size")
  require_keras()
  step <- in_python(
    "rkeras.keras.cluster.step", strategy, loss, optimizer, as.list(variables), batch_size,
    .convert = FALSE
  )
  function(batch) call_blocking(step, list(batch))
}

# Called when Keras has been imported.
prepare_cluster <- function() {
  in_python("rkeras.keras.cluster.install", .convert = FALSE)
  in_python("rkeras.keras.backup.install", .convert = FALSE)
}
