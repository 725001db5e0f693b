# keras.initializers, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.initializers.Constant")
#' @export
initializer_constant <- function(value = 0) {
  create_keras("keras.initializers.Constant", capture_args())
}

#' @eval rd_keras("keras.initializers.GlorotNormal")
#' @export
initializer_glorot_normal <- function(seed = NULL, input_axes = NULL, output_axes = NULL) {
  create_keras("keras.initializers.GlorotNormal", capture_args(
    seed = as_integer,
    input_axes = as_axes,
    output_axes = as_axes
  ))
}

#' @eval rd_keras("keras.initializers.GlorotUniform")
#' @export
initializer_glorot_uniform <- function(seed = NULL, input_axes = NULL, output_axes = NULL) {
  create_keras("keras.initializers.GlorotUniform", capture_args(
    seed = as_integer,
    input_axes = as_axes,
    output_axes = as_axes
  ))
}

#' @eval rd_keras("keras.initializers.HeNormal")
#' @export
initializer_he_normal <- function(seed = NULL, input_axes = NULL, output_axes = NULL) {
  create_keras("keras.initializers.HeNormal", capture_args(
    seed = as_integer,
    input_axes = as_axes,
    output_axes = as_axes
  ))
}

#' @eval rd_keras("keras.initializers.HeUniform")
#' @export
initializer_he_uniform <- function(seed = NULL, input_axes = NULL, output_axes = NULL) {
  create_keras("keras.initializers.HeUniform", capture_args(
    seed = as_integer,
    input_axes = as_axes,
    output_axes = as_axes
  ))
}

#' @eval rd_keras("keras.initializers.Identity")
#' @export
initializer_identity <- function(gain = 1) {
  create_keras("keras.initializers.Identity", capture_args(gain = number))
}

#' @eval rd_keras("keras.initializers.LecunNormal")
#' @export
initializer_lecun_normal <- function(seed = NULL, input_axes = NULL, output_axes = NULL) {
  create_keras("keras.initializers.LecunNormal", capture_args(
    seed = as_integer,
    input_axes = as_axes,
    output_axes = as_axes
  ))
}

#' @eval rd_keras("keras.initializers.LecunUniform")
#' @export
initializer_lecun_uniform <- function(seed = NULL, input_axes = NULL, output_axes = NULL) {
  create_keras("keras.initializers.LecunUniform", capture_args(
    seed = as_integer,
    input_axes = as_axes,
    output_axes = as_axes
  ))
}

#' @eval rd_keras("keras.initializers.Ones")
#' @export
initializer_ones <- function() {
  create_keras("keras.initializers.Ones", capture_args())
}

#' @eval rd_keras("keras.initializers.Orthogonal")
#' @export
initializer_orthogonal <- function(gain = 1, seed = NULL) {
  create_keras("keras.initializers.Orthogonal", capture_args(gain = number, seed = as_integer))
}

#' @eval rd_keras("keras.initializers.RandomNormal")
#' @export
initializer_random_normal <- function(mean = 0, stddev = 0.05, seed = NULL) {
  create_keras("keras.initializers.RandomNormal", capture_args(
    mean = number,
    stddev = number_from_0,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.initializers.RandomUniform")
#' @export
initializer_random_uniform <- function(minval = -0.05, maxval = 0.05, seed = NULL) {
  create_keras("keras.initializers.RandomUniform", capture_args(
    minval = number,
    maxval = number,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.initializers.STFT")
#' @export
initializer_stft <- function(
    side = "real",
    window = "hann",
    scaling = "density",
    periodic = FALSE
) {
  create_keras("keras.initializers.STFT", capture_args(
    side = one_string,
    window = one_string,
    scaling = one_string,
    periodic = as_flag
  ))
}

#' @eval rd_keras("keras.initializers.TruncatedNormal")
#' @export
initializer_truncated_normal <- function(mean = 0, stddev = 0.05, seed = NULL) {
  create_keras("keras.initializers.TruncatedNormal", capture_args(
    mean = number,
    stddev = number_from_0,
    seed = as_integer
  ))
}

#' @eval rd_keras("keras.initializers.VarianceScaling")
#' @export
initializer_variance_scaling <- function(
    scale = 1,
    mode = "fan_in",
    distribution = "truncated_normal",
    seed = NULL,
    input_axes = NULL,
    output_axes = NULL
) {
  create_keras("keras.initializers.VarianceScaling", capture_args(
    scale = positive_number,
    mode = one_string,
    distribution = one_string,
    seed = as_integer,
    input_axes = as_axes,
    output_axes = as_axes
  ))
}

#' @eval rd_keras("keras.initializers.Zeros")
#' @export
initializer_zeros <- function() {
  create_keras("keras.initializers.Zeros", capture_args())
}
