# Errors in R callbacks: they are reported without the internal functions of rkeras.

# An error in the function `f`; `frame` is the frame in which it was raised.
in_callback_words <- function(cnd, f, frame) {
  if (!is.list(cnd) || !is.null(exception_of(cnd))) {
    return(cnd)
  }
  call <- conditionCall(cnd)
  # In run_callback() the function is called by the name of an internal argument.
  if (is.call(call) && identical(call[[1]], quote(.function))) {
    cnd["call"] <- list(call_shown(f))
    return(cnd)
  }
  if (is_condition_of(call, cnd, frame)) {
    cnd$message <- no_condition_message(call, frame)
  } else if (is_from_r(cnd) && !is.null(name <- function_given_python(call, sys.nframe() - 3L))) {
    cnd$message <- no_python_message(name, conditionMessage(cnd))
    class(cnd) <- union(c("rkeras_error_convert", "rkeras_error"), class(cnd))
    cnd$symbolic <- NULL
  }
  if (is_rewritten(call)) cnd$call <- unrewritten(call)
  cnd
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
  # R calls a method in the frame of the generic's caller.
  while (at > 1L && callers[[at - 1L]] == callers[[at]]) at <- at - 1L
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

is_users <- function(f) is.function(f) && !is.primitive(f) && !isNamespace(topenv(environment(f)))

is_of_r <- function(f) {
  home <- if (is.primitive(f)) .BaseNamespaceEnv else if (is.function(f)) topenv(environment(f))
  of_r <- c("base", "stats", "utils", "methods", "graphics")
  isNamespace(home) && getNamespaceName(home) %in% of_r
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
