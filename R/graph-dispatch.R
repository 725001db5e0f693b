# The functions that rewritten code calls (R/graph-rewrite.R). Each takes R's way unless a tensor is
# involved. `info` describes the statement.

# `value` is the value of the last traced statement, `hints` are those for the next one
# (R/graph-hints.R), `traced` are the records of functions.
graph_state <- new.env(parent = emptyenv())
graph_state$hints <- list()
graph_state$traced <- list()

ag_value <- function() {
  value <- graph_state$value
  graph_state$value <- NULL
  if (is_undefined(value) && !isTRUE(value$at_end)) abort_undefined(value)
  if (is.null(value)) invisible(NULL) else value
}

ag_tracing <- function() {
  python_state$started && in_tracing("is_tracing")
}

# ---- if and switch -------------------------------------------------------------------------------

# The number of the branch to run: 3 stands for the value of both, traced.
ag_if <- function(test, info) {
  if (is.logical(test) && length(test) == 1L && !is.na(test) && !length(graph_state$hints)) {
    return(if (test) 1L else 2L)
  }
  hints <- take_hints("if")
  test <- known_value(test)
  if (!is_tensor(test)) {
    return(in_users_words(if (test) 1L else 2L, info))
  }
  graph_state$value <- trace_if(scalar_condition(test, info), info, parent.frame(), hints)
  3L
}

# The value of a tensor that has one. A variable has no value of its own while a graph is traced.
known_value <- function(x) {
  if (!is_tensor(x) || is_symbolic(x)) {
    return(x)
  }
  if (is_variable(x) && ag_tracing()) value_of_variable(x) else as.vector(x)
}

value_of_variable <- function(x) if (is_tf_tensor(x)) tf$convert_to_tensor(x) else x$value

is_variable <- function(x) {
  inherits(x, c("tensorflow.python.ops.variables.Variable",
                "keras.src.backend.common.variables.Variable"))
}

ag_switch <- function(selector, info) {
  value <- known_value(selector)
  n <- length(info$arms)
  if (!is_tensor(value)) {
    beyond <- is.numeric(value) && length(value) == 1L && !is.na(value) && trunc(value) == n + 1L
    return(if (beyond) n + 2L else value)
  }
  graph_state$value <- trace_switch(value, info, parent.frame())
  if (is_string_tensor(value) || any(nzchar(names(info$arms)))) ".ag_traced" else n + 1L
}

# ---- Loops ---------------------------------------------------------------------------------------

# Whether R runs the body once more. If the condition is a tensor, the remaining iterations are
# traced, and there is nothing left for R to do.
ag_while <- function(test, info) {
  if (is.logical(test) && length(test) == 1L && !is.na(test) && !length(graph_state$hints)) {
    return(test)
  }
  test <- known_value(test)
  if (!is_tensor(test)) {
    take_hints("while")
    return(in_users_words(if (test) TRUE else FALSE, info))
  }
  trace_while(test, info, parent.frame(), take_hints("while"))
  FALSE
}

# The sequence that R iterates over. A variable in the frame has the iterator if it is Python's.
ag_for <- function(sequence, info) {
  frame <- parent.frame()
  hints <- take_hints("while")
  assign(info$iterator, NULL, frame)
  if (!is_py_object(sequence)) {
    if (length(sequence) == 0L) assign(info$variable, NULL, frame)
    return(sequence)
  }
  if (is_traced_sequence(sequence)) {
    trace_for(sequence, info, frame, hints)
    return(NULL)
  }
  assign(info$iterator, next_method(as_iterator(sequence)), frame)
  seq_len(.Machine$integer.max)
}

# In a graph of TensorFlow also tensors that have values are iterated over by the graph. JAX knows
# the length of a tensor and has no gradients of loops: there, R runs the loop while it is traced.
is_traced_sequence <- function(x) {
  if (is_symbolic(x)) return(is_tf_tensor(x))
  if (is_variable(x) || inherits(x, ragged_class)) return(ag_tracing())
  (is_tensor(x) || inherits(x, dataset_classes)) && is_tracing_tf()
}

