# Modules that are imported at first use: see .onLoad().
html <- NULL
numpy <- NULL

# What hooks have noted.
noted <- new.env(parent = emptyenv())

.onLoad <- function(libname, pkgname) {
  py_require("numpy")
  setHook("reticulate::html::load", function(...) noted$html <- TRUE)
  html <<- import("html", delay_load = TRUE)
  numpy <<- import("numpy", delay_load = list(on_load = function() noted$numpy <- TRUE))
}

escape_html <- function(x) html$escape(x)

column_means <- function(x) {
  stats::setNames(as.vector(numpy$mean(as.matrix(x), axis = 0L)), colnames(x))
}

has_numpy <- function() py_module_available("numpy")

modules_loaded <- function() sort(ls(noted))
