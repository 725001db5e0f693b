# Values of equal type in all branches and iterations: R numbers take the type of a tensor, and what
# a branch does not set is filled up.

# The tensor of `node` in the dtype of the model's; NULL if it cannot have it. If the model can have
# the dtype of the node, tracing begins again. `plan` is that of a branch or a loop.
tensor_of_dtype <- function(plan, model, node) {
  if (!is_tensor(model$tensor) || !is_tensor(node$tensor)) return(node$tensor)
  dtypes <- in_tracing("dtype_names", model$tensor, node$tensor)
  want <- dtypes[[1]]
  has <- dtypes[[2]]
  if (want == has) {
    return(node$tensor)
  }
  if (node$weak && can_become(node$value, want)) {
    return(as_weak_tensor(node$value, want, plan$backend))
  }
  if (model$weak && can_become(model$value, has)) retry_with_dtype(plan, model$key, has)
  retry_origin(model, has)
  retry_origin(node, want)
  common <- common_dtype(want, has)
  if (is.null(common)) return(NULL)
  if (common != want) retry_with_dtype(plan, model$key, common)
  in_backend(plan$backend, "cast", node$tensor, common)
}

# The dtype that holds the numbers of both, as c() of R vectors of both types.
common_dtype <- function(x, y) {
  if (all(grepl("^(bool|u?int|b?float)", c(x, y)))) in_tracing("common_dtype", x, y)
}

# Whether an R vector keeps its values in a tensor of that type. A missing value is NaN.
can_become <- function(x, dtype) {
  switch(
    sub("[0-9]+.*$", "", dtype),
    float = , bfloat = , complex = is.numeric(x) || is.logical(x),
    int = , uint = only_whole(x) || is.logical(x) && !anyNA(x),
    bool = is.logical(x) && !anyNA(x),
    string = is.character(x),
    FALSE
  )
}

as_weak_tensor <- function(x, dtype, backend) {
  if (is.null(dtype)) dtype <- weak_dtype(x)
  if (!is.null(dtype) && grepl("^u?int", dtype)) storage.mode(x) <- "integer"
  if (anyNA(x)) x[is.na(x)] <- NaN
  graph_tensor(backend, x, dtype)
}

# An R double has the dtype of the function's arguments if these are `float64`, and else that of
# Keras and TensorFlow, which choose it.
weak_dtype <- function(x) {
  is_double <- is.double(x) || anyNA(x)
  if (is_double && is.null(dim(x))) context$float %||% if (!length(x)) "float32"
  else if (!length(x)) c(integer = "int32", logical = "bool", character = "string")[[typeof(x)]]
}

# A variable of R/graph-lower.R that the first branch does not set is filled up.
filled <- function(x, variable, plan) {
  filler <- plan$fillers[[variable]]
  if (is_undefined(x) && !is.null(filler)) filler(plan$backend) else x
}

# A function that creates values like those of a node.
filler_of <- function(node) {
  zeros <- lapply(leaf_nodes(node), function(leaf) zeros_like(leaf$tensor))
  function(backend) rebuilt(node, function(leaf) zeros[[leaf$key]](backend))
}

filler_like <- function(tensor, backend) {
  if (is_composite(tensor)) tensor else zeros_like(tensor)(backend)
}

# A function, which does not need the tensor: it may belong to another graph.
zeros_like <- function(tensor) {
  shape <- static_shape(tensor) %||% integer()
  shape <- as.list(replace(shape, is.na(shape), 0L))
  dtype <- dtype_name(tensor)
  function(backend) in_backend(backend, "zeros", shape, dtype = dtype)
}
