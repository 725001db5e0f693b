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
    list(c("--epochs=3", "--args", "--shuffle"), changed(epochs = 3L, shuffle = TRUE)),
    list(c("--shuffle", "--args", "file.csv"), changed(shuffle = TRUE)),
    list(c("--optimizer", "1e3"), changed(optimizer = "1e3")),
    list("--optimizer=", changed(optimizer = ""))
  )
  for (case in cases) {
    expect_identical(script_flags(arguments = case[[1]]), case[[2]], info = toString(case[[1]]))
  }
})

test_that("--args may be a flag of the script", {
  own <- function(arguments) {
    flags(flag_string("args", "none"), file = NULL, arguments = arguments)
  }
  expect_identical(own(c("--args", "a")), list(args = "a"))
})

test_that("a script run by R or Rscript reads its flags, whatever separates them", {
  script <- withr::local_tempfile(fileext = ".R")
  writeLines(c(
    "suppressPackageStartupMessages(library(rkeras))",
    "f <- flags(flag_integer('units', 1), flag_boolean('shuffle', FALSE), file = NULL)",
    "cat(f$units, f$shuffle, names(parse_arguments()))"
  ), script)
  run <- function(program, ...) {
    library <- paste(.libPaths(), collapse = .Platform$path.sep)
    processx::run(file.path(R.home("bin"), program), c(...),
                  env = c("current", R_LIBS = library))$stdout
  }
  expect_match(run("Rscript", "--vanilla", script, "x", "--units", "32", "--args", "--shuffle"),
               "32 TRUE units shuffle")
  expect_match(run("R", "--vanilla", "--no-echo", "-f", script, "--args", "--units=32", "--args"),
               "32 FALSE units")
})

test_that("what is no flag, or no value of its type, is refused", {
  cases <- list(
    list("--learn_rate=1", "`--learn_rate=1` is not a flag of this script; it has --learning_rate"),
    list("-x", "is not a flag"),
    list(c("--epochs", "--shuffle"), "`--epochs` needs a value"),
    list("--optimizer", "needs a value"),
    list("--epochs=2.5", "The value of the flag `epochs` must be a whole number"),
    list("--epochs=many", "must be a whole number"),
    list("--learning_rate=TRUE", "must be a number"),
    list("--shuffle=maybe", "must be TRUE or FALSE")
  )
  for (case in cases) {
    expect_refused(
      script_flags(arguments = case[[1]]), case[[2]], fixed = TRUE, info = toString(case[[1]])
    )
  }
  expect_refused(flag_integer("n", 1.5), "`default` of the flag `n`")
  expect_refused(flag_boolean("b", "x"))
  expect_refused(flag_numeric(1, 1), "`name`")
  expect_refused(flags(list(), file = NULL), "made by flag_numeric()")
  expect_refused(script_flags(flag_integer("epochs", 1)), "two flags")
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
  expect_warning(script_flags(file = file), "not flags of this script: batch")
  writeLines("epochs: many", file)
  expect_refused(script_flags(file = file), "must be a whole number")
  writeLines("- 1", file)
  expect_refused(script_flags(file = file), "names and values")
  expect_refused(script_flags(file = "no.yml"), "there is no file")
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
  expect_refused(script_flags(file = file, config = "two"), "no section `two`")
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

test_that("words that are no flags are left to the script", {
  expect_identical(script_flags(arguments = c("train.csv", "--epochs", "3", "out")),
                   changed(epochs = 3L))
})

test_that("flags print as help and convert to a data frame", {
  flags <- structure(
    list(n = flag_integer("n", 1, "How many"), s = flag_string("s", NULL)), class = "tfruns_flags"
  )
  expect_output(print(flags), "  --n (integer, default 1)  How many", fixed = TRUE)
  expect_identical(as.data.frame(flags), data.frame(
    name = c("n", "s"), type = c("integer", "string"), value = c("1", NA),
    description = c("How many", NA)
  ))
})

flags_script <- c(
  "FLAGS <- flags(flag_numeric('rate', 0.1), flag_integer('units', 8),",
  "  flag_string('name', 'a'), flag_boolean('big', FALSE))"
)

flags_in_run <- function(...) {
  envir <- new.env()
  run <- quiet_run(..., envir = envir)
  list(flags = envir$FLAGS, run = run)
}

test_that("a training run gives its script flags and records them", {
  local_project(flags_script)
  result <- flags_in_run(flags = list(rate = 1 / 3, big = TRUE))
  expect_identical(result$flags, list(rate = 1 / 3, units = 8L, name = "a", big = TRUE))
  recorded <- result$run[c("flag_rate", "flag_units", "flag_name", "flag_big")]
  expect_identical(as.list(unclass(recorded))[1:4], list(
    flag_rate = 1 / 3, flag_units = 8L, flag_name = "a", flag_big = TRUE
  ))
  expect_identical(flags_in_run(flags = c(units = 16))$flags$units, 16L)
})

test_that("flags of a run come from YAML files and their sections", {
  skip_if_not_installed("yaml")
  local_project(flags_script)
  writeLines(c("default:", "  units: 32", "large:", "  units: 64", "  name: b"), "flags.yml")
  expect_identical(flags_in_run()$flags$units, 32L)
  large <- flags_in_run(config = "large", flags = list(name = "c"))$flags
  expect_identical(large[c("units", "name")], list(units = 64L, name = "c"))
  writeLines("units: 5", "other.yml")
  expect_identical(flags_in_run(flags = "other.yml")$flags$units, 5L)
  # Without a file in the working directory, the one beside the script.
  dir.create("sub")
  invisible(file.rename(c("train.R", "flags.yml"), file.path("sub", c("train.R", "flags.yml"))))
  expect_identical(flags_in_run("sub/train.R")$flags$units, 32L)
})

test_that("a flag of a run that the script lacks is an error", {
  local_project(flags_script)
  expect_refused(flags_in_run(flags = list(rat = 1)), "`rat`, which the script does not declare")
  expect_refused(flags_in_run(flags = list(units = 1.5)), "must be a whole number")
  expect_refused(flags_in_run(flags = list(1)), "`flags` must be a list with names")
  expect_error(flags_in_run(flags = "none.yml"), "no file", class = "rkeras_error_file")
  writeLines("1 + 1", "train.R")
  expect_warning(flags_in_run(flags = list(rate = 1)), "no effect",
                 class = "rkeras_warning_argument")
})

test_that("flags of a file can be called n and y", {
  file <- withr::local_tempfile(lines = c("n: 9", "y: 'no'", "on_gpu: yes", "b: n"))
  found <- flags(flag_integer("n", 1), flag_string("y", ""), flag_boolean("on_gpu", FALSE),
                 flag_string("b", ""), file = file, arguments = character())
  expect_identical(found, list(n = 9L, y = "no", on_gpu = TRUE, b = "n"))
})
