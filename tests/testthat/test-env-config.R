test_that("the choice and why each other candidate was passed over are printed", {
  trace <- data.frame(
    source = c("RKERAS_PYTHON", "VIRTUAL_ENV", ".venv in the working directory", "the system"),
    candidate = c("", "", "/w/.venv/bin/python", "/usr/bin/python3"),
    verdict = c("absent", "absent", "refused", "chosen"),
    reason = c("not set", "not set", "there is no such file", "")
  )
  choice <- list(
    python = "/usr/bin/python3", libpython = "/usr/lib/libpython3.11.so.1.0", version = "3.11.2",
    prefix = "/usr", base_prefix = "/usr", requested_by = "the system", trace = trace
  )
  expect_snapshot(print(new_py_config(choice, trace)))
  expect_snapshot(print(new_py_config(choice, trace, running = TRUE)))
  trace$verdict[[4]] <- "refused"
  trace$reason[[4]] <- "it is a static build"
  expect_snapshot(print(new_py_config(NULL, trace, nothing_found(trace))))
})

test_that("what runs is what is told", {
  import("sys")
  config <- py_config()
  expect_true(config$running)
  expect_equal(config$python, py_exe())
  expect_equal(py_exe(), import("sys")$executable)
  expect_equal(py_version(patch = TRUE), package_version(import("platform")$python_version()))
  expect_equal(py_version(), py_version(patch = TRUE)[, 1:2])
  expect_true(py_available())
  expect_true(py_numpy_available())
})

test_that("asking does not start Python", {
  said <- callr::r(function(python) {
    Sys.setenv(RKERAS_PYTHON = python)
    library(rkeras)
    before <- list(
      available = py_available(), exe = py_exe(), version = py_version(),
      numpy = py_numpy_available(), keras = is_keras_available(), config = py_config(),
      loaded = names(getLoadedDLLs()),
      maps = if (file.exists("/proc/self/maps")) readLines("/proc/self/maps")
    )
    c(before, list(started = py_available(initialize = TRUE), running = py_config()$running))
  }, list(py_exe()))
  expect_true(said$available)
  expect_equal(said$exe, py_exe())
  expect_equal(said$version, py_version())
  expect_false(said$config$running)
  expect_false("rkeras" %in% said$loaded)
  expect_false(any(grepl("libpython", said$maps)))
  expect_true(said$started)
  expect_true(said$running)
})

test_that("without a usable Python the answers are FALSE and NULL, and starting is an error", {
  said <- callr::r(function() {
    Sys.setenv(RKERAS_PYTHON = "/no/such/python")
    library(rkeras)
    list(
      available = py_available(), start = py_available(initialize = TRUE), exe = py_exe(),
      version = py_version(), keras = is_keras_available(), config = format(py_config())
    )
  })
  expect_false(said$available)
  expect_false(said$start)
  expect_null(said$exe)
  expect_null(said$version)
  expect_false(said$keras)
  expect_match(said$config, "RKERAS_PYTHON asks for", all = FALSE)
})

test_that("a search passes over a Python that lacks the module", {
  dir <- withr::local_tempdir()
  system2(virtualenv_starter(), c("-m", "venv", "--without-pip", shQuote(file.path(dir, "env"))))
  withr::local_envvar(RKERAS_PYTHON = "", RETICULATE_PYTHON = "", VIRTUAL_ENV = "")
  found <- py_discover_config(use_environment = file.path(dir, "env"))
  expect_equal(found$python, virtualenv_bin(file.path(dir, "env")))
  found <- py_discover_config("no_such_module", file.path(dir, "env"))
  expect_match(found$trace$reason, "it lacks the module 'no_such_module'", all = FALSE)
  expect_null(found$python)
})

test_that("a Python that another package started is told without candidates", {
  choice <- list(python = "/x/python", version = "3.11.2", requested_by = "reticulate")
  shown <- format(new_py_config(choice, NULL, running = TRUE))
  expect_equal(shown[[1]], "Python is running:")
  expect_match(shown, "chosen by.*reticulate", all = FALSE)
  expect_false("Not used:" %in% shown)
})

test_that("the configuration has reticulate's names", {
  config <- py_config()
  expect_identical(config$version, py_version())
  expect_identical(config$full_version, py_version(patch = TRUE))
  expect_s3_class(py_version(), "package_version")
  expect_match(config$version_string, paste0("^", py_version(patch = TRUE), " "))
  sys <- import("sys")
  expect_identical(config$prefix, sys$prefix)
  expect_identical(config$exec_prefix, sys$exec_prefix)
  numpy <- import("numpy")
  expect_identical(config$numpy$version, numeric_version(numpy$`__version__`))
  expect_identical(config$numpy$path, dirname(numpy$`__file__`))
  expect_identical(config$virtualenv, if (sys$prefix == sys$base_prefix) "" else sys$prefix)
  expect_true(config$available)
  expect_identical(config$architecture, "64bit")
  expect_true(config$python %in% config$python_versions)
  expect_true(file.exists(config$base_executable))
  expect_true(config$virtualenv_activate == "" || file.exists(config$virtualenv_activate))
  found <- py_discover_config("numpy")
  expect_identical(found$required_module, "numpy")
  expect_identical(found$required_module_path, config$numpy$path)
})
