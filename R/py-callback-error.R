# Errors in R callbacks: they are reported without the internal functions of rkeras.

# R loads a function of a package when it is first called. An error meanwhile, of a limit of time or
# of the stack, cannot be reported by that function: "promise already under evaluation". So one of
# Python and one of R are reported before.
load_error_functions <- function() {
  fail <- function(...) stop()
  tryCatch(py_eval("1 / 0"), error = identity)
  tryCatch(py_eval("lambda f: f()")(fail), error = identity)
  python_state$last_error <- NULL
}

# An error in the function `f`; `frame` is the frame in which it was raised.
in_callback_words <- function(cnd, f, frame) {
  if (!is.list(cnd)) {
    return(cnd)
  }
  last <- sys.nframe() - 3L
  exception <- exception_of(cnd)
  if (is.null(exception)) {
    return(with_place(in_function_words(cnd, f, frame, last), f))
  }
  cnd <- with_place(cnd, f)
  note_place(exception, cnd)
  cnd
}

# `at` is the number of the frame of the error.
in_function_words <- function(cnd, f, frame, at) {
  call <- conditionCall(cnd)
  # Of rlang.
  if (is.list(cnd$trace$call)) cnd$trace$call <- lapply(cnd$trace$call, unrewritten)
  # In run_callback() the function is called by the name of an internal argument.
  if (is.call(call) && identical(call[[1]], quote(.function))) {
    cnd["call"] <- list(call_shown(f))
    return(cnd)
  }
  if (is_condition_of(call, cnd, frame)) {
    cnd$message <- no_condition_message(call, frame)
  } else if (is_from_r(cnd) && !is.null(name <- function_given_python(call, at))) {
    cnd$message <- no_python_message(name, conditionMessage(cnd))
    class(cnd) <- union(c("rkeras_error_convert", "rkeras_error"), class(cnd))
    cnd$symbolic <- NULL
  }
  cnd["call"] <- list(if (is_simple(cnd)) users_call_at(at, call) else unrewritten(call))
  cnd
}

# The function of this package that the user called, if the error is one in its code: arguments are
# evaluated there.
users_call_at <- function(at, call) {
  wrapper <- frames_called(sys.parents(), at)$wrapper
  is_within <- wrapper > 0L && !any("run_callback" == lapply(sys.calls()[wrapper:at], name_called))
  if (is_within) call_in_frame(wrapper)$call else unrewritten(call)
}

# Signals a warning of code that autograph() has rewritten with the call that the user wrote.
warn_in_words <- function(cnd) {
  call <- conditionCall(cnd)
  plain <- unrewritten(call)
  is_plain <- identical(class(cnd), c("simpleWarning", "warning", "condition"))
  if (!is_plain || identical(plain, call)) return()
  warning(simpleWarning(conditionMessage(cnd), plain))
  tryInvokeRestart("muffleWarning")
}

# `(function(x, y) ...)(...)`: a function passed to Python has no name.
call_shown <- function(f) {
  if (is.function(f) && !is.primitive(f) && !is_py_object(f)) {
    shown <- call("function", formals(f), quote(...), NULL)
    as.call(list(call("(", shown), quote(...)))
  }
}

# Whether `cnd` is R's error for a condition that is a Python object, as in `if (x > 0)` with a
# tensor `x`. R calls no method here, so the error cannot be raised by a method of the package.
is_condition_of <- function(call, cnd, frame) {
  is_branch <- is.call(call) && is.name(call[[1]]) && as.character(call[[1]]) %in% branches
  is_branch && conditionMessage(cnd) %in% no_logical() && uses_python(call, frame)
}

branches <- c("if", "while", "&&", "||")

# R's messages, translated to the language of the session.
no_logical <- function() {
  c(
    gettext("the condition has length > 1", domain = "R"),
    gettext("argument is not interpretable as logical", domain = "R"),
    gettextf("invalid '%s' type in 'x && y'", c("x", "y"), domain = "R"),
    gettextf("invalid '%s' type in 'x || y'", c("x", "y"), domain = "R")
  )
}

