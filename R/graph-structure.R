# R values as structures of tensors: a graph returns tensors only, so lists are taken apart, R
# numbers become tensors, and other values must be the same in each branch.
#
# A node is a list with the element `type`: "leaf" for a tensor or an R vector, "list", "opaque" for
# any other value, "undefined" for a variable without a value, "local" for one of an iteration. It
# has the `variable` of the plan (R/graph-plan.R) whose value it belongs to, and a `key`, which is
# that of the node around it and its position there.

# The values of all variables, by name.
structure_of <- function(outcome, plan) {
  nodes <- Map(node_of, outcome, names(outcome), MoreArgs = list(plan = plan))
  list(type = "list", items = nodes)
}

# A variable of TensorFlow or Keras is an opaque value, or the tensor that it holds, where it meets
# one. The first values have the types that others have shown to be needed.
node_of <- function(x, variable, plan) {
  reads <- variable %in% plan$reads || identical(plan$model$items[[variable]]$type, "leaf")
  dtypes <- if (is.null(plan$model)) plan$dtypes
  visit <- function(x, key) {
    if (reads && is_variable(x)) x <- value_of_variable(x)
    type <- if (variable %in% plan$local) "local" else node_type(x)
    node <- list(type = type, variable = variable, key = key, value = x)
    if (type == "list") node$items <- Map(visit, x, sprintf("%s/%d", key, seq_along(x)))
    if (type == "leaf") c(node, as_leaf(x, plan$backend, dtypes[[key]])) else node
  }
  visit(x, variable)
}

node_type <- function(x) {
  if (is_undefined(x)) "undefined"
  else if (is.list(x) && !is.object(x)) "list"
  else if (is_leaf(x)) "leaf"
  else "opaque"
}

is_leaf <- function(x) {
  is_tensor(x) && !is_variable(x) || is_composite(x) ||
    is.atomic(x) && !is.null(x) && !is.object(x) && !is.raw(x) && !(is.character(x) && anyNA(x))
}

is_variable_node <- function(node) node$type == "opaque" && is_variable(node$value)

composites <- c(
  ragged_class, "tensorflow.python.framework.sparse_tensor.SparseTensor",
  "tensorflow.python.framework.indexed_slices.IndexedSlices",
  "tensorflow.python.ops.tensor_array_ops.TensorArray"
)

is_composite <- function(x) inherits(x, composites)

# R numbers are `weak`: they take the type of the tensor that another branch returns.
as_leaf <- function(x, backend, dtype) {
  weak <- is.atomic(x)
  tensor <- if (weak) {
    as_weak_tensor(x, dtype, backend)
  } else if (!is.null(dtype) && is_tensor(x) && dtype_name(x) != dtype) {
    in_backend(backend, "cast", x, dtype)
  } else {
    x
  }
  list(tensor = tensor, weak = weak)
}

# The nodes of a structure that have tensors, by their keys.
leaf_nodes <- function(node) {
  if (node$type == "leaf") return(stats::setNames(list(node), node$key))
  unlist(lapply(unname(node$items), leaf_nodes), recursive = FALSE)
}

# The leaves of `node` in the order of those of `model`. The plan has `meet()`, which returns the
# leaf for two leaves, and `clash()`, which returns the leaves for nodes that differ.
conform <- function(model, node, plan) {
  if (model$type == "leaf" && node$type == "leaf") {
    return(list(plan$meet(plan, model, node)))
  }
  if (is_same_list(model, node)) {
    names <- names(model$items)
    items <- if (is.null(names)) node$items else node$items[names]
    leaves <- Map(conform, model$items, items, MoreArgs = list(plan = plan))
    return(unlist(unname(leaves), recursive = FALSE) %||% list())
  }
  if (is_same_opaque(model, node)) return(list())
  read_variable(plan, model, node)
  fill_hidden(plan, model, node)
  plan$clash(plan, model, node)
}

is_same_list <- function(model, node) {
  names <- names(model$items)
  model$type == "list" && node$type == "list" && length(model$items) == length(node$items) &&
    (is.null(names) && is.null(names(node$items)) ||
       !anyDuplicated(names) && setequal(names, names(node$items)))
}

is_same_opaque <- function(model, node) {
  model$type == "local" || model$type == node$type &&
    (model$type == "undefined" || model$type == "opaque" && identical(model$value, node$value))
}

# The value of a structure with other leaves, which `value_of()` returns.
rebuilt <- function(node, value_of) {
  switch(
    node$type,
    leaf = value_of(node),
    list = lapply(node$items, rebuilt, value_of),
    node$value
  )
}

# ---- Words ---------------------------------------------------------------------------------------

described_node <- function(node) {
  switch(
    node$type,
    leaf = described_tensor(node),
    list = described_list(node),
    undefined = "no value",
    describe(node$value)
  )
}

described_tensor <- function(node) {
  if (!is_tensor(node$tensor)) return(sprintf("a %s", sub(".*[.]", "", class(node$tensor)[[1]])))
  type <- dtype_and_shape(node$tensor)
  shape <- if (is.null(type$shape)) "unknown shape"
    else sprintf("shape (%s)", toString(type$shape))
  sprintf("%s of %s", type$dtype, shape)
}

described_list <- function(node) {
  inner <- vapply(node$items, described_node, "")
  if (!is.null(names(inner))) inner <- paste(names(inner), "=", inner)
  if (length(inner) > 4L) inner <- c(inner[1:4], "...")
  sprintf("a list of %d (%s)", length(node$items), toString(inner))
}
