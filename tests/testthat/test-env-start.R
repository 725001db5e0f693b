test_that("library() loads no compiled code and starts no Python; the first use does", {
  seen <- in_new_session(function() {
    library(rkeras)
    python <- function() any(grepl("libpython", readLines("/proc/self/maps")))
    loaded <- function() "rkeras" %in% names(getLoadedDLLs())
    after_library <- c(loaded(), python())
    # Asking, and making what is to be used later, is no use.
    py_available()
    delayed <- import("json", delay_load = TRUE)
    c(is_py_object(1), is_py_object(delayed), is_py_object(py), is_py_object(keras))
    after_asking <- c(loaded(), python())
    value <- delayed$dumps(1L)
    list(after_library, after_asking, value, c(loaded(), python()))
  })$value
  expect_identical(
    seen, list(c(FALSE, FALSE), c(FALSE, FALSE), "1", c(TRUE, TRUE))
  )
})

test_that("library() loads two small packages and no other", {
  loaded <- in_new_session(function() {
    before <- loadedNamespaces()
    library(rkeras)
    setdiff(loadedNamespaces(), before)
  })$value
  expect_setequal(loaded, c("rkeras", "generics", "magrittr"))
})

test_that("any first use starts Python", {
  uses <- list(
    function() py_eval("1 + 1"), function() py$`__name__`, function() r_to_py(1L),
    function() dict(a = 1L), function() py_none(), function() import_builtins()$len("a")
  )
  started <- vapply(uses, function(use) {
    in_new_session(function(use) {
      environment(use) <- globalenv()
      library(rkeras)
      use()
      "rkeras" %in% names(getLoadedDLLs())
    }, use)$value
  }, NA)
  expect_identical(started, rep(TRUE, 6))
})

test_that("Python is the one chosen, as its own interpreter would run", {
  expect_identical(
    normalizePath(py_eval("__import__('sys').prefix")), normalizePath(py_config()$prefix)
  )
  expect_identical(py_eval("__import__('sys').executable"), py_exe())
  expect_identical(py_eval("__import__('sys').argv"), "")
  expect_true(py_available())
})

test_that("subprocesses of Python's run the same Python", {
  same <- "import subprocess, sys
out = subprocess.run(
  [sys.executable, '-c', 'import sys; print(sys.prefix)'], capture_output=True, text=True
)
out = out.stdout.strip()"
  expect_identical(py_run_string(same, local = TRUE)$out, py_eval("__import__('sys').prefix"))
})

# Runs a script in an R of its own, and gives what it printed.
run_script <- function(lines, status = NULL) {
  script <- withr::local_tempfile(fileext = ".R", lines = lines)
  out <- suppressWarnings(
    system2(file.path(R.home("bin"), "Rscript"), shQuote(script), stdout = TRUE, stderr = TRUE)
  )
  expect_identical(attr(out, "status"), status)
  paste(out, collapse = "\n")
}

test_that("at the end of R, atexit handlers run and buffers are flushed", {
  for (ending in list(character(), "quit('no')", "q('no', runLast = FALSE)")) {
    file <- withr::local_tempfile()
    code <- sprintf("f = open('%s', 'w'); n = f.write('x'); atexit.register(f.close)", file)
    out <- run_script(c(
      "library(rkeras)",
      "py_run_string(\"import atexit, sys; atexit.register(lambda: print('handler ran'))\")",
      sprintf("py_run_string(\"%s\")", code),
      "py_run_string(\"n = sys.stdout.write('no newline')\")",
      ending
    ))
    expect_match(out, "no newline.*handler ran")
    expect_identical(readLines(file, warn = FALSE), "x")
  }
})

test_that("a script that fails, or says its status, ends as it would without Python", {
  start <- c(
    "library(rkeras)",
    "py_run_string(\"import atexit; atexit.register(lambda: print('handler ran'))\")"
  )
  expect_match(run_script(c(start, "stop('failed')"), status = 1L), "failed.*handler ran")
  expect_match(run_script(c(start, "quit(status = 3)"), status = 3L), "handler ran")
  out <- run_script(c(start, "py_eval('1 / 0')"), status = 1L)
  expect_match(out, "ZeroDivisionError.*handler ran")
  # exit() in Python is a condition in R, not R's end.
  expect_match(
    run_script(c(start, "try(py_run_string('exit(5)')); cat('went on\\n')")), "went on.*handler ran"
  )
})

test_that("a daemon thread that still runs does not hold or crash R's end", {
  out <- run_script(c(
    "library(rkeras)",
    "py_run_string(\"import threading, time",
    "def forever():",
    "  while True: time.sleep(0.001)",
    "for i in range(4): threading.Thread(target=forever, daemon=True).start()\")",
    "cat('end of script\\n')"
  ))
  expect_match(out, "end of script")
})

