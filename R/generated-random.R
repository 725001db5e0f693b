# keras.random, rendered by dev/wrappers/render.R: edit its tables, not this file.

#' @eval rd_keras("keras.random.SeedGenerator")
#' @export
random_seed_generator <- function(seed = NULL, name = NULL, ...) {
  create_keras("keras.random.SeedGenerator", capture_args(seed = as_integer))
}

#' @eval rd_keras("keras.random.beta")
#' @export
random_beta <- function(shape, alpha, beta, dtype = NULL, seed = NULL) {
  call_keras(
    "keras.random.beta",
    as_shape(shape),
    several_as_array(alpha, "alpha"),
    several_as_array(beta, "beta"),
    dtype = dtype,
    seed = as_integer(seed, "seed")
  )
}

#' @eval rd_keras("keras.random.binomial")
#' @export
random_binomial <- function(shape, counts, probabilities, dtype = NULL, seed = NULL) {
  call_keras(
    "keras.random.binomial",
    as_shape(shape),
    several_as_array(counts, "counts"),
    several_as_array(probabilities, "probabilities"),
    dtype = dtype,
    seed = as_integer(seed, "seed")
  )
}

#' @eval rd_keras("keras.random.categorical")
#' @export
random_categorical <- function(
    logits,
    num_samples,
    dtype = "int32",
    seed = NULL,
    zero_indexed = FALSE
) {
  as_positions(call_keras(
    "keras.random.categorical",
    logits,
    as_integer(num_samples, "num_samples"),
    dtype = dtype,
    seed = as_integer(seed, "seed")
  ), as_flag(zero_indexed, "zero_indexed"))
}

#' @eval rd_keras("keras.random.dropout")
#' @export
random_dropout <- function(inputs, rate, noise_shape = NULL, seed = NULL) {
  call_keras(
    "keras.random.dropout",
    vector_as_tensor(inputs, "inputs"),
    rate,
    noise_shape = as_shape(noise_shape, "noise_shape"),
    seed = as_integer(seed, "seed")
  )
}

#' @eval rd_keras("keras.random.gamma")
#' @export
random_gamma <- function(shape, alpha, dtype = NULL, seed = NULL) {
  call_keras(
    "keras.random.gamma",
    as_shape(shape),
    several_as_array(alpha, "alpha"),
    dtype = dtype,
    seed = as_integer(seed, "seed")
  )
}

#' @eval rd_keras("keras.random.normal")
#' @export
random_normal <- function(shape, mean = 0, stddev = 1, dtype = NULL, seed = NULL) {
  call_keras(
    "keras.random.normal",
    as_shape(shape),
    mean = several_as_array(mean, "mean"),
    stddev = several_as_array(stddev, "stddev"),
    dtype = dtype,
    seed = as_integer(seed, "seed")
  )
}

#' @eval rd_keras("keras.random.randint")
#' @export
random_integer <- function(shape, minval, maxval, dtype = "int32", seed = NULL) {
  call_keras(
    "keras.random.randint",
    as_shape(shape),
    as_integer(minval, "minval"),
    as_integer(maxval, "maxval"),
    dtype = dtype,
    seed = as_integer(seed, "seed")
  )
}

#' @eval rd_keras("keras.random.shuffle")
#' @export
random_shuffle <- function(x, axis = 1L, seed = NULL) {
  call_keras(
    "keras.random.shuffle",
    vector_as_tensor(x),
    axis = as_axis(axis),
    seed = as_integer(seed, "seed")
  )
}

#' @eval rd_keras("keras.random.truncated_normal")
#' @export
random_truncated_normal <- function(shape, mean = 0, stddev = 1, dtype = NULL, seed = NULL) {
  call_keras(
    "keras.random.truncated_normal",
    as_shape(shape),
    mean = several_as_array(mean, "mean"),
    stddev = several_as_array(stddev, "stddev"),
    dtype = dtype,
    seed = as_integer(seed, "seed")
  )
}

#' @eval rd_keras("keras.random.uniform")
#' @export
random_uniform <- function(shape, minval = 0, maxval = 1, dtype = NULL, seed = NULL) {
  call_keras(
    "keras.random.uniform",
    as_shape(shape),
    minval = minval,
    maxval = maxval,
    dtype = dtype,
    seed = as_integer(seed, "seed")
  )
}
