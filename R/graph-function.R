# tf_function(): TensorFlow functions made of R functions, and their graphs in TensorBoard.

#' Compile an R function to a TensorFlow graph
#'
#' `tf_function()` creates a TensorFlow function from an R function. Its first call traces the R
#' function: R runs it once with symbolic tensors, and TensorFlow records the operations in a graph.
#' Further calls run the graph without R. This is faster than eager execution for many small
#' operations, and the graph can be saved and used without R.
#'
#' @details
#' TensorFlow traces again if a call has tensors of another type or shape, or other R values: R
#' numbers are constants of a graph. Pass `tf$constant(1)` instead of `1`, or an `input_signature`,
#' if the value changes from call to call. A function that is traced again and again gives a warning
#' that says why.
#'
#' The Python function has the arguments of `f` with their defaults. It returns tensors; lists of R
#' become lists, and R numbers in them become tensors. R code without tensors, such as [print()] or
#' [cat()], runs only while the function is traced; `tf$print()` is part of the graph. Errors in `f`
#' are R's own errors.
#'
#' The same holds for every R function that becomes part of a graph: those of [layer_lambda()],
#' layers, losses, metrics and [dataset_map()]. So [Sys.time()] is the time of the tracing. R's
#' random numbers would be the same in each run, which is a warning of class
#' `rkeras_warning_random`. [random_normal()] and the like draw in each run, and an [r_operator()]
#' runs R code each time.
#'
#' @param f R function. With a `tf.Module` or a Python function, the same as `tf.function()`.
#' @param input_signature List of `tf$TensorSpec()`s, one for each argument. The function is then
#'   traced once, and other types are errors.
#' @param autograph Logical. Whether to convert R's control flow, as [autograph()] does.
#' @param jit_compile Logical. Whether to compile the graph with XLA. `NULL`, the default, leaves it
#'   to TensorFlow.
#' @param reduce_retracing Logical. Whether TensorFlow generalizes shapes to trace less often.
#' @param ... Further arguments of `tf.function()`.
#' @param name String. Name of the function. By default, that of `f`.
#' @return A TensorFlow function, which is called like an R function. Its methods include
#'   `$get_concrete_function()` and `$experimental_get_tracing_count()`.
#' @family graphs
#' @seealso [autograph()], [view_function_graph()].
#' @concept tf.function
#' @concept graph mode
#' @concept tracing
#' @concept XLA
#' @concept compile a function
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' f <- tf_function(function(x, y = 2) {
#'   if (x > 0) x^y else -x
#' })
#' f(tf$constant(3))
#' f(tf$constant(-3))
#'
#' # Both calls use one graph
#' f$experimental_get_tracing_count()
#'
#' # A list of tensors, and a loop
#' sums <- tf_function(function(x) {
#'   total <- 0
#'   for (element in x) total <- total + element
#'   list(total = total, mean = total / length(x))
#' })
#' sums(tf$constant(c(1, 2, 6)))
tf_function <- function(f, input_signature = NULL, autograph = TRUE, jit_compile = NULL,
                        reduce_retracing = FALSE, ..., name = NULL) {
  check_flags()
  name <- name %||% function_name(substitute(f))
  if (!is_py_object(f)) {
    check_function(f, "f")
    f <- python_function_of(f, as_string(name, "name"), autograph)
  }
  tf$`function`(f, input_signature = input_signature, autograph = FALSE, jit_compile = jit_compile,
                reduce_retracing = reduce_retracing, ...)
}

function_name <- function(code) if (is.name(code)) as.character(code) else "r_function"

# A Python function with the signature of `f`, which TensorFlow calls to trace it.
python_function_of <- function(f, name, autograph) {
  formals <- python_formals(f)
  check_signature(formals)
  traced <- if (autograph) convert_named(f) else f
  watched <- watch_tracing(traced, name)
  in_python(
    "rkeras.tensorflow.tracing.function", r_to_py(watched, convert = TRUE), name, formals,
    docstring(body(f)), .convert = FALSE
  )
}

# Called by Python: tf.function() of an R function.
traceable <- function(f, autograph) python_function_of(f, "r_function", isTRUE(autograph))

