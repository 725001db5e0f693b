# R messages for warnings of Keras and TensorFlow that name Python functions.

# Keras's code is recognized by the text, as the texts are long. NULL for what is not worth telling.
notice_in_r_words <- function(notice) {
  if (grepl(noise, notice$message)) {
    return(NULL)
  }
  where <- list(name = "", arguments = character())
  said <- by_rules(warning_rules(), notice$message, where)
  if (is.null(said)) {
    return(notice)
  }
  notice$message <- said$text
  class(notice) <- c(paste0("rkeras_warning_", said$id), class(notice))
  notice
}

# Each model has its own graphs, but TensorFlow counts the graphs of all models together. And rkeras
# checks the structure of inputs itself.
noise <- paste(
  "^\\d+ out of the last \\d+ calls to <function TensorFlowTrainer[. ]",
  "^The structure of `inputs` doesn't match the expected structure",
  # An optimizer that has made no step has its count of steps and its learning rate alone.
  "^Skipping variable loading for optimizer '[^']*', .* the saved optimizer has [12] variables",
  # Layers without weights.
  paste0(
    "^Layer (InputLayer|Activation|Softmax|Flatten|Reshape|Permute|Rescaling|Add|Multiply|",
    "Concatenate|\\w*(ReLU|Dropout|Pooling|Padding|Sampling)\\w*) does not have a `quantize` method"
  ),
  # TensorFlow's own code, in iterators of graphs and in dataset_rejection_resample().
  "Iterator[.]output_\\w+ [(]from tensorflow[.]python[.]data[.]ops[.]iterator_ops[)] is deprecated",
  "Print [(]from tensorflow[.]python[.]ops[.]logging_ops[)] is deprecated",
  # A layer written in R that has layers is called when a file is loaded, and they are built then.
  # Weights that were not loaded are a warning of their own.
  "however the layer does not have a `build[(][)]` method implemented and it looks like it has",
  # Parameters of Python functions that nobody calls; the inputs keep their names.
  "is not a valid tf.function parameter name. Sanitizing to",
  # The error itself follows.
  "^jax[.]pure_callback failed",
  sep = "|"
)

retracing <- function(found, where, text) {
  # A graph within TensorFlow, which no argument of the user's call changes.
  if (grepl("<function pfor.", found[[3]], fixed = TRUE)) {
    return(paste(
      "Each of these calls compiles a graph, which takes long. Within tf_function() the graph is",
      "compiled once."
    ))
  }
  sprintf(
    paste(
      "TensorFlow compiled its graph anew in %s of the last %s calls of %s, which takes long. Pass",
      "tensors in place of R numbers, and data of the same shapes and types."
    ), found[[1]], found[[2]], sub(" at 0x[0-9a-f]+", "", found[[3]])
  )
}

warning_rules <- function() list( # nolint: brace_linter.
  weights_not_loaded = rule(says(
    "The weights of {1:names_of_objects} were not loaded, as those in the file have other shapes."
  ), "List of objects that could not be loaded:\\s*(.*)$"),
  not_built = rule(says(
    "The model is not built yet, so the file has no weights. Call the model on data first, or give",
    "`input_shape`."
  ), "^You are saving a model that has not yet been built"),
  ran_out = rule(says(
    "The data ended before an epoch had `steps_per_epoch` batches, so it was shorter. Supply",
    "more batches, repeat the data with dataset_repeat(), or leave out `steps_per_epoch`."
  ), "Your input ran out of data; interrupting training"),
  overflow = rule(says(
    "Numbers beyond 3.4e38 become infinite, as Keras computes with 32-bit floats. Scale the data."
  ), "^overflow encountered in cast"),
  no_gradient = rule(says(
    "The loss does not depend on the weights {1:names}, so training does not change them. Is a",
    "layer not connected to the output, or is `loss` missing in compile()?"
  ), "Gradients do not exist for variables \\[(.*)\\] when minimizing"),
  one_softmax = rule(says(
    "The softmax is over an axis of length 1, so the result is always 1. For two classes, use",
    "`activation = \"sigmoid\"` with `loss = \"binary_crossentropy\"`."
  ), "softmax over axis .* has size 1"),
  no_logits = rule(says(
    "`from_logits = TRUE` of {1}(), but the model's outputs are the result of a {2:lower}",
    "activation, which are probabilities. Remove `from_logits` or the activation."
  ), "`(\\w+)` received `from_logits=True`, but .* produced by a (\\w+)"),
  retracing = rule(retracing,
                   "^(\\d+) out of the last (\\d+) calls to (.*) triggered tf.function retracing")
)
