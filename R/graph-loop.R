# Traces loops on tensors. The variables that the body assigns and that have a value before the loop
# are loop variables: the graph passes them from one iteration to the next. Variables that only the
# body assigns have no value after the loop.

trace_while <- function(test, info, frame, hints) {
  backend <- backend_of(test)
  loop <- new_loop(info, frame, hints, backend)
  run_loop(loop, function() {
    backend$while_loop(
      function(count, ...) loop_test(loop, list(...)),
      function(count, ...) c(list(count + 1L), loop_body(loop, list(...))),
      c(list(backend$tensor(0L)), loop_start(loop)), loop_options(loop)
    )
  })
}

# `for` over a tensor: its slices along the first axis. Over a dataset: its elements.
trace_for <- function(sequence, info, frame, hints) {
  is_data <- !is_tensor(sequence) && !inherits(sequence, ragged_class)
  if (is_variable(sequence)) sequence <- tf$convert_to_tensor(sequence)
  backend <- if (is_data || !is_keras_symbolic(sequence)) tf_backend else keras_backend
  loop <- new_loop(info, frame, hints, backend)
  if (is_data) return(trace_data(loop, sequence))
  slices <- slices_of(sequence, backend)
  run_loop(loop, function() {
    backend$while_loop(
      function(count, ...) while_unstopped(loop, list(...), less(count, slices$n)),
      function(count, ...) {
        c(list(count + 1L), loop_body(loop, list(...), slices$at(count)))
      },
      c(list(backend$tensor(0L)), loop_start(loop)), loop_options(loop)
    )
  })
}

is_keras_symbolic <- function(x) !is_tf_tensor(x) && !inherits(x, ragged_class)

slices_of <- function(x, backend) {
  made <- in_python("slices", x)
  list(n = made[[1]], at = function(i) call_python(made[[2]], list(i), TRUE))
}

less <- function(x, y) call_python(python_function("operator", "lt"), list(x, y), TRUE)

# ---- The loop's variables ------------------------------------------------------------------------

new_loop <- function(info, frame, hints, backend) {
  names <- unique(c(info$assigned, hints$list, hints$include, hints$undef))
  loop <- new_plan(info, places_of(names, frame), NULL, backend, hints)
  loop$frame <- frame
  loop$start <- values_of_places(loop$places)
  loop$local <- names %in% local_names(names, hints)
  loop
}

# With ag_loop_vars() variables can be local to the body.
local_names <- function(names, hints) {
  own <- c(hints$exclude, hints$undef)
  if (length(hints$list)) own <- c(own, setdiff(names, hints$list))
  setdiff(own, grep("^[.]ag_", names, value = TRUE))
}

# The first values. Variables without a value, or with one that no tensor holds, are no loop
# variables.
loop_start <- function(loop) {
  start <- Map(filled, loop$start, seq_along(loop$start), MoreArgs = list(plan = loop))
  loop$model <- lapply(seq_along(start), function(i) {
    if (loop$local[[i]]) return(list(kind = "local", value = start[[i]]))
    node_of(start[[i]], loop$backend, loop$dtypes[key(i)][[1]])
  })
  leaves <- unlist(lapply(loop$model, leaves_of), recursive = FALSE) %||% list()
  loop$shapes <- lapply(seq_along(leaves), function(i) {
    if (as.character(i) %in% names(loop$relaxed)) return(loop$relaxed[[as.character(i)]])
    if (is_tensor(leaves[[i]])) static_shape(leaves[[i]])
  })
  leaves
}

loop_options <- function(loop) {
  options <- loop$hints$options %||% list()
  invariants <- options$shape_invariants
  options$shape_invariants <- NULL
  if (length(loop$relaxed)) invariants <- loop$shapes
  if (!is.null(invariants)) {
    shapes <- lapply(aligned_invariants(invariants, loop), as_tensor_shape)
    options$shape_invariants <- c(list(as_tensor_shape(integer())), shapes)
  }
  options$name <- loop$hints$name
  options
}

# One shape for each leaf. Those that the user names are for a variable.
aligned_invariants <- function(invariants, loop) {
  if (is.null(names(invariants))) {
    return(invariants)
  }
  names <- unlist(Map(function(place, node) rep(place$name, count_leaves(node)), loop$places,
                      loop$model))
  given <- names %in% names(invariants)
  loop$shapes[given] <- invariants[names[given]]
  loop$shapes
}

as_tensor_shape <- function(shape) {
  if (is_py_object(shape)) shape else tf$TensorShape(shape_list(shape))
}

shape_list <- function(shape) {
  if (is.null(shape)) return(NULL)
  lapply(unname(as.list(shape)), function(n) if (!is.null(n) && !is.na(n)) as.integer(n))
}

# Traces the loop, and assigns its results, of which the first is the number of iterations.
run_loop <- function(loop, call) {
  leaves <- as.list(traced_call(loop, call))[-1]
  restore(loop$places, loop_values(loop, leaves))
}

