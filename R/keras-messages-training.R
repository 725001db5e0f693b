# R messages for errors of Keras and TensorFlow about training, arguments and graphs.

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

# Of the arguments in the call, the first that has a whole number without `L`.
integer_needed <- function(found, where, text) {
  given <- as.list(where$call)[-1]
  is_whole_double <- vapply(given, function(x) is.double(x) && length(x) == 1L && x == trunc(x), NA)
  named <- which(is_whole_double & nzchar(names(given) %||% character(length(given))))
  name <- if (length(named)) names(given)[[named[[1]]]] else "batch_size"
  value <- if (length(named)) format(given[[named[[1]]]], scientific = FALSE) else "3"
  sprintf(paste(
    "Counts such as `%s` must be integers: in R, `%s` is a double, write `%sL`. The R functions",
    "fit(), evaluate() and predict() convert them."
  ), name, value, value)
}

training_rules <- function() list( # nolint: brace_linter.
  rule(says(
    "The condition of an `if`, `while` or the like has {1} values, but must be one TRUE or",
    "FALSE. Use op_any(), op_all(), or ifelse() to choose for each element."
  ), "one_condition.*Input to reshape is a tensor with (\\d+) values"),
  rule(failing_lambda, "could not automatically infer the shape of the Lambda's output"),
  rule(
    says("The model has no layers. Add some, as in model |> layer_dense(units = 1)."),
    "cannot be built because it has no layers"
  ),
  rule(
    says(
      "A layer returned NULL in place of a tensor. Does the function of layer_lambda(), or of your",
      "own layer, end with its result?"
    ), "Inputs to a layer should be tensors. Got 'None'"
  ),
  rule(says(
    "The data have inputs with the names {1:keys}, but the model takes one input without a name.",
    "Combine them into one tensor, as dataset_prepare() does, or give the model an input for each."
  ), "The structure of `inputs` doesn't match the expected structure\\.\\s+",
       "Expected: \\w+\\s+Received: inputs=\\{(.*)\\}"),
  rule(says(
    "A batch of the generator has data of shape {1:shape}, but those before it had",
    "{2:shape}. Supply batches that differ only in their number of observations."
  ), "Generator yielded an element of shape ", a_shape, " where an element of shape ", a_shape,
     " was expected"),
  rule(says("`x` has no batches: the function returned NULL when it was called first."),
       "the generator must yield at least one batch"),
  rule(says(
    "The file has the weights of another model: those of layer `{2}`{1:class} have",
    "shape {3:shape}, but the file has some of shape {4:shape}. Load them into a model",
    "with the same layers."
  ), "(?|could not be loaded. Example error message for object ",
     "<(\\w+) name=([^,]*),.*variable.shape=", a_shape, ", Received: value.shape=", a_shape,
     "|Shape mismatch in layer #\\d+ ()\\(named ([^)]*)\\) ?for weight .*",
     "Weight expects shape ", a_shape, ". Received saved weight with shape ", a_shape, ")"),
  rule(says(
    "The file has the weights of another model: layer `{2}`{1:class} has",
    "{3:weight/weights}, but the file has {4} for it. Load them into a model with the",
    "same layers."
  ), "(?|could not be loaded. Example error message for object <(\\w+) ",
     "name=([^,]*),.* expected (\\d+) variables, but received (\\d+) variables",
     "|Weight count mismatch for ()layer #\\d+ \\(named (\\S+) in.*",
     "expects (\\d+) weight.*Received (\\d+) saved weight)"),
  rule(says(
    "The file has the weights of another model: the model has {1:layer/layers} with weights,",
    "but the file has {2}. Load them into a model with the same layers."
  ), "Layer count mismatch when loading weights from file. ",
     "Model expected (\\d+) layers, found (\\d+) saved"),
  rule(wrong_classes_in_dataset, "assertion failed: \\[`(\\w+)` has the classes\\] ",
       "\\[(\\S+)\\] \\[(\\S+)\\] \\[(\\d+)\\] \\[(\\d+)\\]"),
  rule(says(
    "`{1}` has labels from {2:number} to {3:number} in batch {4}, but \"binary_crossentropy\"",
    "compares probabilities with labels from 0 to 1. For several classes, use a last layer with a",
    "unit for each and `activation = \"softmax\"`, and the loss",
    "\"sparse_categorical_crossentropy\"."
  ), "assertion failed: \\[`(\\w+)` has the labels\\] ",
       "\\[(\\S+)\\] \\[(\\S+)\\] \\[(\\d+)\\]"),
  rule(says(
    "`{1}` has missing values (NA) in row {2} of batch {3}, and the model has no layer that",
    "handles missing values. Leave those observations out, as dataset_filter() does, or fill",
    "the values in."
  ), "assertion failed: \\[`(\\w+)` has missing values\\] \\[(-?\\d+)\\] \\[(\\d+)\\]"),
  rule(says(
    "The batches have ended, and there is none for another epoch. A function that returns `NULL`",
    "after the last batch of an epoch is called again for the next one: let it begin anew. Or let",
    "it return batches without end, with `steps_per_epoch` (or `validation_steps`). A generator",
    "of Python serves one epoch."
  ), "no batches are left for another pass"),
  rule(says(
    "The data have no batch: nothing is left of them, or they served one pass only. Check what",
    "filters the data, and that a later epoch begins anew."
  ), "the data of an epoch have no batches"),
  rule(unrecognized_data, "Unrecognized data type: x=.*\\(of type <class '([^']*)'>\\)$"),
  rule(no_targets, "None values not supported"),
  rule(
    says(
      "No weight of the model has a gradient, as the loss does not depend on any. A loss function",
      "must compute its result from `y_pred`, with functions of tensors."
    ), "No gradients provided for any variable"
  ),
  rule(says(
    "A batch has targets of shape {1:shape}, but the model's outputs for it have {2:shape}. Supply",
    "one target for each output."
  ), "(?:The (?:loss|metric \"[^\"]*\") compares targets of shape |",
     "compile_loss/.*Incompatible shapes: )", a_shape,
     " (?:with outputs of shape|vs.) ", a_shape),
  rule(says("`x` has {1} observations, but `y` has {2}. Supply one target per observation."),
       "Data cardinality is ambiguous.*'x' sizes: (\\d+)\\s+'y' sizes: (\\d+)"),
  rule(different_ranks, "`target` and `output` must have the same (?:rank|shape).*target.shape=",
       a_shape, ", output.shape=", a_shape),
  rule(unknown_monitor, "callback received monitor=(\\S+), but Keras isn't able"),
  rule(integer_needed,
       "Expected int32 passed to parameter 'size' of op 'Slice', got \\[[0-9]+[.]0\\]"),
  rule(says(
    "A loop whose length depends on a tensor has no gradient on JAX. Write `for` over an R",
    "vector or over a tensor, or train with TensorFlow: use_backend(\"tensorflow\")."
  ), "Reverse-mode differentiation does not work for lax.while_loop"),
  rule(says("`filepath` must end in \"{1}\", not \"{2}\"."),
       "filepath provided must end in `([^`]*)`.*filepath=(.*)$")
)

