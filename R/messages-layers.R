# R messages for Keras's errors about layers and the shapes of their inputs.

wrong_rank <- function(found, where, text) {
  rank <- as.integer(found[[3]])
  expected <- as.integer(found[[2]])
  family <- layer_family(where$name, found[[1]], expected)
  paste0(
    sprintf(
      "%s, of shape %s, has %s, but layer `%s` takes %s.", input_of_layer(where, found[[4]]),
      shape_of_text(found[[4]]), count_of(rank, "axis", "axes"), found[[1]],
      paste0(expected, if (!is.null(family)) paste0(": ", family$axes))
    ),
    vector_remedy(where) %||% rank_remedy(rank, expected, family, found)
  )
}

# In training the data are the input of the first layer alone, which is seen by their shape.
input_of_layer <- function(where, shape) {
  x <- if (where_is_training(where)) argument_value(where, "x")
  lengths <- if (!is.null(x) && is.atomic(x)) dim(x) %||% length(x)
  found <- lengths_of_text(shape)
  is_data <- length(lengths) == 0L || length(found) == 0L ||
    length(found) == length(lengths) && all(found[-1] == lengths[-1], na.rm = TRUE)
  if (is_data) data_argument(where) else "The input of the layer"
}

# A model without `input_shape` takes a vector as it is.
vector_remedy <- function(where) {
  x <- if (where_is_training(where)) argument_value(where, "x")
  if (is.atomic(x) && !is.null(x) && length(dim(x)) < 2L) {
    " `x` is a vector: as.matrix(x) makes a column of it, with one row per observation."
  }
}

# The axes of a layer's input, and what to do if one is missing. Looked up by the name of the
# wrapper or of the layer, which Keras derives from its class.
layer_family <- function(wrapper, layer, rank) {
  name <- paste(if (startsWith(wrapper, "layer_")) wrapper, layer)
  for (family in layer_families) {
    if (family$rank == rank && grepl(family$pattern, name)) return(family)
  }
}

channel_remedy <- paste(
  "Add an axis for the channels, of length 1 if there is one: `input_shape = c(%s, 1)` in the",
  "model, `dim(x) <- c(dim(x), 1)` for an array."
)
time_remedy <- paste(
  "Add an axis with layer_reshape(c(%s, 1)), or layer_embedding() if the data are integers that",
  "stand for words. A recurrent layer before this one needs `return_sequences = TRUE`."
)

layer_families <- list(
  list(pattern = "lstm|gru|rnn", rank = 3L, axes = "(batch, timesteps, features)",
       remedy = time_remedy),
  list(pattern = "conv_?lstm_?1d", rank = 4L, axes = "(batch, timesteps, steps, channels)"),
  list(pattern = "conv_?lstm_?2d", rank = 5L, axes = "(batch, timesteps, rows, columns, channels)"),
  list(pattern = "1_?d", rank = 3L, axes = "(batch, steps, channels)", remedy = channel_remedy),
  list(pattern = "2_?d", rank = 4L, axes = "(batch, rows, columns, channels)",
       remedy = channel_remedy),
  list(pattern = "3_?d", rank = 5L, axes = "(batch, depth, rows, columns, channels)",
       remedy = channel_remedy),
  list(pattern = "dense", rank = 2L, axes = "(batch, features)"),
  list(pattern = "repeat_?vector", rank = 2L, axes = "(batch, features)")
)

rank_remedy <- function(rank, expected, family, found) {
  if (rank > expected) {
    return(" Remove axes with layer_flatten() or layer_reshape().")
  }
  if (is.null(family$remedy) || rank != expected - 1L) {
    return("")
  }
  lengths <- lengths_of_text(found[[4]])[-1]
  paste0(" ", sprintf(family$remedy, toString(ifelse(is.na(lengths), "NA", lengths))))
}

wrong_length <- function(found, where, text) {
  axis <- as.integer(found[[2]])
  sprintf(
    "%s has shape %s, but layer `%s` takes %s axis of length %s.%s",
    input_of_layer(where, found[[4]]), shape_of_text(found[[4]]), found[[1]],
    if (axis == -1L) "a last" else sprintf("as axis %d one", axis + (axis >= 0L)), found[[3]],
    " Supply data of that shape, or change the layer's input."
  )
}

too_small <- function(found, where, text) {
  argument <- if (found[[2]] == "pool") "pool_size" else "kernel_size"
  size <- lengths_of_text(gsub("(\\d) +(?=\\d)", "\\1, ", found[[3]], perl = TRUE))
  if (found[[2]] == "kernel") size <- utils::head(size, -2L)
  sprintf(
    paste(
      "`%s` = (%s) is larger than the layer's input of shape %s. Use a smaller one, fewer pooling",
      "layers before it, or `padding = \"same\"`."
    ),
    argument, toString(size),
    shape_of_text(gsub("(?<=[0-9eA]) +(?=[0-9])", ",", found[[1]], perl = TRUE))
  )
}

