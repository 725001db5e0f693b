# keras.constraints, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.constraints.MaxNorm")
#' @export
constraint_maxnorm <- function(max_value = 2L, axis = 1L) {
  create_keras("keras.constraints.MaxNorm", capture_args(max_value = number_from_0, axis = as_axis))
}

#' @eval rd_keras("keras.constraints.MinMaxNorm")
#' @export
constraint_minmaxnorm <- function(min_value = 0, max_value = 1, rate = 1, axis = 1L) {
  create_keras("keras.constraints.MinMaxNorm", capture_args(
    min_value = number_from_0,
    max_value = number_from_0,
    rate = share,
    axis = as_axis
  ))
}

#' @eval rd_keras("keras.constraints.NonNeg")
#' @export
constraint_nonneg <- function() {
  create_keras("keras.constraints.NonNeg", capture_args())
}

#' @eval rd_keras("keras.constraints.UnitNorm")
#' @export
constraint_unitnorm <- function(axis = 1L) {
  create_keras("keras.constraints.UnitNorm", capture_args(axis = as_axis))
}
