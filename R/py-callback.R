# R code that Rust runs: each function here is called by name from src/rust/src/r_code.rs.

# list(value), or the condition of the error that stopped `f`. Rust guards against all other ways out.
run_callback <- function(f, ...) {
  tryCatch(list(f(...)), error = identity)
}

condition_message <- function(condition) {
  paste(conditionMessage(condition), collapse = "\n")
}

# An R object as R prints it, for Python's repr().
printed <- function(x) {
  paste(utils::capture.output(print(x)), collapse = "\n")
}
