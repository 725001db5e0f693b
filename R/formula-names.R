# Names of the inputs and outputs of models of tabular(). Users see their own; Keras and TensorFlow,
# which allow fewer, get others. Values are renamed where they pass from R to Python and back.

# list(inputs, outputs), all of them different. Names of layers have no slash, and TensorFlow's
# scopes, which are named after outputs, only some characters.
keras_names <- function(inputs, outputs) {
  outputs <- sub("^[_.-]", "y", gsub("[^A-Za-z0-9_.-]", "_", outputs))
  names <- c(gsub("/", "_", inputs, fixed = TRUE), outputs)
  is_taken <- sub("_[0-9]+$", "", names) %in% taken_names
  names[is_taken] <- paste0(names[is_taken], "_column")
  # ensemble() adds the means of outputs, and there are the predictions of members.
  others <- c(paste0(outputs, "_mean"), members_layer(outputs))
  names <- utils::tail(make.unique(c(others, names), "_"), length(names))
  list(inputs = utils::head(names, length(inputs)), outputs = utils::tail(names, length(outputs)))
}

# Those of the other layers and operations, most of which Keras names and numbers.
taken_names <- c(
  "(offset)", "activation", "add", "average", "cast", "concatenate", "cos", "divide", "exp",
  "get_item", "greater", "identity", "isnan", "less_equal", "log", "log_softmax", "logical_and",
  "maximum", "member", "mod", "multiply", "network", "normalization", "repeat", "rescaling",
  "reshape", "sin", "square", "string_lookup", "subtract", "take", "temperature", "true_divide",
  "where"
)

# Of files of earlier versions, which had the names of columns.
input_keys <- function(design) design$keys %||% names(design$table)

# ---- Outputs -------------------------------------------------------------------------------------

# The values of outputs, in a list by name, from Python. On PyTorch Keras sorts the names.
by_response <- function(values, design) {
  outputs <- design$outputs
  if (is.list(values) && length(outputs) > 1L && setequal(names(values), outputs)) {
    values <- values[outputs]
  }
  with_other_names(values, design$outputs, names(design$targets))
}

# The names of outputs that users know.
shown_outputs <- function(facts) {
  design <- facts$memory$trained$formula
  if (length(design$targets) > 1L) names(design$targets) else response_names(facts)
}

with_other_names <- function(values, from, to) {
  if (!is.list(values) || length(from) < 2L) return(values)
  at <- match(names(values), from)
  names(values)[!is.na(at)] <- to[at[!is.na(at)]]
  values
}

# Metrics of several outputs begin with the name of theirs: "val_price_loss".
metrics_by_response <- function(values, design) {
  if (length(design$outputs) < 2L) return(values)
  names <- names(values)
  at <- output_of_metric(names, design$outputs)
  validation <- ifelse(startsWith(names, "val_"), "val_", "")
  metric <- substring(names, nchar(validation) + nchar(design$outputs[at]) + 1L)
  names(values) <- ifelse(is.na(at), names, paste0(validation, names(design$targets)[at], metric))
  values
}

# The position of each metric's output, or NA.
output_of_metric <- function(names, outputs) {
  vapply(sub("^val_", "", names), function(name) {
    found <- which(startsWith(name, paste0(outputs, "_")))
    c(found[order(-nchar(outputs[found]))], NA)[[1]]
  }, 1L)
}

# Names that several inputs of the formula have, as `log(x)` and a column of this name.
check_names_differ <- function(names) {
  if (anyDuplicated(names)) {
    abort("The formula has several inputs with the name `%s`. Rename the column of this name.",
          names[duplicated(names)][[1]])
  }
}

history_by_response <- function(history, design) {
  history[c("metrics", "epochs")] <- lapply(history[c("metrics", "epochs")], metrics_by_response,
                                            design)
  history
}