unknown_monitor <- function(found, where, text) {
  model <- argument_value(where, "object")
  names <- c("loss", if (is_py_object(model)) unlist(attr_or_null(model, "metrics_names", TRUE)))
  guess <- closest(found[[1]], c(names, paste0("val_", names)))
  if (length(guess)) {
    return(sprintf("`monitor` = \"%s\" is not a metric of this training.%s", found[[1]],
                   did_you_mean(guess, "\"")))
  }
  sprintf(
    paste("`monitor` = \"%s\" is not a metric whose direction is known. If the name is right, set",
          "`mode` to \"max\" if larger values are better or to \"min\" if smaller ones are."),
    found[[1]]
  )
}

# ---- Arguments -----------------------------------------------------------------------------------

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

no_files_in_folder <- function(found, where, text) {
  folder <- found[[2]]
  if (!dir.exists(folder)) {
    return(sprintf("`directory`: there is no folder \"%s\".", folder))
  }
  sprintf("`directory`: the folder \"%s\" has no %s%s.", folder, found[[1]],
          if (nzchar(found[[3]])) sprintf(" (%s)", gsub("[()']", "", found[[3]])) else "")
}

argument_rules <- function() list( # nolint: brace_linter.
  rule(if_given("sequences", says(
    "`sequences` contains text (\"{1}\") in place of integers. Convert text with",
    "layer_text_vectorization(), or keep it with `dtype = \"object\"`."
  )), "invalid literal for int\\(\\) with base 10: '(.*)'"),
  rule(says("`{1}` must be {2:choices}, not \"{3}\"."),
       "The `(\\w+)` argument must be (?:a list/tuple or )?one of \\{([^}]*)\\}.*",
       "Received: (?:\\w+=)?(.*?)\\.?$"),
  rule(not_sizes, "The `(\\w+)` argument must be a tuple of (\\d+) integers. Received ",
       "\\w+=([^,\\]]*(?:,[ 0-9,\\]]*)?)"),
  rule(no_such_file, "FileNotFoundError: \\[Errno 2\\][^']*'([^']*)'"),
  rule(no_files_in_folder,
       "No (\\w+(?: files)?) found in directory (.*)\\. Allowed formats?: (.*)"),
  # Elements that methods of base R require of an object.
  rule(says(
    "A Keras model has no coefficients. get_weights() returns its weights. summary() describes the",
    "model."
  ), "object has no attribute 'coefficients'"),
  rule(says(
    "A Keras model has no {1}. predict(), residuals() and logLik() are there for models with a",
    "formula. summary() describes the model."
  ), "object has no attribute '(residuals|fitted(?:.values)?|na.action|df.residual|deviance)'")
)

# ---- Graphs --------------------------------------------------------------------------------------

with_tensor_int_remedy <- function(found, where, text) {
  with_int_remedy(found, where, sub("Value for attr '\\w+' of float.*$",
                                    "A shape must be integers.", text))
}

graph_rules <- function() list( # nolint: brace_linter.
  rule(says("{1}: {3}\nThis happened in `{2}`."), "^(\\w+): Graph execution error:\\s*",
       "Detected at node (?:StatefulPartitionedCall/)?(\\S+?):\\s*(.*)$"),
  rule(with_tensor_int_remedy, "of type '<class 'float'>'|EagerTensor of dtype int|",
       "Value for attr 'Tshape' of float")
)
