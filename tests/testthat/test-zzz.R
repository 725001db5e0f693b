# Loading the package starts no Python and loads no shared library of it and few other packages.

loaded_by <- function(code, python = Sys.getenv("RKERAS_PYTHON")) {
  callr::r(function(code) {
    before <- list(packages = loadedNamespaces(), libraries = names(getLoadedDLLs()))
    value <- eval(code)
    list(
      value = value,
      packages = setdiff(loadedNamespaces(), before$packages),
      libraries = setdiff(names(getLoadedDLLs()), before$libraries),
      python = any(grepl("libpython", tryCatch(readLines("/proc/self/maps"), error = toString)))
    )
  }, list(code), env = c(callr::rcmd_safe_env(), RKERAS_PYTHON = python))
}

test_that("library(rkeras) starts nothing", {
  seen <- loaded_by(quote(library(rkeras)))
  expect_false("rkeras" %in% seen$libraries)
  expect_false(seen$python)
  # Matrix alone would take half a second; whatever is like it does not belong into Imports.
  base <- rownames(installed.packages(priority = "base"))
  expect_setequal(setdiff(seen$packages, base), c("rkeras", "generics", "magrittr"))
})

test_that("the modules are there from the start, and loaded when they are used", {
  seen <- loaded_by(quote({
    library(rkeras)
    vapply(list(py, keras, tf), is_py_object, NA)
  }))
  expect_identical(seen$value, c(TRUE, TRUE, TRUE))
  expect_false(seen$python)
  seen <- loaded_by(quote({
    library(rkeras)
    py$x <- 1
    py$x
  }))
  expect_identical(seen$value, 1)
  expect_true("rkeras" %in% seen$libraries)
})

test_that("the package loads without any Python", {
  seen <- loaded_by(quote({
    library(rkeras)
    py_available()
  }), python = "/no/such/python")
  expect_false(seen$value)
})
