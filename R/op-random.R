# Random functions that need more than a call of a Keras function.

#' @eval rd_keras("keras.random.categorical")
#' @export
random_categorical <- function(logits, num_samples, dtype = "int32", seed = NULL,
                               zero_indexed = FALSE) {
  check_flags()
  drawn <- call_keras("keras.random.categorical", logits, as_integer(num_samples, "num_samples"),
                      dtype = dtype, seed = as_integer(seed, "seed"))
  as_positions(drawn, zero_indexed)
}
