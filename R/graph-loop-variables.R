# The variables of a traced loop. Those that the body assigns and that have a value before the loop
# are loop variables: the graph passes them from one iteration to the next. Those that only the body
# assigns have no value after the loop.

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
    plan_node(loop, i, start[[i]])
  })
  leaves <- unlist(lapply(loop$model, leaves_of), recursive = FALSE) %||% list()
  loop$shapes <- lapply(seq_along(leaves), function(i) {
    if (as.character(i) %in% names(loop$relaxed)) return(loop$relaxed[[as.character(i)]])
    if (is_tensor(leaves[[i]])) static_shape(leaves[[i]])
  })
  leaves
}

loop_values <- function(loop, leaves) {
  next_leaf <- leaf_queue(leaves)
  lapply(seq_along(loop$model), function(i) {
    node <- loop$model[[i]]
    value <- rebuilt(node, next_leaf)
    name <- loop$places[[i]]$name
    clash <- loop$clashes[[key(i)]]
    if (!is.null(clash)) {
      return(new_undefined(name, clash, call = loop$info$call))
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
  new_undefined(name, why, call = loop$info$call)
}

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
