# The variables of a traced loop. Those that the body assigns and that have a value before the loop
# are loop variables: the graph passes them from one iteration to the next. Those that only the body
# assigns have no value after the loop.

new_loop <- function(info, frame, hints, backend) {
  names <- c(info$assigned, hints$list, hints$include, hints$undef)
  rules <- list(meet = meet_in_loop, clash = clash_in_loop, unset = local_to_loop)
  loop <- new_plan(info, names, frame, backend, hints, rules)
  loop$local <- local_names(names(loop$places), hints)
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
  tensors <- first_leaves(loop, loop$start)
  loop$same <- NULL
  loop$shapes <- lapply(loop$leaves, function(leaf) {
    if (leaf$key %in% names(loop$relaxed)) loop$relaxed[[leaf$key]]
    else if (is_tensor(leaf$tensor)) static_shape(leaf$tensor)
  })
  tensors
}

local_to_loop <- function(loop, node) {
  is_unset <- node$type == "undefined" && is.null(node$value$why)
  name <- name_of(node)
  if (node$type != "local" && !is_unset || startsWith(name, ".ag_")) return()
  located(sprintf(
    "`%s` is undefined: it is local to the body of a loop. Assign a value before the loop.", name
  ), loop$info)
}

set_loop_values <- function(loop, leaves) {
  names(leaves) <- names(loop$leaves)
  values <- lapply(loop$model$items, rebuilt, function(leaf) {
    with_origin(leaves[[leaf$key]], leaf, loop)
  })
  restore(loop$places, values)
}

with_origin <- function(tensor, leaf, loop) {
  origin <- if (leaf$weak) list(loop = loop, key = leaf$key, value = leaf$value)
  if (!leaf$weak) origin <- attr(leaf$value, "ag_origin")
  if (!is.null(origin)) attr(tensor, "ag_origin") <- origin
  tensor
}

# ---- Their shapes --------------------------------------------------------------------------------

# The shapes of loop variables: those before the loop, unless the user declares others. What an
# iteration changes is left open.

loop_options <- function(loop) {
  options <- loop$hints$options %||% list()
  invariants <- if (length(loop$relaxed)) loop$shapes else
    aligned_invariants(options$shape_invariants, loop)
  options$shape_invariants <- if (!is.null(invariants)) {
    lapply(c(list(integer()), unname(invariants)), as_tensor_shape)
  }
  options$name <- loop$hints$name
  options
}

# One shape for each leaf. Those that the user names are for a variable.
aligned_invariants <- function(invariants, loop) {
  if (is.null(names(invariants))) {
    return(invariants)
  }
  names <- vapply(loop$leaves, name_of, "")
  given <- names %in% names(invariants)
  loop$shapes[given] <- invariants[names[given]]
  loop$shapes
}

as_tensor_shape <- function(x) {
  if (is_py_object(x)) x else tf$TensorShape(if (!is.null(x)) unclass(shape(x)))
}

# A shape that TensorFlow knows less of after an iteration is left open; another one is an error.
check_loop_shape <- function(loop, model, leaf) {
  invariants <- loop$hints$options$shape_invariants
  if (!is_tensor(leaf) || !is.null(invariants) || loop$backend != "tensorflow") return()
  old <- loop$shapes[[model$key]]
  new <- static_shape(leaf)
  if (is.null(old) || identical(old, new)) return()
  is_alike <- is.null(new) || length(new) == length(old) && !any(old != new, na.rm = TRUE)
  if (!is_alike) abort_loop_shape(loop, model, old, new)
  open <- if (!is.null(new)) ifelse(is.na(new), NA, old)
  if (!identical(open, old)) {
    loop$relaxed[model$key] <- list(open)
    retry(loop)
  }
}

abort_loop_shape <- function(loop, model, old, new) {
  drop_loop_item(loop, model)
  abort(located(sprintf(
    paste("`%s` has the shape (%s) before the loop but (%s) after an iteration. Collect values in",
          "a tf$TensorArray, or call ag_while_opts(shape_invariants = ) before the loop."),
    name_of(model), toString(old), toString(new)
  ), loop$info), kind = "graph", call = loop$info$call)
}