watch_tensorflow <- function() {
  in_python("rkeras.tensorflow.tracing.watch_tensorflow", .convert = FALSE)
}

# TensorFlow calls the function to trace it. The result must be tensors.
watch_tracing <- function(f, name) {
  record <- new.env(parent = emptyenv())
  record$calls <- list()
  names <- names(known_formals(f))
  function(...) {
    note_tracing(record, name, with_formal_names(list(...), names))
    with_float_of(list(...), graph_values(f(...)))
  }
}

# R numbers in `code` are float64 if the floating-point tensors among the arguments are.
with_float_of <- function(args, code) {
  floats <- unique(unlist(rapply(args, float_dtype, how = "list")))
  with_context(list(float = if (identical(floats, "float64")) floats), code)
}

float_dtype <- function(x) {
  if (is_tensor(x)) grep("float", dtype_name(x), fixed = TRUE, value = TRUE)
}

# Python passes required arguments by position.
with_formal_names <- function(args, names) {
  given <- names(args) %||% rep("", length(args))
  free <- setdiff(names, given)[seq_len(sum(!nzchar(given)))]
  given[!nzchar(given)] <- free
  stats::setNames(args, given)
}

# R draws its numbers while the function is traced, and the graph has them as constants. What is
# built once may draw them.
warn_of_drawn <- function(f) {
  place <- place_of(f) %||% "an R function"
  if (startsWith(place, "`build()`") || !in_tracing("is_in_function")) return(invisible())
  warn(c(
    "Random numbers of R are drawn once, while %s becomes a graph: each run of the graph gets the",
    "same numbers. Use random_normal(), random_uniform() and the like, which draw in each run, or",
    "r_operator() for R code that runs each time."
  ), place, kind = "random", call = NULL)
}

graph_result <- function(x) {
  if (is_undefined(x)) abort_undefined(x)
  if (is.list(x) && !is.object(x)) lapply(x, graph_result) else x
}

# An R vector would become a list of numbers in Python.
graph_values <- function(x) {
  x <- graph_result(x)
  if (is.list(x) && !is.object(x)) return(lapply(x, graph_values))
  if (is.atomic(x) && is_leaf(x)) as_weak_tensor(x, NULL, "tensorflow") else x
}

# ---- Tracing again and again ---------------------------------------------------------------------

# The last two calls that were traced, for the reason.
note_tracing <- function(record, name, args) {
  record$calls <- utils::tail(c(record$calls, list(lapply(args, traced_as))), 2L)
  graph_state$traced[[name]] <- record
}

# TensorFlow warns of functions that are traced too often. Adds the reason, once for each function.
with_reason <- function(notice) {
  if (!inherits(notice, "rkeras_warning_retracing")) return(notice)
  name <- sub(".* calls to <function ([^ >]+).*", "\\1", notice$python_message)
  record <- graph_state$traced[[name]]
  if (is.null(record)) return(notice)
  if (isTRUE(record$warned)) return(NULL)
  record$warned <- TRUE
  notice$message <- retracing_message(name, record$calls)
  notice
}

retracing_message <- function(name, calls) {
  sprintf(
    paste("`%s()` is traced again and again%s. Tracing is slow. Pass tensors instead of R numbers,",
          "or set `input_signature` or `reduce_retracing = TRUE`."),
    name, if (length(calls) == 2L) why_retraced(calls[[1]], calls[[2]]) else ""
  )
}

traced_as <- function(x) {
  if (is_tensor(x)) {
    return(sprintf("a tensor of %s", described_tensor(list(tensor = x))))
  }
  if (is.atomic(x) && length(x) == 1L) return(format(x, digits = 6))
  if (is.list(x)) sprintf("a list of %d", length(x)) else describe(x)
}

why_retraced <- function(before, last) {
  differs <- setdiff(names(last), NA)
  differs <- differs[!vapply(differs, function(name) identical(before[[name]], last[[name]]), NA)]
  if (length(differs) == 0L) return("")
  sprintf(": `%s` was %s, then %s", differs[[1]], before[[differs[[1]]]] %||% "absent",
          last[[differs[[1]]]])
}

# ---- The graph in TensorBoard --------------------------------------------------------------------

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
