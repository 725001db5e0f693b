# Runs cases: short scripts in the manner of the documentation of reticulate (this folder) and of
# keras3 (tests/acceptance/examples), each with the value that the documentation states, that
# follows by hand, or that Python itself gives. They must give it with rkeras
# (tests/testthat/test-compat.R).
#
#   Rscript tests/compat/run.R reticulate      runs those of this folder with reticulate
#                                              (`make compat`)

# The results of the cases in a file, a row each. `tolerance` is for cases that state none.
run_cases <- function(file, tolerance = 1.5e-8) {
  cases <- new.env(parent = environment(run_cases))
  cases$results <- list()
  cases$tolerance <- tolerance
  sys.source(file, cases, keep.source = FALSE)
  do.call(rbind, cases$results)
}

# The code is evaluated in an environment of its own, as a script is. `error` is a part of the
# message where an error is right; `better` says what the other package does instead.
case <- function(title, code, expected, better = "", tolerance = cases$tolerance, error = NULL) {
  cases <- parent.frame()
  code <- substitute(code)
  why <- tryCatch({
    value <- eval(code, new.env(parent = cases))
    if (is.null(error)) difference(value, expected, tolerance) else "no error"
  }, error = function(e) {
    if (is.null(error) || !grepl(error, conditionMessage(e))) paste("error:", conditionMessage(e))
  })
  row <- data.frame(title = title, passed = is.null(why), why = paste0("", why), better = better)
  cases$results[[length(cases$results) + 1L]] <- row
}

# Integers and doubles of the same value are equal: NumPy's int64 is one or the other.
difference <- function(value, expected, tolerance) {
  if (identical(class(value), class(expected)) || is.numeric(value) && is.numeric(expected)) {
    same <- all.equal(value, expected, tolerance = tolerance)
    return(if (!isTRUE(same)) paste(same, collapse = "; "))
  }
  paste("class", class(value)[[1]], "and not", class(expected)[[1]])
}

# What the cases use: the text of a Python object, Python's words for an expression, printed lines,
# and the class of an error.
repr <- function(x) py_to_r(import_builtins(convert = FALSE)$repr(x))
python <- function(code) py_eval(code, convert = FALSE)
prints <- function(code) utils::capture.output(code)
raises <- function(code) {
  tryCatch({
    code
    "no error"
  }, error = function(e) sub("^python[.]builtin[.]", "", class(e)[[1]]))
}
script <- function(...) {
  file <- tempfile(fileext = ".py")
  writeLines(c(...), file)
  file
}