loop_values <- function(loop, leaves) {
  next_leaf <- leaf_queue(leaves)
  lapply(seq_along(loop$model), function(i) {
    node <- loop$model[[i]]
    value <- rebuilt(node, next_leaf)
    name <- loop$places[[i]]$name
    clash <- loop$clashes[[key(i)]]
    if (!is.null(clash)) {
      return(structure(list(name = name, why = clash, call = loop$info$call), class = "undef"))
    }
    is_local <- node$kind == "local" || is_undefined(value) && is.null(value$why)
    if (is_local) local_to_loop(name, loop) else value
  })
}

local_to_loop <- function(name, loop) {
  if (startsWith(name, ".ag_")) return(new_undefined(name))
  why <- located(sprintf(
    "`%s` is undefined: it is local to the body of a loop. Assign a value before the loop.", name
  ), loop$info)
  structure(list(name = name, why = why, call = loop$info$call), class = "undef")
}

# ---- The loop's functions ------------------------------------------------------------------------

set_loop_values <- function(loop, leaves) {
  next_leaf <- leaf_queue(leaves)
  values <- lapply(seq_along(loop$model), function(i) {
    at <- 0L
    rebuilt(loop$model[[i]], function(leaf) {
      at <<- at + 1L
      with_origin(next_leaf(), leaf, loop, i, at)
    })
  })
  restore(loop$places, values)
}

with_origin <- function(tensor, leaf, loop, i, at) {
  origin <- if (leaf$weak) list(loop = loop, i = i, at = at, value = leaf$value)
  if (!leaf$weak) origin <- attr(leaf$value, "ag_origin")
  if (!is.null(origin)) attr(tensor, "ag_origin") <- origin
  tensor
}

loop_test <- function(loop, leaves) {
  set_loop_values(loop, leaves)
  enter_trace()
  on.exit(leave_trace())
  test <- known_value(eval(loop$info$test, loop$frame))
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
  if (is_tensor(go)) in_python("both", go, test) else test
}

loop_body <- function(loop, leaves, item = NULL) {
  set_loop_values(loop, leaves)
  if (is_py_object(item) && !is_tensor(item)) item <- py_to_r(item)
  if (!is.null(item)) assign(loop$info$item, item, loop$frame)
  enter_trace()
  on.exit(leave_trace())
  eval(loop$info$body, loop$frame)
  outcome <- values_of_places(loop$places)
  restore(loop$places, loop$start)
  next_leaves(loop, outcome)
}

next_leaves <- function(loop, outcome) {
  count <- 0L
  leaves <- lapply(seq_along(outcome), function(i) {
    at <- 0L
    conform(
      loop$model[[i]], node_of(outcome[[i]], loop$backend),
      meet = function(model, node) {
        at <<- at + 1L
        count <<- count + 1L
        leaf <- leaf_alike_in_loop(loop, i, at, model, node)
        check_loop_shape(loop, i, count, leaf)
        leaf
      },
      clash = function(model, node) {
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
  abort(loop_clash_message(loop, i, model, node), "graph", call = loop$info$call)
}

# A shape that TensorFlow knows less of after an iteration is left open; another one is an error.
check_loop_shape <- function(loop, i, at, leaf) {
  invariants <- loop$hints$options$shape_invariants
  if (!is_tensor(leaf) || !is.null(invariants) || loop$backend$name == "Keras") return()
  old <- loop$shapes[[at]]
  new <- static_shape(leaf)
  if (is.null(old) || identical(old, new)) return()
  if (is.null(new) || length(new) == length(old)) {
    differs <- !is.null(new) & !is.na(old) & !is.na(new) & old != new
    if (any(differs)) abort_loop_shape(loop, i, old, new)
    open <- if (!is.null(new)) ifelse(is.na(new) & !is.na(old), NA, old)
    if (!identical(open, old)) {
      loop$relaxed[as.character(at)] <- list(open)
      retry(loop)
    }
    return()
  }
  abort_loop_shape(loop, i, old, new)
}

# The variable of a `for` loop may have had another value before.
drop_loop_item <- function(loop, i) {
  if (identical(loop$places[[i]]$name, loop$info$variable)) {
    loop$local[[i]] <- TRUE
    retry(loop)
  }
}

abort_loop_shape <- function(loop, i, old, new) {
  drop_loop_item(loop, i)
  abort(located(sprintf(
    paste("`%s` has the shape (%s) before the loop but (%s) after an iteration. Collect values in",
          "a tf$TensorArray, or call ag_while_opts(shape_invariants = ) before the loop."),
    loop$places[[i]]$name, toString(old), toString(new)
  ), loop$info), "graph", call = loop$info$call)
}

# ---- Datasets ------------------------------------------------------------------------------------

trace_data <- function(loop, data) {
  loop$hints$options <- list(shape_invariants = NULL)
  reduce <- python_function("rkeras.tracing", "reduce_data")
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
