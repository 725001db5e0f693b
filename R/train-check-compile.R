# Warnings by compile() about a loss and metrics that do not fit the last layer.

check_loss_and_outputs <- function(facts, metrics) {
  if (!facts$is_plain || is.null(facts$activation)) {
    return(invisible())
  }
  if (is_one_softmax(facts)) {
    return(tell("one_softmax"))
  }
  if (grepl("_crossentropy$", facts$loss)) check_cross_entropy(facts)
  check_accuracy(facts, metrics)
}

is_one_softmax <- function(facts) identical(facts$units, 1L) && facts$activation == "softmax"

# Keras's warnings in training of what compile() has warned of.
is_told_by_compile <- function(facts, w) {
  facts$is_plain && inherits(w, c("rkeras_warning_one_softmax", "rkeras_warning_no_logits")) &&
    !is.null(facts$activation) &&
    (is_one_softmax(facts) || facts$activation %in% c("softmax", "sigmoid"))
}

check_cross_entropy <- function(facts) {
  loss <- facts$loss
  is_categorical <- loss == "categorical_crossentropy"
  if (is_categorical && identical(facts$units, 1L)) {
    return(tell("one_class", loss))
  }
  if (facts$from_logits && facts$activation %in% c("softmax", "sigmoid")) {
    tell("no_logits", facts$activation)
  } else if (!facts$from_logits && facts$activation == "linear") {
    tell("no_probability", loss, if (startsWith(loss, "binary")) "sigmoid" else "softmax")
  } else if (is_categorical && facts$activation == "sigmoid") {
    tell("exclusive_sigmoid", loss)
  }
}

# Accuracy is valid for probabilities, even if the model is trained with a regression loss.
check_accuracy <- function(facts, metrics) {
  name <- intersect(unlist_strings(metrics), c("accuracy", "acc"))
  is_of_numbers <- facts$activation %in% c("linear", "relu") && facts$compares %in% of_numbers
  if (length(name) && is_of_numbers) tell("accuracy", name[[1]], shown_loss(facts$model$loss))
}

shown_loss <- function(loss) if (is.character(loss)) loss else sub(".*[.]", "", class(loss)[[1]])
