clear_of_cluster <- function(frame = parent.frame()) {
  withr::local_envvar(
    TF_CONFIG = NA, RKERAS_WORKERS = NA, RKERAS_WORKER = NA, SLURM_PROCID = NA,
    JOB_COMPLETION_INDEX = NA, KERAS_DISTRIBUTION_NUM_PROCESSES = NA,
    KERAS_DISTRIBUTION_PROCESS_ID = NA, .local_envir = frame
  )
  # join_cluster() sets it in Python as well.
  withr::defer(import("os")$environ$pop("TF_CONFIG", NULL), envir = frame)
}

test_that("a process without others is the chief of one", {
  clear_of_cluster()
  worker <- join_cluster()
  expect_s3_class(worker, "rkeras_worker")
  expect_identical(unclass(worker), list(
    index = 1L, count = 1L, chief = TRUE, type = "worker", name = "worker 1"
  ))
  expect_identical(Sys.getenv("TF_CONFIG"), "")
  expect_output(print(worker), "worker 1 of 1, the chief", fixed = TRUE)
})

test_that("a worker knows its place from TF_CONFIG", {
  clear_of_cluster()
  told <- function(cluster, type, index) {
    withr::local_envvar(TF_CONFIG = cluster_config(cluster, type, index))
    worker_info()
  }
  two <- list(worker = c("a:1", "b:1"))
  expect_true(told(two, "worker", 0)$chief)
  expect_false(told(two, "worker", 1)$chief)
  expect_identical(told(two, "worker", 1)[c("index", "count")], list(index = 2L, count = 2L))
  with_chief <- list(chief = "c:1", worker = c("a:1", "b:1"), ps = "d:1")
  expect_false(told(with_chief, "worker", 0)$chief)
  expect_true(told(with_chief, "chief", 0)$chief)
  expect_identical(told(with_chief, "ps", 0)$name, "ps 1")
  withr::local_envvar(TF_CONFIG = "{")
  expect_error(worker_info(), "TF_CONFIG must be a JSON object")
})

test_that("a scheduler's variables make a TF_CONFIG", {
  skip_if_not(on_tensorflow())
  for (variable in c("RKERAS_WORKER", "SLURM_PROCID", "JOB_COMPLETION_INDEX")) {
    clear_of_cluster()
    withr::local_envvar(c(RKERAS_WORKERS = "a:1, b:2,c:3", stats::setNames("2", variable)))
    worker <- join_cluster()
    expect_identical(worker[c("index", "count", "chief")],
                     list(index = 3L, count = 3L, chief = FALSE))
    expect_identical(jsonlite::fromJSON(Sys.getenv("TF_CONFIG")), list(
      cluster = list(worker = c("a:1", "b:2", "c:3")), task = list(type = "worker", index = 2L)
    ))
  }
  clear_of_cluster()
  expect_error(join_cluster(c("a:1", "b")), "`addresses` must be \"host:port\"")
  expect_error(join_cluster(c("a:1", "b:1"), 2), "`index` must be an integer between 0 and 1")
  expect_error(join_cluster(c("a:1", "b:1"), NA), "`index`")
})