# Only variables are inspected, because evaluating the condition again could have side effects.
uses_python <- function(call, frame) {
  condition <- if (as.character(call[[1]]) %in% c("if", "while")) call[[2]] else call
  any(vapply(all.vars(condition), FUN.VALUE = NA, function(name) {
    value <- tryCatch(get0(name, frame), error = function(e) NULL)
    is_py_object(value) && !is.function(value)
  }))
}

no_condition_message <- function(call, frame) {
  shown <- deparse(if (as.character(call[[1]]) %in% c("if", "while")) call[[2]] else call)
  sprintf(
    "`%s` is a tensor, but `%s`%s takes TRUE or FALSE. %s",
    if (length(shown) == 1L) shown else "The condition", as.character(call[[1]]),
    in_function(frame), remedy_in(topenv(frame))
  )
}

remedy_in <- function(namespace) {
  if (isNamespace(namespace) && getNamespaceName(namespace) != "rkeras") {
    return(sprintf(paste(
      "R's control flow is converted in functions of packages only if they import rkeras, or if",
      "autograph() is called with the function, as in `f <- autograph(%s::f)`."
    ), getNamespaceName(namespace)))
  }
  paste(
    "Use tf_function() or autograph(), which convert R's control flow, op_cond() to choose between",
    "two functions, op_where() to choose for each element, or as.logical() for the value of a",
    "tensor that is not symbolic."
  )
}

# R functions that have no method for tensors fail with words about environments, or about their own
# variables. So does the conversion of a tensor that has no values, which such a function tries.
is_from_r <- function(cnd) {
  # An error that comes from another callback was read there.
  !inherits(cnd, "python.builtin.BaseException") &&
    (!inherits(cnd, c("rkeras_error", "rlang_error")) || isTRUE(cnd$symbolic))
}

no_python_message <- function(name, text) {
  if (name == "<-") {
    return(paste("An R vector cannot hold a tensor or another Python object. Make it a tensor with",
                 "as_tensor(), or a list, before its elements are assigned."))
  }
  sprintf("`%s()` takes R values, but was given a tensor or another Python object: %s", name,
          paste(text, collapse = "\n"))
}

# The name of the function of R that the user's code called last, if Python objects were among its
# arguments; `at` is the number of the frame of the error. Functions that raise conditions fail on
# purpose.
function_given_python <- function(call, at) {
  if (at < 1L) return(NULL)
  if (is_users(sys.function(at))) {
    return(if (is_of_r(called(call))) given_python(call, sys.frame(at)))
  }
  callers <- sys.parents()
  at <- last_called_by_user(callers, at)
  if (at == 0L) return(NULL)
  call <- sys.call(at)
  if (is_rewritten(call) || is_of_r(sys.function(at))) given_python(call, sys.frame(callers[[at]]))
}

last_called_by_user <- function(callers, at) {
  is_called_by_user <- function(i) callers[[i]] > 0L && is_users(sys.function(callers[[i]]))
  while (at > 0L && !is_called_by_user(at)) at <- at - 1L
  # R calls a method in the frame of the generic's caller, as it does the functions in arguments.
  while (at > 1L && is_method_after_generic(at, callers)) at <- at - 1L
  at
}

given_python <- function(call, frame) {
  name <- name_called(unrewritten(call))
  if (!is.null(name) && !name %in% raisers && uses_python(call, frame)) name
}

raisers <- c("stop", "warning", "signalCondition", "message", "stopifnot", "match.arg", "abort")

called <- function(call) {
  name <- name_called(call)
  if (!is.null(name)) get0(name, baseenv(), mode = "function")
}

is_users <- function(f) is.function(f) && !isNamespace(home_of(f))

is_of_r <- function(f) {
  of_r <- c("base", "stats", "utils", "methods", "graphics")
  is.function(f) && isNamespace(home_of(f)) && getNamespaceName(home_of(f)) %in% of_r
}

