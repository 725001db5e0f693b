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

test_that("no Python file spells a private name of a library, save the table", {
  finder <- import_from_path("private_names", test_path())
  found <- finder$private_names(system.file("python/rkeras", package = "rkeras"))
  expect_identical(unlist(found), NULL)
})

test_that("the private names that Python files spell are found", {
  finder <- import_from_path("private_names", test_path())
  folder <- withr::local_tempdir()
  writeLines(c(
    "from keras.src.models import functional", "import jax._src.core",
    "class A:", "    def f(self, x): self._own = x._theirs; return self._own",
    "getattr(A, '_inner', None)", "modules.get('tensorflow.python.eager.context')"
  ), file.path(folder, "a.py"))
  dir.create(file.path(folder, "b"))
  writeLines("from pandas.core import frame", file.path(folder, "b", "a.py"))
  expect_setequal(unlist(finder$private_names(folder)), c(
    "a.py:1 keras.src.models", "a.py:2 jax._src.core", "a.py:4 _theirs", "a.py:5 _inner",
    "a.py:6 tensorflow.python.eager.context", "b/a.py:1 pandas.core"
  ))
})

# The classes that the table has, as R and Rust call them.
borrowed_classes <- function() {
  places <- unlist(strsplit(borrowed$place, "|", fixed = TRUE))
  sub("[.]$", "", sub(":", ".", places))
}

private_class <- paste0(
  "(keras[.]src|tensorflow[.]python|jax[.]_src|jaxlib|pandas[.](core|_libs)|scipy[.]sparse)",
  "[.][A-Za-z0-9_.]+"
)

# The code of all files in a folder that an installed package does not have.
rust_code <- function() {
  folder <- test_path("../../src/rust/src")
  files <- list.files(folder, "[.]rs$", recursive = TRUE, full.names = TRUE)
  grep("^\\s*//", unlist(lapply(files, readLines)), value = TRUE, invert = TRUE)
}

test_that("classes that R and Rust know by their private modules are in the table", {
  namespace <- asNamespace("rkeras")
  names <- ls(namespace, all.names = TRUE)
  objects <- mget(names[!grepl("^[.]native$|^rs_", names)], namespace)
  code <- c(names, unlist(lapply(Filter(is.function, objects), deparse)), unlist(known_classes),
            rust_code())
  found <- unique(unlist(regmatches(code, gregexpr(private_class, code))))
  # The package that all modules of Keras's losses are in, and S3 classes of the R package keras3.
  found <- setdiff(sub("[.]$", "", found), c(
    "keras.src.losses.losses", "keras.src.backend.Tensor",
    "keras.src.backend.common.variables.KerasVariable"
  ))
  expect_gt(length(found), 30L)
  expect_identical(setdiff(found, borrowed_classes()), character())
})

test_that("each row says what it is and what happens without it, once", {
  for (column in names(borrowed)) expect_true(all(nzchar(borrowed[[column]])), label = column)
  expect_identical(anyDuplicated(borrowed$name), 0L)
  expect_match(borrowed$place, "^[a-z][A-Za-z0-9_.{}|:,]+$")
  expect_match(c(borrowed$from, borrowed$to), "^[0-9]+([.][0-9]+)+$")
})

test_that("each row is used", {
  folder <- system.file("python/rkeras", package = "rkeras")
  files <- list.files(folder, "[.]py$", full.names = TRUE, recursive = TRUE)
  r_code <- lapply(as.list(asNamespace("rkeras")), deparse)
  code <- c(unlist(lapply(files, readLines)), unlist(r_code))
  # Names of classes and modules are for S3 and Rust; the mark of functions is an attribute.
  elsewhere <- "^(class|module)_|^(masked|not_converted)$"
  rows <- grep(elsewhere, borrowed$name, value = TRUE, invert = TRUE)
  is_used <- vapply(sprintf('"%s"', rows), function(row) any(grepl(row, code, fixed = TRUE)), NA)
  expect_identical(rows[!is_used], character())
})

test_that("the libraries in use have all that rkeras needs of them", {
  skip_if_not(is_keras_available())
  result <- in_new_session(function() {
    library(rkeras)
    warnings <- list()
    withCallingHandlers(
      {
        keras$`__version__`
        import("tensorflow")
      },
      warning = function(cnd) warnings <<- c(warnings, list(conditionMessage(cnd)))
    )
    py_run_string("from rkeras import borrowed")
    rows <- py_eval("[r.name for r in borrowed.ROWS.values() if borrowed.is_in_use(r.library)
                      and not borrowed.is_there(r.name) and borrowed.is_expected(r)]")
    list(warnings, rows)
  })
  expect_identical(result$value, list(list(), list()))
})

# The R code, in a session whose Keras or TensorFlow lacks names, with the warnings of it.
without_names <- function(remove, f, with_keras = TRUE) {
  in_new_session(function(remove, f, with_keras) {
    library(rkeras)
    py_run_string(remove)
    warnings <- list()
    value <- withCallingHandlers(
      {
        if (with_keras) keras$`__version__`
        f()
      },
      warning = function(cnd) {
        warnings <<- c(warnings, list(cnd))
        invokeRestart("muffleWarning")
      }
    )
    list(value = value, warnings = warnings)
  }, remove, f, with_keras)$value
}

