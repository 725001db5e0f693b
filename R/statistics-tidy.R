# tidy(), glance() and augment(): histories, models and their predictions as data frames.

#' Models and histories as data frames
#'
#' `tidy()` returns one row for each component of a model or training history, `glance()` one row
#' with a summary, and `augment()` the data with the model's predictions in additional columns. The
#' generics are those of the package generics, which broom and tidymodels use as well.
#'
#' @param x A Keras model, or a training history that [fit()] returned.
#' @param data,newdata Data frame. The inputs; give either of the two. A model of [tabular()] keeps
#'   its data, which are used without either.
#' @param ... For `augment()`, arguments of `predict()`; otherwise not used.
#' @return A tibble if the package tibble is installed, otherwise a data frame.
#' * `tidy(history)`: one row per value: `epoch`, `value`, `metric`, `data` (`"training"` or
#'   `"validation"`).
#' * `glance(history)`: `epochs`, the index of the last epoch, and the final value of each metric.
#' * `tidy(model)`: one row per layer: `layer`, its name; `class`; `output_shape`, where `NA`
#'   means any length; `parameters`, their number; `trainable`.
#' * `glance(model)`: `layers`, `parameters` and `trainable_parameters`, their numbers; `loss` and
#'   `optimizer`, their names, `NA` before [compile()]. For models that were trained with a formula
#'   also `nobs`, the number of rows, and for those of [tabular()] `nobs_held`, how many of them a
#'   member has left out, and scores of these, such as `held_rmse` and its standard error,
#'   `held_rmse_se`, `held_accuracy` or `held_log_loss`.
#' * `augment(model, data)`: `data` and `.fitted`, the predictions. A model with several output
#'   columns has one column for each, `.fitted_1` and so on. If the classes are known, as after
#'   [fit()] with a factor, `.fitted` is the most likely class, and `.fitted_<class>` its
#'   probability. For a model with several outputs, the names begin with `.fitted_<output>`. For one
#'   column of numbers or counts of [tabular()], `.resid` is the response minus the prediction, if
#'   `data` has the response. Names of rows are the column `.rownames`. For the data that a model
#'   of `tabular()` with one response keeps, `.left_out` is the prediction by the member that was
#'   not trained on the row: a number, or a class.
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
tidy.keras_training_history <- function(x, ...) as_tibble_if_possible(as.data.frame(x))

#' @rdname tidy.keras_training_history
#' @exportS3Method generics::glance keras_training_history
glance.keras_training_history <- function(x, ...) {
  last <- lapply(x$metrics, function(value) value[[length(value)]])
  epochs <- max(as.data.frame(x)$epoch, 0L, na.rm = TRUE)
  as_tibble_if_possible(as.data.frame(c(list(epochs = epochs), last), optional = TRUE))
}

#' @rdname tidy.keras_training_history
#' @exportS3Method generics::tidy keras.src.callbacks.history.History
tidy.keras.src.callbacks.history.History <- function(x, ...) {
  generics::tidy(as_training_history(x))
}

#' @rdname tidy.keras_training_history
#' @exportS3Method generics::glance keras.src.callbacks.history.History
glance.keras.src.callbacks.history.History <- function(x, ...) {
  generics::glance(as_training_history(x))
}

#' @rdname tidy.keras_training_history
#' @exportS3Method generics::tidy keras.src.models.model.Model
tidy.keras.src.models.model.Model <- function(x, ...) {
  rows <- lapply(x$layers, function(layer) {
    # A layer that was not called, or was called several times, has no single output.
    output <- tryCatch(layer$output, python.builtin.Exception = function(e) NULL)
    lengths <- attr_or_null(output, "shape", TRUE)
    shape <- if (!is.null(lengths)) format_shape(as.integer(shape(dims = lengths)))
    data.frame(
      layer = layer$name,
      class = class_name_of(layer),
      output_shape = shape %||% NA_character_,
      parameters = if (has_flag(layer, "built")) as.integer(layer$count_params()) else NA_integer_,
      trainable = isTRUE(layer$trainable)
    )
  })
  as_tibble_if_possible(do.call(rbind, c(list(data.frame(
    layer = character(), class = character(), output_shape = character(),
    parameters = integer(), trainable = logical()
  )), rows)))
}

