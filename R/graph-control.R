# TensorFlow's functions for control flow, with R functions or formulas as branches, assertions and
# tensors that loops write.

#' Branches and loops as functions
#'
#' `tf_cond()` calls one of two functions, `tf_case()` the one of the first condition that is true,
#' `tf_switch()` the one at an index, and `tf_map()` calls a function with each slice of a tensor.
#' They call the functions of TensorFlow of these names, and take formulas such as `~ x + 1` for
#' functions. [autograph()] converts `if`, `switch` and `for` to the same operations.
#'
#' @param pred Tensor of one boolean, or `TRUE` or `FALSE`.
#' @param true_fn,false_fn,default,fn Function, or formula whose right side is its body. In the
#'   formula of `tf_map()`, `.x` is the argument.
#' @param ...,pred_fn_pairs `tf_case()`: formulas `condition ~ body`, or lists of a condition and a
#'   function.
#' @param branch_fns `tf_switch()`: formulas `~ body` or `index ~ body`, or functions. Indices count
#'   from 0. Formulas without an index take the free ones in order.
#' @param branch_index Tensor of one integer, or R number. The index of the branch, from 0.
#' @param exclusive Logical. Whether it is an error if more than one condition is true.
#' @param elems Tensor, or list of tensors with the same first axis.
#' @param dtype Dtype of the result, or list of dtypes, if it is not that of `elems`.
#' @param parallel_iterations Integer. Number of iterations that may run at the same time.
#' @param back_prop,swap_memory,infer_shape Logical. Options of `tf$map_fn()`.
#' @param name String. Name of the operation in the graph.
#' @return The value of the function that was called: a tensor, or a list of tensors. `tf_map()`:
#'   the results, stacked along the first axis.
#' @family graphs
#' @seealso [op_cond()], [op_switch()] and [op_map()], which work with every backend.
#' @concept tf.cond
#' @concept tf.case
#' @concept tf.switch_case
#' @concept tf.map_fn
#' @concept tfautograph
#' @name graph-control
#' @examplesIf py_available() && py_module_available("tensorflow")
#' x <- tf$constant(3)
#' tf_cond(x > 0, ~ x * x, ~ -x)
#'
#' tf_case(
#'   x > 5 ~ "large",
#'   x > 2 ~ "medium",
#'   default = ~ "small"
#' )
#'
#' tf_switch(tf$constant(1L), ~ x, ~ x * 10, default = ~ 0)
#'
#' tf_map(tf$constant(matrix(1:4, 2)), ~ tf$reduce_sum(.x))
NULL

#' @rdname graph-control
#' @export
tf_cond <- function(pred, true_fn, false_fn, name = NULL) {
  true_fn <- as_branch_function(true_fn, "true_fn")
  false_fn <- as_branch_function(false_fn, "false_fn")
  known <- if (is_tensor(pred)) known_value(pred) else pred
  if (is_tensor(known)) return(tf$cond(known, true_fn, false_fn, name = name))
  must_be(pred, "one TRUE or FALSE, or a tensor of one",
          length(known) == 1L && (is.logical(known) || is.numeric(known)) && !is.na(known))
  if (known) true_fn() else false_fn()
}

#' @rdname graph-control
#' @export
tf_case <- function(..., pred_fn_pairs = list(...), default = NULL, exclusive = FALSE,
                    name = "case") {
  check_flags()
  pairs <- lapply(pred_fn_pairs, as_case)
  if (length(pairs) == 0L) abort("`pred_fn_pairs` must have at least one condition.")
  if (!is.null(default)) default <- as_branch_function(default, "default")
  tf$case(unname(pairs), default = default, exclusive = exclusive, name = name)
}

#' @rdname graph-control
#' @export
tf_switch <- function(branch_index, ..., branch_fns = list(...), default = NULL,
                      name = "switch_case") {
  if (length(branch_fns) == 0L) abort("`branch_fns` must have at least one function.")
  if (!is.null(default)) default <- as_branch_function(default, "default")
  tf$switch_case(as_index_tensor(branch_index), unname(indexed_functions(branch_fns)),
                 default = default, name = name)
}

#' @rdname graph-control
#' @export
tf_map <- function(elems, fn, dtype = NULL, parallel_iterations = NULL, back_prop = TRUE,
                   swap_memory = FALSE, infer_shape = TRUE, name = NULL) {
  check_flags()
  if (is.character(fn)) fn <- match.fun(fn)
  args <- list(
    as_branch_function(fn, "fn"), elems, fn_output_signature = dtype,
    parallel_iterations = as_count(parallel_iterations, "parallel_iterations"),
    back_prop = if (!back_prop) FALSE, swap_memory = swap_memory, infer_shape = infer_shape,
    name = name
  )
  do.call(tf$map_fn, drop_null(args))
}

