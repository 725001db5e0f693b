# Errors and warnings of rkeras itself, and the call that they show. Rust creates the conditions for
# Python exceptions.

# Raise an error of class `rkeras_error_<kind>`. The message names the argument and the remedy. It
# is a template of sprintf() if there are values for it in `...`; several strings are one text.
# Named elements of `...` are fields of the condition. `call` is the one that the user wrote.
abort <- function(message, ..., kind = "argument", call = users_call()) {
  stop(new_condition("error", message, list(...), kind, call))
}

# Give a warning of class `rkeras_warning_<kind>`; the message follows the rules for errors.
warn <- function(message, ..., kind = "argument", call = users_call()) {
  warning(new_condition("warning", message, list(...), kind, call))
}

new_condition <- function(type, message, given, kind, call) {
  is_field <- nzchar(names(given) %||% character(length(given)))
  message <- paste(message, collapse = " ")
  if (!all(is_field)) message <- do.call(sprintf, c(list(message), given[!is_field]))
  structure(
    class = c(paste0("rkeras_", type, "_", kind), paste0("rkeras_", type), type, "condition"),
    c(list(message = message, call = call), given[is_field])
  )
}

# ---- The call that the user wrote ----------------------------------------------------------------

# The call that the user wrote, which errors and warnings show in place of internal functions.

# The call, or NULL if there is none that can be shown.
users_call <- function() wrapper_call()$call

# The function of this package that the user called: `name`, `call`, its `arguments` by name and its
# `frame`. If Python was called directly, `call` is the call of the Python object, such as
# `np$zeros("a")`, and `frame` is missing.
wrapper_call <- function() {
  called <- frames_called(sys.parents(), sys.nframe())
  if (called$wrapper > 0L) return(call_in_frame(called$wrapper))
  call <- if (called$python > 0L) unrewritten(sys.call(called$python))
  list(name = "", arguments = character(), call = if (is_written(call)) call)
}

call_name <- function(where = wrapper_call()) {
  if (nzchar(where$name)) where$name else "this function"
}

# The parent of a frame is the frame that called it, also for lazily evaluated arguments. So the
# last function of this package among the parents is the one that the user called. Callbacks and
# handlers of R's own errors have no parent: they belong to the call during which they run. A Python
# callable was called by the user if no function of this package called it.
frames_called <- function(parents, i) {
  none <- called <- list(wrapper = 0L, python = 0L)
  while (i > 0L) {
    is_run_by_c <- any(c("run_callback", ".handleSimpleError") == name_called(sys.call(i)))
    i <- if (is_run_by_c) i - 1L else if (parents[[i]] < i) parents[[i]] else 0L
    if (is_run_by_c) called <- none
    if (i == 0L) break
    f <- sys.function(i)
    if (is_py_object(f)) {
      called <- list(wrapper = 0L, python = if (called$python > 0L) called$python else i)
    } else if (!identical(home_of(f), .BaseNamespaceEnv)) {
      if (!identical(home_of(f), topenv())) break
      called$wrapper <- i
    }
  }
  called
}

# Which of the first `n` frames users know: those of their functions, and what these call. Frames of
# this package, and those that it calls, are hidden, up to a function of the user.
shown_frames <- function(n) {
  is_hidden <- is_ours <- logical(n)
  parents <- sys.parents()
  ours <- topenv()
  # This runs for each exception of Python.
  for (i in seq_len(n)) {
    home <- home_of(sys.function(i))
    is_ours[[i]] <- identical(home, ours)
    caller <- parents[[i]]
    is_within <- caller > 0L && caller < i && (is_ours[[caller]] || is_hidden[[caller]])
    is_hidden[[i]] <- if (is_within) {
      is_ours[[i]] || identical(home, .BaseNamespaceEnv)
    } else {
      is_ours[[i]] && is_method_after_generic(i, parents)
    }
  }
  !is_hidden
}

is_method_after_generic <- function(i, parents) {
  if (i == 1L || parents[[i]] != parents[[i - 1L]]) return(FALSE)
  generic <- name_called(sys.call(i - 1L))
  method <- name_called(sys.call(i))
  !is.null(generic) && !is.null(method) && startsWith(method, paste0(generic, "."))
}

call_in_frame <- function(i) {
  call <- unrewritten(sys.call(i))
  f <- sys.function(i)
  name <- get0(".Generic", sys.frame(i), inherits = FALSE) %||% generic_name(call)
  if (is.null(name) || name == "FUN") name <- exported_name(f) %||% name
  if (is_string(name)) call[[1L]] <- as.name(name)
  list(
    name = name %||% "", call = if (is_written(call)) call,
    arguments = names(formals(f)), frame = sys.frame(i)
  )
}

# lapply() and do.call() call a function without its name.
exported_name <- function(f) {
  Find(function(name) identical(get0(name, topenv()), f), getNamespaceExports(topenv()))
}

# `fit` for `fit.keras.src.models.model.Model`, and `rep` for `.ag_rep`.
generic_name <- function(call) {
  name <- name_called(unrewritten(call))
  if (!is.null(name)) sub("[.](keras[.]src|tensorflow|python)[.].*$", "", name)
}

is_operator <- function(name) nzchar(name) && make.names(name) != name

# `op_sum` for `op_sum(x)` and `rkeras::op_sum(x)`; NULL for a function without a name.
name_called <- function(call) {
  name <- if (is.call(call)) call[[1L]]
  if (is.call(name) && length(name) == 3L) name <- name[[3L]]
  if (is.name(name)) as.character(name)
}

# The call as it was written: code that autograph() rewrites calls `.ag_rep(x)` for `rep(x)` and
# `.ag_fn("f")(x)` for `f(x)`. In methods the function itself has the place of its name.
unrewritten <- function(call) {
  if (!is.call(call)) return(call)
  head <- call[[1L]]
  if (is_rewritten(call)) {
    call[[1L]] <- as.name(sub(".ag_", "", head, fixed = TRUE))
  } else if (is.call(head) && length(head) == 2L &&
             (is.function(head[[1L]]) || is_rewritten(head))) {
    call[[1L]] <- if (is.character(head[[2L]])) as.name(head[[2L]]) else unrewritten(head[[2L]])
  }
  for (i in seq_along(call)[-1L]) if (is.call(call[[i]])) call[[i]] <- unrewritten(call[[i]])
  call
}

is_rewritten <- function(call) {
  is.call(call) && is.name(call[[1L]]) && startsWith(as.character(call[[1L]]), ".ag_")
}

# The calls of do.call() and lapply() hold whole values in place of names.
is_written <- function(call) {
  if (is.null(call)) return(FALSE)
  parts <- as.list(call)
  is_scalar <- lengths(parts) <= 1L & !vapply(parts, is.recursive, NA)
  is.language(parts[[1L]]) && all(is_scalar | vapply(parts, is.language, NA))
}

# The namespace of a function, or the global environment.
home_of <- function(f) {
  home <- topenv(environment(f) %||% baseenv())
  if (identical(home, baseenv())) .BaseNamespaceEnv else home
}
