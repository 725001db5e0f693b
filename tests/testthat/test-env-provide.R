# Keras and TensorFlow have no content here, and are not imported: the real ones take minutes and a
# network (tools/newcomer.sh installs them). `rkeras_answer` comes with them.
local_libraries <- function(names = c("keras", "tensorflow", "rkeras_answer"),
                            frame = parent.frame()) {
  wheels <- vapply(names, local_wheel, "", frame = frame)
  paste0(names(wheels), " @ file://", wheels)
}

# `use` is evaluated in a session whose Python installations have no Keras, with these `options`.
in_session_without_keras <- function(use, options = list(), env = character(), cache = NULL,
                                     libraries = local_libraries()) {
  skip_if(is.null(virtualenv_starter()))
  # One that is known to have no packages.
  folder <- withr::local_tempdir()
  system2(virtualenv_starter(), c("-m", "venv", "--without-pip", shQuote(folder)))
  cache <- cache %||% withr::local_tempdir()
  run <- function(use, options, libraries, python) {
    options(options)
    namespace <- asNamespace("rkeras")
    utils::assignInNamespace("keras_requirements", function(...) libraries, "rkeras")
    utils::assignInNamespace("system_pythons", function(...) python, "rkeras")
    environment(use) <- globalenv()
    said <- character()
    value <- withCallingHandlers(
      tryCatch(use(), error = identity),
      message = function(m) {
        said <<- c(said, conditionMessage(m))
        invokeRestart("muffleMessage")
      },
      # These modules lack the names that rkeras uses.
      warning = function(w) invokeRestart("muffleWarning")
    )
    list(value = value, said = said)
  }
  run <- eval(bquote(function(...) {
    library(rkeras)
    (.(run))(...)
  }))
  # uv would otherwise be installed into each cache.
  path <- paste(dirname(uv_binary()), Sys.getenv("PATH"), sep = .Platform$path.sep)
  in_fresh_r(run, use, options, libraries, virtualenv_bin(folder),
             env = c(R_USER_CACHE_DIR = cache, PATH = path, env))
}

test_that("the first use of Keras makes its environment, and later sessions use it", {
  cache <- withr::local_tempdir()
  libraries <- local_libraries()
  session <- function() {
    before <- rkeras::is_keras_available()
    rkeras:::expect_keras()
    answer <- rkeras::import("rkeras_answer")$answer
    list(before = before, answer = answer, after = rkeras::is_keras_available(),
         python = rkeras::py_config()$python)
  }
  first <- in_session_without_keras(session, cache = cache, libraries = libraries)
  expect_identical(first$value[c("before", "answer", "after")],
                   list(before = FALSE, answer = 42L, after = TRUE))
  expect_match(first$said[[1]], "No Python installation .* has Keras.*370 MB.*1.6 GB")
  expect_match(first$said[[1]], cache, fixed = TRUE)
  expect_match(first$value$python, cache, fixed = TRUE)
  second <- in_session_without_keras(session, cache = cache, libraries = libraries)
  expect_identical(second$said, character())
  expect_true(second$value$before)
  expect_identical(second$value$python, first$value$python)
})

test_that("a Python that runs already gets Keras without a new start", {
  seen <- in_session_without_keras(function() {
    rkeras::py_eval("1 + 1")
    python <- rkeras::py_exe()
    rkeras:::provide_keras("tensorflow")
    answer <- rkeras::import("rkeras_answer")$answer
    list(python = python, answer = answer, available = rkeras::is_keras_available(),
         same = identical(rkeras::py_exe(), python))
  })$value
  expect_identical(seen[-1], list(answer = 42L, available = TRUE, same = TRUE))
})

test_that("a session that uses other libraries is left alone", {
  seen <- in_session_without_keras(function() rkeras::py_eval("1 + 1"))
  expect_identical(seen, list(value = 2L, said = character()))
})

