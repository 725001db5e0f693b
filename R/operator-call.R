# Calls of operators on TensorFlow, JAX and PyTorch.

as_operator_input <- function(x) {
  if (is_py_object(x)) x else if (can("operators")) op_array(x) else as_tensor(x)
}

# TensorFlow's tensors decide; other values take the backend in use.
python_operator <- function(definition, made, inputs) {
  of_tensorflow <- !can("operators") || any(vapply(inputs, is_tf_tensor, NA))
  library <- if (of_tensorflow) "tensorflow" else running_backend()
  if (is.null(made[[library]]) || is_lost(made[[library]])) {
    module <- sprintf("rkeras.%s.operators", library)
    made[[library]] <- new_python_operator(module, definition)
  }
  made[[library]]
}

# `number` is that of a file, as text: R has no such integers.
new_python_operator <- function(module, definition, number = NULL) {
  if (is.null(definition)) {
    return(NULL)
  }
  as_function <- function(f) if (!is.null(f)) r_to_py(f, convert = TRUE)
  call_python(python_function(paste0(module, ".Operator")), list(
    as_function(definition$f), definition$name, as.list(definition$dtypes), definition$several,
    as_function(definition$shape), new_python_operator(module, gradient_definition(definition)),
    definition$stateful, isTRUE(definition$of_inputs), number
  ), FALSE)
}

keras_tensor <- "keras.src.backend.common.keras_tensor.KerasTensor"

# In a functional model an operator is a layer, which is saved with its R code.
run_in_layer <- function(operator, inputs, name) {
  several <- length(inputs) != 1L
  f <- if (several) function(x) do.call(operator, as.list(x)) else function(x) operator(x)
  layer <- import("keras", convert = FALSE)$layers$Lambda(f, name = name)
  py_call(layer, if (several) unname(inputs) else inputs[[1]])
}

# ---- Called by Rust and Python -------------------------------------------------------------------

# The shapes of the outputs as a list of integer vectors, with NULL for an unknown rank. `shapes`
# are integer vectors or lists, in which negative numbers are unknown.
operator_shapes <- function(shape, shapes, count) {
  known <- lapply(shapes, function(x) if (!is.null(x)) axes_of(unlist(x)))
  found <- do.call(shape, unname(known))
  if (!is.list(found)) found <- list(found)
  if (length(found) != count) {
    abort("`shape` must return the shapes of %d outputs, but it returned %d.", count, length(found),
          kind = "operator", call = NULL)
  }
  lapply(found, check_shape)
}

axes_of <- function(x) {
  x <- as.integer(x)
  replace(x, !is.na(x) & x < 0L, NA_integer_)
}

check_shape <- function(x) {
  if (is.null(x)) {
    return(NULL)
  }
  given <- unlist(if (is.list(x)) lapply(x, without_integer64) else without_integer64(x))
  if (!(length(given) == 0L || all(is.na(given)) || are_whole(given[!is.na(given)]))) {
    abort("`shape` must return whole numbers or NA for each output, not %s.", describe(x),
          kind = "operator", call = NULL)
  }
  axes_of(given)
}

# The same for Python, where a shape is None or a list.
operator_shape_lists <- function(shape, shapes, count) {
  lapply(operator_shapes(shape, shapes, count), function(x) {
    if (!is.null(x)) lapply(x, function(n) if (is.na(n)) NULL else n)
  })
}

no_gradient <- function(name) {
  abort(
    c("The operator `%s` has no gradient. Supply `gradient` to r_operator(): a function of the",
      "inputs, outputs and incoming gradients, or \"numeric\"."), name, kind = "operator",
    call = NULL
  )
}

# A tensor that the function returned as an R array.
operator_value <- function(x) {
  if (is_tf_tensor(x)) as.array(x) else py_to_r(x)
}

# ---- Gradients by differences --------------------------------------------------------------------

# Central differences of `f`, which has `count` outputs, for each element of each input that is
# double.
numeric_gradient <- function(f, count) {
  force(f)
  structure(numeric = TRUE, function(...) {
    given <- list(...)
    inputs <- given[seq_len(length(given) - 2L * count)]
    grads <- utils::tail(given, count)
    lapply(seq_along(inputs), function(i) if (is.double(inputs[[i]])) slopes(f, inputs, i, grads))
  })
}

slopes <- function(f, inputs, i, grads) {
  x <- inputs[[i]]
  step <- .Machine$double.eps^(1 / 3) * pmax(1, abs(x))
  out <- x
  for (j in seq_along(x)) {
    above <- value_with(f, inputs, i, j, x[[j]] + step[[j]])
    below <- value_with(f, inputs, i, j, x[[j]] - step[[j]])
    slope <- Map(function(up, down, dy) {
      if (is.double(dy)) sum((up - down) / (2 * step[[j]]) * as.vector(dy)) else 0
    }, above, below, grads)
    out[[j]] <- sum(unlist(slope))
  }
  out
}

value_with <- function(f, inputs, i, j, value) {
  inputs[[i]][[j]] <- value
  out <- do.call(f, inputs)
  lapply(if (is.list(out)) out else list(out), as.vector)
}
