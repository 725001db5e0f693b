# What `py_require()` of reticulate keeps, and the calls that it gets.

skip_if_not_installed("reticulate")

their_requirements <- function(...) {
  state <- list(python_version = NULL, packages = "numpy", exclude_newer = NULL, history = list(
    list(requested_from = "reticulate", env_is_package = TRUE, action = "add", packages = "numpy")
  ))
  utils::modifyList(state, list(...))
}

test_that("requirements of reticulate count, with those who declared them", {
  by_package <- list(requested_from = "stats", env_is_package = TRUE, action = "add",
                     packages = c("a", "b"), python_version = ">=3.9")
  by_script <- list(requested_from = "R_GlobalEnv", env_is_package = FALSE, action = "add",
                    packages = "c", exclude_newer = "2024-01-31")
  theirs <- their_requirements(
    packages = c("numpy", "a", "c"), python_version = ">=3.9", exclude_newer = "2024-01-31"
  )
  theirs$history <- c(theirs$history, list(by_package, by_script))
  own <- change_requirements(own_requirements(), list(packages = c("a", "d")), "set")
  own$history <- list(list(by = "utils", action = "set", packages = c("a", "d")))

  both <- with_neighbours(own, function() theirs)
  expect_s3_class(both, "rkeras_requirements")
  # Neither numpy, which reticulate declares, nor b, which has been removed.
  expect_identical(both$packages, c("a", "c", "d"))
  expect_identical(both$python_version, ">=3.9")
  expect_identical(both$exclude_newer, "2024-01-31")
  expect_identical(
    unname(vapply(c("a", "c", "d", ">=3.9"), declared_by, "", both)),
    c("the package 'utils'", "the script", "the package 'utils'", "the package 'stats'")
  )
  own$exclude_newer <- "2025-01-01"
  expect_identical(with_neighbours(own, function() theirs)$exclude_newer, "2025-01-01")
  expect_identical(needs(with_neighbours(own, function() their_requirements())), needs(own))
  expect_identical(with_neighbours(own, NULL), own)
})

test_that("reticulate gets what is declared, from the one who declares it", {
  calls <- list()
  require <- function(packages = NULL, python_version = NULL, exclude_newer = NULL, action) {
    call <- list(packages, python_version, exclude_newer, action,
                 environmentName(topenv(parent.frame())))
    calls <<- c(calls, list(call))
  }
  pass_to_neighbour(list(packages = "a", python_version = "3.12"), "add", "stats", require)
  pass_to_neighbour(list(packages = "a", exclude_newer = "2024-01-31"), "add", "stats", require)
  pass_to_neighbour(list(exclude_newer = "2024-01-31"), "remove", "", require)
  expect_identical(calls, list(
    list("a", "3.12", NULL, "add", "stats"),
    list("a", NULL, NULL, "add", "stats"),
    list(NULL, NULL, "2024-01-31", "set", "R_GlobalEnv"),
    list(NULL, NULL, "2024-01-31", "remove", "R_GlobalEnv")
  ))
  expect_null(pass_to_neighbour(list(packages = "a"), "add", "", NULL))

  calls <- list()
  own <- own_requirements()
  own$packages <- c("a", "b")
  own$history <- list(list(by = "stats", action = "add", packages = "b"))
  share_requirements(own, require)
  expect_identical(calls, list(
    list("a", NULL, NULL, "add", "R_GlobalEnv"), list("b", NULL, NULL, "add", "stats")
  ))
})

neighbour_has_it <- packageVersion("reticulate") >= "1.41"

if (!neighbour_has_it) {
  test_that("earlier versions of reticulate have no requirements", {
    found <- in_new_session(function() {
      library(rkeras)
      loadNamespace("reticulate")
      py_require("x")
      py_require()$packages
    })$value
    expect_identical(found, "x")
  })
}

# The state of both packages after each has declared something, one loaded before the other.
declared_in_both <- function(first) {
  code <- function(first) {
    declare <- function(package) {
      env <- new.env(parent = asNamespace(if (package == "rkeras") "stats" else "utils"))
      require <- getExportedValue(package, "py_require")
      eval(as.call(list(require, paste0("for-", package), ">=3.8")), env)
    }
    second <- setdiff(c("rkeras", "reticulate"), first)
    loadNamespace(first)
    declare(first)
    loadNamespace(second)
    declare(second)
    rkeras::py_require("removed")
    rkeras::py_require("removed", action = "remove")
    list(
      ours = rkeras::py_require()$packages, theirs = reticulate::py_require()$packages,
      version = rkeras::py_require()$python_version,
      printed = format(rkeras::py_require())
    )
  }
  in_new_session(code, first)$value
}

for (first in if (neighbour_has_it) c("rkeras", "reticulate")) {
  test_that(paste("both packages have the requirements of both,", first, "first"), {
    found <- declared_in_both(first)
    expect_setequal(found$ours, c("for-rkeras", "for-reticulate"))
    expect_setequal(found$theirs, c("numpy", found$ours))
    expect_identical(found$version, ">=3.8")
    expect_match(found$printed, "the package 'stats': +for-rkeras", all = FALSE)
    expect_match(found$printed, "the package 'utils': +for-reticulate", all = FALSE)
  })

  test_that(paste("who starts Python second says what it lacks,", first, "first"), {
    said <- in_new_session(function(first, python) {
      Sys.setenv(RETICULATE_PYTHON = python, RKERAS_PYTHON = python)
      loadNamespace("rkeras")
      reticulate::py_require("no-such-thing")
      said <- character()
      withCallingHandlers(
        for (package in c(first, "rkeras")) getExportedValue(package, "py_eval")("1"),
        rkeras_warning_requirements = function(w) {
          said <<- c(said, conditionMessage(w))
          invokeRestart("muffleWarning")
        }
      )
      said
    }, first, py_exe())$value
    expect_length(said, 1)
    expect_match(said, "does not have no-such-thing \\(not installed\\), which the script requires")
  })
}
