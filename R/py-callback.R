# R code that Rust runs: each function here is called by name from src/rust/src/r/r_code.rs.

# run_callback() gives list(value), or the condition of the error or interrupt that stopped the
# function. Rust guards against all other ways out. A calling handler that returns for us takes half
# the time of tryCatch(), and one for all conditions less than one for each kind.
#
# The formal has a name that no keyword argument of Python's has.
#
# Rust evaluates this code once: functions of a package are byte-compiled, and then a level of R and
# Python takes half as much again of the C stack.
callback_code <- quote(
  function(.function, ...) withCallingHandlers(
    list(.function(...)),
    condition = function(cnd) {
      # To Python an interrupt is a KeyboardInterrupt. R itself would end a script here.
      if (inherits(cnd, c("error", "interrupt"))) {
        if (inherits(cnd, "error")) cnd <- in_callback_words(cnd, .function, sys.frame(-2))
        do.call("return", list(cnd), envir = parent.env(environment()))
      }
    }
  )
)

# R looks at its time limits, and raises "reached elapsed time limit". It does so at every fifth
# check only.
check_time_limit <- function() for (i in 1:6) Sys.sleep(0)

# A condition that left R as a Python exception, with the classes of that: the same otherwise.
with_classes <- function(condition, classes) {
  if (is.list(condition) && !isS4(condition)) {
    class(condition) <- union(class(condition), classes)
  }
  condition
}

condition_message <- function(condition) {
  paste(conditionMessage(condition), collapse = "\n")
}

# An R object as R prints it, for Python's repr(). Where printing it prints a Python object that
# holds it, and so on, the innermost is a word only: R has 20 sinks.
printed <- function(x) {
  if (sink.number() >= most_sinks) {
    return(paste0("<R object of class ", paste(class(x), collapse = "/"), ">"))
  }
  paste(utils::capture.output(print(x)), collapse = "\n")
}

most_sinks <- 10L

robject_class <- function(x) class(x)

robject_names <- function(x) names(x)

# In a list, or NULL if there is none. Python counts from 0, and from the end below it.
robject_item <- function(x, key) {
  if (is.character(key)) {
    return(robject_attr(x, key))
  }
  if (!is.numeric(key) || !(is.vector(x) || is.call(x) || is.pairlist(x))) {
    return(NULL)
  }
  i <- if (key < 0) length(x) + key + 1 else key + 1
  if (i >= 1 && i <= length(x)) list(x[[i]])
}

robject_attr <- function(x, name) {
  if (is.environment(x)) {
    if (exists(name, envir = x, inherits = FALSE)) list(get(name, envir = x))
  } else if (isS4(x)) {
    if (name %in% methods::slotNames(x)) list(methods::slot(x, name))
  } else if (name %in% names(x)) {
    list(x[[name]])
  }
}

serialized <- function(x) serialize(x, NULL)

as_posixct <- function(x) {
  tryCatch(as.POSIXct(x), error = function(e) {
    abort(
      paste0(
        "The POSIXlt is not valid: ", conditionMessage(e), ". Create it again with as.POSIXlt()."
      ),
      "convert",
      call = NULL
    )
  })
}

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
