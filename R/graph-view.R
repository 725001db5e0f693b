# The graph of a function in TensorBoard.

#' View the graph of a function in TensorBoard
#'
#' `view_function_graph()` traces a TensorFlow function with example arguments, writes its graph to
#' a temporary folder and shows it in TensorBoard. The graph has the operations that R's control
#' flow was converted to.
#'
#' @param fn TensorFlow function, a result of [tf_function()].
#' @param args List of arguments, such as `list(tf$constant(1))`.
#' @param ... Arguments of [tensorboard()].
#' @param name String. Name of the graph in TensorBoard.
#' @param profiler Logical. Whether to call the function and to record its time and memory.
#' @param concrete_fn A concrete function, instead of `fn` and `args`.
#' @param graph A `tf$Graph`, instead of `fn` and `args`.
#' @return The folder with the graph, invisibly.
#' @family graphs
#' @seealso [tensorboard()].
#' @concept TensorBoard
#' @concept show graph
#' @concept tfautograph
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' fn <- tf_function(function(x) if (x > 0) x * x else x)
#' if (interactive()) view_function_graph(fn, list(tf$constant(5)))
view_function_graph <- function(fn, args, ..., name = deparse(substitute(fn)), profiler = FALSE,
                                concrete_fn = do.call(fn$get_concrete_function, args),
                                graph = concrete_fn$graph) {
  check_flags()
  must_be(args, "a list of the arguments of the function", missing(args) || is.list(args))
  folder <- tempfile("function-graph-")
  name <- paste(name, collapse = " ")
  writer <- tf$summary$create_file_writer(folder)
  if (profiler) {
    tf$summary$trace_on(graph = TRUE, profiler = TRUE, profiler_outdir = folder)
    do.call(fn, args)
    with(writer$as_default(), tf$summary$trace_export(name = name, step = 0L))
  } else {
    with(writer$as_default(), tf$summary$graph(graph))
  }
  writer$close()
  run_hooks("folder for TensorBoard", folder, ...)
  invisible(folder)
}
