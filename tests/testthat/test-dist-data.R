# The samples of each step, of all workers together, for several epochs.
steps_of <- function(dataset, workers, epochs = 2, ...) {
  of_worker <- lapply(seq_len(workers), function(worker) {
    mine <- dataset_worker_batches(dataset, 8, ..., workers = workers, worker = worker)
    unlist(lapply(seq_len(epochs), function(epoch) iterate(mine, as.array)), recursive = FALSE)
  })
  do.call(Map, c(list(function(...) c(...)), of_worker))
}

test_that("the same seed gives the same order with 1, 2 and 4 workers, in each epoch", {
  skip_if_not(is_keras_available() && on_tensorflow())
  samples <- tf$data$Dataset$range(37L)
  one <- steps_of(samples, 1, seed = 42)
  expect_length(one, 8)
  expect_identical(anyDuplicated(unlist(one[1:4])), 0L)
  expect_identical(anyDuplicated(unlist(one[5:8])), 0L)
  expect_false(identical(one[1:4], one[5:8]))
  expect_identical(steps_of(samples, 2, seed = 42), one)
  expect_identical(steps_of(samples, 4, seed = 42), one)
  expect_false(identical(steps_of(samples, 2, seed = 43), one))
  small <- steps_of(samples, 1, seed = 42, buffer_size = 5)
  expect_identical(steps_of(samples, 4, seed = 42, buffer_size = 5), small)

  in_order <- steps_of(samples, 4, epochs = 1)
  expect_equal(unlist(in_order), 0:31)
})

test_that("batches of several parts are divided alike", {
  skip_if_not(is_keras_available() && on_tensorflow())
  data <- tf$data$Dataset$from_tensor_slices(tuple(matrix(1:16, 8), 1:8))
  second <- iterate(dataset_worker_batches(data, 4, workers = 2, worker = 2))
  expect_equal(as.array(second[[1]][[1]]), cbind(3:4, 11:12))
  expect_equal(as.vector(as.array(second[[2]][[2]])), 7:8)
})

test_that("what cannot be divided is an error", {
  skip_if_not(is_keras_available() && on_tensorflow())
  data <- tf$data$Dataset$range(8L)
  expect_error(dataset_worker_batches(data, 7, workers = 2, worker = 1),
               "`batch_size` must be a multiple of the number of workers, 2, not 7")
  expect_error(dataset_worker_batches(data, 8, workers = 2, worker = 3), "`worker` must be at most")
  expect_error(dataset_worker_batches(data, 8, seed = "a"), "`seed` must be one whole number")
  endless <- data$`repeat`()
  expect_error(dataset_worker_batches(endless, 8, seed = 1), "`buffer_size` is needed")
  expect_length(iterate(dataset_worker_batches(endless, 8, seed = 1, buffer_size = 4)$take(2L)), 2)
})

test_that("a service computes the elements of a dataset", {
  skip_if_not(is_keras_available() && on_tensorflow())
  service <- data_service(workers = 2)
  expect_match(service$address, "^[A-Za-z0-9.-]+:[0-9]+$")
  expect_output(print(service), "2 workers here")
  squares <- tf$data$Dataset$range(20L)$map(function(x) x * x)
  all <- dataset_distribute(squares, service)
  expect_equal(sort(unlist(iterate(all, as.numeric))), (0:19)^2)
  # Another worker joins by the address.
  more <- data_service(workers = 1, dispatcher = service$address)
  expect_null(more$dispatcher)
  thrice <- dataset_distribute(squares, service$address, "parallel_epochs")
  expect_gte(length(iterate(thrice, as.numeric)), 40L)
  expect_error(data_service(dispatcher = "here"), "`dispatcher` must be \"host:port\"")
  expect_error(dataset_distribute(1:3, service), "`dataset` must be a dataset",
               class = "rkeras_error_argument")
  expect_error(dataset_distribute(squares, "here"), "`service` must be \"host:port\"")
})

test_that("a dispatcher that is not reached is an error with the reason", {
  skip_if_not(is_keras_available() && on_tensorflow())
  data <- tf$data$Dataset$range(2L)
  class <- "rkeras_error_service"
  expect_error(data_service(dispatcher = "nohost.invalid:5000", timeout = 1),
               "\"nohost.invalid:5000\" is not reached within 1 seconds: .*[Nn]ame", class = class)
  listener <- import("socket")$create_server(tuple("127.0.0.1", 0L))
  withr::defer(listener$close())
  address <- sprintf("127.0.0.1:%d", listener$getsockname()[[2]])
  expect_error(dataset_distribute(data, address, timeout = 1), "timed out", class = class)
  listener$close()
  expect_error(dataset_distribute(data, address, timeout = 1), "refused", class = class)
  expect_refused(data_service(timeout = -1), "`timeout` must be")
})

# In a mount namespace, which needs the rights of an administrator.
test_that("a service needs no name for this machine", {
  hosts <- withr::local_tempfile(lines = "# none")
  unshare <- function(command) {
    c("--mount", "sh", "-c", sprintf("mount --bind %s /etc/hosts && %s", hosts, command))
  }
  can <- nzchar(Sys.which("unshare")) && system2("unshare", shQuote(unshare("true")),
                                                 stdout = FALSE, stderr = FALSE) == 0L
  skip_if_not(is_keras_available() && on_tensorflow())
  if (!can) return(expect_match(data_service()$address, "^127[.]0[.]0[.]1:"))
  script <- withr::local_tempfile(fileext = ".R", lines = c(
    "library(rkeras)",
    "data <- tf$data$Dataset$range(6L) |> dataset_distribute(data_service(workers = 2))",
    "cat(\"elements\", sort(sapply(iterate(data, as.numeric), c)))"
  ))
  command <- paste(shQuote(file.path(R.home("bin"), "Rscript")), "--vanilla", shQuote(script))
  said <- system2("unshare", shQuote(unshare(command)), stdout = TRUE, stderr = FALSE,
                  timeout = 120)
  expect_match(utils::tail(said, 1L), "elements 0 1 2 3 4 5", fixed = TRUE)
})