different_shapes <- function(found, where, text) {
  sprintf(
    "%s have shapes %s and %s: %s needs inputs of the same shape.",
    if ("inputs" %in% where$arguments) "`inputs`" else "The inputs",
    shape_of_text(found[[1]], batch = TRUE), shape_of_text(found[[2]], batch = TRUE),
    if (startsWith(where$name, "layer_")) paste0(where$name, "()") else "the layer"
  )
}

no_keras_tensors <- function(found, where, text) {
  value <- argument_value(where, found[[1]])
  is_of_r <- !is.null(value) && !is_py_object(value) && !is.list(value)
  sprintf(
    "`%s` must be Keras tensors, such as keras_input() makes, not %s.", found[[1]],
    if (is_of_r) describe(value)
    else gsub("<(\\w+) name=([^,]*),[^>]*>", "the layer `\\2`", found[[2]])
  )
}

not_a_tensor <- function(found, where, text) {
  value <- if (found[[2]] == "str") sprintf('"%s"', found[[1]]) else found[[1]]
  sprintf("The inputs of a layer must be tensors or arrays of numbers, not %s.", value)
}

# Keras 3.12.0 uses double quotes.
incompatible <- "layer ['\"]([^'\"]*)['\"] is incompatible with the layer: expected "
a_shape <- "(?:torch[.]Size\\()?([(\\[][^)\\]]*[)\\]])"

layer_rules <- function() list( # nolint: brace_linter.
  not_recurrent = rule(says(
    "`layer` must be a recurrent layer, such as layer_lstm(), not one of class `{1}`."
  ), "Unrecognized keyword arguments passed to (\\w+): \\{'go_backwards': True\\}"),
  wrong_rank = rule(wrong_rank, incompatible, "(?:min_|max_)?ndim=(\\d+), found ndim=(\\d+)\\. ",
                    "Full shape received: ", a_shape),
  wrong_length = rule(wrong_length, incompatible, "axis (-?\\d+) of input shape to have value ",
                      "(\\d+), but received input with shape ", a_shape),
  wrong_shape = rule(says("{data} has shape {3:shape}, but {1:taker} takes {2:shape}."),
                     incompatible, "shape=", a_shape, ", found shape=", a_shape),
  too_small = rule(too_small, "Computed output size would be zero or negative.*inputs[ .]shape=",
                   a_shape, "`, `(kernel|pool)[ _](?:shape|size)=", a_shape),
  different_shapes = rule(different_shapes, "Inputs have incompatible shapes. Received shapes ",
                          a_shape, " and ", a_shape),
  not_concatenated = rule(says(
    "`inputs` have shapes {1:shapes}, which must be equal on all axes but the one that is",
    "concatenated (`axis`)."
  ), "`Concatenate` layer requires inputs with matching shapes.*", "input_shape=\\[(.*)\\]"),
  different_lengths = rule(says(
    "`inputs` have shapes {5:shapes}: axis {2:next} of length {1} and axis {4:next} of",
    "length {3} must be equal."
  ), "Incompatible input shapes: axis values (\\d+) \\(at axis (\\d+)\\) ",
     "!= (\\d+) \\(at axis (\\d+)\\). Full input shapes: (.*)"),
  unknown_length = rule(says(
    "The length of the last axis of a layer's input is not known, but gives the layer its",
    "weights. If a layer before it learns a vocabulary, call adapt(layer, x) before you",
    "add it to a model."
  ), "Shapes used to initialize variables must be fully-defined"),
  no_keras_tensors = rule(no_keras_tensors, "All `(inputs|outputs)` values must be KerasTensors.*",
                          "including invalid value (.*) of type"),
  slash_in_name = rule(says("`name` = \"{1}\" has a slash, which names of layers cannot have."),
                       "Argument `name` must be a string and cannot contain character `/`. ",
                       "Received: name=(.*) \\(of type"),
  no_numbers = rule(unless_missing(says(
    "The input has elements that are not numbers, such as a column of text or a factor in a",
    "data frame. Convert them to numbers first, for example with model.matrix()."
  )), "Failed to convert a NumPy array to a Tensor \\(Unsupported object type"),
  not_a_tensor = rule(not_a_tensor, "Only input tensors may be passed as positional arguments.*",
                      "keyword argument: (.*) \\(of type <class '(\\w+)'>")
)
