# R messages for errors about tensors: axes and positions, which Python counts from 0, dtypes and
# memory.

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

axis_rules <- function() list( # nolint: brace_linter.
  absent_axis = rule(absent_axis, "^"),
  # The axis of a layer that was made before it is called.
  absent_axis = rule(says(
    "`axis` = {2:next} is out of range: the input has {1:axis/axes}. Use 1 to {1}, or",
    "-1 to -{1}."
  ), "(?|(?:in the range|not in range) \\[-(\\d+), \\d+\\).*(?:got|dim=|`axis` = ) ?(-?\\d+)|",
     "Received inputs with ndim=(\\d+), while axis=\\(?(-?\\d+))"),
  long_axis = rule(says("`axis` = {1:next} of {data} cannot be dropped: its length is not 1."),
                   "Cannot squeeze axis=(-?\\d+)")
)

# ---- Positions ----------------------------------------------------------------------------------

# Wrappers subtract 1 from `indices`; they replace 0 by the least integer, so that it is an error.
wrong_index <- function(found, where, text) {
  if (!any(c("indices", "index", "start_indices") %in% where$arguments)) {
    return(out_of_vocabulary(found, where))
  }
  index <- as.numeric(found[[1]])
  size <- as.numeric(found[[2]])
  if (is_guarded_zero(index)) {
    return("`indices` has the position 0, but positions count from 1 (or back from -1, the last).")
  }
  sprintf("`indices` has the position %s, but %s has only %s there: positions count from 1.",
          format(index + (index >= 0)), data_argument(where), format(size))
}

wrong_slice <- function(found, where, text) {
  position <- as.numeric(found[[1]]) + 1
  is_zero <- is_guarded_zero(position)
  sprintf("There is no position %.0f on axis %d of %s%s.", if (is_zero) 0 else position,
          as.integer(found[[2]]) + 1L, sub("^The", "the", data_argument(where)),
          if (is_zero) ": positions count from 1" else "")
}

is_guarded_zero <- function(index) index < -2^30

# Layers look up rows by indices that start at 0.
out_of_vocabulary <- function(found, where) {
  if (!is.null(argument_value(where, "class_weight"))) {
    return(sprintf(
      "The targets have the class %s, but `class_weight` has the classes 0 to %s.", found[[1]],
      format(as.numeric(found[[2]]) - 1)
    ))
  }
  if (!where_is_training(where) && !startsWith(where$name, "layer_")) {
    return(sprintf("Index %s is out of range: Python counts from 0, here to %s.", found[[1]],
                   format(as.numeric(found[[2]]) - 1)))
  }
  sprintf(
    paste(
      "%s holds the integer %s, but layer_embedding() with `input_dim` = %s takes 0 to %s. Make",
      "`input_dim` larger than every integer in the data."
    ),
    data_argument(where), found[[1]], found[[2]], format(as.numeric(found[[2]]) - 1)
  )
}

# ---- TensorFlow ---------------------------------------------------------------------------------

no_listed_device <- function(found, where, text) {
  sprintf("There is no device %s here, only %s.", found[[1]],
          toString(distribution_list_devices()))
}

unranked_text <- paste(
  "Not even the number of axes of this tensor is known while the function is traced. Set its shape",
  "with tf$ensure_shape(x, shape(NA, 3)), or in `input_signature`."
)

tensorflow_rules <- function() list( # nolint: brace_linter.
  no_tensorflow = rule(says(
    "`format` = \"tf\" needs TensorFlow, which is not installed. `format` = \"grain\" needs",
    "py_install(\"grain\") instead."
  ), "This requires the tensorflow module"),
  no_distribution = rule(says(
    "Keras does not distribute models over devices on this backend: use TensorFlow or JAX."
  ), "'NoneType' object has no attribute '(?:list_devices|get_device_count|num_processes)'"),
  no_device = rule(no_listed_device, "(?:Device not found: |Unknown backend: ')([^\\s']+)"),
  no_device = rule(says("There is no device {1:device} here, only {2:devices}."),
                   "Could not satisfy device specification '([^']*)'.*",
                   "All available devices \\[([^]]*)\\]"),
  out_of_scope = rule(says(
    "A tensor that a branch, a loop or another function computed in a graph is used",
    "outside of it. Return it as a value. If a function that a loop calls assigns a",
    "variable `x` with `<<-`, call ag_loop_vars(+x) before the loop."
  ), "is out of scope and cannot be used here"),
  unknown_axes = rule(says(unranked_text), "with unknown rank|on an unknown TensorShape|",
                      "statically known rank|for an array with dimension -1|",
                      "with shape <unknown>|from shape <unknown>"),
  float_for_integer = rule(with_tensor_int_remedy, "of type '<class 'float'>'|",
                           "EagerTensor of dtype int|Value for attr 'Tshape' of float"),
  no_memory = rule(says(
    "There is not enough memory on {3:device} for a tensor of shape {1:shape} and dtype",
    "{2:dtype}. Use smaller batches, or a smaller dtype."
  ), "OOM when allocating tensor with shape\\[([0-9,]*)\\] and type (\\w+) on (\\S+)"),
  # JAX and PyTorch tell the size in bytes only.
  no_memory = rule(says(
    "There is not enough memory on the device for an array of {1}. Use smaller batches, or a",
    "smaller dtype."
  ), "[Oo]ut of memory(?: while trying to allocate| allocating|. Tried to allocate) ",
     "([0-9.]+ ?\\w+)"),
  different_dtypes = rule(says(
    "{1} has the dtypes {2:dtype} and {3:dtype}, which must be equal. Convert one of them:",
    "op_cast(x, \"{2:dtype}\")."
  ), "cannot compute (\\w+?)(?:V2)? as input #\\d+\\(zero-based\\) was expected to ",
     "be an? (\\w+) tensor but is an? (\\w+) tensor"),
  unknown_to_operation = rule(says(
    "There is no such operation for {1:dtype}, only for {2:dtypes}."
  ), "Value for attr '\\w+' of (\\w+) is not in the list of allowed values: ([a-z0-9, ]+)"),
  absent_axis = rule(says("There is no axis {1}: the tensor has {2}, which Python counts from 0."),
                     "Invalid reduction dimension \\(?(-?\\d+) for input with (\\d+) dimension"),
  not_distinct = rule(says(
    "The elements must be integers or strings to be compared, not {1}. Convert them with",
    "dataset_map()."
  ), "[.]unique` does not support type <dtype: '(\\w+)'>"),
  in_graph = rule(says("{1}: {3}\nThis happened in `{2}`."), "^(\\w+): Graph execution error:\\s*",
                  "Detected at node (?:StatefulPartitionedCall/)?(\\S+?):\\s*(.*)$")
)

with_tensor_int_remedy <- function(found, where, text) {
  with_int_remedy(found, where, sub("Value for attr '\\w+' of float.*$",
                                    "A shape must be integers.", text))
}
