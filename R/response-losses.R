# Losses of models whose outputs are the parameters of a distribution.

#' Losses of distributions
#'
#' With these losses a model predicts a distribution of the response in place of a single number:
#' the mean and the standard deviation, several quantiles, or a mixture of normal distributions.
#' [predict()][predict.keras.src.models.model.Model] then has quantiles and intervals.
#' [tabular()] makes models with them by `family`.
#'
#' @details
#' * `loss_gaussian_nll()`: the negative log-likelihood of a normal distribution,
#'   \deqn{L = \frac{(y - \mu)^2}{2 \sigma^2} + \log \sigma + \frac{1}{2} \log 2 \pi}{L = (y - mu)^2
#'   / (2 sigma^2) + log(sigma) + log(2 pi) / 2}
#'   The columns of `y_pred` are the means of the responses, and then the logarithms of their
#'   standard deviations: `layer_dense(units = 2)` for one response. Losses of several responses
#'   are added.
#' * `loss_quantile()`: the quantile loss (pinball loss), averaged over the quantiles:
#'   \deqn{L = \frac{1}{K} \sum_{k=1}^{K} \max(p_k (y - q_k), (p_k - 1) (y - q_k))}{L = mean of
#'   max(p * (y - q), (p - 1) * (y - q))}
#'   `y_pred` has a column for each of `probs`: `layer_dense(units = length(probs))`. Their order is
#'   up to the model: quantiles can cross. Those of `tabular()` cannot.
#' * `loss_gaussian_mixture_nll()`: the negative log-likelihood of a mixture of normal
#'   distributions, a mixture density network. With \eqn{K}{K} components, `y_pred` has
#'   \eqn{3 K}{3 K} columns: the logits of the weights, the means, and the logarithms of the
#'   standard deviations.
#'
#' Responses should have a variance near 1, as for any other loss, and the likelihoods of continuous
#' responses are negative losses if the densities are above 1.
#'
#' A `.keras` file with such a loss is loaded by rkeras. In Python alone, load it with
#' `compile=False`.
#'
#' @param y_true Array or tensor of responses: one for each sample, or for `loss_gaussian_nll()`
#'   several. Omit both `y_true` and `y_pred` to create a loss object.
#' @param y_pred Array or tensor of the parameters, with a row for each sample.
#' @inheritParams loss_poisson
#' @param probs Numbers between 0 and 1, increasing. Probabilities of the quantiles.
#' @param components Positive integer. Number of normal distributions.
#' @return With `y_true` and `y_pred`, a tensor with one loss per sample. Without them, a loss
#'   object for [compile()].
#' @references Nix, D. A. and Weigend, A. S. (1994). Estimating the mean and variance of the target
#'   probability distribution. *IEEE International Conference on Neural Networks*.
#'
#'   Koenker, R. and Bassett, G. (1978). Regression quantiles. *Econometrica* 46, 33-50.
#'
#'   Bishop, C. M. (1994). Mixture density networks. Technical report NCRG/94/004, Aston University.
#' @concept uncertainty
#' @concept quantile regression
#' @concept pinball loss
#' @concept heteroscedastic regression
#' @concept mixture density network
#' @concept likelihood
#' @family losses
#' @name loss_gaussian_nll
#' @eval rd_example("loss_gaussian_nll")
NULL

#' @rdname loss_gaussian_nll
#' @export
loss_gaussian_nll <- function(y_true, y_pred, ..., reduction = "sum_over_batch_size",
                              name = "gaussian_nll", dtype = NULL) {
  loss_of_distribution("GaussianNLL", capture_args(
    reduction = one_string, name = one_string, y_true = as_observed, y_pred = as_observed
  ))
}

#' @rdname loss_gaussian_nll
#' @export
loss_quantile <- function(y_true, y_pred, ..., probs = c(0.1, 0.5, 0.9),
                          reduction = "sum_over_batch_size", name = "quantile", dtype = NULL) {
  loss_of_distribution("Quantile", capture_args(
    probs = function(x, argument) as.list(check_probs(x, argument)), reduction = one_string,
    name = one_string, y_true = as_observed, y_pred = as_observed
  ))
}

#' @rdname loss_gaussian_nll
#' @export
loss_gaussian_mixture_nll <- function(
    y_true, y_pred, ..., components = 3, reduction = "sum_over_batch_size",
    name = "gaussian_mixture_nll", dtype = NULL) {
  loss_of_distribution("GaussianMixtureNLL", capture_args(
    components = check_whole, reduction = one_string, name = one_string, y_true = as_observed,
    y_pred = as_observed
  ))
}

# The value for these `y_true` and `y_pred`, or an object that computes it.
loss_of_distribution <- function(class, args) {
  make <- paste0("rkeras.likelihood.losses.", class)
  data <- args[intersect(c("y_true", "y_pred"), names(args))]
  if (length(data) == 1L) {
    abort("`y_true` and `y_pred` go together: give both for a value, neither for an object.")
  }
  if (length(data) == 0L) return(do.call(in_python, c(list(make), args)))
  check_for_values(names(sys.call(-1L)))
  settings <- args[setdiff(names(args), c("y_true", "y_pred", "reduction", "name", "dtype"))]
  loss <- do.call(in_python, c(list(make), settings, reduction = "none"))
  call_python(loss, unname(data))
}

check_probs <- function(probs, argument = "probs") {
  valid <- is.numeric(probs) && length(probs) > 0L && !anyNA(probs) &&
    all(probs > 0 & probs < 1) && !is.unsorted(probs, strictly = TRUE)
  if (!valid) {
    abort("`%s` must be increasing numbers between 0 and 1, such as c(0.1, 0.5, 0.9).", argument)
  }
  as.double(probs)
}
