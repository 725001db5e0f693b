# Assertions on tensors.

#' Assert that a condition on tensors is true
#'
#' `tf_assert()` raises an error if a tensor of booleans is not true everywhere. In a graph, the
#' assertion runs each time the graph runs. The message has the R expression, the values of the
#' variables in it, and the R calls that made the assertion. In functions that [autograph()]
#' converts, [stopifnot()] does the same.
#'
#' @param condition Tensor of booleans, or `TRUE` or `FALSE`.
#' @param ... Strings or tensors that are added to the message.
#' @param expr Language object. The expression for the message.
#' @param summarize Integer. Number of elements of each tensor to show.
#' @param name String. Name of the operation in the graph.
#' @return In a graph the operation, otherwise `NULL`, invisibly. If the condition is not true, it
#'   is an error of class `tensorflow.python.framework.errors_impl.InvalidArgumentError`.
#' @family graphs
#' @concept assertion
#' @concept check tensor values
#' @concept stopifnot
#' @concept tfautograph
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' x <- tf$constant(c(1, -1))
#' tf_assert(tf$reduce_any(x > 0))
#' try(tf_assert(x > 0, "all elements must be positive"))
tf_assert <- function(condition, ..., expr = substitute(condition), summarize = NULL, name = NULL) {
  force(expr)
  invisible(assert_true(condition, ..., expr = expr, frame = parent.frame(), summarize = summarize,
                        name = name))
}

assert_true <- function(condition, ..., expr, frame, summarize = NULL, name = NULL) {
  data <- c(
    list(paste("This is not true:", paste(deparse(expr), collapse = " "))), list(...),
    values_in(expr, frame), list("R calls:", users_calls_now())
  )
  tf$Assert(tf$reduce_all(condition), unname(data), summarize = summarize, name = name)
}

# The names and values of the tensors and numbers in an expression.
values_in <- function(expr, frame) {
  values <- lapply(all.vars(expr), function(name) {
    value <- tryCatch(get0(name, frame), error = function(e) NULL)
    if (is_tensor(value) || is.atomic(value) && length(value)) list(paste0(name, " ="), value)
  })
  unlist(values, recursive = FALSE)
}

# `stop()` in a branch that is traced stops the graph when the branch runs. Its value is like that
# of the other branch. A condition, whose class a graph cannot keep, is raised at once.
ag_stop <- function(..., call. = TRUE, domain = NULL) { # nolint: object_name_linter.
  parts <- list(...)
  if (length(parts) == 1L && inherits(parts[[1]], "condition")) stop(parts[[1]])
  tf$debugging$Assert(FALSE, if (length(parts)) unname(parts) else list(""))
  new_undefined(".ag_stopped")
}

ag_in_branch <- function() branch_depth() > 0L && is_tracing_tf()

# The calls of the user's functions and of Python's, outermost first. The function that Python calls
# has no call of its own.
users_calls_now <- function() {
  frames <- seq_len(sys.nframe() - 1L)
  is_own <- vapply(frames, function(i) {
    f <- sys.function(i)
    is_users(f) || is_py_object(f)
  }, NA)
  calls <- Filter(function(call) {
    nzchar(head_name(call)) && !identical(call, quote(f(...)))
  }, lapply(frames[is_own], function(i) unrewritten(sys.call(i))))
  texts <- vapply(calls, function(call) substr(deparse(call, nlines = 1L)[[1]], 1L, 60L), "")
  if (length(texts)) paste(texts, collapse = " -> ") else "top level"
}
