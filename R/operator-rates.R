# op_test_gradient(): gradients compared with differences, by rates of convergence.

#' Test a gradient by rates of convergence
#'
#' Tests whether the gradient of a function is right. The test takes a step of size \eqn{h} in a
#' random direction \eqn{v} and compares two errors: that of a constant,
#' \eqn{|f(x + hv) - f(x)|}{|f(x + h v) - f(x)|}, which shrinks like \eqn{h}, and that of the linear
#' approximation with the gradient,
#' \eqn{|f(x + hv) - f(x) - h \nabla f(x)^T v|}{|f(x + h v) - f(x) - h grad'v|}, which shrinks like
#' \eqn{h^2} if the gradient is right and like \eqn{h} if it is not. Unlike a comparison with finite
#' differences, the test needs no tolerance.
#'
#' `f` is any R function of tensors, such as an operator of [load_op_and_grad()] or a layer. If it
#' returns several values, their sum with random weights is tested.
#'
#' @param f R function of tensors.
#' @param inputs List of R arrays or tensors, the arguments of `f`; or a single one. Real numbers
#'   are varied. Integers, logical values and strings are constant.
#' @param steps Numeric vector. Sizes of steps, decreasing.
#' @param dtype String. Type of real inputs that are R values.
#' @param x An object that `op_test_gradient()` returned.
#' @param ... Ignored. For `plot()`, arguments of [graphics::matplot()].
#' @return A data frame of class `rkeras_gradient_test` with the columns `step`, `constant` and
#'   `linear`, the two errors. The attributes `rates` (of both errors) and `passed` are shown by
#'   `print()`; a linear error at the level of rounding passes, too. `plot()` draws the errors over
#'   the steps.
#' @concept gradient check
#' @concept finite differences
#' @concept Taylor test
#' @concept convergence
#' @seealso [custom_op()], [load_op_and_grad()]
#' @family operators
#' @eval rd_example(
#'   "op_test_gradient", 'is_keras_available() && config_backend() == "tensorflow"'
#' )
#' @export
op_test_gradient <- function(f, inputs, steps = 10^-(1:5), dtype = "float64") {
  check_function(f, "f")
  if (!can("graphs", chosen_backend()[["backend"]])) {
    abort("op_test_gradient() needs Keras on TensorFlow: use_backend(\"tensorflow\").",
          kind = "module")
  }
  if (!is.numeric(steps) || length(steps) < 2L || !all(is.finite(steps)) || any(steps <= 0) ||
        any(diff(steps) >= 0)) {
    abort("`steps` must be at least two positive, decreasing numbers.")
  }
  inputs <- tested_inputs(inputs, dtype)
  direction <- lapply(inputs, random_like)
  if (all(vapply(direction, is.null, NA))) {
    abort("`inputs` must have real numbers, which are varied.")
  }
  new_gradient_test(steps, errors_of(f, inputs, direction, steps))
}

tested_inputs <- function(inputs, dtype) {
  if (!is.list(inputs) || is_py_object(inputs)) inputs <- list(inputs)
  lapply(inputs, function(input) {
    if (is_py_object(input)) {
      input
    } else {
      tf$constant(if (length(input) == 1L) input else as.array(input), if (is.double(input)) dtype)
    }
  })
}

# Random numbers of R, so that set.seed() repeats the test; NULL for inputs that are not varied.
random_like <- function(tensor) {
  if (!py_bool(tensor$dtype$is_floating)) {
    return(NULL)
  }
  shape <- unlist(tensor$shape$as_list())
  values <- stats::rnorm(max(1, prod(shape)))
  tf$reshape(tf$constant(as.array(values), tensor$dtype), as.list(shape))
}

errors_of <- function(f, inputs, direction, steps) {
  weights <- NULL
  value <- function(inputs) {
    result <- do.call(f, unname(inputs))
    result <- tf$convert_to_tensor(result)
    if (is.null(weights)) weights <<- random_like(result)
    if (is.null(weights)) abort("`f` must return real numbers.")
    tf$reduce_sum(result * weights)
  }
  varied <- !vapply(direction, is.null, NA)
  with(tf$GradientTape() %as% tape, {
    for (input in inputs[varied]) tape$watch(input)
    start <- value(inputs)
  })
  gradients <- tape$gradient(start, unname(inputs[varied]), unconnected_gradients = "zero")
  slope <- sum(mapply(function(gradient, v) as.numeric(tf$reduce_sum(gradient * v)), gradients,
                      direction[varied]))
  moved <- vapply(steps, function(step) {
    inputs[varied] <- Map(function(x, v) x + v * tf$constant(step, v$dtype), inputs[varied],
                          direction[varied])
    as.numeric(value(inputs)) - as.numeric(start)
  }, 0)
  data.frame(step = steps, constant = abs(moved), linear = abs(moved - steps * slope),
             scale = abs(as.numeric(start)) + abs(slope))
}

new_gradient_test <- function(steps, errors) {
  # Differences of this size are rounding.
  noise <- 100 * .Machine$double.eps * max(1, errors$scale)
  errors$scale <- NULL
  rates <- c(constant = rate_of(steps, errors$constant, noise),
             linear = rate_of(steps, errors$linear, noise))
  passed <- all(errors$linear <= noise * 10) || isTRUE(rates[["linear"]] > 1.7)
  structure(errors, rates = rates, passed = passed, class = c("rkeras_gradient_test", "data.frame"))
}

# The slope of the logarithms, from errors above rounding.
rate_of <- function(steps, errors, noise) {
  used <- errors > noise
  if (sum(used) < 2L) {
    return(NA_real_)
  }
  unname(stats::coef(stats::lm(log(errors[used]) ~ log(steps[used])))[[2]])
}

#' @rdname op_test_gradient
#' @export
print.rkeras_gradient_test <- function(x, ...) {
  rates <- attr(x, "rates")
  print(as.data.frame(unclass(x)[c("step", "constant", "linear")]), digits = 3, row.names = FALSE)
  shown <- ifelse(is.na(rates), "at the level of rounding", sprintf("rate %.2f", rates))
  cat(sprintf("constant: %s (1 is expected)\nlinear:   %s (2 if the gradient is right)\n",
              shown[[1]], shown[[2]]))
  cat(if (attr(x, "passed")) "The gradient is right.\n" else "The gradient is wrong.\n")
  invisible(x)
}

#' @rdname op_test_gradient
#' @export
plot.rkeras_gradient_test <- function(x, ...) {
  errors <- pmax(cbind(constant = x$constant, linear = x$linear), .Machine$double.xmin)
  colors <- c("#d9622b", "#1b6ca8")
  graphics::matplot(x$step, errors, log = "xy", type = "b", pch = 19, lty = 1, col = colors,
                    xlab = "step", ylab = "error", bty = "l", ...)
  graphics::legend("topleft", colnames(errors), col = colors, pch = 19, lty = 1, bty = "n")
  invisible(x)
}

# `%as%` assigns it.
utils::globalVariables("tape")
