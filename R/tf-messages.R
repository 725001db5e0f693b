# R messages for errors of TensorFlow's own functions: sessions, devices, dtypes, files.

# These come before the messages of Keras, in which such errors concern a layer.
session_rules <- function() {
  list(
    rule(says(
      "The placeholder `{1}` has no value: give it one in `feed_dict`, as in run(y,",
      "feed_dict = dict(x = value)) for the placeholder in the variable `x`."
    ), "You must feed a value for placeholder tensor '([^']+)' with dtype (\\w+)"),
    rule(says(
      "The variable `{1}` has no value in this session: run",
      "tf$compat$v1$global_variables_initializer() first."
    ), "Could not find variable ([^\\s.]+)\\. This could mean")
  )
}

tf_rules <- function() {
  list(
    rule(says(
      "A tensor that a branch, a loop or another function computed in a graph is used",
      "outside of it. Return it as a value. If a function that a loop calls assigns a",
      "variable `x` with `<<-`, call ag_loop_vars(+x) before the loop."
    ), "is out of scope and cannot be used here"),
    rule(says(unranked_text), "with unknown rank|on an unknown TensorShape|statically known rank|",
         "for an array with dimension -1|with shape <unknown>|from shape <unknown>"),
    rule(says(
      "The tensors belong to different graphs. Create all of them, and the session, inside of",
      "one with(graph$as_default(), ...)."
    ), "must be from the same graph as|not an element of this graph"),
    rule(says("The graph has no tensor or operation `{1}`."),
         "Argument `fetch` = ([^ ]+) cannot be interpreted as.*does not exist"),
    rule(says("A session runs tensors, operations and their names, not {1}."),
         "Argument `fetch` = ([^ ]+) (?:has invalid type|cannot be interpreted as)"),
    rule(says(
      "`feed_dict` has the key \"{1}\", which is not a tensor: in dict(x = value), `x` must",
      "be a variable that holds the placeholder."
    ), "Cannot interpret feed_dict key as Tensor: The name '([^']+)'"),
    rule(says("There is no device {1:device} here, only {2:devices}."),
         "Could not satisfy device specification '([^']*)'.*",
         "All available devices \\[([^]]*)\\]"),
    rule(says("`{1}` is not the name of a device, such as \"CPU:0\" or \"GPU:0\"."),
         "Unknown attribute '([^']+)' is encountered while parsing the device"),
    rule(says(
      "There is not enough memory on {3:device} for a tensor of shape {1:shape} and dtype",
      "{2:dtype}. Use smaller batches, or a smaller dtype."
    ), "OOM when allocating tensor with shape\\[([0-9,]*)\\] and type (\\w+) on (\\S+)"),
    # JAX and PyTorch tell the size in bytes only.
    rule(says(
      "There is not enough memory on the device for an array of {1}. Use smaller batches, or a",
      "smaller dtype."
    ), "[Oo]ut of memory(?: while trying to allocate| allocating|. Tried to allocate) ",
       "([0-9.]+ ?\\w+)"),
    rule(no_listed_device, "(?:Device not found: |Unknown backend: ')([^\\s']+)"),
    rule(says(
      "This tape has computed its gradients: a tape does so once. Create it with",
      "tf$GradientTape(persistent = TRUE) to compute more."
    ), "A non-persistent GradientTape can only be used"),
    rule(says(
      "The values of a tensor cannot be changed: use a tf$Variable(), or `x[i] <- value` for",
      "a copy."
    ), "EagerTensor' object has no attribute 'assign"),
    rule(says(
      "{1} has the dtypes {2:dtype} and {3:dtype}, which must be equal. Convert one of them:",
      "op_cast(x, \"{2:dtype}\")."
    ), "cannot compute (\\w+?)(?:V2)? as input #\\d+\\(zero-based\\) was expected to ",
       "be an? (\\w+) tensor but is an? (\\w+) tensor"),
    rule(says(
      "Strings cannot be cast to {1:dtype}: tf$strings$to_number(x, \"{1:dtype}\") reads",
      "numbers."
    ), "Cast string to (\\w+) is not supported"),
    rule(says("The string \"{1}\" is not a number."),
         "StringToNumberOp could not correctly convert string: ([^\n]*)"),
    rule(says("There is no such operation for {1:dtype}, only for {2:dtypes}."),
         "Value for attr '\\w+' of (\\w+) is not in the list of allowed values: ([a-z0-9, ]+)"),
    rule(says("There is no file \"{1}\"."),
         "NotFoundError: (?:[^\n]*(?:; |}} ?))?([^\n;]+); No such file or directory"),
    rule(says("There is no saved model in \"{1}\"."),
         "SavedModel file does not exist at: (.*)/\\{saved_model"),
    rule(says("There is no axis {1}: the tensor has {2}, which Python counts from 0."),
         "Invalid reduction dimension \\(?(-?\\d+) for input with (\\d+) dimension"),
    rule(says("Axis {1:next} has length {2}: only axes of length 1 can be removed."),
         "Can not squeeze dim\\[(\\d+)\\], expected a dimension of 1, got (\\d+)")
  )
}

no_listed_device <- function(found, where, text) {
  sprintf("There is no device %s here, only %s.", found[[1]],
          toString(distribution_list_devices()))
}
