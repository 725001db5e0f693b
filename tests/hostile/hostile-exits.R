# Ways for a session to end while Python, threads, files or servers are at work: each ends in
# limited time with its status, and none crashes. Three rounds have all of them.

# `status`: the expected ones. `code` prints "at work" before it ends.
end <- function(status, ...) list(status = status, code = c(...))

keras <- c(
  "model <- keras_model_sequential(input_shape = 3) |> layer_dense(units = 2)",
  "x <- matrix(1, 8, 3); y <- matrix(1, 8, 2)",
  "compile(model, 'sgd', 'mse')"
)

# Python's functions that call `f`.
callers <- "
py_run_string('
import threading, time, sys, os
def call(f): return f()
def nested(f, g): return g(lambda: call(f))
def generator(f):
  yield f()
def thread(f):
  t = threading.Thread(target=f); t.start(); t.join()
def background(f): threading.Thread(target=f).start()
def daemon(f, *args): threading.Thread(target=f, args=args, daemon=True).start()
def computes():
  n = 0
  while True: n += 1
class Last:
  def __init__(self, f): self.f = f
  def __del__(self): self.f()
')
leave <- function() { message('at work'); quit('no', 3) }
"

ends <- list(
  `quit in a callback` = end(3L, "py$call(leave)"),
  `quit in nested callbacks` = end(3L, "py$nested(leave, function(f) f())"),
  `quit in a generator` = end(3L, "iterate(py$generator(leave))"),
  `quit in a callback of a thread` = end(3L, "py$thread(leave)"),
  `quit in a thread in the background` = end(
    3L, "py$background(leave)", "for (i in 1:1000) Sys.sleep(0.01)"
  ),
  `quit in R's finalizer` = end(
    3L, "invisible(reg.finalizer(new.env(), function(e) leave()))", "invisible(gc())",
    "py$call(function() invisible(gc()))"
  ),
  `quit in Python's finalizer` = end(
    c(0L, 3L), "last <- py$Last(leave)", "rm(last)", "invisible(gc())", "py_eval('1')"
  ),
  `quit in a handler` = end(
    3L, "withCallingHandlers(py$call(function() stop('a')), error = function(e) leave())"
  ),
  `quit in on.exit` = end(
    3L, "f <- function() { on.exit(leave()); py$call(function() stop('a')) }", "f()"
  ),
  `quit while a thread computes` = end(3L, "py$background(py$computes)", "leave()"),
  `quit while a daemon calls R` = end(
    3L, "f <- py_eval('lambda f: [f(1) for i in iter(int, 1)]')", "py$daemon(f, function(x) x)",
    "leave()"
  ),
  `sys.exit is an error` = end(
    0L, "e <- tryCatch(py_run_string('sys.exit(5)'), error = identity)",
    "stopifnot(inherits(e, 'python.builtin.SystemExit'))", "message('at work')"
  ),
  `sys.exit in a thread` = end(
    0L, "py$thread(py_eval('lambda: sys.exit(5)'))", "message('at work')"
  ),
  `sys.exit in a callback's Python` = end(
    0L, "e <- tryCatch(py$call(function() py_run_string('sys.exit(5)')), error = identity)",
    "stopifnot(inherits(e, 'python.builtin.SystemExit'))", "message('at work')"
  ),
  `exit and quit of Python` = end(
    0L, "for (code in c('exit()', 'quit(2)', 'raise SystemExit'))",
    "  stopifnot(inherits(try(py_run_string(code), silent = TRUE), 'try-error'))",
    "message('at work')"
  ),
  `os._exit` = end(7L, "message('at work')", "py_run_string('os._exit(7)')"),
  `os._exit in a callback` = end(
    7L, "message('at work')", "py$call(function() py_run_string('os._exit(7)'))"
  ),
  `os._exit in a thread` = end(
    7L, "message('at work')", "py$thread(py_eval('lambda: os._exit(7)'))"
  ),
  SIGTERM = end(c(143L, -15L), "message('at work')", "tools::pskill(Sys.getpid(), 15L)",
                "Sys.sleep(60)"),
  `SIGTERM in Python` = end(
    c(143L, -15L), "message('at work')",
    "py_run_string('os.kill(os.getpid(), 15); time.sleep(60)')"
  ),
  `SIGTERM in a callback` = end(
    c(143L, -15L), "message('at work')",
    "py$thread(function() { tools::pskill(Sys.getpid(), 15L); Sys.sleep(60) })"
  ),
  `a forked child` = end(
    3L, "child <- parallel::mcparallel(py_eval('1 + 1'))", "parallel::mccollect(child)", "leave()"
  ),
  `a forked child that quits` = end(
    3L, "child <- parallel::mcparallel(quit('no', 4))",
    "suppressWarnings(parallel::mccollect(child))", "leave()"
  ),
  `a forked child of Python` = end(
    3L, "py_run_string('pid = os.fork()\nif pid == 0: os._exit(0)\nos.waitpid(pid, 0)')", "leave()"
  ),
  `an atexit that quits` = end(
    c(0L, 3L), "py_run_string('import atexit')", "py_eval('atexit.register')(leave)",
    "message('at work')"
  ),
  `an atexit that fails` = end(
    0L, "py_run_string('import atexit')",
    "invisible(py_eval('atexit.register')(function() stop('a')))", "message('at work')"
  ),
  `.Last that calls Python` = end(
    3L, ".Last <- function() py$call(function() cat('last\\n'))", "message('at work')",
    "quit('no', 3, runLast = TRUE)"
  ),
  `quit in a callback of fit()` = end(
    3L, keras, "own <- callback_lambda(on_epoch_end = function(epoch, logs) leave())",
    "fit(model, x, y, epochs = 3, callbacks = list(own), verbose = 0)"
  ),
  `quit with open files of HDF5` = end(
    3L, keras, "file <- tempfile(fileext = '.weights.h5')", "save_model_weights(model, file)",
    "h5 <- import('h5py', convert = FALSE)$File(file, 'r+')",
    "e <- tryCatch(py_get_item(h5, 'nowhere'), error = identity)",
    "stopifnot(inherits(e, 'error'))", "data <- h5$create_dataset('a', list(10L))", "leave()"
  ),
  `quit while models predict` = end(
    3L, keras, "f <- py_eval('lambda model, x: [model(x) for i in iter(int, 1)]')",
    "py$daemon(f, model, x)", "Sys.sleep(0.2)", "leave()"
  ),
  `quit with a server` = end(
    3L, keras, "server <- serve_model(model, blocking = FALSE)", "leave()"
  ),
  `quit in a dataset's function` = end(
    3L, "d <- tensor_slices_dataset(1:3)",
    "d <- dataset_map(d, function(x) tf$py_function(leave, list(), 'int32'))", "iterate(d)"
  )
)

start <- function(one) {
  script <- tempfile(fileext = ".R")
  lines <- c("suppressPackageStartupMessages(library(rkeras))", callers, one$code)
  writeLines(lines, script)
  processx::process$new(file.path(R.home("bin"), "Rscript"), c("--vanilla", script),
                        stdout = tempfile(), stderr = tempfile(), supervise = TRUE)
}

# What is wrong with the end of the process.
ended <- function(process, one) {
  process$wait(30000)
  if (process$is_alive()) {
    process$kill_tree()
    return("hangs")
  }
  said <- readLines(process$get_error_file())
  status <- process$get_exit_status()
  about <- paste(utils::tail(said, 4), collapse = " / ")
  c(
    if (!status %in% one$status) paste("status", status, about),
    if (!any(grepl("at work", said, fixed = TRUE))) paste("was not at work:", about)
  )
}

# Two at a time.
attack <- function(ends) {
  pairs <- split(names(ends), (seq_along(ends) - 1L) %/% 2L)
  unlist(lapply(pairs, function(names) {
    processes <- lapply(ends[names], start)
    wrong <- Map(ended, processes, ends[names])
    unlist(lapply(names(wrong), function(name) {
      if (length(wrong[[name]])) paste0(name, ": ", paste(wrong[[name]], collapse = ", "))
    }))
  }), use.names = FALSE)
}

list(`of sessions` = list(run = function(round) {
  attack(ends[seq_along(ends) %% 3L == round %% 3L])
}))
