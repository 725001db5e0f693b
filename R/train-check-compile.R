# Warnings by compile() about a loss and metrics that do not fit the last layer.

check_loss_and_outputs <- function(model, metrics) {
  if (!is_plain_model(model)) {
    return(invisible())
  }
  last <- output_layer(model)
  loss <- loss_name(model)
  if (is.null(last) || is.null(last$activation)) {
    return(invisible())
  }
  if (is_one_softmax(last)) {
    return(tell("one_softmax"))
  }
  if (grepl("_crossentropy$", loss)) check_cross_entropy(model$loss, loss, last)
  check_accuracy(model, metrics, last)
}

# `units` and `activation` of the layer that computes a model's only output, or NULL if unknown.
output_layer <- function(model) {
  layer <- if (is_sequential(model)) last_layer(model) else maker_of_output(model)
  if (is.null(layer)) {
    return(NULL)
  }
  activation <- attr_or_null(layer, "activation", FALSE)
  list(
    units = attr_or_null(layer, "units", TRUE) %||%
      utils::tail(model_shape(model, "output_shape"), 1L),
    activation = if (inherits(layer, "keras.src.layers.activations.softmax.Softmax")) "softmax" else
      if (!is.null(activation)) attr_or_null(activation, "__name__", TRUE)
  )
}

last_layer <- function(model) {
  layers <- model$layers
  if (length(layers)) layers[[length(layers)]]
}

maker_of_output <- function(model) {
  outputs <- attr_or_null(model, "outputs", TRUE)
  history <- if (length(outputs) == 1L) attr_or_null(outputs[[1]], borrowed_names("history"), FALSE)
  if (!is.null(history)) attr_or_null(history, "operation", FALSE)
}

is_one_softmax <- function(last) identical(last$units, 1L) && last$activation == "softmax"

# Keras's warnings in training of what compile() has warned of.
is_told_by_compile <- function(model, text) {
  if (!is_plain_model(model) || !grepl("softmax is over an axis|from_logits = TRUE", text)) {
    return(FALSE)
  }
  last <- output_layer(model)
  !is.null(last) && !is.null(last$activation) &&
    (is_one_softmax(last) || last$activation %in% c("softmax", "sigmoid"))
}

check_cross_entropy <- function(object, loss, last) {
  from_logits <- is_py_object(object) && isTRUE(attr_or_null(object, "from_logits", TRUE))
  is_categorical <- loss == "categorical_crossentropy"
  if (is_categorical && identical(last$units, 1L)) {
    return(tell("one_class", loss))
  }
  if (from_logits && last$activation %in% c("softmax", "sigmoid")) {
    tell("no_logits", last$activation)
  } else if (!from_logits && last$activation == "linear") {
    tell("no_probability", loss, if (startsWith(loss, "binary")) "sigmoid" else "softmax")
  } else if (is_categorical && last$activation == "sigmoid") {
    tell("exclusive_sigmoid", loss)
  }
}

# Accuracy is valid for probabilities, even if the model is trained with a regression loss.
check_accuracy <- function(model, metrics, last) {
  name <- intersect(unlist_strings(metrics), c("accuracy", "acc"))
  is_of_numbers <- last$activation %in% c("linear", "relu") &&
    compares_one_by_one(model$loss, setdiff(one_by_one, of_two_classes))
  if (length(name) && is_of_numbers) tell("accuracy", name[[1]], shown_loss(model$loss))
}

shown_loss <- function(loss) if (is.character(loss)) loss else sub(".*[.]", "", class(loss)[[1]])
