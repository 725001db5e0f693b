# The data of several workers: batches in the same order for any number of them, and tf.data's
# service.

#' Batches of one worker
#'
#' Divides a dataset of TensorFlow among workers so that together they train on the same batches, in
#' the same order, as one worker alone with the same `seed`. Each batch of `batch_size` samples is
#' cut into equal parts, one for each worker. A model that is trained by 1, 2 or 4 workers then sees
#' the same data at each step, and its losses differ only by rounding.
#'
#' The samples are shuffled before they are divided, in the same way on each worker. Each epoch has
#' another order. The last samples that do not fill a batch are left out, because all workers must
#' take equally many steps.
#'
#' @param dataset A `tf.data.Dataset` of samples, without batches.
#' @param batch_size Positive integer. Number of samples of all workers together; a multiple of
#'   `workers`.
#' @param seed Integer. Seed of the order. `NULL` keeps the order of the dataset.
#' @param buffer_size Positive integer. Number of samples among which the next one is drawn. By
#'   default all, if the dataset knows how many it has.
#' @param workers,worker Positive integers. Number of workers, and the number of this one, counted
#'   from 1.
#' @return A `tf.data.Dataset` of batches with `batch_size / workers` samples. It must not be
#'   divided again: under `MultiWorkerMirroredStrategy` pass it through
#'   `strategy$distribute_datasets_from_function(function(context) dataset)`, and on JAX use
#'   `distribution_data_parallel(auto_shard_dataset = FALSE)`.
#' @concept sharding
#' @concept reproducible order
#' @concept shuffle
#' @concept distributed dataset
#' @seealso [worker_info()], [run_workers()], [data_service()]
#' @family distribution
#' @examplesIf is_keras_available() && keras$backend$backend() == "tensorflow"
#' samples <- tf$data$Dataset$range(8L)
#' batches <- function(worker, workers) {
#'   data <- dataset_worker_batches(samples, 4, seed = 1, workers = workers, worker = worker)
#'   iterate(data, as.array)
#' }
#' batches(1, 1)
#' batches(1, 2)
#' batches(2, 2)
#' @export
dataset_worker_batches <- function(dataset, batch_size, seed = NULL, buffer_size = NULL,
                                   workers = worker_info()$count, worker = worker_info()$index) {
  workers <- check_whole(workers, "workers")
  worker <- check_whole(worker, "worker")
  batch_size <- check_whole(batch_size, "batch_size")
  check_division(batch_size, workers, worker)
  if (!is.null(seed)) {
    seed <- check_whole(seed, "seed", -Inf)
    dataset <- dataset$shuffle(buffer_of(dataset, buffer_size), seed = seed)
  }
  parts <- dataset$batch(batch_size %/% workers, drop_remainder = TRUE)
  # Groups of as many parts as there are workers: the last one, if it is incomplete, is dropped.
  whole <- parts$batch(workers, drop_remainder = TRUE)$unbatch()
  whole$shard(workers, worker - 1L)
}

check_division <- function(batch_size, workers, worker) {
  if (batch_size %% workers) {
    abort("`batch_size` must be a multiple of the number of workers, %d, not %d.", workers,
          batch_size)
  }
  if (worker > workers) {
    abort("`worker` must be at most `workers`, %d, not %d.", workers, worker)
  }
}

buffer_of <- function(dataset, buffer_size) {
  if (!is.null(buffer_size)) {
    return(check_whole(buffer_size, "buffer_size"))
  }
  # A tensor, because it may exceed R's integers. Negative: unknown or infinite.
  size <- dataset$cardinality()
  if (as.numeric(size) < 0) {
    abort(paste(
      "`buffer_size` is needed, because the dataset does not know its number of samples.",
      "Choose one as large as memory allows."
    ))
  }
  if (as.numeric(size) == 0) 1L else size
}

