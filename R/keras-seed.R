# One seed for every source of random numbers.

#' Set the random seed
#'
#' Makes what follows repeatable: sets the seed of R, Python, NumPy and Keras's backend, which start
#' weights, shuffling and dropout draw from.
#'
#' @param seed A whole number from 0 up.
#' @return `NULL`, invisibly.
#' @family training
#' @examplesIf is_keras_available()
#' set_random_seed(42)
#' @export
set_random_seed <- function(seed) {
  seed <- as_integer(seed, "seed")
  if (!is.integer(seed) || length(seed) != 1L || seed < 0L) {
    abort("`seed` must be one whole number from 0 up.")
  }
  set.seed(seed)
  call_python(keras_endpoint("keras.utils.set_random_seed"), list(seed))
  invisible()
}
