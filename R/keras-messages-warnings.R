# R messages for warnings of Keras and TensorFlow that name Python functions.

# Keras's code is recognized by the text, as the texts are long. NULL for what is not worth telling.
notice_in_r_words <- function(notice) {
  if (grepl(noise, notice$message)) {
    return(NULL)
  }
  where <- list(name = "", arguments = character())
  notice$message <- by_rules(warning_rules(), notice$message, where) %||% notice$message
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
  # The error itself follows.
  "^jax[.]pure_callback failed",
  sep = "|"
)

unavailable_monitor <- function(found, where, text) {
  known <- strsplit(found[[2]], ", ?")[[1]]
  sprintf("`monitor` = \"%s\" is not a metric of this training, which has %s.%s", found[[1]],
          in_quotes(known), did_you_mean(closest(found[[1]], known), "\""))
}

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
  rule(says("Keras cannot quantize layers of the class {1}: they keep their weights."),
       "^Layer (\\w+) does not have a `quantize` method"),
  rule(unavailable_monitor, "conditioned on metric `([^`]+)` which is not available[.] ",
       "Available metrics are: (.+)$"),
  rule(says(
    "The weights of {1:names_of_objects} were not loaded, as those in the file have other shapes."
  ), "List of objects that could not be loaded:\\s*(.*)$"),
  rule(says(
    "The file has the state of another optimizer or of other weights ({2} variables, not",
    "{1}), so the optimizer of the model keeps its own state."
  ), "^Skipping variable loading for optimizer '[^']*', because it has (\\d+) ",
     "variables whereas the saved optimizer has (\\d+) variables"),
  rule(
    says(
      "The data ended before an epoch had `steps_per_epoch` batches, so it was shorter. Supply",
      "more batches, repeat the data with dataset_repeat(), or leave out `steps_per_epoch`."
    ), "Your input ran out of data; interrupting training"
  ),
  rule(
    says(
      "HDF5 (.h5) is a legacy format of models. Use a path that ends in .keras, as in",
      "save_model(model, \"model.keras\")."
    ), "You are saving your model as an HDF5 file"
  ),
  rule(
    says(
      "The loaded model is compiled, but its metrics are unknown until it has been trained or",
      "evaluated."
    ), "Compiled the loaded model, but the compiled metrics have yet to be built"
  ),
  rule(
    says(
      "The model is saved without weights, as it has not been built: pass `input_shape`, or call",
      "it on data first."
    ), "You are saving a model that has not yet been built"
  ),
  rule(
    says(
      "The shape of the input belongs to the model: keras_model_sequential(input_shape = ) or",
      "keras_input()."
    ), "Do not pass an `input_shape`/`input_dim` argument to a layer"
  ),
  rule(
    says(
      "No weight of the model is trainable, so training changes nothing. See unfreeze_weights()."
    ),
    "The model does not have any trainable weights"
  ),
  rule(
    says(
      "The `trainable` of a layer has changed since compile(), and the optimizer still has the",
      "weights of before. Call compile() again."
    ), "A layer's `trainable` state has changed since the model was compiled"
  ),
  rule(
    says("`run_eagerly = TRUE` runs the code step by step, so `jit_compile = TRUE` is ignored."),
    "If `run_eagerly` is True, then `jit_compile` cannot"
  ),
  rule(
    says(
      "`shuffle = TRUE` has no effect, as `x` supplies batches. Shuffle its elements with",
      "dataset_shuffle()."
    ), "`shuffle=True` was passed, but will be ignored"
  ),
  rule(
    says(
      "Numbers beyond 3.4e38 become infinite, as Keras computes with 32-bit floats. Scale the data."
    ), "^overflow encountered in cast"
  ),
  rule(says(
    "The loss does not depend on the weights {1:names}, so training does not change them. Is a",
    "layer not connected to the output, or is `loss` missing in compile()?"
  ), "Gradients do not exist for variables \\[(.*)\\] when minimizing"),
  rule(says(
    "Layer `{1}` ({2}) does not support masking, so layers after it do not see which steps",
    "are padding. Use a layer that supports masking, or remove the mask where it is made."
  ), "^Layer '([^']*)' \\(of type (\\w+)\\) was passed an input with a mask"),
  rule(says(
    "`inputs` calls \"{1}\" what keras_input() named \"{2}\". Name both alike:",
    "keras_input(name = \"{1}\")."
  ), "^When providing `inputs` as a dict.*Received key '([^']*)'.* has name '([^']*)'"),
  rule(says(
    "The softmax is over an axis of length 1, so the result is always 1. For two classes, use",
    "`activation = \"sigmoid\"` with `loss = \"binary_crossentropy\"`."
  ), "softmax over axis .* has size 1"),
  rule(says(
    "`from_logits = TRUE` of {1}(), but the model's outputs are the result of a {2:lower}",
    "activation, which are probabilities. Remove `from_logits` or the activation."
  ), "`(\\w+)` received `from_logits=True`, but .* produced by a (\\w+)"),
  rule(retracing, "^(\\d+) out of the last (\\d+) calls to (.*) triggered tf.function retracing")
)
