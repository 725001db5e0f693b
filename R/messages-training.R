# R messages for errors of Keras and TensorFlow about training and arguments.

no_targets <- function(found, where, text) {
  if (!where_is_training(where)) {
    return(NULL)
  }
  if (!is.null(argument_value(where, "y"))) {
    return(paste(
      "A loss, metric or layer returned NULL in place of a tensor. Does the function that you",
      "wrote end with its result?"
    ))
  }
  paste(
    "`x` supplies no targets, but the model's loss compares its outputs with them. Supply",
    "list(inputs, targets) for each batch."
  )
}

# Keras leaves out why the function failed; the error of R is the exception's context.
failing_lambda <- function(found, where, text) {
  cause <- where$exception
  while (inherits(cause, "python.builtin.BaseException")) cause <- cause$`__context__`
  paste(
    if (inherits(cause, "condition")) {
      sprintf("The function in layer_lambda() failed: %s.", conditionMessage(cause))
    } else {
      "The function in layer_lambda() did not return a tensor."
    },
    "It is called with a symbolic tensor, which has no values, so it must use tensor functions,",
    "such as op_*()."
  )
}

different_ranks <- function(found, where, text) {
  paste0(
    sprintf("`y` has shape %s, but the model's outputs have %s.", shape_of_text(found[[1]]),
            shape_of_text(found[[2]])),
    if (length(lengths_of_text(found[[2]])) == 2L) {
      " Use to_categorical(), or the loss \"sparse_categorical_crossentropy\" for labels."
    } else if (length(lengths_of_text(found[[2]])) > length(lengths_of_text(found[[1]]))) {
      " Is layer_flatten() missing before the last layer?"
    }
  )
}

wrong_classes_in_dataset <- function(found, where, text) {
  labels <- as.numeric(found[2:3])
  classes <- as.numeric(found[[5]]) + 1
  sprintf(
    paste("`%s` has labels from %s to %s in batch %s, but with %s labels must be whole numbers",
          "from 0 to %s.%s"),
    found[[1]], format(labels[[1]]), format(labels[[2]]), found[[4]],
    if (classes == 1) "one output" else paste(classes, "outputs"), found[[5]],
    if (anyNA(labels) || labels[[1]] < 0) ""
    else if (labels[[2]] < classes) " To predict numbers, use a loss such as \"mse\"."
    else paste(" Subtract 1 from labels that count from 1, or give the last layer a unit for each",
               "class.")
  )
}

# Keras's message holds the whole data.
unrecognized_data <- function(found, where, text) {
  if (where_is_training(where)) {
    return(sprintf(paste(
      "The data contain an object of the Python class `%s`, which Keras does not accept. Supply",
      "arrays, data frames, tensors or datasets."
    ), found[[1]]))
  }
  paste(
    "Keras accepts arrays, tensors and datasets, but R vectors become lists in Python. Use the",
    "R functions fit(), evaluate() and predict(), or convert vectors: np_array(y)."
  )
}

