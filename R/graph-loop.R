# Traces loops on tensors: the condition and the body are run once each, as functions of the loop
# variables (R/graph-loop-variables.R).

trace_while <- function(test, info, frame, hints) {
  loop <- new_loop(info, frame, hints, backend_of(test))
  run_while(loop, function(count, ...) loop_test(loop, list(...)))
}

# `for` over a tensor: its slices along the first axis. Over a dataset: its elements.
trace_for <- function(sequence, info, frame, hints) {
  is_data <- !is_tensor(sequence) && !inherits(sequence, ragged_class)
  if (is_variable(sequence)) sequence <- tf$convert_to_tensor(sequence)
  is_of_tf <- is_data || is_tf_tensor(sequence) || inherits(sequence, ragged_class)
  backend <- if (is_of_tf) "tensorflow" else "keras.ops"
  loop <- new_loop(info, frame, hints, backend)
  if (is_data) return(trace_data(loop, sequence))
  # The number of slices, and the function of their positions.
  slices <- in_tracing("slices", sequence)
  run_while(
    loop, function(count, ...) {
      while_unstopped(loop, list(...), in_python("operator.lt", count, slices[[1]]))
    },
    item = function(count) call_python(slices[[2]], list(count), TRUE)
  )
}

run_while <- function(loop, test, item = function(count) NULL) {
  body <- function(count, ...) c(list(count + 1L), loop_body(loop, list(...), item(count)))
  run_loop(loop, function() {
    start <- c(list(graph_tensor(loop$backend, 0L)), loop_start(loop))
    graph_while(loop$backend, test, body, start, loop_options(loop))
  })
}

# Traces the loop, and assigns its results, of which the first is the number of iterations.
run_loop <- function(loop, call) {
  plan_result(loop, as.list(traced_call(loop, call))[-1])
}

# ---- The loop's functions ------------------------------------------------------------------------

loop_test <- function(loop, leaves) {
  set_loop_values(loop, leaves)
  test <- one_deeper(known_value(eval(loop$info$test, loop$frame)))
  restore(loop$places, loop$start)
  if (is_tensor(test)) scalar_condition(test, loop$info)
  else graph_tensor(loop$backend, as.logical(test))
}

# Whether the loop goes on: unless `break` or return() ended it.
while_unstopped <- function(loop, leaves, test) {
  stops <- loop$info$stops
  if (is.null(stops)) return(test)
  set_loop_values(loop, leaves)
  go <- do.call(ag_none, lapply(stops, get, envir = loop$frame))
  restore(loop$places, loop$start)
  if (is_tensor(go)) call_keras("keras.ops.logical_and", go, test) else test
}

loop_body <- function(loop, leaves, item = NULL) {
  set_loop_values(loop, leaves)
  if (is_py_object(item) && !is_tensor(item)) item <- py_to_r(item)
  if (!is.null(item)) assign(loop$info$item, item, loop$frame)
  one_deeper(eval(loop$info$body, loop$frame))
  outcome <- values_of_places(loop$places)
  restore(loop$places, loop$start)
  outcome_leaves(loop, outcome)
}

meet_in_loop <- function(loop, model, node) {
  leaf <- tensor_of_dtype(loop, model, node) %||% abort_loop_clash(loop, model, node)
  check_loop_shape(loop, model, leaf)
  leaf
}

# A variable without a value before the loop is local to the body, and so is a value that no tensor
# holds.
clash_in_loop <- function(loop, model, node) {
  if (model$type == "opaque") {
    loop$clashes[[model$variable]] <- loop_clash_message(loop, model, node)
  } else if (model$type != "undefined") {
    abort_loop_clash(loop, model, node)
  }
  list()
}

loop_clash_message <- function(loop, model, node) {
  located(sprintf(
    paste("`%s` is %s before the loop but %s after an iteration. A loop variable keeps its type,",
          "shape and structure."),
    name_of(model), described_node(model), described_node(node)
  ), loop$info)
}

abort_loop_clash <- function(loop, model, node) {
  drop_loop_item(loop, model)
  abort(loop_clash_message(loop, model, node), kind = "graph", call = loop$info$call)
}

# The variable of a `for` loop may have had another value before.
drop_loop_item <- function(loop, node) {
  if (identical(name_of(node), loop$info$variable)) {
    loop$local <- c(loop$local, node$variable)
    retry(loop)
  }
}

# ---- Datasets ------------------------------------------------------------------------------------

trace_data <- function(loop, data) {
  loop$hints$options <- list(shape_invariants = NULL)
  run_loop(loop, function() {
    list("rkeras.tensorflow.tracing.reduce_data", list(
      data, c(list(tf$constant(0L)), loop_start(loop)),
      function(count, item, ...) c(list(count + 1L), loop_body(loop, list(...), item)),
      if (!is.null(loop$info$stops)) function(count, ...) {
        while_unstopped(loop, list(...), tf$constant(TRUE))
      }
    ))
  })
}