#' @rdname tidy.keras_training_history
#' @exportS3Method generics::glance keras.src.models.model.Model
glance.keras.src.models.model.Model <- function(x, ...) {
  trained <- has_flag(x, "compiled")
  glanced <- data.frame(
    layers = length(x$layers),
    parameters = if (has_flag(x, "built")) n_numbers(x$weights) else NA_real_,
    trainable_parameters = if (has_flag(x, "built")) n_numbers(x$trainable_weights) else NA_real_,
    loss = if (trained) name_of_loss(x) %||% NA_character_ else NA_character_,
    optimizer = if (trained) class_name_of(x$optimizer) else NA_character_
  )
  as_tibble_if_possible(cbind(glanced, glance_of_table(memory_of(x))))
}

# What is known of models of data frames: the numbers of rows, and scores of those left out.
glance_of_table <- function(memory) {
  design <- memory$trained$formula
  if (is.null(design)) return(data.frame(row.names = 1L))
  scores <- memory$table$scores
  values <- numeric()
  if (!is.null(scores)) {
    values <- c(t(scores))
    # Those of several responses begin with the name of theirs.
    names <- rownames(scores)
    names <- paste0("held_", if (isTRUE(design$is_single)) score_names(names) else names)
    names(values) <- c(rbind(names, paste0(names, "_se")))
  }
  held <- if (!is.null(memory$table)) sum(!is.na(memory$table$left_out))
  as.data.frame(c(list(nobs = design$n), if (!is.null(held)) list(nobs_held = held),
                  as.list(values[!is.na(values)])), optional = TRUE)
}

score_names <- function(names) gsub(" ", "_", tolower(names))

as_tibble_if_possible <- function(x) {
  if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(x) else x
}

#' @rdname tidy.keras_training_history
#' @exportS3Method generics::augment keras.src.models.model.Model
augment.keras.src.models.model.Model <- function(x, data = newdata, newdata = NULL, ...) {
  table <- memory_of(x)$table
  is_kept <- is.null(data)
  data <- as_table(data) %||% table$data
  if (is.null(data)) abort("`data` is missing, and the model does not keep its data.")
  outputs <- stats::predict(x, data, ...)
  facts <- facts_of(x)
  levels <- class_levels(facts, NULL, is_needed = FALSE)
  fitted <- if (is.list(outputs)) {
    names <- paste0(".fitted_", names(outputs) %||% shown_outputs(facts) %||% seq_along(outputs))
    levels <- levels_by_output(levels, names(outputs), length(outputs))
    Map(fitted_columns, unname(outputs), levels, names)
  } else {
    list(fitted_columns(outputs, levels, ".fitted"))
  }
  more <- c(fitted, list(residual_column(facts, data, outputs)),
            if (is_kept && knows_left_out(x)) list(left_out_column(x)))
  # Tibbles have no names of rows.
  names <- if (is.data.frame(data) && is.character(attr(data, "row.names"))) rownames(data)
  if (!is.null(names)) more <- c(more, list(data.frame(.rownames = names)))
  as_tibble_if_possible(do.call(cbind, c(list(data), drop_null(more))))
}

# NA where no member has left out the row.
left_out_column <- function(model) {
  facts <- facts_of(model)
  if (!isTRUE(trained_on(facts)$formula$is_single)) return(NULL)
  known <- left_out_rows(model)
  found <- known$predict(if (is.null(target_levels(facts))) "response" else "class")
  if (length(dim(found)) > 1L) return(NULL)
  column <- found[NULL][seq_along(facts$memory$table$left_out)]
  column[known$rows] <- found
  data.frame(.left_out = unname(column))
}

# Of numbers and counts, if the response is in the data.
residual_column <- function(facts, data, outputs) {
  design <- trained_on(facts)$formula
  if (!isTRUE(design$is_single) || !is_response(response_of(facts), c("numbers", "count"))) {
    return(NULL)
  }
  if (!is.numeric(outputs) || !is.null(dim(outputs)) || !is.data.frame(data)) return(NULL)
  if (!is.null(design$recipe)) return(NULL)
  if (!all(all.vars(design$responses[[1]]) %in% names(data))) return(NULL)
  data.frame(.resid = as.vector(data_of_responses(design$responses, data)[[1]]) - outputs)
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

# NULL if there is none.
name_of_loss <- function(model) {
  in_python("rkeras.keras.facts.name_of_loss", get_attr(model, "loss", FALSE))
}