# The name of the function whose frame it is, if it has one.
in_function <- function(frame) {
  at <- which(vapply(sys.frames(), identical, NA, frame))
  name <- if (length(at)) as.list(sys.call(at[[length(at)]]))[[1]]
  # A function that did not exist when the code was converted is called through its name.
  if (is.call(name) && identical(name[[1]], quote(.ag_fn))) name <- as.name(name[[2]])
  if (!is.name(name) || startsWith(as.character(name), ".")) return("")
  sprintf(" in `%s()`", as.character(name))
}

# ---- Where ---------------------------------------------------------------------------------------

# In which part of a model, such as a layer's method, an error was raised, and in which line of the
# user's code.

# The function, for errors in it. `place` says what it is: "`call()` of the layer `Scale`".
placed <- function(f, place) {
  if (typeof(f) == "closure" && is.null(attr(f, "rkeras_place"))) attr(f, "rkeras_place") <- place
  f
}

# A function whose name says what it is, as `c(loss = "huber")`, needs no other mark: R would print
# it with the function.
place_of <- function(f) {
  name <- attr(f, "py_function_name", exact = TRUE)
  kind <- names(name)
  if (is.null(kind)) return(attr(f, "rkeras_place", exact = TRUE))
  paste0("the ", kind, if (name != no_name) sprintf(" `%s()`", name))
}

# Rust gives it to functions without a name (object/rfunction.rs).
no_name <- "r_function"

# The condition with what is known of the place of its error in the callback `f`; that of an inner
# callback stays.
with_place <- function(cnd, f) {
  place <- place_of(f)
  if (is.null(place) || !takes_place(cnd) || !is.null(attr(cnd, "rkeras_place"))) {
    return(cnd)
  }
  calls <- sys.calls()
  names <- vapply(calls, function(call) name_called(call) %||% "", "")
  # run_callback(), withCallingHandlers(), the function
  first <- max(which(names == "run_callback")) + 2L
  line <- source_text(last_source(calls[seq(first, sys.nframe() - 2L)]))
  text <- sprintf("In %s%s.", place, if (nzchar(line)) paste0(", ", line) else "")
  python_state$has_place <- TRUE
  structure(cnd, rkeras_place = text)
}

# Conditions of classes that the user made stay as they are.
takes_place <- function(cnd) {
  is_simple(cnd) || inherits(cnd, c("rkeras_error", "rlang_error", "python.builtin.BaseException"))
}

is_simple <- function(cnd) identical(class(cnd), c("simpleError", "error", "condition"))

# The source reference of the last call that has one. Functions of packages have none. The handler
# of R's own errors has that of the statement that failed.
last_source <- function(calls) {
  sources <- lapply(calls, attr, "srcref")
  sources <- sources[vapply(sources, inherits, NA, "srcref")]
  if (length(sources)) sources[[length(sources)]]
}

# "line 3 of file.R", or "" if the code has no source references.
source_text <- function(source) {
  if (!inherits(source, "srcref")) return("")
  file <- basename(attr(source, "srcfile")$filename %||% "")
  line <- sprintf("line %d", utils::getSrcLocation(source, "line"))
  if (nzchar(file) && file != "<text>") paste(line, "of", file) else line
}

# The condition whose message ends with the place, when it is raised again.
tell_place <- function(cnd, place = attr(cnd, "rkeras_place")) {
  parts <- unclass(cnd)
  if (is.null(place) || !is_string(parts$message) || endsWith(parts$message, place)) {
    return(cnd)
  }
  parts$message <- paste0(parts$message, "\n", place)
  as_condition(parts, cnd)
}

# Keras raises copies of exceptions, which have the place of the first.
note_place <- function(exception, cnd) {
  place <- attr(cnd, "rkeras_place")
  if (!is.null(place)) in_python("rkeras.bridge.raised.note_place", exception, place)
}

noted_place <- function(exception) {
  if (isTRUE(python_state$has_place)) in_python("rkeras.bridge.raised.noted_place", exception)
}
