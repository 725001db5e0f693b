# Missing values: their positions and handling. All functions that pass data to a model use these
# rules.

#' Missing values in data, training and operations
#'
#' Describes the results of `NA` and `NaN` in data. Python has no `NA`: in doubles it becomes `NaN`,
#' and integers and logicals have no counterpart. In data for a model, a missing value results in a
#' missing value or in an error that names its position. The section Operations lists the few cases
#' in which it becomes a number.
#'
#' Remove incomplete observations with [stats::complete.cases()], impute them, or use a layer that
#' handles them.
#'
#' @section Where missing values are allowed:
#'
#' | where | doubles | integers, logicals |
#' |---|---|---|
#' | [fit()], [evaluate()], [train_on_batch()], [test_on_batch()], validation data | error | error |
#' | targets and weights | error | error |
#' | batches of an R function | error | error |
#' | batches of a [PyDataset()] | error in `fit()`, `predict()` and the like, else warning | error |
#' | `predict()`, [predict_on_batch()] of R data | `NA` for the observation | error |
#' | `model(x)`, `layer(x)`, `op_*()` | `NaN` | matrices and arrays: `NaN`; vectors: error |
#' | layers of categories: `layer_string_lookup()`, `layer_embedding()` ... | error | error |
#' | [to_categorical()], [pad_sequences()] of integers, vocabularies, boundaries | error | error |
#' | [timeseries_dataset_from_array()], [normalize()] | `NaN` | `NaN`; `normalize()`: error |
#' | tensors, TensorFlow datasets | not checked | not checked |
#'
#' Errors and warnings name the rows, or the positions in a vector.
#'
#' @section Models that handle missing values:
#' Layers such as `layer_masking()` and operations such as [op_isnan()], [op_nan_to_num()] and
#' [op_where()] can handle `NaN`, and so can `layer_lambda()` and custom classes. A model that
#' contains one of them receives doubles with `NaN` unchanged: [fit()] and [evaluate()] then give a
#' warning of class `rkeras_warning_missing` instead of the error, and `predict()` returns the
#' outputs as computed.
#'
#' @section Operations:
#' In some operations Keras and TensorFlow return a number for `NaN`. In rkeras these return `NaN`:
#' max pooling ([op_max_pool()], [op_adaptive_max_pool()] and the layers), [op_angle()],
#' [op_hard_shrink()], [op_soft_shrink()], [op_threshold()], [op_heaviside()] and
#' [op_image_rgb_to_hsv()].
#'
#' Operations with integer or logical results cannot return `NaN`: [op_argmax()], [op_digitize()],
#' and [op_cast()] to an integer or logical type. `op_cast(NaN, "int32")` is the smallest integer
#' with TensorFlow and 0 with JAX, and `op_cast(NaN, "bool")` is true; use [op_isnan()] and
#' [op_where()] first. Others ignore `NaN` by design, such as [op_nanmean()] and [op_fmax()].
#'
#' In a compiled graph of TensorFlow (a [tf_function()], a step of [fit()]), `relu()` after a dense
#' layer, and max pooling, may still convert `NaN` to a number. This is why data are checked before
#' training.
#'
#' @concept NA
#' @concept NaN
#' @concept missing data
#' @concept imputation
#' @concept complete cases
#' @seealso [rkeras-checks] for other checks of data, [layer_masking()] for sequences with missing
#'   steps, [op_isnan()], [op_nan_to_num()], [crossing] for `NA` in conversions.
#' @examplesIf is_keras_available()
#' x <- rbind(c(1, 2), c(NA, 2))
#' model <- keras_model_sequential(input_shape = 2) |>
#'   layer_dense(units = 1, activation = "relu", kernel_initializer = "ones")
#' predict(model, x)
#'
#' # Training data must be complete
#' model |> compile(loss = "mse")
#' try(fit(model, x, c(1, 2)))
#' complete <- stats::complete.cases(x)
#' fit(model, x[complete, , drop = FALSE], 1, epochs = 1, verbose = 0)
#'
#' # Impute with the column means
#' means <- colMeans(x, na.rm = TRUE)
#' x[is.na(x)] <- means[col(x)[is.na(x)]]
#' x
#' @name rkeras-missing
NULL

# ---- Inputs --------------------------------------------------------------------------------------

# `of` names the batch for the message. Models that handle missing values accept them.
check_missing <- function(model, x, argument, of = "", warn = TRUE) {
  check_missing_integers(x, argument, of)
  each_part(x, argument, function(x, argument) {
    if (is_py_object(x) && loses_missing(model)) x <- as_marks(x)
    if (!is.double(x) || !anyNA(x)) {
      return(invisible())
    }
    id <- if (loses_missing(model)) "missing_inputs" else if (warn) "missing"
    if (!is.null(id)) tell(id, argument, count_missing(x, of))
  })
}

# Checks a batch from an R function. A PyDataset() does not know its model: it is the one that is
# trained or applied now.
check_missing_in_batch <- function(batch, argument, model = NULL, index = NULL) {
  model <- model %||% context$model
  of <- if (is.null(index)) " of a batch" else paste(" of batch", index)
  check_missing(model, batch[[1]], argument, of, warn = is.null(model))
  for (part in batch[-1]) {
    each_part(part, argument, check_missing_labels, of = of)
  }
}

# Evaluates `expr`, which trains or applies the model. `labels` are those that batches may have, as
# labels_of_loss() returns them.
with_model <- function(model, expr, labels = NULL) {
  with_context(list(model = model, labels = labels), expr)
}

# ---- Predictions ---------------------------------------------------------------------------------

# Compiled TensorFlow graphs turn NaN into 0 where they fuse a layer with its relu(). So the
# predictions of rows with NA are set to NA, unless the model has layers that may handle NaN.
with_missing_rows <- function(outputs, x, model) {
  rows <- missing_rows(x)
  if (length(rows) > 0L && loses_missing(model)) set_missing_rows(outputs, rows) else outputs
}

set_missing_rows <- function(outputs, rows) {
  if (is.list(outputs)) {
    return(lapply(outputs, set_missing_rows, rows))
  }
  if (is.double(outputs)) outputs[slice.index(outputs, 1L) %in% rows] <- NA
  outputs
}

# ---- Models --------------------------------------------------------------------------------------

# Whether no part of the model may handle missing values.
loses_missing <- function(model) {
  if (is.null(model) || !is_plain_model(model)) {
    return(FALSE)
  }
  parts <- attr_or_null(model, "operations", TRUE) %||% model$layers
  all(vapply(parts, function(part) {
    class <- class(part)[[1]]
    loses_missing(part) ||
      startsWith(class, "keras.src.") && !grepl(of_missing, class)
  }, NA))
}

# Layers and operations whose results may differ from NaN for NaN inputs.
of_missing <- paste0("[.](", paste(c(
  "Functional", "Sequential", "Model", "Lambda", "Masking", "Isnan", "Isfinite", "NanToNum",
  "Where", "Select", "Nan[a-z]+", "Fmax", "Fmin"
), collapse = "|"), ")$")
