# R code that Rust runs: each function here is called by name from src/rust/src/r/r_code.rs.

# run_callback() returns list(value), or the condition of the error or interrupt that stopped the
# function. Rust handles all other exits. A calling handler that returns from the function takes
# half the time of tryCatch(), and a single handler for all conditions takes less time than one for
# each class.
#
# The formal `.function` cannot be the name of a Python keyword argument.
#
# Rust evaluates this code once. A function of the package would be byte-compiled, and then each
# nested call between R and Python takes 1.5 times as much of the C stack.
callback_code <- quote(
  function(.function, ...) withCallingHandlers( # nolint: brace_linter.
    list(.function(...)),
    condition = function(cnd) {
      # An interrupt becomes a KeyboardInterrupt in Python. By default R would end a script here.
      if (inherits(cnd, c("error", "interrupt")) && !is_offered(cnd)) {
        if (inherits(cnd, "error")) {
          cnd <- in_callback_words(cnd, .function, sys.frame(-2))
          cnd <- offered(cnd)
        }
        do.call("return", list(cnd), envir = parent.env(environment()))
      }
      if (inherits(cnd, "warning")) warn_in_words(cnd)
    }
  )
)

# Handlers outside of the call of Python get an error when it is raised there again, because Python
# may handle it before. By then the restarts that the callback has established are gone, so where
# there are any, as that of testthat's expectations, the handlers get the error at once: they may
# invoke such a restart, and R continues there. If one of them leaves, the jump waits for Python
# (src/rust/src/object/raised.rs).
offered <- function(cnd) {
  if (!has_restarts()) return(cnd)
  cnd <- with_classes(cnd, classes_in_python)
  with_context(list(offered = cnd), signalCondition(cnd))
  cnd
}

# Callbacks around the one with the error pass it on.
is_offered <- function(cnd) {
  !is.null(context$offered) && identical(cnd, context$offered)
}

# Whether restarts were established since Python called R. A restart has the frame that it leaves
# to.
has_restarts <- function() {
  exits <- lapply(computeRestarts(), function(restart) restart$exit)
  exits <- Filter(is.environment, exits)
  if (length(exits) == 0L) return(FALSE)
  calls <- vapply(sys.calls(), function(call) name_called(call) %||% "", "")
  frames <- sys.frames()[-seq_len(max(which(calls == "run_callback")))]
  any(vapply(exits, function(exit) any(vapply(frames, identical, NA, exit)), NA))
}

# What R adds to the classes of an error that passed through Python.
classes_in_python <- c(
  "rpycall.RError", paste0("python.builtin.", c("RuntimeError", "Exception", "BaseException"))
)

# Called when the function has drawn R's random numbers.
note_drawn <- function(f) run_hooks("random numbers drawn", f)

# What Python calls in place of Recall(), which calls the function that it is called from.
recall_nothing <- function(...) {
  abort("Python has called `Recall` outside of an R function. Pass Python the function itself.",
        call = quote(Recall(...)))
}

# Makes R check its time limits, which raises "reached elapsed time limit". R checks them only at
# every fifth call of Sys.sleep().
check_time_limit <- function() for (i in 1:6) Sys.sleep(0)

# A condition that was raised by R code, passed through Python as `exception`, and is raised in R
# again: py_last_error() has Python's traceback for it.
passed_python <- function(condition, classes, exception) {
  condition <- with_classes(condition, classes)
  if (is.list(condition) && !isS4(condition)) {
    condition <- tell_place(condition)
    record <- c(unclass(condition), list(exception = exception))
    python_state$last_error <- as_condition(record, condition)
  }
  condition
}

# Adds the classes of the Python exception, so that the condition can be caught by them.
with_classes <- function(condition, classes) {
  if (is.list(condition) && !isS4(condition)) {
    class(condition) <- union(class(condition), classes)
  }
  condition
}

condition_message <- function(condition) {
  paste(conditionMessage(condition), collapse = "\n")
}

# Returns what R prints for an R object, for Python's repr(). Objects that contain each other across
# both languages nest these calls: the innermost is shown as its class only, because R allows 20
# sinks.
printed <- function(x) {
  if (sink.number() >= most_sinks) {
    return(paste0("<R object of class ", paste(class(x), collapse = "/"), ">"))
  }
  paste(utils::capture.output(print(x)), collapse = "\n")
}

most_sinks <- 10L

robject_class <- function(x) class(x)

robject_names <- function(x) names(x)

# Returns the item of a list, or NULL if there is none. The index is Python's: it starts at 0, and
# negative numbers count from the end.
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
    abort("The POSIXlt is not valid: %s. Create it again with as.POSIXlt().", conditionMessage(e),
          kind = "convert", call = NULL)
  })
}

# Runs R's garbage collector on recently allocated objects.
collect_young <- function() gc(FALSE, FALSE, full = FALSE)

# integer64 is bit64's class: without its methods R would read the bits as doubles.
need_bit64 <- function() {
  need_package("bit64", "Python ints beyond 2^53 need", to_keep_in_python)
}
