# A real TensorBoard, accessed by HTTP without a proxy.
ask <- function(url, path = "") {
  open <- py_run_string("
import json, urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
def ask(url):
    with opener.open(url, timeout=60) as answer:
        return answer.read().decode()
")$ask
  open(paste0(url, path))
}

skip_without_board <- function() {
  skip_if_not(is_keras_available())
  skip_if_not(has_module(py_exe(), "tensorboard"), "TensorBoard")
}

test_that("TensorBoard serves what was logged, until it is stopped", {
  skip_without_board()
  logs <- withr::local_tempdir()
  model <- keras_model_sequential(input_shape = 1L) |> layer_dense(1) |> compile(loss = "mse")
  fit(model, matrix(1:4), 1:4, epochs = 2, verbose = 0,
      callbacks = callback_tensorboard(file.path(logs, "first")))
  shown <- NULL
  url <- suppressMessages(tensorboard(logs, launch_browser = function(url) shown <<- url))
  withr::defer(tensorboard(action = "stop"))
  expect_match(url, "^http://127[.]0[.]0[.]1:[0-9]+/$")
  expect_identical(shown, url)
  expect_match(ask(url), "<title>TensorBoard</title>", fixed = TRUE)
  while (!grepl("first/train", runs <- ask(url, "data/runs"))) Sys.sleep(0.2)
  expect_match(runs, "first/train", fixed = TRUE)

  # The same again is the one that runs; another has its own port.
  expect_identical(suppressMessages(tensorboard(logs, launch_browser = FALSE)), url)
  other <- suppressMessages(tensorboard(withr::local_tempdir(), launch_browser = FALSE))
  expect_false(other == url)
  expect_identical(tensorboard(logs, action = "stop"), url)
  expect_error(ask(url), class = "urllib.error.URLError")
  expect_match(ask(other), "TensorBoard")
  expect_identical(tensorboard(action = "stop"), other)
  expect_identical(tensorboard(logs, action = "stop"), character())
})

test_that("several folders have names", {
  logs <- c(a = "/x/first", b = "/x/second")
  expect_identical(
    board_arguments(logs, 5, FALSE),
    c("--logdir_spec", "a:/x/first,b:/x/second", "--reload_interval", "5",
      "--purge_orphaned_data", "false")
  )
  expect_identical(board_arguments(unname(logs), 30, TRUE)[[2]], "first:/x/first,second:/x/second")
})

test_that("TensorBoard ends with R", {
  skip_without_board()
  logs <- withr::local_tempdir()
  session <- callr::r(function(logs) {
    library(rkeras)
    url <- tensorboard(logs, launch_browser = FALSE)
    board <- get(ls(rkeras:::boards), rkeras:::boards)
    list(url = url, pid = board$process$pid)
  }, list(logs))
  expect_match(session$url, "^http://")
  expect_error(ask(session$url), class = "urllib.error.URLError")
  expect_error(import("os")$kill(session$pid, 0L), class = "python.builtin.ProcessLookupError")
})

test_that("what stands in the way is said", {
  skip_without_board()
  logs <- withr::local_tempdir()
  taken <- import("socket", convert = FALSE)$create_server(tuple("127.0.0.1", 0L))
  withr::defer(taken$close())
  port <- py_to_r(taken$getsockname())[[2]]
  expect_error(tensorboard(logs, port = port, launch_browser = FALSE),
               "TensorBoard ended at once:.*port", class = "rkeras_error_python")
  expect_identical(tensorboard(action = "stop"), character())
  expect_refused(tensorboard(1), "`log_dir` must be the path")
  expect_refused(tensorboard(logs, port = "x"), "`port`")
  withr::local_dir(logs)
  expect_refused(tensorboard(), "name the one with the logs")
})

test_that("a Python without TensorBoard is told how to get it", {
  expect_error(
    start_board(character(), "127.0.0.1", NULL, python = fake_program(character(), status = 3)),
    "py_install(\"tensorboard\")", fixed = TRUE, class = "rkeras_error_module"
  )
})

test_that("runs are directories with logs", {
  local_project()
  recorded_run("runs/1", flags = list(a = 1))
  expect_identical(tensorboard(ls_runs(), action = "stop"), character())
  expect_refused(tensorboard(data.frame(x = 1)), "names no run directory")
})

skip_if_not(on_tensorflow())

test_that("the graph of a saved model is a log for TensorBoard", {
  folder <- withr::local_tempfile()
  module <- tf$Module()
  spec <- tf$TensorSpec(shape(NA), "float32")
  call <- tf$`function`(function(x) x * 2, input_signature = list(spec))
  module$double <- call
  export_savedmodel(module, folder, signatures = call)
  local_functions(tensorboard = function(log_dir) log_dir)
  logs <- view_savedmodel(folder)
  expect_match(dir(logs), "events.out.tfevents")
  expect_refused(view_savedmodel(tempfile()), "no saved model")
  expect_refused(view_savedmodel(1), "`model_dir`")
})
