# Scalers: functions of a numeric column whose constants are computed from the data.

#' Scale numeric columns
#'
#' Values for the argument `normalizer_fn` of [step_numeric_column()]. When the specification is
#' fitted, `scaler_standard()` computes the mean and the standard deviation of each column, and
#' `scaler_min_max()` the smallest and the largest value.
#'
#' \deqn{\mathrm{standard}(x) = (x - \bar x) / s}{standard(x) = (x - mean) / sd}
#' \deqn{\mathrm{minmax}(x) = (x - \min x) / (\max x - \min x)}{minmax(x) = (x - min) / (max - min)}
#'
#' \eqn{s} is the standard deviation of R's `sd()`, with \eqn{n - 1} in the denominator. The
#' constants are part of the model, so new data are scaled as the training data were.
#'
#' @return A scaler, an object of class `StandardScaler` or `MinMaxScaler`.
#' @family feature specifications
#' @concept normalization
#' @concept standardization
#' @concept z-score
#' @seealso [step_numeric_column()], [layer_normalization()], `scale()`.
#' @examplesIf is_keras_available()
#' spec <- feature_spec(iris, ~ Sepal.Length + Petal.Length) |>
#'   step_numeric_column(Sepal.Length, normalizer_fn = scaler_standard()) |>
#'   step_numeric_column(Petal.Length, normalizer_fn = scaler_min_max()) |>
#'   fit()
#' layer_dense_features(iris[1:3, c(1, 3)], dense_features(spec))
#' @export
scaler_standard <- function() {
  new_scaler("StandardScaler", function(x) c(x$mean, x$sd))
}

#' @rdname scaler_standard
#' @export
scaler_min_max <- function() {
  new_scaler("MinMaxScaler", function(x) c(x$min, x$max - x$min))
}

# `constants` gives the shift and the scale for the moments of a column.
new_scaler <- function(class, constants) {
  structure(list(constants = constants), class = c(class, "Scaler"))
}

#' @export
print.Scaler <- function(x, ...) {
  cat("<", class(x)[[1]], ">\n", sep = "")
  invisible(x)
}

as_normalizer <- function(x, argument) {
  if (inherits(x, "Scaler") || is.function(x)) return(x)
  if (inherits(x, "formula")) return(formula_function(x, argument))
  must_be(x, "a scaler, such as `scaler_standard()`, or a function", argument = argument)
}

# The Python function for a fitted column.
normalizer <- function(x, moments, step) {
  if (!inherits(x, "Scaler")) return(x)
  constants <- x$constants(moments[[step$columns]])
  if (!all(is.finite(constants)) || constants[[2]] == 0) {
    abort(
      "`%s` cannot be scaled, because %s. Remove the column, or leave out `normalizer_fn`.",
      step$columns, if (moments[[step$columns]]$n == 0) "it has no values" else "it is constant",
      call = step$call
    )
  }
  call_python(python_function("rkeras.keras.features.Linear"), lapply(constants, as_float), FALSE)
}