# ---- Functions from formulas ---------------------------------------------------------------------

as_branch_function <- function(x, argument) {
  if (inherits(x, "formula")) return(function_of_formula(x))
  if (is.function(x)) return(convert_named(x))
  if (is_py_object(x)) return(x)
  is_code <- is.call(x) || is.list(x) && !is.object(x) && length(x)
  if (is_code) return(as.function(x, parent.frame(2L)))
  abort("`%s` must be a function or a formula such as `~ x + 1`, not %s.", argument, describe(x))
}

# The body is converted as in autograph(), also in a converted function, which leaves formulas as
# they are.
function_of_formula <- function(x) rewritten_function(lambda_of_formula(x))

# `.x`, `.` and `..1` are the first argument, `.y` and `..2` the second.
lambda_of_formula <- function(x) {
  first <- as.name("..1")
  formals <- list(... = substitute(), .x = first, .y = as.name("..2"), . = first)
  as.function(c(formals, list(x[[length(x)]])), environment(x))
}

as_case <- function(x) {
  if (is_py_object(x)) return(x)
  parts <- parts_of_case(x)
  if (is.null(parts)) {
    abort(
      c("`pred_fn_pairs` must have formulas such as `x > 0 ~ x`, or lists of a condition and a",
        "function, not %s."), describe(x)
    )
  }
  tuple(as_predicate(parts[[1]]), as_branch_function(parts[[2]], "pred_fn_pairs"))
}

# The condition or index and the function; NULL if it is no pair of these.
parts_of_case <- function(x) {
  if (inherits(x, "formula") && length(x) == 3L) list(eval(x[[2]], environment(x)), x)
  else if (is.list(x) && length(x) == 2L) x
}

as_predicate <- function(x) if (is_tensor(x)) x else tf$convert_to_tensor(x, dtype = "bool")

as_index_tensor <- function(x) {
  if (is_tensor(x)) tf$cast(x, "int32") else tf$convert_to_tensor(as_integer(x, "branch_index"))
}

# Pairs of an index and a function.
indexed_functions <- function(functions) {
  pairs <- lapply(functions, function(f) parts_of_case(f) %||% list(NA, f))
  indices <- vapply(pairs, function(pair) as.integer(pair[[1]]), 0L)
  free <- setdiff(seq_along(pairs) - 1L, indices)
  indices[is.na(indices)] <- free[seq_len(sum(is.na(indices)))]
  functions <- lapply(pairs, function(pair) as_branch_function(pair[[2]], "branch_fns"))
  Map(tuple, indices, functions)[order(indices)]
}

# ---- Assertions on tensors -----------------------------------------------------------------------

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

# ---- Arrays of tensors ---------------------------------------------------------------------------

# tf$TensorArray in R: tensors that loops of a graph write one by one.

#' Write to a TensorArray
#'
#' `x[[i]] <- value` writes a tensor at a position of a `tf$TensorArray()`, a list of tensors that
#' loops of a graph can fill. Lists of R cannot grow in such loops. `x$stack()` returns the elements
#' as one tensor.
#'
#' @param x A `tf$TensorArray()`.
#' @param i Integer, or tensor of one integer. The position, counted from 0 as in TensorFlow.
#' @param ... Must be empty.
#' @param name String. Name of the operation in the graph.
#' @param value Tensor, or R value.
#' @return The TensorArray with the element.
#' @family graphs
#' @concept TensorArray
#' @concept collect values in a loop
#' @concept growing list
#' @name tensor-array
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' squares <- tf_function(function(n) {
#'   array <- tf$TensorArray("float32", size = n)
#'   for (i in tf$range(n)) array[[i]] <- tf$cast(i, "float32")^2
#'   array$stack()
#' })
#' squares(tf$constant(4L))
`[[<-.tensorflow.python.ops.tensor_array_ops.TensorArray` <- # nolint: object_name_linter.
  function(x, i, ..., name = NULL, value) {
    check_no_dots(...)
    i <- if (is_tensor(i)) tf$cast(i, "int32") else as.integer(i)
    written <- x$write(i, value, name = name)
    # In eager execution the array itself changes, and the result warns if it is not used.
    if (!inherits(written, "tensorflow.python.util.tf_should_use.ShouldUseWrapper")) return(written)
    written$mark_used()
    x
  }