test_that("compiled code that is loaded from elsewhere is in the way", {
  seen <- in_session_without_keras(
    libraries = local_libraries(c("keras", "tensorflow", "audioop")),
    use = function() {
      rkeras::py_run_string("
import sys, types
module = types.ModuleType('audioop')
module.__file__ = '/elsewhere/audioop.abi3.so'
sys.modules['audioop'] = module")
      rkeras:::provide_keras("keras")
    }
  )$value
  expect_s3_class(seen, "rkeras_error_python")
  expect_match(conditionMessage(seen), "where audioop is loaded. Restart R")
})

test_that("nothing is installed where it must not be", {
  cases <- list(
    list(options = list(rkeras.install = FALSE), says = "rkeras.install = FALSE"),
    list(env = c("_R_CHECK_PACKAGE_NAME_" = "x"), says = "R CMD check")
  )
  for (case in cases) {
    cache <- withr::local_tempdir()
    seen <- in_session_without_keras(
      function() rkeras::import("keras"), options = case$options %||% list(),
      env = case$env %||% character(), cache = cache
    )
    expect_s3_class(seen$value, "rkeras_error_python")
    expect_match(conditionMessage(seen$value), case$says, fixed = TRUE)
    expect_match(conditionMessage(seen$value), "install_keras()", fixed = TRUE)
    expect_identical(list.files(file.path(cache, "R", "rkeras", "python")), character())
  }
})

test_that("somebody at a prompt is asked once", {
  asked <- in_session_without_keras(function() {
    utils::assignInNamespace("agrees", function() {
      message("asked")
      FALSE
    }, "rkeras")
    tryCatch(rkeras::import("keras"), error = function(e) message(conditionMessage(e)))
    rkeras::import("keras")
  })
  expect_identical(sum(asked$said == "asked\n"), 1L)
  expect_match(conditionMessage(asked$value), "You decided not to download it")
  withr::local_options(rkeras.install = TRUE)
  expect_true(agrees(at_prompt = TRUE))
})

test_that("a Python that the user named is not replaced", {
  seen <- in_session_without_keras(
    env = c(RKERAS_PYTHON = "x"), use = function() {
      Sys.setenv(RKERAS_PYTHON = get("system_pythons", asNamespace("rkeras"))())
      rkeras::layer_dense(units = 1)
    }
  )
  expect_s3_class(seen$value, "rkeras_error_module")
  expect_match(conditionMessage(seen$value), "chosen by RKERAS_PYTHON, has no Keras.*py_install")
  expect_identical(seen$said, character())
})

test_that("a session waits for another, which may die", {
  skip_if(is.null(virtualenv_starter()))
  folder <- withr::local_tempdir()
  held <- tempfile()
  script <- system.file("python/rkeras/env/hold.py", package = "rkeras")
  hold <- paste(shQuote(c(virtualenv_starter(), script, folder, held)), collapse = " ")
  # Its input ends as if the session had been killed.
  system(paste("sleep 4 |", hold), wait = FALSE)
  while (!file.exists(held)) Sys.sleep(0.05)
  begun <- Sys.time()
  expect_message(with_lock(folder, virtualenv_starter(), done <- Sys.time()), "Another session")
  expect_gt(as.numeric(done - begun, units = "secs"), 2)
  expect_silent(with_lock(folder, virtualenv_starter(), NULL))
})

test_that("sessions that need an environment at once make one", {
  cache <- withr::local_tempdir()
  libraries <- local_libraries()
  skip_if(is.null(virtualenv_starter()))
  session <- function(libraries) {
    namespace <- asNamespace("rkeras")
    utils::assignInNamespace("keras_requirements", function(...) libraries, "rkeras")
    said <- character()
    withCallingHandlers(namespace$make_managed(), message = function(m) {
      said <<- c(said, conditionMessage(m))
      invokeRestart("muffleMessage")
    })
    any(grepl("Creating the virtualenv", said))
  }
  env <- c(callr::rcmd_safe_env(), R_USER_CACHE_DIR = cache, "_R_CHECK_PACKAGE_NAME_" = "")
  both <- lapply(1:2, function(i) callr::r_bg(session, list(libraries), env = env))
  made <- vapply(both, function(process) {
    process$wait(120000)
    process$get_result()
  }, NA)
  expect_identical(sum(made), 1L)
})

test_that("an environment that was not completed is made again", {
  cache <- withr::local_tempdir()
  libraries <- local_libraries()
  first <- in_session_without_keras(cache = cache, libraries = libraries, use = function() {
    rkeras:::expect_keras()
    rkeras::py_eval("1")
    rkeras::py_exe()
  })
  # As if it had been killed.
  unlink(file.path(dirname(dirname(first$value)), "rkeras-requirements.txt"))
  again <- in_session_without_keras(cache = cache, libraries = libraries, use = function() {
    before <- rkeras::is_keras_available()
    rkeras:::expect_keras()
    list(before, rkeras::import("rkeras_answer")$answer)
  })
  expect_identical(again$value, list(FALSE, 42L))
  expect_match(again$said[[1]], "makes an environment")
})
