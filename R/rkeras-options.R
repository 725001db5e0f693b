# The page of options and environment variables. `make document` adds the tables
# (dev/document/options.R).

#' Options and environment variables
#'
#' rkeras reads these options (`options(name = value)`, for example in `.Rprofile`) and environment
#' variables (`Sys.setenv(NAME = "value")`, or a line `NAME=value` in `.Renviron`). Options take
#' effect at once, with the exceptions given below. Variables that choose a Python installation or a
#' Keras backend must be set before Python starts, that is, before the first call that needs Python.
#'
#' @eval rd_settings()
#' @examples
#' # Train without output in this session
#' old <- options(keras.fit_verbose = 0)
#' getOption("keras.fit_verbose")
#' options(old)
#' @concept configuration
#' @concept settings
#' @concept environment variable
#' @concept verbose
#' @concept progress bar
#' @seealso [py_config()] shows which Python installation is used and why, [config_backend()] and
#'   other `config_*()` functions read and set the configuration of Keras, [use_python()],
#'   [use_backend()].
#' @name rkeras-options
NULL