training_rules <- function() list( # nolint: brace_linter.
  other_weights = rule(says(
    "The file has the weights of another model: those of layer `{2}`{1:class} have",
    "shape {3:shape}, but the file has some of shape {4:shape}. Load them into a model",
    "with the same layers."
  ), "(?|could not be loaded. Example error message for object ",
     "<(\\w+) name=([^,]*),.*variable.shape=", a_shape, ", Received: value.shape=", a_shape,
     "|Shape mismatch in layer #\\d+ ()\\(named ([^)]*)\\) ?for weight .*",
     "Weight expects shape ", a_shape, ". Received saved weight with shape ", a_shape, ")"),
  other_weights = rule(says(
    "The file has the weights of another model: layer `{2}`{1:class} has",
    "{3:weight/weights}, but the file has {4} for it. Load them into a model with the",
    "same layers."
  ), "(?|could not be loaded. Example error message for object <(\\w+) ",
     "name=([^,]*),.* expected (\\d+) variables, but received (\\d+) variables",
     "|Weight count mismatch for ()layer #\\d+ \\(named (\\S+) in.*",
     "expects (\\d+) weight.*Received (\\d+) saved weight)"),
  other_weights = rule(says(
    "The file has the weights of another model: the model has {1:layer/layers} with weights,",
    "but the file has {2}. Load them into a model with the same layers."
  ), "Layer count mismatch when loading weights from file. ",
     "Model expected (\\d+) layers, found (\\d+) saved"),
  wrong_classes = rule(wrong_classes_in_dataset,
                       "assertion failed: \\[`(\\w+)` has the classes\\] ",
                       "\\[(\\S+)\\] \\[(\\S+)\\] \\[(\\d+)\\] \\[(\\d+)\\]"),
  wrong_labels = rule(says(
    "`{1}` has labels from {2:number} to {3:number} in batch {4}, but \"binary_crossentropy\"",
    "compares probabilities with labels from 0 to 1. For several classes, use a last layer with a",
    "unit for each and `activation = \"softmax\"`, and the loss",
    "\"sparse_categorical_crossentropy\"."
  ), "assertion failed: \\[`(\\w+)` has the labels\\] ",
     "\\[(\\S+)\\] \\[(\\S+)\\] \\[(\\d+)\\]"),
  missing_in_batch = rule(says(
    "`{1}` has missing values (NA) in row {2} of batch {3}, and the model has no layer that",
    "handles missing values. Leave those observations out, as dataset_filter() does, or fill",
    "the values in."
  ), "assertion failed: \\[`(\\w+)` has missing values\\] \\[(-?\\d+)\\] \\[(\\d+)\\]"),
  no_layers = rule(says(
    "The model has no layers. Add some, as in model |> layer_dense(units = 1)."
  ), "cannot be built because it has no layers"),
  same_name = rule(says(
    "`name` = \"{1}\" is the name of another layer in this model. Choose another name."
  ), "Sequential model should have unique names. Name '([^']*)'"),
  unrecognized_data = rule(unrecognized_data,
                           "Unrecognized data type: x=.*\\(of type <class '([^']*)'>\\)$"),
  no_gradient_of_loop = rule(says(
    "A loop whose length depends on a tensor has no gradient on JAX. Write `for` over an R",
    "vector or over a tensor, or train with TensorFlow: use_backend(\"tensorflow\")."
  ), "Reverse-mode differentiation does not work for lax.while_loop"),
  returned_null = rule(says(
    "A layer returned NULL in place of a tensor. Does the function of layer_lambda(), or of your",
    "own layer, end with its result?"
  ), "Inputs to a layer should be tensors. Got 'None'"),
  failing_lambda = rule(failing_lambda,
                        "could not automatically infer the shape of the Lambda's output"),
  unlike_batches = rule(says(
    "A batch of the generator has data of shape {1:shape}, but those before it had",
    "{2:shape}. Supply batches that differ only in their number of observations."
  ), "Generator yielded an element of shape ", a_shape, " where an element of shape ", a_shape,
     " was expected"),
  not_adapted = rule(says(
    "The layer has no vocabulary yet. Call adapt(layer, data), or supply `vocabulary` when",
    "you create the layer."
  ), "FailedPreconditionError: .*Table not initialized"),
  no_batches = rule(says(
    "`x` has no batches: the function returned NULL when it was called first."
  ), "the generator must yield at least one batch"),
  repeated_terms = rule(says("`vocabulary` has repeated terms: {1:terms}. Use unique(vocabulary)."),
                        "vocabulary has at least one repeated term.*terms are: \\[(.*)\\]"),
  step_of_jax = rule(says(
    "On JAX `train_step` and `test_step` are functions of `state` and `data`, and return",
    "list(logs, state)."
  ), "(?:train|test)_step\\(\\) takes 2 positional arguments but 3 were given"),
  no_targets = rule(no_targets, "None values not supported"),
  no_gradient = rule(says(
    "No weight of the model has a gradient, as the loss does not depend on any. A loss function",
    "must compute its result from `y_pred`, with functions of tensors."
  ), "No gradients provided for any variable"),
  unequal_observations = rule(says(
    "`x` has {1} observations, but `y` has {2}. Supply one target per observation."
  ), "Data cardinality is ambiguous.*'x' sizes: (\\d+)\\s+'y' sizes: (\\d+)"),
  different_ranks = rule(different_ranks,
                         "`target` and `output` must have the same (?:rank|shape).*",
                         "target.shape=", a_shape, ", output.shape=", a_shape),
  not_sizes = rule(not_sizes, "The `(\\w+)` argument must be a tuple of (\\d+) integers. Received ",
                   "\\w+=([^,\\]]*(?:,[ 0-9,\\]]*)?)"),
  no_such_file = rule(no_such_file, "FileNotFoundError: \\[Errno 2\\][^']*'([^']*)'")
)

not_sizes <- function(found, where, text) {
  value <- gsub("[][()]", "", found[[3]])
  if (found[[2]] == "1") {
    return(sprintf("`%s` must be one positive whole number, not %s.", found[[1]], value))
  }
  sprintf("`%s` must be %s positive whole numbers, or one for all, not %s.", found[[1]],
          found[[2]], value)
}

no_such_file <- function(found, where, text) {
  argument <- intersect(c("path", "filepath", "file", "filename", "directory"), where$arguments)
  kind <- if (identical(argument, "directory")) "folder" else "file"
  if (length(argument) > 0L) {
    sprintf("`%s`: there is no %s \"%s\".", argument[[1]], kind, found[[1]])
  } else if (!dir.exists(dirname(found[[1]]))) {
    sprintf("There is no folder \"%s\" for the file \"%s\".", dirname(found[[1]]),
            basename(found[[1]]))
  } else {
    sprintf("There is no file \"%s\".", found[[1]])
  }
}