test_that("at the end of R, threads that are not daemons are waited for", {
  out <- run_script(c(
    "library(rkeras)",
    "py_run_string(\"import threading, time",
    "def late(): time.sleep(0.3); print('thread done', flush=True)",
    "threading.Thread(target=late).start()\")"
  ))
  expect_match(out, "thread done")
})

test_that("an error in an atexit handler does not crash R's end", {
  out <- run_script(c(
    "library(rkeras)",
    "py_run_string(\"import atexit; atexit.register(lambda: 1 / 0)\")",
    "cat('end of script\\n')"
  ))
  expect_match(out, "end of script.*ZeroDivisionError")
})

test_that("R functions that Python calls at the end still work", {
  out <- run_script(c(
    "library(rkeras)",
    "py$f <- function() cat('called at the end\\n')",
    "py_run_string('import atexit; atexit.register(f)')"
  ))
  expect_match(out, "called at the end")
})

test_that("without a Python the error is clear, and it stays an error", {
  seen <- callr::r(function() {
    library(rkeras)
    use <- function() {
      tryCatch(py_eval("1"), error = function(e) list(class(e), conditionMessage(e)))
    }
    list(use(), use(), py_available(), py_available(initialize = TRUE))
  }, env = c(callr::rcmd_safe_env(), RKERAS_PYTHON = "/no/such/python"))
  expect_identical(seen[[1]][[1]][[1]], "rkeras_error_python")
  expect_match(seen[[1]][[2]], "/no/such/python", fixed = TRUE)
  expect_identical(seen[[1]], seen[[2]])
  expect_false(seen[[3]])
  expect_false(seen[[4]])
})

test_that("the bridge holds no signal handler of Python's", {
  handler <- in_new_session(function() {
    library(rkeras)
    py_eval("str(__import__('signal').getsignal(__import__('signal').SIGINT))")
  })$value
  expect_false(grepl("default_int_handler", handler))
})

test_that("Python starts without stdin, stdout and stderr, as in a daemon", {
  script <- withr::local_tempfile(fileext = ".R")
  said <- withr::local_tempfile()
  writeLines(c(
    'said <- tryCatch(rkeras::py_eval("1 + 1"), error = conditionMessage)',
    sprintf('cat(said, file = "%s")', said)
  ), script)
  r <- file.path(R.home("bin"), "R")
  system2("bash", c("-c", shQuote(paste(r, "--vanilla --no-echo -f", script, "<&- >&- 2>&-"))))
  expect_identical(readLines(said, warn = FALSE), "2")
})

test_that("Python starts in a working directory that has been deleted", {
  computed <- in_new_session(function() {
    folder <- tempfile()
    dir.create(folder)
    setwd(folder)
    unlink(folder, recursive = TRUE)
    rkeras::py_eval("1 + 1")
  })$value
  expect_identical(computed, 2L)
})

test_that("on Windows both of Python's libraries are loaded from its folder", {
  loaded <- list()
  load <- function(...) loaded[[length(loaded) + 1L]] <<- list(...)
  load_libpython("C:/Py/python312.dll", os = "Windows", load = load)
  expect_identical(loaded, list(
    list("C:/Py/python312.dll", DLLpath = "C:/Py"), list("C:/Py/python3.dll", DLLpath = "C:/Py")
  ))
  loaded <- list()
  load_libpython("/lib/libpython3.12.so", os = "Linux", load = load)
  expect_identical(loaded, list(list("/lib/libpython3.12.so", local = FALSE, now = TRUE)))
  expect_error(load_libpython("C:/x.dll", os = "Windows", load = function(...) stop("no such DLL")),
               "no such DLL", class = "rkeras_error_python")
})

test_that("on Windows the libraries of a conda environment are on the PATH", {
  withr::local_envvar(PATH = "C:\\R")
  load_libpython("C:/e/python312.dll", "C:/e", "Windows", function(...) NULL)
  expect_match(Sys.getenv("PATH"), "C:\\e\\Library\\bin", fixed = TRUE)
  load_libpython("/e/lib/libpython3.12.so", "/e", "Linux", function(...) NULL)
  expect_no_match(Sys.getenv("PATH"), "/e", fixed = TRUE)
  prefix <- withr::local_tempdir()
  expect_null(conda_prefix(list(base_prefix = prefix)))
  dir.create(file.path(prefix, "conda-meta"))
  expect_identical(conda_prefix(list(base_prefix = prefix)), prefix)
})
