linux <- list(os = "Linux", arch = "x86_64", nvidia = FALSE)

test_that("TensorFlow suits the machine", {
  expect_equal(tensorflow_package(NA, linux), "tensorflow-cpu")
  expect_equal(tensorflow_package(TRUE, linux), "tensorflow[and-cuda]")
  expect_equal(tensorflow_package(NA, modifyList(linux, list(nvidia = TRUE))),
               "tensorflow[and-cuda]")
  expect_equal(tensorflow_package(FALSE, modifyList(linux, list(nvidia = TRUE))), "tensorflow-cpu")
  expect_equal(tensorflow_package(NA, modifyList(linux, list(arch = "aarch64"))), "tensorflow")
  expect_equal(tensorflow_package(TRUE, list(os = "Darwin", arch = "arm64", nvidia = FALSE)),
               "tensorflow")
})

test_that("every requirement is pinned, and TensorFlow once", {
  lines <- keras_requirements(gpu = FALSE, system = linux)
  expect_match(lines[[1]], "^tensorflow-cpu==[0-9.]+; python_version < \"3.14\"$")
  expect_match(lines, "^[a-z-]+==[0-9.]+[0-9](; python_version .*)?$")
  expect_equal(sum(grepl("tensorflow", lines)), 1)
})

test_that("each backend is installed by itself, as the processor or the GPU needs it", {
  names_of <- function(...) unique(sub("==.*", "", keras_requirements(...)))
  rest <- c("keras", "numpy", "pandas", "scipy")
  expect_setequal(names_of("jax", FALSE, linux), c(rest, "jax"))
  expect_setequal(names_of("torch", FALSE, linux), c(rest, "torch"))
  expect_setequal(names_of(c("tensorflow", "jax"), FALSE, linux), c(rest, "tensorflow-cpu", "jax"))
  expect_setequal(names_of("jax", TRUE, linux), c(rest, "jax[cuda12]"))
  expect_setequal(names_of("torch", TRUE, linux), c(rest, "torch"))
  # There is TensorFlow for no such machine, and it is not asked for.
  intel <- list(os = "Darwin", arch = "x86_64", nvidia = FALSE)
  expect_setequal(names_of("jax", FALSE, intel), c(rest, "jax"))
  expect_match(usage_of("torch"), "use_backend\\(\"torch\"\\).*needs TensorFlow")
  expect_null(usage_of(c("jax", "tensorflow")))
})

test_that("PyTorch without CUDA comes from its own index, or else from PyPI", {
  calls <- list()
  install <- function(python, packages, pip_options = character()) {
    calls[[length(calls) + 1L]] <<- c(pip_options, packages)
    if (fails && length(pip_options)) abort("no network", kind = "python")
  }
  wanted <- c("torch==2.1", "numpy==1; python_version >= \"3.11\"",
              "numpy==0.9; python_version < \"3.11\"")
  fails <- FALSE
  install_requirements(fake_python(), wanted, install, FALSE, linux)
  expect_identical(calls, list(
    c("--no-deps", "--index-url", "https://download.pytorch.org/whl/cpu", "torch==2.1"),
    c("torch==2.1", "numpy==1")
  ))
  calls <- list()
  fails <- TRUE
  expect_message(install_requirements(fake_python(), wanted, install, FALSE, linux), "6 GB")
  expect_length(calls, 2)
  calls <- list()
  install_requirements(fake_python(version = "3.10.1"), wanted, install, TRUE, linux)
  expect_identical(calls, list(c("torch==2.1", "numpy==0.9")))
})

test_that("nothing is done when the virtualenv has all that is asked for", {
  root <- withr::local_tempdir()
  withr::local_envvar(WORKON_HOME = root)
  env <- file.path(root, "r-keras")
  system2(virtualenv_starter(), c("-m", "venv", "--without-pip", shQuote(env)))
  writeLines(keras_requirements(gpu = FALSE), file.path(env, "rkeras-requirements.txt"))
  expect_message(python <- install_keras(gpu = FALSE), "is up to date")
  expect_equal(python, virtualenv_bin(env))
})

test_that("pip's failure is an error that says what it was", {
  env <- file.path(withr::local_tempdir(), "env")
  system2(virtualenv_starter(), c("-m", "venv", "--without-pip", shQuote(env)))
  expect_error(
    suppressMessages(py_install("numpy", env)), "This Python has no pip",
    class = "rkeras_error_python"
  )
  offline <- "NewConnectionError: Failed to establish a new connection: [Errno 101]"
  expect_match(pip_problem("/x/python", 1L, offline), "is there a network")
  expect_match(pip_problem("/x/python", 1L, "ERROR: odd"), "ERROR: odd")
})

test_that("wrong arguments are refused by name", {
  expect_refused(py_install(character()), "`packages`")
  expect_refused(install_keras(gpu = "yes"), "`gpu`")
})

test_that("Keras is looked for in the Python in use", {
  expect_true(is_keras_available())
  expect_true(is_keras_available("3.0"))
  expect_false(is_keras_available("99"))
})

test_that("the pages name the versions of the requirements", {
  root <- test_path("..", "..")
  skip_if_not(file.exists(file.path(root, "README.md")), "the source tree")
  text <- function(...) paste(readLines(file.path(root, ...)), collapse = " ")
  # The first line of a package is the one for later versions of Python.
  version <- function(file, package) {
    pattern <- sprintf("^%s(-cpu)?==([0-9.]+).*", package)
    sub(pattern, "\\2", grep(pattern, readLines(file), value = TRUE)[[1]])
  }
  newest <- function(package) {
    version(system.file("python", "requirements.txt", package = "rkeras"), package)
  }
  oldest <- function(package) {
    version(file.path(root, "tools", "requirements-oldest.txt"), package)
  }
  readme <- text("README.md")
  expect_match(readme, fixed = TRUE, sprintf(
    "Keras %s and TensorFlow %s.", newest("keras"), newest("tensorflow")
  ))
  expect_match(readme, fixed = TRUE, sprintf(
    "Keras %s, TensorFlow %s and JAX %s", oldest("keras"), oldest("tensorflow"), oldest("jax")
  ))
  install <- text("vignettes", "install.Rmd")
  for (package in c("keras", "numpy", "pandas", "scipy")) {
    expect_match(install, paste0(package, "==", newest(package)), fixed = TRUE)
  }
  expect_match(install, paste0("tensorflow-cpu==", newest("tensorflow")), fixed = TRUE)
})

test_that("machines without a TensorFlow get an error that says what to do", {
  intel <- list(os = "Darwin", arch = "x86_64", nvidia = FALSE)
  expect_error(tensorflow_package(NA, intel), "ends at 2.16.*PyTorch",
               class = "rkeras_error_python")
  expect_error(keras_requirements(system = intel), "ends at 2.16", class = "rkeras_error_python")
  arm <- list(os = "Windows", arch = "ARM64", nvidia = FALSE)
  expect_error(tensorflow_package(NA, arm), "x86-64", class = "rkeras_error_python")
  expect_identical(tensorflow_package(TRUE, modifyList(arm, list(arch = "x86_64"))), "tensorflow")
})
