# Which inputs a prediction comes from: integrated gradients and gradient SHAP.

#' Attributions of predictions to inputs
#'
#' `attributions()` says for each prediction what each column, pixel or word added to it, compared
#' with a baseline. The attributions of a row sum to the difference of its prediction and that of
#' the baseline.
#'
#' * `"integrated_gradients"`: the gradient of the model, averaged over the straight line from the
#'   baseline \eqn{b} to \eqn{x}, times the difference:
#'   \deqn{(x_j - b_j)\int_0^1 \frac{\partial f}{\partial x_j}(b + \alpha (x - b))\,d\alpha}{(x[j] -
#'   b[j]) * integral of df/dx[j] at b + a (x - b) for a from 0 to 1}
#'   by Gauss-Legendre quadrature with `steps` points.
#' * `"gradient_shap"` (expected gradients): the mean over `steps` random pairs of a row of the
#'   baseline and a point of the line from it. For many rows as baseline, this approximates SHAP
#'   values. [set.seed()] makes it reproducible.
#'
#' @section Inputs:
#' * **Models of [tabular()]** take data frames. The network's gradients are with respect to the
#'   prepared features; those of one column are summed. So there is one number for each column,
#'   categories, dates and missing values included.
#' * **Models that were trained with a formula** have one number for each term of the formula,
#'   others that take data frames one for each column.
#' * **Arrays** of any shape: the attributions have the same shape, for an image one number for each
#'   pixel and channel.
#' * **Text and codes**: where [layer_embedding()] or another lookup gets them, gradients are with
#'   respect to its outputs. There is one number for each token; tokens are those of
#'   [layer_text_vectorization()] if that is part of the model.
#'
#' @section Baseline:
#' The prediction is explained relative to the baseline, so choose one that means "nothing special".
#' The default is the training data for a model of `tabular()` that keeps them, and 0 for arrays
#' (black, or the token of padding). Integrated gradients start at the mean of the baseline's rows
#' (of their features, or of their embeddings), gradient SHAP at each of them.
#'
#' @section Completeness:
#' A warning of class `rkeras_warning_completeness` says that the sum of a row's attributions
#' differs from its difference of predictions by more than `tolerance` of it, or of the mean
#' difference if that is larger. Then the integral needs more `steps`. If many steps do not help, a
#' layer has no gradient, such as one that rounds.
#'
#' Gradients need TensorFlow, JAX or PyTorch as Keras's backend (text: TensorFlow), and a model of
#' Keras's own operations: R functions within it must return tensors.
#'
#' @param model A Keras model with one output.
#' @param x Data frame, array or list of arrays, as for
#'   [predict()][predict.keras.src.models.model.Model].
#' @param baseline Rows like those of `x`; for arrays also one row without the axis of rows, or one
#'   number. `NULL`: see there.
#' @param method String. See there.
#' @param steps Positive integer. Number of gradients for each row. `NULL` means 50, for gradient
#'   SHAP 200.
#' @param target Name or number of the class or output to explain, one or one for each row. `NULL`
#'   means the only output, or the most likely class of each row.
#' @param type String. `"response"` explains the outputs, `"link"` the values before the last
#'   activation, such as the logits: these do not saturate near 0 and 1.
#' @param tolerance Positive number. See the section Completeness.
#' @param batch_size Positive integer. Number of gradients computed at once. `NULL` decides by the
#'   size of a row.
#' @param ... Must be empty; ignored by methods.
#' @return An object of class `keras_attributions`, a list of
#'   * `values`: a matrix with a column for each column of a table, otherwise an array like `x`, or
#'     a list of them for several inputs,
#'   * `prediction`, `baseline`: for each row, the explained output and that of the baseline,
#'   * `gap`: their difference minus the sum of the attributions,
#'   * `target`: the class or output that is explained.
#'
#'   `as.data.frame()` returns the attributions of a table, `summary()` their mean absolute values,
#'   and `plot()` draws these or, with `row`, one row: a table as bars, an image as colours, a text
#'   as bars with the names `labels`.
#' @references Sundararajan, M., Taly, A. and Yan, Q. (2017), [Axiomatic Attribution for Deep
#'   Networks](https://arxiv.org/abs/1703.01365). Erion, G. et al. (2021), [Improving performance of
#'   deep learning models with axiomatic attribution priors and expected
#'   gradients](https://arxiv.org/abs/1906.10670). Lundberg, S. and Lee, S. (2017), [A Unified
#'   Approach to Interpreting Model Predictions](https://arxiv.org/abs/1705.07874).
#' @concept SHAP
#' @concept Shapley values
#' @concept integrated gradients
#' @concept saliency map
#' @concept explainable AI
#' @concept feature attribution
#' @concept captum
#' @family explanations
#' @export
#' @examplesIf is_keras_available() && config_backend() %in% c("tensorflow", "jax")
#' set_random_seed(1)
#' model <- tabular(mpg ~ wt + hp + factor(cyl), data = mtcars, epochs = 50)
#' why <- attributions(model, mtcars[1:3, ])
#' why
#' plot(why, row = 1)
#'
#' # Of a linear model they are known: weight * (x - baseline)
#' linear <- keras_model_sequential(input_shape = 2) |> layer_dense(units = 1)
#' set_weights(linear, list(matrix(c(1, 2)), 10))
#' attributions(linear, rbind(c(3, 4)))$values
attributions <- function(model, x, baseline = NULL,
                         method = c("integrated_gradients", "gradient_shap"), target = NULL,
                         steps = NULL, ..., type = c("response", "link"), tolerance = 0.05,
                         batch_size = NULL) {
  check_no_dots(...)
  method <- match_choice(method)
  type <- match_choice(type)
  steps <- as_count(steps, "steps") %||% if (method == "gradient_shap") 200L else 50L
  batch_size <- as_count(batch_size, "batch_size")
  must_be(tolerance, "one positive number",
          is.numeric(tolerance) && length(tolerance) == 1L && isTRUE(tolerance > 0))
  facts <- differentiable_facts(model)
  x <- as_table(x)
  if (is_tensor(x)) x <- as.array(x)
  question <- question_of(facts, x, baseline)
  output <- explained_output(facts, target, type, question$n)
  points <- points_of(method, steps, question$n, question$n_baseline)
  found <- call_blocking(python_function("rkeras.keras.attribution.attribute"), list(
    question$model, question$x, question$baseline, points$draws, points$alphas, points$weights,
    method == "integrated_gradients", output$at, output$link, batch_size %||% question$batch_size
  ), TRUE)
  result <- answer_to(question, found, points)
  result$target <- output$names[as.vector(found$target) + 1L]
  result$gap <- result$prediction - result$baseline - row_sums(result$values)
  check_complete(result, tolerance, steps)
  structure(c(result, list(x = x, method = method, steps = steps)), class = "keras_attributions")
}

