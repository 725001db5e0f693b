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
