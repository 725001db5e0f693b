# Arguments with rlang's dynamic dots: `!!!` splices a list, `:=` computes a name, and a trailing
# comma is ignored.

# Called by Rust. Returns the arguments of the call `written`, evaluated in `env`, as a list.
written_list <- function(written, env) {
  written <- expand_dynamic(written, env)
  written[[1]] <- dots_list
  eval(written, env)
}

# The arguments in `...`.
dots_list <- function(...) {
  written <- as.list(substitute(alist(...)))[-1]
  n <- length(written)
  if (n > 0L && any(are_dynamic(written))) {
    return(forwarded_list(...))
  }
  if (n == 0L || !identical(written[[n]], substitute())) {
    return(list(...))
  }
  given <- vector("list", n - 1L)
  for (i in seq_len(n - 1L)) given[i] <- list(...elt(i))
  stats::setNames(given, names(written)[-n])
}

# R has no API for the environment of each promise in `...`, so rlang handles forwarded arguments.
forwarded_list <- function(...) {
  if (!requireNamespace("rlang", quietly = TRUE)) {
    abort("`!!!` and `:=` in arguments passed on by `...` need install.packages(\"rlang\").",
          kind = "module")
  }
  rlang::list2(...)
}

# Replaces `!!!` and `:=` in a call by the arguments that they expand to.
expand_dynamic <- function(call, env) {
  args <- as.list(call)[-1]
  dynamic <- are_dynamic(args)
  if (!any(dynamic)) {
    return(call)
  }
  parts <- lapply(seq_along(args), function(i) {
    if (dynamic[[i]]) dynamic_arguments(args[[i]], env) else args[i]
  })
  as.call(c(call[[1]], do.call(c, parts)))
}

# The arguments are accessed by index: assigning an empty argument to a variable is an error.
are_dynamic <- function(args) {
  vapply(seq_along(args), function(i) is.call(args[[i]]) && is_dynamic(args[[i]]), NA)
}

is_dynamic <- function(call) is_call_of(call, ":=") || is_splice(call)

is_call_of <- function(x, name) is.call(x) && identical(x[[1]], as.name(name))

is_splice <- function(x) {
  is_call_of(x, "!") && is_call_of(x[[2]], "!") && is_call_of(x[[2]][[2]], "!")
}

dynamic_arguments <- function(arg, env) {
  if (is_splice(arg)) {
    return(spliced(eval(arg[[2]][[2]][[2]], env)))
  }
  stats::setNames(list(arg[[3]]), computed_name(arg[[2]], env))
}

spliced <- function(x) {
  if (is_py_object(x) && !is.function(x)) x <- py_to_r(x)
  if (!is.vector(x) && !is.factor(x) && !is.null(x)) {
    abort("`!!!` splices a list or vector, not %s.", describe(x), call = NULL)
  }
  lapply(as.list(x), function(item) if (is.language(item)) call("quote", item) else item)
}

# `"{prefix}_x" := 1`, `!!name := 1`, `name := 1`
computed_name <- function(x, env) {
  if (is.name(x)) {
    return(as.character(x))
  }
  if (is_call_of(x, "!") && is_call_of(x[[2]], "!")) x <- eval(x[[2]][[2]], env)
  if (is.name(x)) x <- as.character(x)
  name <- as_string(x, ":=")
  places <- gregexpr("\\{[^{}]*\\}", name)
  code <- substring(regmatches(name, places)[[1]], 2L)
  values <- vapply(sub("\\}$", "", code), FUN.VALUE = "", function(code) {
    as.character(eval(str2lang(code), env))
  })
  regmatches(name, places) <- list(values)
  name
}
