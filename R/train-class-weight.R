# Weights of classes in training.

# Python counts classes in ints: the names are labels or, if the targets are a factor, its levels.
as_class_weight <- function(class_weight, levels, call) {
  if (is.null(class_weight) || is_py_object(class_weight)) {
    return(class_weight)
  }
  classes <- names(class_weight)
  if (!is.null(levels) && all(classes %in% levels)) {
    classes <- match(classes, levels) - 1L
  }
  labels <- suppressWarnings(as.numeric(classes))
  if (is.null(names(class_weight)) || anyNA(labels)) {
    abort(paste0(
      "`class_weight` must have the classes as names: labels such as c(\"0\" = 1, \"1\" = 5)",
      if (!is.null(levels)) ", or levels of `y`", "."
    ), call = call)
  }
  check_class_weight(unlist(class_weight), call)
  weights <- lapply(unname(as.list(class_weight)), as.double)
  unwrap(rs_dict(as.list(as_integer(labels, "class_weight", call)), weights, FALSE))
}

check_class_weight <- function(weights, call) {
  wrong <- if (is.numeric(weights)) which(!is.finite(weights)) else 1L
  if (length(wrong) > 0L) {
    abort(sprintf(
      "`class_weight` must hold numbers, not %s for the class \"%s\".",
      describe(weights[[wrong[[1]]]]), names(weights)[[wrong[[1]]]]
    ), call = call)
  }
}
