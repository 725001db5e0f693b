# Hints for the next statement on tensors. They hold for one statement, also if R runs it.

take_hints <- function(kind) {
  hints <- graph_state$hints
  graph_state$hints <- list()
  hints[c("name", if (kind == "if") if_hints else loop_hints)]
}

if_hints <- c("modified", "undefs", "return", "control_flow")
loop_hints <- c("options", "list", "include", "exclude", "undef")

set_hints <- function(...) {
  hints <- list(...)
  graph_state$hints[names(hints)] <- hints
}

#' Hints for the conversion of control flow
#'
#' These functions describe the next `if` or loop that [autograph()] converts. They are rarely
#' needed: the variables of branches and loops are found in the code. Call them directly before the
#' statement. They have no effect if the statement does not depend on a tensor of a graph.
#'
#' @details
#' `ag_if_vars()` names the variables that an `if` changes. Other variables that its branches assign
#' are local to the branches. `ag_loop_vars()` names the variables that a loop passes from one
#' iteration to the next: `ag_loop_vars(x, y)` these only, `ag_loop_vars(-x)` all but `x`, which is
#' local to the body, `ag_loop_vars(+x)` also `x`. `ag_while_opts()` sets options of
#' `tf$while_loop()`. `ag_name()` names the operation in the graph.
#'
#' @param ... `ag_if_vars()`: names of variables, or elements such as `x$a`. `ag_loop_vars()`: names
#'   of variables, with `-` or `+` before them. `ag_while_opts()`: must be empty.
#' @param modified Character vector of names, or a list of character vectors, such as `c("x", "a")`
#'   for `x$a`. Instead of `...`.
#' @param return Logical. Whether the value of the `if` is used as well.
#' @param undefs,undef Character vector. Variables that are undefined after the statement.
#' @param control_flow Integer. Largest number of `break` and `next` statements in a branch, without
#'   those of loops within it; it is an error if there are more. By default, any number.
#' @param list,include,exclude Character vectors of names, instead of `...`: all loop variables,
#'   further ones, and those that are local.
#' @param shape_invariants List of shapes, for variables whose shape changes: by name, such as
#'   `list(x = c(NA, 2))`, or in the order of the loop variables. `NA` is an axis of any length.
#' @param parallel_iterations Integer. Number of iterations that may run at the same time.
#' @param back_prop Logical. Deprecated by TensorFlow.
#' @param swap_memory Logical. Whether tensors for gradients are moved from the GPU to the memory of
#'   the CPU.
#' @param maximum_iterations Integer. The loop ends after so many iterations.
#' @param x String. The name.
#' @return `NULL`, or the hint, invisibly.
#' @family graphs
#' @concept tfautograph
#' @concept loop variables
#' @concept shape invariants
#' @name graph-hints
#' @examplesIf py_available() && py_module_available("tensorflow")
#' doubled <- tf_function(function(x) {
#'   ag_while_opts(shape_invariants = list(x = NA))
#'   while (tf$size(x) < 10L) x <- tf$concat(list(x, x), 0L)
#'   x
#' })
#' doubled(tf$constant(1:3))
NULL

#' @rdname graph-hints
#' @export
ag_if_vars <- function(..., modified = list(), return = FALSE, undefs = NULL, control_flow = 0) {
  check_flags()
  dots <- as.list(substitute(list(...)))[-1]
  is_name <- !nzchar(names(dots) %||% rep("", length(dots)))
  undefs <- c(undefs, unlist(lapply(dots[!is_name], as.character)))
  roots <- c(vapply(dots[is_name], root_name, ""), vapply(as.list(modified), `[[`, "", 1L))
  if (length(roots) && !all(nzchar(roots))) {
    abort("`...` must be names of variables, or elements of variables such as `x$a`.")
  }
  check_whole(control_flow, "control_flow", 0L)
  set_hints(modified = as.character(roots), return = return, undefs = undefs,
            control_flow = if (!missing(control_flow)) control_flow)
  invisible()
}

#' @rdname graph-hints
#' @export
ag_loop_vars <- function(..., list = character(), include = character(), exclude = character(),
                         undef = character()) {
  dots <- as.list(substitute(c(...)))[-1]
  signs <- vapply(dots, function(x) if (is.call(x)) as.character(x[[1]]) else "", "")
  names <- vapply(dots, function(x) as.character(if (is.call(x)) x[[length(x)]] else x), "")
  hint <- base::list(
    list = c(list, names[signs == ""]), include = c(include, names[signs == "+"]),
    exclude = c(exclude, names[signs == "-"]), undef = undef
  )
  warn_of_unknown(c(hint$list, hint$include), parent.frame())
  do.call(set_hints, hint)
  invisible(hint)
}

warn_of_unknown <- function(names, frame) {
  unknown <- names[!vapply(names, exists, NA, envir = frame)]
  if (length(unknown)) {
    warn("The loop variable `%s` has no value before the loop. Assign one, or leave it out.",
         unknown[[1]])
  }
}

#' @rdname graph-hints
#' @export
ag_while_opts <- function(..., shape_invariants = NULL, parallel_iterations = 10L,
                          back_prop = TRUE, swap_memory = FALSE, maximum_iterations = NULL) {
  check_flags()
  check_no_dots(...)
  options <- base::list(
    shape_invariants = shape_invariants,
    parallel_iterations = as_count(parallel_iterations, "parallel_iterations"),
    swap_memory = if (swap_memory) TRUE, back_prop = if (!back_prop) FALSE,
    maximum_iterations = if (is_py_object(maximum_iterations)) {
      maximum_iterations
    } else {
      as_count(maximum_iterations, "maximum_iterations")
    }
  )
  set_hints(options = drop_null(options))
  invisible()
}

#' @rdname graph-hints
#' @export
ag_name <- function(x) {
  set_hints(name = as_string(x, "x"))
  invisible(x)
}