differentiable_facts <- function(model) {
  check_model(model, "model")
  if (!can("gradients")) {
    abort("Gradients of models need TensorFlow, JAX or PyTorch: Keras runs with \"%s\".",
          config_backend(), kind = "module")
  }
  facts <- facts_of(model)
  if (facts$n_outputs > 1L) {
    abort(c("The model has several outputs. Explain one of them by a model of it:",
            "`keras_model(model$inputs, model$outputs[[1]])`."))
  }
  facts
}

# ---- The output ----------------------------------------------------------------------------------

# list(at, link, names): the position of the output from 0, NULL for the most likely class; the
# function that is applied to it; and the names of all outputs.
explained_output <- function(facts, target, type, n) {
  response <- output_responses(trained_on(facts)$formula, 1L)[[1]]
  n_outputs <- prod(facts$output_shape[-1], 1)
  if (is.na(n_outputs)) n_outputs <- facts$units %||% 1L
  levels <- unlist(target_levels(facts)) %||% response$names
  names <- if (length(levels) == n_outputs) levels
           else if (n_outputs == 1L && length(levels) == 2L) levels[[2]]
           else as.character(seq_len(n_outputs))
  is_class <- length(levels) > 0L && is.null(response$names) || are_classes(facts, NULL) ||
    identical(facts$activation, "softmax")
  at <- if (!is.null(target)) output_position(target, names) - 1L
        else if (n_outputs == 1L) 0L
        else if (!is_class) {
          abort("The model has %d outputs. Name or number the one to explain as `target`.",
                n_outputs)
        }
  if (!is.null(at) && !length(at) %in% c(1L, n)) {
    abort("`target` must be one output, or one for each of the %d rows, not %d.", n, length(at))
  }
  list(at = if (!is.null(at)) array(at), names = names,
       link = if (type == "link") link_of(response, facts) else "identity")
}

# ---- The points of the lines ---------------------------------------------------------------------

# Matrices with one row for each row of `x`, and one column for each gradient.
points_of <- function(method, steps, n, n_baseline) {
  by_row <- function(values) matrix(values, n, steps, byrow = TRUE)
  if (method == "integrated_gradients") {
    at <- gauss_legendre(steps)
    return(list(draws = matrix(0L, n, steps), alphas = by_row(at$points),
                weights = by_row(at$weights)))
  }
  draws <- replicate(n, rep_len(sample.int(n_baseline), steps)[sample.int(steps)] - 1L)
  # One point in each part of the line has less variance than as many in all of it.
  alphas <- (col(matrix(0, n, steps)) - stats::runif(n * steps)) / steps
  list(draws = matrix(draws, n, steps, byrow = TRUE), alphas = alphas,
       weights = matrix(1 / steps, n, steps))
}

# On (0, 1).
gauss_legendre <- function(n) {
  found <- in_python("numpy.polynomial.legendre.leggauss", n)
  list(points = (found[[1]] + 1) / 2, weights = found[[2]] / 2)
}

# ---- Completeness --------------------------------------------------------------------------------

row_sums <- function(values) {
  if (is.list(values)) Reduce(`+`, lapply(values, row_sums))
  else as.vector(rowSums(array(values, c(dim(values)[[1]], length(values) / dim(values)[[1]]))))
}

check_complete <- function(result, tolerance, steps) {
  difference <- abs(result$prediction - result$baseline)
  # Differences near 0 are rounding errors of 32 bits.
  least <- max(mean(difference), 1e-4 * max(abs(result$prediction)))
  share <- abs(result$gap) / pmax(difference, least, 1e-12)
  bad <- which(!(share <= tolerance))
  if (length(bad) > 0L) {
    warn(
      c("The attributions of %s do not sum to the difference between prediction and baseline: they",
        "miss up to %s of it (`tolerance` is %s). Use more `steps` than %d."),
      count_of(length(bad), "row", "rows"), share_text(max(share)), share_text(tolerance), steps,
      kind = "completeness"
    )
  }
}

share_text <- function(x) sprintf("%s %%", format(100 * x, digits = 2))
