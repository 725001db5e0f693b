# tidy(), glance() and augment(): histories, models and their predictions as data frames.

#' Models and histories as data frames
#'
#' `tidy()` returns one row for each component of a model or training history, `glance()` one row
#' with a summary, and `augment()` the data with the model's predictions in additional columns. The
#' generics are those of the package generics, which broom and tidymodels use as well.
#'
#' @param x A Keras model, or a training history that [fit()] returned.
#' @param data,newdata Data frame. The inputs; give either of the two.
#' @param ... For `augment()`, arguments of `predict()`; otherwise not used.
#' @return A data frame.
#' * `tidy(history)`: one row per value: `epoch`, `value`, `metric`, `data` (`"training"` or
#'   `"validation"`).
#' * `glance(history)`: `epochs`, the index of the last epoch, and the final value of each metric.
#' * `tidy(model)`: one row per layer: `layer`, its name; `class`; `output_shape`, where `NA`
#'   means any length; `parameters`, their number; `trainable`.
#' * `glance(model)`: `layers`, `parameters` and `trainable_parameters`, their numbers; `loss` and
#'   `optimizer`, their names, `NA` before [compile()].
#' * `augment(model, data)`: `data` and `.fitted`, the predictions. A model with several output
#'   columns has one column for each, `.fitted_1` and so on. If the classes are known, as after
#'   [fit()] with a factor, `.fitted` is the most likely class, and `.fitted_<class>` its
#'   probability. For a model with several outputs, the names begin with `.fitted_<output>`.
#' @concept broom
#' @concept tidymodels
#' @concept training history
#' @seealso [fit()], [plot.keras_training_history()]
#' @examplesIf is_keras_available()
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_dense(units = 8, activation = "relu") |>
#'   layer_dense(units = 3, activation = "softmax")
#' tidy(model)
#' model |> compile(loss = "sparse_categorical_crossentropy")
#' glance(model)
#' history <- model |> fit(iris[1:4], iris$Species, epochs = 2, verbose = 0)
#' tidy(history)
#' glance(history)
#' head(augment(model, iris[1:4]), 3)
#' @aliases tidy glance augment
#' @name tidy.keras_training_history
NULL

#' @rdname tidy.keras_training_history
#' @exportS3Method generics::tidy keras_training_history
tidy.keras_training_history <- function(x, ...) as.data.frame(x)

#' @rdname tidy.keras_training_history
#' @exportS3Method generics::glance keras_training_history
glance.keras_training_history <- function(x, ...) {
  last <- lapply(x$metrics, function(value) value[[length(value)]])
  epochs <- max(as.data.frame(x)$epoch, 0L, na.rm = TRUE)
  do.call(data.frame, c(list(epochs = epochs), last))
}

#' @rdname tidy.keras_training_history
#' @exportS3Method generics::tidy keras.src.callbacks.history.History
tidy.keras.src.callbacks.history.History <- function(x, ...) as.data.frame(x)

#' @rdname tidy.keras_training_history
#' @exportS3Method generics::glance keras.src.callbacks.history.History
glance.keras.src.callbacks.history.History <- function(x, ...) {
  generics::glance(as_training_history(x))
}

#' @rdname tidy.keras_training_history
#' @exportS3Method generics::tidy keras.src.models.model.Model
tidy.keras.src.models.model.Model <- function(x, ...) {
  rows <- lapply(x$layers, function(layer) {
    lengths <- attr_or_null(layer_output(layer), "shape", TRUE)
    shape <- if (!is.null(lengths)) format_shape(as.integer(shape(dims = lengths)))
    data.frame(
      layer = layer$name,
      class = class_name_of(layer),
      output_shape = shape %||% NA_character_,
      parameters = if (has_flag(layer, "built")) as.integer(layer$count_params()) else NA_integer_,
      trainable = isTRUE(layer$trainable)
    )
  })
  do.call(rbind, c(list(data.frame(
    layer = character(), class = character(), output_shape = character(),
    parameters = integer(), trainable = logical()
  )), rows))
}

# A layer that was not called, or was called several times, has no single output.
layer_output <- function(layer) {
  tryCatch(layer$output, python.builtin.Exception = function(e) NULL)
}

#' @rdname tidy.keras_training_history
#' @exportS3Method generics::glance keras.src.models.model.Model
glance.keras.src.models.model.Model <- function(x, ...) {
  trained <- has_flag(x, "compiled")
  data.frame(
    layers = length(x$layers),
    parameters = if (has_flag(x, "built")) n_numbers(x$weights) else NA_real_,
    trainable_parameters = if (has_flag(x, "built")) n_numbers(x$trainable_weights) else NA_real_,
    loss = if (trained) name_of_loss(get_attr(x, "loss", FALSE)) else NA_character_,
    optimizer = if (trained) class_name_of(x$optimizer) else NA_character_
  )
}

#' @rdname tidy.keras_training_history
#' @exportS3Method generics::augment keras.src.models.model.Model
augment.keras.src.models.model.Model <- function(x, data = newdata, newdata, ...) {
  outputs <- stats::predict(x, data, ...)
  facts <- facts_of(x)
  levels <- known_levels(facts)
  fitted <- if (is.list(outputs)) {
    names <- paste0(".fitted_", names(outputs) %||% response_names(facts) %||% seq_along(outputs))
    levels <- levels_by_output(levels, names(outputs), length(outputs))
    Map(fitted_columns, unname(outputs), levels, names)
  } else {
    list(fitted_columns(outputs, levels, ".fitted"))
  }
  do.call(cbind, c(list(data), fitted))
}

# The levels of each output, in the order of predict().
levels_by_output <- function(levels, names, n) {
  if (is.null(levels)) {
    return(vector("list", n))
  }
  unname(if (is.null(names) || is.null(names(levels))) levels else levels[names])
}

# The columns of one output: the predicted class or number and, for several numbers, each of them.
fitted_columns <- function(outputs, levels, name) {
  if (!is.numeric(outputs) || length(dim(outputs)) > 2L) {
    abort("augment() is for models whose outputs are one number or a row of them.")
  }
  outputs <- as.matrix(outputs)
  fitted <- if (!is.null(levels)) most_likely(outputs, levels)
  if (is.null(levels) && ncol(outputs) == 1L) fitted <- outputs[, 1]
  columns <- drop_null(stats::setNames(list(fitted), name))
  if (ncol(outputs) > 1L) {
    colnames(outputs) <- paste0(name, "_", levels %||% seq_len(ncol(outputs)))
    columns <- c(columns, as.data.frame(outputs))
  }
  as.data.frame(columns, optional = TRUE)
}

class_name_of <- function(x) py_to_r(x$`__class__`$`__name__`)

# Doubles, because the number of parameters may exceed R's integer range.
n_numbers <- function(variables) {
  sum(vapply(variables, function(variable) prod(as.numeric(as.list(variable$shape))), 0))
}

# TensorFlow's wrapped lists give their items only by iteration in Python.
name_of_loss <- function(loss) {
  if (!inherits(loss, "python.builtin.list")) {
    return(name_of_function(py_to_r(loss)))
  }
  names <- lapply(call_python(python_builtin("list"), list(loss), TRUE), name_of_function)
  paste(names, collapse = ", ")
}

name_of_function <- function(f) {
  if (is.null(f)) return(NA_character_)
  if (is.character(f)) return(paste(f, collapse = ", "))
  if (!is_py_object(f)) return("custom")
  attr_or_null(f, "name", TRUE) %||% attr_or_null(f, "__name__", TRUE) %||% "custom"
}
