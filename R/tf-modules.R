# Python packages that extend TensorFlow.

#' TensorFlow Probability
#'
#' Returns the Python module `tensorflow_probability`, with probability distributions, bijectors,
#' Markov chain Monte Carlo and variational inference on tensors. The module is imported when it is
#' first used. The Python package is not installed by [install_keras()]; it needs `tf_keras`, too.
#'
#' @return Python module.
#' @family TensorFlow
#' @seealso [import()], [py_install()]
#' @concept probability distributions
#' @concept Bayesian inference
#' @export
#' @examples
#' \dontrun{
#' py_install(c("tensorflow-probability", "tf-keras"))
#' tfp <- tf_probability()
#' normal <- tfp$distributions$Normal(loc = 0, scale = 1)
#' normal$log_prob(0)
#' }
tf_probability <- function() import("tensorflow_probability", delay_load = TRUE)
