# Missing values: their positions and handling. All functions that pass data to a model use these
# rules.

#' Missing values
#'
#' What becomes of `NA` and `NaN` in data. Python has no `NA`: in doubles it becomes `NaN` there,
#' and integers and logicals have no counterpart.
#'
#' The rule is the same everywhere: a missing value gives a missing result, or an error that says
#' where it is. It never becomes a number.
#'
#' | where | doubles | integers, logicals |
#' |---|---|---|
#' | [fit()], [evaluate()], [train_on_batch()], [test_on_batch()], validation data | error | error |
#' | targets and weights | error | error |
#' | batches of an R function | error | error |
#' | batches of a [PyDataset()] | error in `fit()`, `predict()` and the like, else warning | error |
#' | `predict()`, [predict_on_batch()] of R data | `NA` for the observation | error |
#' | `model(x)`, `layer(x)`, `op_*()` | `NaN` | matrices and arrays: `NaN`; vectors: error |
#' | tensors, TensorFlow's datasets | not checked | not checked |
#'
#' Errors and warnings name the rows, or the positions in a vector.
#'
#' @section Models that handle missing values:
#' Layers such as `layer_masking()` and operations such as [op_isnan()], [op_nan_to_num()] and
#' [op_where()] can handle `NaN`, and so may `layer_lambda()` and classes of your own. A model that
#' has one of them gets doubles with `NaN` as they are: [fit()] and [evaluate()] then give a warning
#' of class `rkeras_warning_missing` in place of the error, and `predict()` returns the outputs as
#' computed.
#'
#' @section Operations:
#' In some places Keras and TensorFlow put a number where `NaN` was. Here these give `NaN`:
#' max pooling ([op_max_pool()], [op_adaptive_max_pool()] and the layers), [op_angle()],
#' [op_hard_shrink()], [op_soft_shrink()], [op_threshold()], [op_heaviside()] and
#' [op_image_rgb_to_hsv()].
#'
#' Operations whose results are integers or logicals have no `NaN` to give: [op_argmax()],
#' [op_digitize()], and [op_cast()] to integers or logicals. `op_cast(NaN, "int32")` is the least
#' integer with TensorFlow and 0 with JAX, and `op_cast(NaN, "bool")` is true: use [op_isnan()] and
#' [op_where()] before. Others are made to leave `NaN` out, such as [op_nanmean()] and [op_fmax()].
#'
#' Within a compiled graph of TensorFlow (a `tf$function`, a step of [fit()]) `relu()` after a
#' dense layer, and max pooling, may still turn `NaN` into a number. This is why data are checked
#' before.
#'
#' @examplesIf is_keras_available()
#' x <- rbind(c(1, 2), c(NA, 2))
#' model <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1, activation = "relu")
#' predict(model, x)
#' model |> compile(loss = "mse")
#' try(fit(model, x, c(1, 2)))
#' complete <- stats::complete.cases(x)
#' fit(model, x[complete, , drop = FALSE], 1, epochs = 1, verbose = 0)
#' @name rkeras-missing
#' @family training
NULL

# ---- Inputs --------------------------------------------------------------------------------------

# `of` names the batch for the message. Models that handle missing values accept them.
check_missing <- function(model, x, argument, call, of = "", warn = TRUE) {
  check_missing_integers(x, argument, call, of)
  each_part(x, argument, function(x, argument) {
    if (!is.double(x) || !anyNA(x)) {
      return(invisible())
    }
    id <- if (loses_missing(model)) "missing_inputs" else if (warn) "missing"
    if (!is.null(id)) tell(id, call, argument, count_missing(x, of))
  })
}

# Checks a batch from an R function. A PyDataset() does not know its model: it is the one that is
# trained or applied now.
check_missing_in_batch <- function(batch, argument, call, model = NULL, index = NULL) {
  model <- model %||% in_use$model
  of <- if (is.null(index)) " of a batch" else paste(" of batch", index)
  check_missing(model, batch[[1]], argument, call, of, warn = is.null(model))
  for (part in batch[-1]) {
    each_part(part, argument, check_missing_labels, call = call, of = of)
  }
}

in_use <- new.env(parent = emptyenv())

# Evaluates `expr`, which trains or applies the model.
with_model <- function(model, expr) {
  outer <- in_use$model
  in_use$model <- model
  on.exit(in_use$model <- outer)
  expr
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
