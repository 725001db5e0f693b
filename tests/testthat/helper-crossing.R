# The rows of the conversion tables, and what else the tests of the bridge share.

# One row: an R value, its repr in Python, and the value that comes back.
expect_crosses <- function(value, repr, back = value) {
  object <- r_to_py(value)
  shown <- paste(deparse(value), collapse = "")
  expect_true(is_py_object(object), label = paste("a handle of", shown))
  expect_identical(py_repr(object), repr, label = paste("repr of", shown))
  expect_identical(py_to_r(object), back, label = paste("back in R:", shown))
}

# One row of the other direction: a Python expression and the R value it gives.
expect_gives <- function(code, value) {
  expect_identical(py_eval(code), value, label = code)
  object <- py_eval(code, convert = FALSE)
  expect_true(is_py_object(object), label = paste("unconverted", code))
  expect_identical(py_to_r(object), value, label = paste("py_to_r of", code))
}

# A value that must not cross: an error of ours whose message has all these texts.
expect_no_value <- function(code, ...) {
  error <- expect_error(py_eval(code), class = "rkeras_error_convert")
  for (text in c(...)) expect_match(conditionMessage(error), text, fixed = TRUE)
}

# A Python expression, unconverted.
in_python <- function(code) py_eval(code, convert = FALSE)

# A function made of Python code, which defines it by this name.
python_function_of <- function(name, code, convert = TRUE) {
  py_run_string(code, local = TRUE, convert = convert)[[name]]
}

# Runs `f` in an R of its own: for what happens once in a session. Gives its value and what it
# printed. Supervised processes end with the tests, also if these are killed.
# What it printed last is part of the error, if it fails.
in_new_session <- function(f, ..., max_time = 100) {
  file <- tempfile()
  on.exit(unlink(file))
  # readLines() would also end a line at "\r".
  output <- function() {
    text <- readChar(file, file.size(file), useBytes = TRUE)
    Encoding(text) <- "UTF-8"
    sub("\n$", "", gsub("\r\n", "\n", text, fixed = TRUE))
  }
  value <- tryCatch(
    callr::r(f, list(...), stdout = file, stderr = "2>&1", timeout = max_time, supervise = TRUE),
    error = function(cnd) {
      cnd$message <- sprintf(
        "%s\nstatus %s, output: %s", conditionMessage(cnd), deparse(cnd$status),
        strtail(output(), 1000)
      )
      stop(cnd)
    }
  )
  list(value = value, output = output())
}

# A function that runs functions in one R session, because TensorFlow takes 4 s to load. A session
# that ended or took too long is replaced.
shared_session <- function(max_time = 100) {
  session <- NULL
  function(f, ...) {
    if (is.null(session) || !session$is_alive()) {
      session <<- callr::r_session$new(callr::r_session_options(supervise = TRUE))
    }
    session$call(f, list(...))
    if (session$poll_process(1000 * max_time) != "ready") {
      session$kill()
      stop("A test took longer than ", max_time, " seconds.")
    }
    result <- session$read()
    if (is.null(result$error)) result$result else stop(result$error)
  }
}

strtail <- function(text, n) substring(text, max(1L, nchar(text) - n + 1L))

# A method in the global environment, as a script has it, until the test ends.
local_method <- function(name, method, frame = parent.frame()) {
  assign(name, method, envir = globalenv())
  withr::defer(rm(list = name, envir = globalenv()), envir = frame)
}

# NULL or NA: what None may be in R.
is_missing <- function(x) is.null(x) || (length(x) == 1L && is.na(x))
