# R messages for errors about axes, which Python counts from 0.

# Backends report an axis that a tensor does not have in many ways, some of which name other things.
# So whatever the error is, the axes in the call are compared with the tensor.
absent_axis <- function(found, where, text) {
  rank <- rank_of_data(where)
  for (argument in intersect(axis_arguments, where$arguments)) {
    axes <- unlist(argument_value(where, argument))
    absent <- if (is.numeric(axes) && length(rank)) axes[abs(axes) > rank]
    if (length(absent) > 0L) return(absent_axis_text(argument, axes, absent[[1]], rank, where))
  }
}

absent_axis_text <- function(argument, axes, absent, rank, where) {
  is_new <- where$name %in% of_new_axis
  sprintf(
    "`%s` %s out of range: %s has %s%s. Use 1 to %d, or -1 to -%d from the last one.", argument,
    sprintf(if (length(axes) > 1L) "has %s, which is" else "= %s is", format(absent)),
    data_argument(where), count_of(rank - is_new, "axis", "axes"),
    if (is_new) ", and the result one more" else "", rank, rank
  )
}

# The number of axes of the first argument, or of the first tensor in it; NULL if it has no value.
rank_of_data <- function(where) {
  if (where$name %in% of_other_axes || length(where$arguments) == 0L) {
    return(NULL)
  }
  x <- argument_value(where, where$arguments[[1]])
  while (is.list(x) && !is.data.frame(x) && length(x) > 0L) x <- x[[1]]
  is_vector <- is.atomic(x) && !is.null(x) && is.null(dim(x))
  rank <- if (is_vector) 1L else length(dim(x))
  if (rank > 0L) rank + where$name %in% of_new_axis
}

axis_arguments <- c(
  "axis", "axes", "axis1", "axis2", "axisa", "axisb", "source", "destination", "shared_axes",
  "reduction_axes"
)

# Operations whose axis is one of the result.
of_new_axis <- c(
  "op_expand_dims", "op_stack", "op_one_hot", "op_multi_hot", "op_linspace", "op_logspace",
  "op_geomspace"
)

# `axes` is a number of axes, or a list for both tensors.
of_other_axes <- "op_tensordot"

no_order_of_axes <- function(found, where, text) {
  sprintf(paste(
    "`dims` must hold each axis after the batch once, such as c(2, 1), not %s: 1 is the first axis",
    "after the batch."
  ), if (grepl(",", found[[1]])) sprintf("c(%s)", found[[1]]) else found[[1]])
}

axis_rules <- function() list( # nolint: brace_linter.
  rule(absent_axis, "^"),
  # The axis of a layer that was made before it is called.
  rule(says(
    "`axis` = {2:next} is out of range: the input has {1:axis/axes}. Use 1 to {1}, or",
    "-1 to -{1}."
  ), "(?|(?:in the range|not in range) \\[-(\\d+), \\d+\\).*(?:got|dim=|`axis` = ) ?(-?\\d+)|",
     "Received inputs with ndim=(\\d+), while axis=\\(?(-?\\d+))"),
  rule(no_order_of_axes, "Invalid permutation argument `dims`.*Received dims=\\[(.*)\\]")
)
