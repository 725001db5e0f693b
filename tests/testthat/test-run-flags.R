script_flags <- function(..., file = NULL, arguments = character()) {
  flags(
    flag_numeric("learning_rate", 0.01, "Step size"), flag_integer("epochs", 10),
    flag_boolean("shuffle", FALSE), flag_string("optimizer", "adam"),
    ..., file = file, arguments = arguments
  )
}

changed <- function(...) {
  utils::modifyList(
    list(learning_rate = 0.01, epochs = 10L, shuffle = FALSE, optimizer = "adam"), list(...)
  )
}

test_that("the command line overrides defaults", {
  expect_identical(script_flags(), changed())
  cases <- list(
    list(c("--learning_rate", "0.5"), changed(learning_rate = 0.5)),
    list("--learning-rate=-1e-3", changed(learning_rate = -1e-3)),
    list(c("--learning_rate", "-2"), changed(learning_rate = -2)),
    list(c("--epochs", "20", "--shuffle"), changed(epochs = 20L, shuffle = TRUE)),
    list(c("--shuffle", "--epochs=3"), changed(shuffle = TRUE, epochs = 3L)),
    list(c("--shuffle", "yes"), changed(shuffle = TRUE)),
    list(c("--shuffle=TRUE", "--shuffle=off"), changed(shuffle = FALSE)),
    list(c("--args", "--optimizer=a=b"), changed(optimizer = "a=b")),
    list(c("--optimizer", "1e3"), changed(optimizer = "1e3")),
    list("--optimizer=", changed(optimizer = ""))
  )
  for (case in cases) {
    expect_identical(script_flags(arguments = case[[1]]), case[[2]], info = toString(case[[1]]))
  }
})

test_that("what is no flag, or no value of its type, is refused", {
  cases <- list(
    list("--learn_rate=1", "`--learn_rate=1` is no flag of this script; it has --learning_rate"),
    list("train.csv", "is no flag"),
    list("-x", "is no flag"),
    list(c("--epochs", "--shuffle"), "`--epochs` needs a value"),
    list("--optimizer", "needs a value"),
    list("--epochs=2.5", "The value of the flag `epochs` must be a whole number"),
    list("--epochs=many", "must be a whole number"),
    list("--learning_rate=TRUE", "must be a number"),
    list("--shuffle=maybe", "must be TRUE or FALSE")
  )
  for (case in cases) {
    expect_error(script_flags(arguments = case[[1]]), case[[2]], fixed = TRUE,
                 class = "rkeras_error_argument", info = toString(case[[1]]))
  }
  expect_error(flag_integer("n", 1.5), "`default` of the flag `n`", class = "rkeras_error_argument")
  expect_error(flag_boolean("b", "x"), class = "rkeras_error_argument")
  expect_error(flag_numeric(1, 1), "`name`", class = "rkeras_error_argument")
  expect_error(flags(list(), file = NULL), "made by flag_numeric()",
               class = "rkeras_error_argument")
  expect_error(script_flags(flag_integer("epochs", 1)), "two flags",
               class = "rkeras_error_argument")
})

test_that("types of defaults are those of the flags", {
  expect_identical(flags(flag_integer("n", 5000), flag_numeric("x", 1L), flag_string("s", NULL),
                         file = NULL, arguments = character()),
                   list(n = 5000L, x = 1, s = NULL))
})

test_that("a file overrides defaults, the command line the file", {
  skip_if_not_installed("yaml")
  file <- withr::local_tempfile(fileext = ".yml", lines = c("epochs: 7", "optimizer: sgd"))
  expect_identical(script_flags(file = file), changed(epochs = 7L, optimizer = "sgd"))
  expect_identical(script_flags(file = file, arguments = "--epochs=8"),
                   changed(epochs = 8L, optimizer = "sgd"))
  writeLines(c("epochs: 7", "batch: 3"), file)
  expect_warning(script_flags(file = file), "no flag of this script: batch")
  writeLines("epochs: many", file)
  expect_error(script_flags(file = file), "must be a whole number", class = "rkeras_error_argument")
  writeLines("- 1", file)
  expect_error(script_flags(file = file), "names and values", class = "rkeras_error_argument")
  expect_error(script_flags(file = "no.yml"), "there is no file", class = "rkeras_error_argument")
})

test_that("sections of the file build on each other", {
  skip_if_not_installed("yaml")
  file <- withr::local_tempfile(fileext = ".yml", lines = c(
    "default:", "  epochs: 7", "  shuffle: yes", "small:", "  epochs: 2",
    "tiny:", "  inherits: small", "  optimizer: sgd"
  ))
  expect_identical(script_flags(file = file), changed(epochs = 7L, shuffle = TRUE))
  expect_identical(script_flags(file = file, config = "small"),
                   changed(epochs = 2L, shuffle = TRUE))
  expect_identical(script_flags(file = file, config = "tiny"),
                   changed(epochs = 2L, shuffle = TRUE, optimizer = "sgd"))
  withr::local_envvar(R_CONFIG_ACTIVE = "small")
  expect_identical(script_flags(file = file)$epochs, 2L)
  writeLines(c("one:", "  epochs: 7"), file)
  expect_error(script_flags(file = file, config = "two"), "no section `two`",
               class = "rkeras_error_argument")
})

test_that("a script has its flags from Rscript and flags.yml beside it", {
  skip_if_not_installed("yaml")
  folder <- withr::local_tempdir()
  writeLines("optimizer: sgd", file.path(folder, "flags.yml"))
  writeLines(c(
    "library(rkeras, quietly = TRUE)",
    "str(flags(flag_integer('epochs', 1, 'How long'), flag_string('optimizer', 'adam')))",
    "cat(basename(run_dir()))"
  ), file.path(folder, "train.R"))
  run <- function(...) {
    env <- c("current", R_LIBS = paste(.libPaths(), collapse = ":"), R_TESTS = "")
    rscript <- file.path(R.home("bin"), "Rscript")
    processx::run(rscript, c("train.R", ...), wd = folder, env = env, error_on_status = FALSE)
  }
  output <- run("--epochs", "5")$stdout
  expect_match(output, "epochs   : int 5", fixed = TRUE)
  expect_match(output, "sgd")
  expect_match(output, basename(folder), fixed = TRUE)
  expect_identical(run("--help")$stdout, paste0(
    "  --epochs (integer, default 1)  How long\n  --optimizer (string, default adam)  \n"
  ))
})

test_that("the folder of a run is the one that is named", {
  expect_identical(run_dir(), getwd())
  withr::local_envvar(TENSORFLOW_RUN_DIR = "/some/run")
  expect_identical(run_dir(), "/some/run")
})