test_that("a name that Keras lacks is one warning, and an error where nothing goes without it", {
  skip_if_not(is_keras_available())
  remove <- "import keras.src.datasets.mnist as mnist\ndel mnist.get_file"
  result <- without_names(remove, function() tryCatch(dataset_mnist(), error = identity))
  expect_length(result$warnings, 1L)
  expect_s3_class(result$warnings[[1]], "rkeras_warning_version")
  expect_match(conditionMessage(result$warnings[[1]]), paste0(
    "^Keras [0-9.]+ lacks what rkeras needs of it; versions [0-9.]+ to [0-9.]+ are tested[.]\n",
    "[*] `dataset_mnist\\(\\)` and the like are an error[.] ",
    "\\(keras[.]src[.]datasets[.]mnist[.]get_file\\)\n",
    "Update rkeras"
  ))
  expect_s3_class(result$value, "rkeras.borrowed.Missing")
  expect_match(conditionMessage(result$value), "Keras [0-9.]+ lacks .*get_file")
})

test_that("models with R code are not saved where Keras gives no place for it", {
  skip_if_not(is_keras_available())
  remove <- "
from rkeras import borrowed
place = borrowed.place_of('keras.src.saving.serialization_lib:gone')
borrowed.ROWS['description'].places = [place]"
  result <- without_names(remove, function() {
    file <- tempfile(fileext = ".keras")
    input <- keras_input(2)
    save_model(keras_model(input, layer_dense(input, 1)), file)
    twice <- keras_model(input, layer_dense(input, 1, activation = function(x) x * 2))
    save_twice <- function() save_model(twice, tempfile(fileext = ".keras"))
    list(file.exists(file), tryCatch(save_twice(), error = identity))
  })
  expect_length(result$warnings, 1L)
  expect_true(result$value[[1]])
  expect_s3_class(result$value[[2]], "rkeras.borrowed.Missing")
  message <- conditionMessage(result$value[[2]])
  expect_match(message, "To save a model that has R functions", fixed = TRUE)
})

test_that("calls stay on the main thread where TensorFlow keeps its state elsewhere", {
  skip_if_not(is_keras_available())
  remove <- "
import tensorflow
from tensorflow.python.ops import summary_ops_v2
del summary_ops_v2._summary_state"
  result <- without_names(remove, function() {
    elsewhere <- import("rkeras.bridge.elsewhere", convert = FALSE)
    is.null(py_to_r(elsewhere$as_r_thread()))
  })
  expect_length(result$warnings, 1L)
  expect_true(result$value)
  expect_match(conditionMessage(result$warnings[[1]]), "TensorFlow .* run on the main thread")
})

test_that("private functions of R and CPython that compiled code uses are in docs/private-api.md", {
  # The sources are not in an installed package, nor in one that R CMD check unpacks.
  root <- test_path("../..")
  skip_if_not(file.exists(file.path(root, "docs/private-api.md")))
  page <- readLines(file.path(root, "docs/private-api.md"))
  files <- list.files(file.path(root, "src"), "[.](c|rs)$", recursive = TRUE, full.names = TRUE)
  files <- grep("/target/", files, value = TRUE, invert = TRUE)
  code <- unlist(lapply(files, readLines))
  code <- code[!grepl("^\\s*//", code)]
  by_name <- "(dlsym\\([A-Z_]+, |lookup\\(c|in_r\\()\"[A-Za-z0-9_]+\""
  found <- unlist(regmatches(code, gregexpr(by_name, code)))
  found <- gsub(".*\"(.*)\"", "\\1", found)
  words <- unlist(regmatches(code, gregexpr("\\b[A-Za-z_][A-Za-z0-9_]+\\b", code)))
  # tools:::nonAPI of R 4.6 and what it leaves out, as far as they are easily used.
  private <- c(
    "ATTRIB", "BODY", "CLOENV", "DATAPTR", "ENCLOS", "FORMALS", "FRAME", "HASHTAB", "IS_S4_OBJECT",
    "LEVELS", "OBJECT", "PRENV", "PRVALUE", "R_GlobalContext", "R_PromiseExpr",
    "R_interrupts_pending", "R_interrupts_suspended", "Rf_envDepth", "Rf_findVar",
    "Rf_findVarInFrame", "Rf_findVarInFrame3",
    "SETLENGTH", "SET_ATTRIB", "SET_BODY", "SET_CLOENV", "SET_FORMALS", "SET_GROWABLE_BIT",
    "SET_OBJECT", "SET_TRUELENGTH", "SET_TYPEOF", "STDVEC_DATAPTR", "STRING_PTR", "TRUELENGTH",
    "VECTOR_PTR"
  )
  found <- unique(c(found, intersect(private, words)))
  expect_gt(length(found), 9L)
  listed <- vapply(sprintf("`%s`", found), function(name) any(grepl(name, page, fixed = TRUE)), NA)
  expect_identical(found[!listed], character())
})

test_that("the import of a submodule checks its library", {
  skip_if_not(is_keras_available())
  lose <- "
from rkeras import borrowed
row = next(row for row in borrowed.ROWS.values() if row.library == 'pandas')
row.places = [borrowed.place_of('pandas:gone')]"
  result <- without_names(lose, function() import("pandas.api.types"), with_keras = FALSE)
  expect_length(result$warnings, 1L)
  expect_match(conditionMessage(result$warnings[[1]]), "^pandas [0-9.]+ lacks what rkeras needs")
})
