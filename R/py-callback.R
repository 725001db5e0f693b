# R code that Rust runs: each function here is called by name from src/rust/src/r_code.rs.

# list(value), or the condition of the error or interrupt that stopped the function. Rust guards
# against all other ways out. A calling handler that returns for us takes half the time of
# tryCatch().
#
# The formal has a name that no keyword argument of Python's has.
run_callback <- function(.function, ...) {
  frame <- environment()
  withCallingHandlers(
    list(.function(...)),
    error = function(cnd) do.call("return", list(cnd), envir = frame),
    # To Python a KeyboardInterrupt. R itself would end a script here.
    interrupt = function(cnd) do.call("return", list(cnd), envir = frame)
  )
}

condition_message <- function(condition) {
  paste(conditionMessage(condition), collapse = "\n")
}

# An R object as R prints it, for Python's repr().
printed <- function(x) {
  paste(utils::capture.output(print(x)), collapse = "\n")
}

as_posixct <- function(x) as.POSIXct(x)

# R's collector, on what was made lately.
collect_young <- function() gc(FALSE, FALSE, full = FALSE)

# integer64 is bit64's class: without its methods R would read the bits as doubles.
need_bit64 <- function() {
  if (!requireNamespace("bit64", quietly = TRUE)) {
    abort(
      paste(
        "There are Python ints beyond 2^53, which are integer64 in R:",
        "install.packages(\"bit64\"), or keep them in Python (convert = FALSE)."
      ),
      "module",
      call = NULL
    )
  }
}
