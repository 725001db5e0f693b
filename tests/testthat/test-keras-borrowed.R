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
