test_that("the modules are there by name", {
  expect_s3_class(keras, "python.builtin.module")
  expect_match(keras$`__version__`, "^3\\.")
  expect_equal(c(tf$constant(c(1, 2))$numpy()), c(1, 2))
  expect_identical(keras$layers$Dense(4L)$units, 4L)
})

test_that("Keras walks into a vector that is more than a list", {
  expect_identical(keras$tree$flatten(list(c(a = 1, b = 2), 3)), c(1, 2, 3))
})

test_that("values of variables and rates of optimizers stay doubles", {
  expect_match(keras$Variable(c(1, 2, 3))$dtype, "float32")
  expect_identical(as.numeric(keras$optimizers$SGD(learning_rate = 1)$learning_rate), 1)
  expect_identical(keras$layers$Dense(32)$units, 32L)
})

test_that("initializers called with a shape take whole numbers", {
  expect_identical(dim(as.array(initializer_constant(3)(c(2, 4)))), c(2L, 4L))
  expect_identical(dim(as.array(initializer_zeros()(shape = shape(2, 4)))), c(2L, 4L))
})

test_that("parts of Keras are loaded when they are used", {
  found <- callr::r(function() {
    library(rkeras)
    layer_dense(units = 1)
    loaded <- function() {
      py_eval("[m for m in ('sklearn', 'matplotlib', 'cv2') if m in __import__('sys').modules]")
    }
    at_start <- loaded()
    path <- keras$wrappers$`__file__`
    list(
      at_start = at_start, path = basename(path), still = loaded(),
      listed = "plot_image_gallery" %in% names(keras$visualization),
      class = keras$wrappers$SKLearnClassifier$`__name__`,
      lacks = py_has_attr(keras$wrappers, "nothing"),
      own = py_eval("'__getattr__' in vars(__import__('keras.wrappers').wrappers)")
    )
  })
  expect_identical(found, list(
    at_start = list(), path = "__init__.py", still = list(), listed = TRUE,
    class = "SKLearnClassifier", lacks = FALSE, own = FALSE
  ))
})

# ---- The start is quiet --------------------------------------------------------------------------

# A module that writes to stderr as TensorFlow's compiled code does, and then runs `end`.
noisy_module <- function(end, folder = withr::local_tempdir(.local_envir = parent.frame())) {
  writeLines(c(
    "import os",
    "os.write(2, b'WARNING: All log messages before absl::InitializeLog() is called\\n')",
    "os.write(2, b'I0000 00:00:1795341465.953222   14683 port.cc:153] oneDNN is on.\\n')",
    "os.write(2, b'2024-05-01 12:00:00.123456: I tensorflow/core/util/port.cc:153] old\\n')",
    "os.write(2, b'a line of others\\n')",
    end
  ), file.path(folder, "noisy.py"))
  folder
}

# The output of an R session that imports it as one of the libraries whose start is quiet.
import_noisily <- function(folder, ...) {
  in_new_session(function(folder, options) {
    options(options)
    library(rkeras)
    py_run_string("import rkeras.libraries.quiet; rkeras.libraries.quiet.LIBRARIES['noisy'] = ()")
    import("sys", convert = FALSE)$path$append(folder)
    result <- try(import("noisy"), silent = TRUE)
    py_run_string("import os; n = os.write(2, b'afterwards\\n')")
    c(failed = inherits(result, "try-error"), collects = py_eval("__import__('gc').isenabled()"))
  }, folder, list(...))
}

test_that("nothing is written to stderr while Keras and TensorFlow are loaded", {
  seen <- in_new_session(function() {
    library(rkeras)
    keras$`__version__`
    as.array(op_array(1) + 1)
  })
  expect_identical(seen$output, "")
  expect_equal(c(seen$value), 2)
})

test_that("other lines written during an import are shown after it", {
  seen <- import_noisily(noisy_module("value = 1"))
  expect_false(seen$value[["failed"]])
  expect_identical(seen$output, "a line of others\nafterwards")
})

test_that("the option shows all, and so does a failed import", {
  all <- "WARNING: All.*oneDNN is on.*: I tensorflow.*a line of others.*afterwards"
  without_gc <- "import gc; assert not gc.isenabled(), 'there may be collections'"
  seen <- import_noisily(noisy_module(without_gc), rkeras.startup_log = TRUE)
  expect_identical(seen$value, c(failed = FALSE, collects = TRUE))
  expect_match(seen$output, all)
  seen <- import_noisily(noisy_module("raise ImportError('not today')"))
  expect_identical(seen$value, c(failed = TRUE, collects = TRUE))
  expect_match(seen$output, all)
})

test_that("an import of a library leaves a collector that is off, and what is frozen", {
  seen <- py_run_string("
import gc
from rkeras.libraries import quiet
frozen = gc.get_freeze_count()
quiet.uncollected(lambda module: None, None)
as_before = gc.get_freeze_count() == frozen
gc.disable()
try:
  quiet.uncollected(lambda module: None, None)
  stays_off = not gc.isenabled()
finally:
  gc.enable()", local = TRUE)
  expect_true(seen$as_before)
  expect_true(seen$stays_off)
})

test_that("a crash during an import does not hide what was written before it", {
  for (end in c("os.abort()", "import ctypes; ctypes.string_at(0)")) {
    output <- withr::local_tempfile()
    folder <- noisy_module(end)
    expect_error(callr::r(function(folder) {
      library(rkeras)
      py_run_string("import rkeras.libraries.quiet; rkeras.libraries.quiet.LIBRARIES['noisy'] = ()")
      import("sys", convert = FALSE)$path$append(folder)
      import("noisy")
    }, list(folder), stdout = output, stderr = "2>&1", supervise = TRUE))
    output <- paste(readLines(output), collapse = "\n")
    expect_match(output, "oneDNN is on.*a line of others")
    if (end != "os.abort()") expect_match(output, "a line of others.*caught segfault")
  }
})

test_that("a process without stderr imports as well", {
  script <- withr::local_tempfile(
    fileext = ".R", lines = c("library(rkeras)", "cat(keras$`__version__`)")
  )
  command <- sprintf("%s %s 2>&-", file.path(R.home("bin"), "Rscript"), shQuote(script))
  expect_match(system(command, intern = TRUE), "^3[.]")
})

test_that("a backend that Keras does not have is named with its source", {
  home <- withr::local_tempdir()
  writeLines('{"backend": "tensorfow"}', file.path(home, "keras.json"))
  message <- in_new_session(function(home) {
    Sys.setenv(KERAS_HOME = home)
    Sys.unsetenv("KERAS_BACKEND")
    library(rkeras)
    tryCatch(layer_dense(units = 1), rkeras_error_module = conditionMessage)
  }, home)$value
  expect_match(message, "no backend \"tensorfow\", which .*keras.json names")
})
