# The shapes of loop variables: those before the loop, unless the user declares others. What an
# iteration changes is left open.

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

as_tensor_shape <- function(x) {
  if (is_py_object(x)) x else tf$TensorShape(if (!is.null(x)) unclass(shape(x)))
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

abort_loop_shape <- function(loop, i, old, new) {
  drop_loop_item(loop, i)
  abort(located(sprintf(
    paste("`%s` has the shape (%s) before the loop but (%s) after an iteration. Collect values in",
          "a tf$TensorArray, or call ag_while_opts(shape_invariants = ) before the loop."),
    loop$places[[i]]$name, toString(old), toString(new)
  ), loop$info), kind = "graph", call = loop$info$call)
}