#' Prepare data in other processes
#'
#' `data_service()` starts servers of `tf.data` that run the pipelines of datasets: a dispatcher,
#' which knows the pipelines, and workers, which compute elements. `dataset_distribute()` sends a
#' dataset there; training then only receives the elements. Use it where the preparation of data,
#' not the training, takes the time, and further machines can take over that part, or where several
#' training processes need the same elements.
#'
#' The servers run in this R process until the returned object is no longer used. For workers on
#' other machines, call `data_service(dispatcher = )` there with the address of the dispatcher, in
#' an R process that keeps running. Such a worker is known by the address at which its machine
#' reaches the dispatcher.
#'
#' R functions cannot be sent to workers in other processes. Functions of pipelines that are traced
#' to operations of TensorFlow can.
#'
#' @param workers Integer. Number of workers to start.
#' @param dispatcher String. Address, `"host:port"`, of a running dispatcher. `NULL` starts one.
#' @param port Integer. Port of the new dispatcher; 0 chooses a free one.
#' @param dataset A `tf.data.Dataset`.
#' @param service The result of `data_service()`, or the address of a dispatcher.
#' @param mode String. `"distributed_epoch"`: each element comes from one worker, so that together
#'   they give each element once. `"parallel_epochs"`: each worker computes the whole dataset.
#' @param timeout Positive number. Seconds to wait for a dispatcher. If it is not reached, the error
#'   has the class `rkeras_error_service` and says why.
#' @return `data_service()`: an object of class `rkeras_data_service` with the elements `address`,
#'   `dispatcher` and `workers`. `dataset_distribute()`: a dataset. Its order is not fixed if there
#'   is more than one worker.
#' @concept tf.data service
#' @concept preprocessing
#' @concept input pipeline
#' @concept dispatcher
#' @seealso [dataset_worker_batches()] divides a dataset without a service, [run_workers()]
#' @family distribution
#' @examplesIf is_keras_available() && keras$backend$backend() == "tensorflow"
#' service <- data_service(workers = 2)
#' service
#' data <- tf$data$Dataset$range(6L) |> dataset_distribute(service)
#' sort(sapply(iterate(data, as.array), c))
#' @export
data_service <- function(workers = 1L, dispatcher = NULL, port = 0L, timeout = 30) {
  workers <- check_whole(workers, "workers", 0L)
  service <- tf$data$experimental$service
  server <- NULL
  if (is.null(dispatcher)) {
    config <- service$DispatcherConfig(port = check_whole(port, "port", 0L))
    server <- service$DispatchServer(config)
    dispatcher <- sub("^grpc://localhost", this_machine, server$target)
  }
  here <- way_to_dispatcher(dispatcher, "dispatcher", timeout)
  started <- lapply(seq_len(workers), function(i) {
    service$WorkerServer(service$WorkerConfig(
      dispatcher_address = dispatcher, worker_address = paste0(here, ":%port%")
    ))
  })
  structure(class = "rkeras_data_service", list(
    address = dispatcher, dispatcher = server, workers = started
  ))
}

# TensorFlow's servers call themselves "localhost", and wait for ever where this name is unknown.
this_machine <- "127.0.0.1"

# The address of this machine on the way to the dispatcher.
way_to_dispatcher <- function(address, argument, timeout) {
  check_string(address, argument)
  check_addresses(address, argument)
  is_number <- is.numeric(timeout) && length(timeout) == 1L && is.finite(timeout)
  must_be(timeout, "a positive number of seconds", is_number && timeout > 0)
  host <- gsub("^\\[|\\]$", "", sub(":[0-9]+$", "", address))
  port <- as.integer(sub(".*:", "", address))
  tryCatch(
    in_python("rkeras.tensorflow.service.way_to", host, port, as.double(timeout)),
    python.builtin.OSError = function(error) {
      abort(
        c("The dispatcher \"%s\" is not reached within %s seconds: %s. Is it running, is the port",
          "right, and is the name known here (DNS, or the file hosts)?"), address, format(timeout),
        sub("[.]$", "", conditionMessage(error)), kind = "service"
      )
    }
  )
}

#' @export
print.rkeras_data_service <- function(x, ...) {
  cat(sprintf("tf.data service at %s, %d workers here\n", x$address, length(x$workers)))
  invisible(x)
}

#' @rdname data_service
#' @export
dataset_distribute <- function(dataset, service, mode = c("distributed_epoch", "parallel_epochs"),
                               timeout = 30) {
  check_dataset(dataset, "dataset")
  mode <- match_choice(mode)
  address <- if (inherits(service, "rkeras_data_service")) service$address else service
  way_to_dispatcher(address, "service", timeout)
  distribute <- tf$data$experimental$service$distribute(
    processing_mode = mode, service = paste0("grpc://", address)
  )
  dataset$apply(distribute)
}
