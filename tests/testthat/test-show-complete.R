# What R's console offers at the end of the line.
completions <- function(line) {
  internal <- function(name, ...) get(name, asNamespace("utils"))(...)
  internal(".assignLinebuffer", line)
  internal(".assignEnd", nchar(line))
  internal(".guessTokenFromLine")
  internal(".completeToken")
  internal(".retrieveCompletions")
}

arguments <- function(line) grep("=$", completions(line), value = TRUE)

local_global <- function(name, value, frame = parent.frame()) {
  assign(name, value, envir = globalenv())
  withr::defer(rm(list = name, envir = globalenv()), envir = frame)
}

test_that("arguments of Python functions are completed", {
  local_global("np", import("numpy"))
  expect_identical(arguments("np$linspace(st"), c("start=", "stop="))
  expect_true(all(c("num=", "endpoint=") %in% arguments("x <- np$linspace(0, 1, ")))
  expect_identical(arguments("np$mean(np$linspace(0, 1), ax"), "axis=")
  expect_identical(arguments("f(\"a (b\", np$linspace(endp"), "endpoint=")
  expect_identical(arguments("np$random$default_rng(se"), "seed=")
  # In the value of an argument, variables are completed instead.
  expect_identical(arguments("np$linspace(start = st"), character())
})

test_that("arguments of methods and of layers are completed", {
  model <- keras_model_sequential(input_shape = 2)
  local_global("model", model)
  expect_identical(arguments("model$fit(validation_f"), "validation_freq=")
  expect_true("units=" %in% arguments("keras$layers$Dense(un"))
})

test_that("what is no Python function is left to R", {
  local_global("settings", list(f = function(alpha) 1))
  expect_null(python_arguments("settings$f"))
  expect_null(python_arguments("no_such$f"))
  expect_null(callee("mean(x"))
  expect_null(callee("x"))
  expect_null(callee("f()$g(x"))
  expect_identical(callee("a <- b$`c d`$e(x, 'y)', "), "b$`c d`$e")
  expect_true("trim=" %in% arguments("mean.default(x, tr"))
})

test_that("variables of Python's main module are completed", {
  py_run_string("a_variable_to_complete = 1")
  withr::defer(py_run_string("del a_variable_to_complete"))
  expect_identical(completions("py$a_variable_to"), "py$a_variable_to_complete")
  py_run_string("def a_function_to_complete(first, second): pass")
  withr::defer(py_run_string("del a_function_to_complete"))
  expect_identical(arguments("py$a_function_to_complete(sec"), "second=")
})

test_that("another completer goes on working", {
  former <- completion$former
  withr::defer({
    completion$former <- former
    offer_arguments()
  })
  utils::rc.options(custom.argument.completer = function(fun, text) "of_the_user=")
  offer_arguments()
  offer_arguments()
  local_global("np", import("numpy"))
  expect_identical(arguments("np$linspace(endp"), c("of_the_user=", "endpoint="))
})

test_that("RStudio gets help on names and arguments", {
  np <- import("numpy")
  local_global("np", np)
  expect_null(attributes(utils::.DollarNames(np, "^lins")))
  withr::local_envvar(RSTUDIO = "1")
  handler <- attr(utils::.DollarNames(np, "^lins"), "helpHandler")
  handler <- eval(str2lang(handler))
  help <- handler("completion", "linspace", "np")
  expect_identical(help$title, "linspace")
  expect_match(help$signature, "linspace(start, stop", fixed = TRUE)
  expect_match(help$description, "evenly spaced numbers")
  help <- handler("parameter", NULL, "np$linspace")
  expect_identical(help$args[1:2], c("start", "stop"))
  expect_match(help$arg_descriptions[[1]], "starting value")
  help <- handler("parameter", NULL, "keras$layers$Dense")
  expect_match(help$arg_descriptions[help$args == "units"], "Positive integer")
  expect_null(handler("completion", "no_such", "np"))
  expect_output(expect_null(handler("url", "linspace", "np")), "evenly spaced")
})
