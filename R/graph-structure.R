# R values as structures of tensors: a graph returns tensors only, so lists are taken apart, R
# numbers become tensors, and other values must be the same in each branch.
#
# A node is a list with the element `kind`: "leaf" for a tensor or an R vector, "list", "opaque" for
# any other value, "undefined" for a variable without a value.
#
# `reads` says whether a variable of TensorFlow or Keras is the tensor that it holds. Otherwise it
# is such another value.

node_of <- function(x, backend, dtypes = NULL, reads = FALSE) {
  count <- 0L
  visit <- function(x) {
    if (reads && is_variable(x)) x <- value_of_variable(x)
    if (is_undefined(x)) return(list(kind = "undefined", value = x))
    if (is.list(x) && !is.object(x)) {
      return(list(kind = "list", names = names(x), items = lapply(x, visit), value = x))
    }
    if (!is_leaf(x)) return(list(kind = "opaque", value = x))
    count <<- count + 1L
    leaf_node(x, backend, if (count <= length(dtypes)) dtypes[[count]])
  }
  visit(x)
}

is_leaf <- function(x) {
  is_tensor(x) && !is_variable(x) || is_composite(x) ||
    is.atomic(x) && !is.null(x) && !is.object(x) && !is.raw(x) && !(is.character(x) && anyNA(x))
}

is_variable_node <- function(node) node$kind == "opaque" && is_variable(node$value)

composites <- c(
  ragged_class, "tensorflow.python.framework.sparse_tensor.SparseTensor",
  "tensorflow.python.framework.indexed_slices.IndexedSlices",
  "tensorflow.python.ops.tensor_array_ops.TensorArray"
)

is_composite <- function(x) inherits(x, composites)

# R numbers are `weak`: they take the type of the tensor that another branch returns.
leaf_node <- function(x, backend, dtype = NULL) {
  weak <- is.atomic(x)
  tensor <- if (weak) {
    as_weak_tensor(x, dtype, backend)
  } else if (!is.null(dtype) && is_tensor(x) && dtype_name(x) != dtype) {
    backend$cast(x, dtype)
  } else {
    x
  }
  list(kind = "leaf", value = x, tensor = tensor, weak = weak)
}

leaves_of <- function(node) {
  switch(
    node$kind,
    leaf = list(node$tensor),
    list = unlist(lapply(unname(node$items), leaves_of), recursive = FALSE) %||% list(),
    list()
  )
}

count_leaves <- function(node) {
  switch(node$kind, leaf = 1L, list = sum(vapply(node$items, count_leaves, 0L), 0L), 0L)
}

# The leaves of `node` in the order of those of `model`. `meet(model, node)` returns the leaf for
# two leaves, and `clash(model, node)` the leaves for nodes that differ.
conform <- function(model, node, meet, clash) {
  if (model$kind == "leaf" && node$kind == "leaf") {
    return(list(meet(model, node)))
  }
  if (is_same_list(model, node)) {
    items <- if (is.null(model$names)) node$items else node$items[model$names]
    leaves <- Map(function(m, n) conform(m, n, meet, clash), model$items, items)
    return(unlist(unname(leaves), recursive = FALSE) %||% list())
  }
  if (is_same_opaque(model, node)) list() else clash(model, node)
}

is_same_list <- function(model, node) {
  model$kind == "list" && node$kind == "list" && length(model$items) == length(node$items) &&
    (is.null(model$names) && is.null(node$names) ||
       !anyDuplicated(model$names) && setequal(model$names, node$names))
}

is_same_opaque <- function(model, node) {
  model$kind == "local" || model$kind == node$kind &&
    (model$kind == "undefined" || model$kind == "opaque" && identical(model$value, node$value))
}

# The structure with other leaves. `leaves` is a function that returns the next one.
rebuilt <- function(node, leaves) {
  if (node$kind == "leaf") return(leaves(node))
  if (node$kind != "list") return(node$value)
  stats::setNames(lapply(node$items, rebuilt, leaves = leaves), node$names)
}

leaf_queue <- function(values) {
  i <- 0L
  function(...) {
    i <<- i + 1L
    values[[i]]
  }
}

# ---- Words ---------------------------------------------------------------------------------------

described_node <- function(node) {
  switch(
    node$kind,
    leaf = described_tensor(node),
    list = described_list(node),
    undefined = "no value",
    describe(node$value)
  )
}

described_tensor <- function(node) {
  if (!is_tensor(node$tensor)) return(sprintf("a %s", sub(".*[.]", "", class(node$tensor)[[1]])))
  shape <- static_shape(node$tensor)
  shape <- if (is.null(shape)) "unknown shape" else sprintf("shape (%s)", toString(shape))
  sprintf("%s of %s", dtype_name(node$tensor), shape)
}

described_list <- function(node) {
  inner <- vapply(node$items, described_node, "")
  if (!is.null(node$names)) inner <- paste(node$names, "=", inner)
  if (length(inner) > 4L) inner <- c(inner[1:4], "...")
  sprintf("a list of %d (%s)", length(node$items), toString(inner))
}
