# Each test runs in a separate R process, because a session can use only one Python installation.
in_child <- function(fun, ..., env = character()) {
  clean <- c(RKERAS_PYTHON = "", RETICULATE_PYTHON = "", VIRTUAL_ENV = "")
  clean[names(env)] <- env
  callr::r(fun, list(...), env = c(callr::rcmd_safe_env(), clean))
}

# The class and message of the error that an expression ends in.
error_of <- function(fun, ..., env = character()) {
  in_child(function(fun, args) {
    environment(fun) <- globalenv()
    library(rkeras)
    tryCatch(
      list(class = "none", message = paste(format(do.call(fun, args)), collapse = "\n")),
      error = function(e) list(class = class(e)[[1]], message = conditionMessage(e))
    )
  }, fun, list(...), env = env)
}

test_that("an environment variable that names no Python is an error, not a fallback", {
  dir <- withr::local_tempdir()
  cases <- list(
    c("/no/such/python", "there is no such file"),
    c(dir, "it is a directory"),
    c("/etc/passwd", "it is not an executable file"),
    c("/bin/true", "does not behave like a Python"),
    c(fake_python(libpython = ""), "static build without a shared libpython"),
    c(fake_python(version = "3.9.18"), "it is Python 3.9.18; rkeras needs 3.10 or later"),
    c(fake_python(version = "3.13.1", free_threaded = "1"), "free-threaded"),
    c(fake_python(implementation = "PyPy"), "it is PyPy")
  )
  for (variable in c("RKERAS_PYTHON", "RETICULATE_PYTHON")) {
    for (case in cases) {
      ended <- error_of(
        function() import("sys"), env = stats::setNames(case[[1]], variable)
      )
      expect_equal(ended$class, "rkeras_error_python")
      expect_match(ended$message, variable, fixed = TRUE)
      expect_match(ended$message, case[[2]], fixed = TRUE)
    }
  }
})

test_that("a broken activated virtualenv is an error", {
  ended <- error_of(function() import("sys"), env = c(VIRTUAL_ENV = "/no/such/env"))
  expect_equal(ended$class, "rkeras_error_python")
  expect_match(ended$message, "VIRTUAL_ENV asks for the Python '/no/such/env", fixed = TRUE)
})

test_that("an explicit request that cannot be honoured is an error at once", {
  ended <- error_of(function() use_python("/no/such/python"))
  expect_equal(ended$class, "rkeras_error_python")
  expect_match(ended$message, "use_python(\"/no/such/python\") cannot be honoured", fixed = TRUE)
  expect_match(ended$message, "there is no such file")
  ended <- error_of(function() use_python("python3.99"))
  expect_match(ended$message, "there is no such file on the PATH")
  ended <- error_of(function() use_virtualenv("/"))
  expect_match(ended$message, "there is no virtualenv in '/'")
  ended <- error_of(function() use_virtualenv("no-such-env"))
  expect_match(ended$message, "virtualenv_create(\"no-such-env\")", fixed = TRUE)
  ended <- error_of(function() use_condaenv("/no/such/env"))
  expect_match(ended$message, "there is no such file")
  ended <- error_of(function() use_python_version("3.99"))
  expect_match(ended$message, "3.99 is asked for")
  ended <- error_of(function() use_python(1))
  expect_equal(ended$class, "rkeras_error_argument")
})

test_that("a request is honoured, before every environment variable", {
  python <- py_exe()
  said <- in_child(function(python) {
    library(rkeras)
    use_python(python)
    config <- py_config()
    list(python = config$python, by = config$requested_by, path = import("sys")$executable,
         running = py_config()$running)
  }, python, env = c(RKERAS_PYTHON = "/no/such/python"))
  expect_equal(said$python, python)
  expect_equal(said$by, paste0("use_python(\"", python, "\")"))
  expect_equal(said$path, python)
  expect_true(said$running)
})

test_that("one build serves every Python on this machine, without NumPy too", {
  for (python in virtualenv_starter(all = TRUE)$path) {
    said <- in_child(function() {
      library(rkeras)
      list(import("platform")$python_version(), py_eval("lambda f: f(2)")(function(x) x + 1))
    }, env = c(RKERAS_PYTHON = python))
    expect_equal(said, list(probe_python(python)$version, 3), info = python)
  }
})

test_that("a hint that cannot be used is passed over", {
  said <- in_child(function(python) {
    library(rkeras)
    use_python("/no/such/python", required = FALSE)
    use_python(python, required = FALSE)
    py_config()
  }, py_exe())
  expect_equal(said$requested_by, paste0("use_python(\"", py_exe(), "\")"))
  expect_match(format(said), "/no/such/python.*there is no such file", all = FALSE)
})

test_that("after Python has started another one is refused, the same one is not", {
  python <- py_exe()
  env <- file.path(withr::local_tempdir(), "env")
  system2(virtualenv_starter(), c("-m", "venv", "--without-pip", shQuote(env)))
  said <- in_child(function(python, env) {
    library(rkeras)
    import("sys")
    same <- use_python(python)
    hint <- use_virtualenv(env, required = FALSE)
    late <- tryCatch(use_virtualenv(env), error = identity)
    list(same = same, class = class(late), message = conditionMessage(late))
  }, python, env, env = c(RKERAS_PYTHON = python))
  expect_equal(said$same, python)
  expect_equal(said$class[[1]], "rkeras_error_python")
  expect_match(said$message, "comes too late: Python ")
  expect_match(said$message, "chosen by RKERAS_PYTHON", fixed = TRUE)
  expect_match(said$message, python, fixed = TRUE)
})