ragged_class <- "tensorflow.python.ops.ragged.ragged_tensor.RaggedTensor"
dataset_classes <- c(
  "tensorflow.python.types.data.DatasetV2", "tensorflow.python.data.ops.iterator_ops.OwnedIterator",
  "tensorflow.python.data.ops.iterator_ops.IteratorBase",
  "tensorflow.python.types.distribute.Iterable", "tensorflow.python.types.distribute.Iterator"
)

is_tracing_tf <- function() {
  !in_python("tensorflow.executing_eagerly")
}

# Fetches the next item. TRUE if there is none.
ag_step <- function(advance, item) {
  ended <- graph_state
  value <- next_item(advance, ended)
  if (identical(value, ended)) return(TRUE)
  assign(item, value, parent.frame())
  FALSE
}

# ---- Variables for jumps -------------------------------------------------------------------------

# Whether all are FALSE.
ag_none <- function(...) {
  flags <- list(...)
  symbolic <- vapply(flags, is_tensor, NA)
  if (any(vapply(flags[!symbolic], isTRUE, NA))) return(FALSE)
  if (!any(symbolic)) return(TRUE)
  backend <- backend_of(flags[symbolic][[1]])
  any <- Reduce(function(x, y) in_backend(backend, "logical_or", x, y), flags[symbolic])
  in_backend(backend, "logical_not", any)
}

# Undefined if the code that returns was not traced, because R knew that it does not run.
ag_returned_value <- function() value_at(".ag_returned", parent.frame())

ag_stopped <- function(...) any(vapply(list(...), isTRUE, NA))

# A jump within an expression is R's own.
ag_jump <- function(jump) {
  if (branch_depth() > 0L) {
    abort(
      c("`%s` is within another expression of a branch that is traced. Write it as a statement of",
        "its own."), paste(deparse(substitute(jump)), collapse = " "), kind = "graph", call = NULL
    )
  }
  jump
}

# The value for elements of a variable. R evaluates it first: an R vector that is to hold a tensor
# becomes one.
ag_element <- function(value, name) {
  if (!is_tensor(value)) return(value)
  frame <- parent.frame()
  x <- get0(name, frame)
  if (is.atomic(x) && length(x)) assign(name, alike_array(x, value), frame)
  value
}

alike_array <- function(x, value) {
  x <- alike(list(x, value))[[1]]
  if (length(dim(x))) x else op_reshape(x, 1L)
}

# ---- Functions -----------------------------------------------------------------------------------

# A function that is called by name or as a member of an object, converted if it is the user's.
ag_fn <- function(name) {
  found <- get0(name, parent.frame(), mode = "function")
  if (is.null(found)) {
    text <- gettextf("could not find function \"%s\"", name, domain = "R")
    abort("%s", text, call = as.call(list(as.name(name))))
  }
  convert_function(found)
}

ag_member <- function(f) if (is.function(f)) convert_function(f) else f

# The function of that name, if it is one that is converted. Others keep their names in calls.
ag_named <- function(f) {
  found <- if (is_string(f)) get0(f, parent.frame(), mode = "function") else f
  if (is_user_function(found) || is_converted(found)) return(convert_function(found))
  is_base <- is_string(f) && f %in% names(rewritten_base) && identical(found, own_function(f))
  if (is_base) rewritten_base[[f]] else f
}

dispatchers <- function() {
  list(
    `if` = ag_if, value = ag_value, switch = ag_switch, `while` = ag_while, `for` = ag_for,
    step = ag_step, none = ag_none, stopped = ag_stopped, jump = ag_jump, tracing = ag_tracing,
    and = ag_and, or = ag_or, ifelse = ag_ifelse, stopifnot = ag_stopifnot,
    stop = ag_stop, in_branch = ag_in_branch, element = ag_element, fn = ag_fn,
    returned_value = ag_returned_value, subset = ag_subset,
    member = ag_member, named = ag_named
  ) |> c(rewritten_base)
}
