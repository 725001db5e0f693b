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
  backend <- if (is_of_tf) tf_backend else keras_backend
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
  run_loop(loop, function() {
    loop$backend$while_loop(
      test, function(count, ...) c(list(count + 1L), loop_body(loop, list(...), item(count))),
      c(list(loop$backend$tensor(0L)), loop_start(loop)), loop_options(loop)
    )
  })
}

# Traces the loop, and assigns its results, of which the first is the number of iterations.
run_loop <- function(loop, call) {
  leaves <- as.list(traced_call(loop, call))[-1]
  restore(loop$places, loop_values(loop, leaves))
}

# ---- The loop's functions ------------------------------------------------------------------------

loop_test <- function(loop, leaves) {
  set_loop_values(loop, leaves)
  test <- one_deeper(known_value(eval(loop$info$test, loop$frame)))
  restore(loop$places, loop$start)
  if (is_tensor(test)) scalar_condition(test, loop$info) else loop$backend$tensor(as.logical(test))
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
  next_leaves(loop, outcome)
}

next_leaves <- function(loop, outcome) {
  count <- 0L
  leaves <- lapply(seq_along(outcome), function(i) {
    at <- 0L
    conform(
      loop$model[[i]], node_beside(loop, i, outcome[[i]]),
      meet = function(model, node) {
        at <<- at + 1L
        count <<- count + 1L
        leaf <- leaf_alike_in_loop(loop, i, at, model, node)
        check_loop_shape(loop, i, count, leaf)
        leaf
      },
      clash = function(model, node) {
        read_variable(loop, i, model, node)
        count <<- count + count_leaves(model)
        loop_clash(loop, i, model, node)
        leaves_of(model)
      }
    )
  })
  unlist(leaves, recursive = FALSE) %||% list()
}

leaf_alike_in_loop <- function(loop, i, at, model, node) {
  if (!is_tensor(model$tensor) || !is_tensor(node$tensor)) return(node$tensor)
  tensor_of_dtype(loop, i, at, model, node) %||% abort_loop_clash(loop, i, model, node)
}

# A variable without a value before the loop is local to the body, and so is a value that no tensor
# holds. Variables of R/graph-lower.R are filled up.
loop_clash <- function(loop, i, model, node) {
  name <- loop$places[[i]]$name
  if (model$kind == "undefined" && startsWith(name, ".ag_") && node$kind != "undefined") {
    loop$fillers[[key(i)]] <- filler_of(node)
    retry(loop)
  }
  if (model$kind == "undefined") return()
  if (count_leaves(model) == 0L && model$kind == "opaque") {
    loop$clashes[[key(i)]] <- loop_clash_message(loop, i, model, node)
    return()
  }
  abort_loop_clash(loop, i, model, node)
}

loop_clash_message <- function(loop, i, model, node) {
  located(sprintf(
    paste("`%s` is %s before the loop but %s after an iteration. A loop variable keeps its type,",
          "shape and structure."),
    loop$places[[i]]$name, described_node(model), described_node(node)
  ), loop$info)
}

abort_loop_clash <- function(loop, i, model, node) {
  drop_loop_item(loop, i)
  abort(loop_clash_message(loop, i, model, node), kind = "graph", call = loop$info$call)
}

# The variable of a `for` loop may have had another value before.
drop_loop_item <- function(loop, i) {
  if (identical(loop$places[[i]]$name, loop$info$variable)) {
    loop$local[[i]] <- TRUE
    retry(loop)
  }
}

# ---- Datasets ------------------------------------------------------------------------------------

trace_data <- function(loop, data) {
  loop$hints$options <- list(shape_invariants = NULL)
  reduce <- python_function("rkeras.tensorflow.tracing.reduce_data")
  run_loop(loop, function() {
    list(reduce, list(
      data, c(list(tf$constant(0L)), loop_start(loop)),
      function(count, item, ...) c(list(count + 1L), loop_body(loop, list(...), item)),
      if (!is.null(loop$info$stops)) function(count, ...) {
        while_unstopped(loop, list(...), tf$constant(TRUE))
      }
    ))
  })
}
