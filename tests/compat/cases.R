# Runs the cases of this folder: short scripts in the manner of reticulate's documentation, each
# with the value that follows by hand or that Python itself gives. They must give it with rkeras
# (tests/testthat/test-compat.R); `better` says what reticulate does instead.
#
#   Rscript tests/compat/run.R reticulate      runs them with reticulate (`make compat`)

# The results of the cases in a file, a row each.
run_cases <- function(file) {
  cases <- new.env(parent = environment(run_cases))
  cases$results <- list()
  sys.source(file, cases, keep.source = FALSE)
  do.call(rbind, cases$results)
}

# The code is evaluated in an environment of its own, as a script is.
case <- function(title, code, expected, better = "") {
  code <- substitute(code)
  why <- tryCatch(
    difference(eval(code, new.env(parent = parent.frame())), expected),
    error = function(e) paste("error:", conditionMessage(e))
  )
  cases <- parent.frame()
  row <- data.frame(title = title, passed = is.null(why), why = paste0("", why), better = better)
  cases$results[[length(cases$results) + 1L]] <- row
}

# Integers and doubles of the same value are equal: NumPy's int64 is one or the other.
difference <- function(value, expected) {
  if (identical(class(value), class(expected)) || is.numeric(value) && is.numeric(expected)) {
    same <- all.equal(value, expected)
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
