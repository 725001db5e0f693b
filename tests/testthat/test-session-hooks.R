# A module that nothing has imported yet.
local_module <- function(name, code, frame = parent.frame()) {
  folder <- withr::local_tempdir(.local_envir = frame)
  writeLines(code, file.path(folder, paste0(name, ".py")))
  sys_path <- import("sys", convert = FALSE)$path
  sys_path$insert(0L, folder)
  withr::defer(sys_path$remove(folder), envir = frame)
}

test_that("a hook runs once, after the module is imported by R or by Python", {
  local_module("hooked_one", "value = 1")
  local_module("hooked_two", "loader = type(__spec__.loader).__name__")
  seen <- character()
  py_register_load_hook("hooked_one", function() seen <<- c(seen, "one"))
  py_register_load_hook("hooked_two", function() seen <<- c(seen, py_eval("'two'")))
  expect_identical(seen, character())
  expect_identical(import("hooked_one")$value, 1L)
  expect_identical(seen, "one")
  py_run_string("import hooked_two, hooked_one")
  expect_identical(seen, c("one", "two"))
  # The module sees its own loader.
  expect_identical(import("hooked_two")$loader, "SourceFileLoader")
})

test_that("a hook for a loaded module runs at once", {
  seen <- FALSE
  py_register_load_hook("sys", function() seen <<- TRUE)
  expect_true(seen)
})

test_that("a hook for a module built into Python leaves the loader that all of them share", {
  seen <- in_new_session(function() {
    library(rkeras)
    seen <- FALSE
    py_register_load_hook("xxsubtype", function() seen <<- TRUE)
    loader <- import("xxsubtype")$`__loader__`
    list(seen, loader$`__name__`)
  })$value
  expect_identical(seen, list(TRUE, "BuiltinImporter"))
})

test_that("an error in a hook is a warning, and the module can be used", {
  local_module("hooked_badly", "value = 3")
  py_register_load_hook("hooked_badly", function() stop("broken"))
  module <- NULL
  expect_warning(module <- import("hooked_badly"), "'hooked_badly' failed: broken",
                 class = "rkeras_warning_hook")
  expect_identical(module$value, 3L)
  expect_refused(py_register_load_hook("a", 1), "`hook` must be a function")
})

test_that("a hook can be registered before Python starts, which it does not start", {
  result <- in_new_session(function() {
    library(rkeras)
    seen <- FALSE
    py_register_load_hook("calendar", function() seen <<- TRUE)
    started <- rkeras:::python_state$started
    import("calendar")
    c(started, seen)
  })$value
  expect_identical(result, c(FALSE, TRUE))
})

test_that("hooks that are set for reticulate run", {
  found <- in_new_session(function() {
    said <- character()
    say <- function(word) force(function(...) said <<- c(said, word))
    setHook("reticulate.onPyInit", say("started"))
    setHook("reticulate::json::load", say("json"))
    setHook("reticulate::json.tool::load", function() {
      said <<- c(said, "tool")
      rkeras::import("json.tool")
    })
    library(rkeras)
    py_run_string("import json")
    import("json")
    import("json.tool")
    setHook("reticulate::colorsys::load", say("late"))
    import("colorsys")
    import("colorsys")
    said
  })$value
  expect_identical(found, c("started", "json", "tool", "late"))
})
