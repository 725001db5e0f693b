# TensorFlow's functions for control flow, with R functions or formulas as branches.

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
