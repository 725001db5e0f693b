# keras.regularizers, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.regularizers.L1")
#' @export
regularizer_l1 <- function(l1 = 0.01) {
  create_keras("keras.regularizers.L1", capture_args(l1 = number_from_0))
}

#' @eval rd_keras("keras.regularizers.L1L2")
#' @export
regularizer_l1_l2 <- function(l1 = 0, l2 = 0) {
  create_keras("keras.regularizers.L1L2", capture_args(l1 = number_from_0, l2 = number_from_0))
}

#' @eval rd_keras("keras.regularizers.L2")
#' @export
regularizer_l2 <- function(l2 = 0.01) {
  create_keras("keras.regularizers.L2", capture_args(l2 = number_from_0))
}

#' @eval rd_keras("keras.regularizers.OrthogonalRegularizer")
#' @export
regularizer_orthogonal <- function(factor = 0.01, mode = "rows") {
  create_keras("keras.regularizers.OrthogonalRegularizer", capture_args(
    factor = number_from_0,
    mode = one_string
  ))
}
