# R functions as operators of TensorFlow, JAX and PyTorch.

#' Use an R function as an operator of TensorFlow, JAX or PyTorch
#'
#' Makes a function of tensors from an R function of arrays. The result works wherever an operation
#' of TensorFlow does: called directly, in `tf_function()`, in `dataset_map()`, in layers, losses
#' and metrics, and under a gradient tape. R code runs while TensorFlow computes, so it can use any
#' R function and package; it needs no compiler. TensorFlow hands its memory to R directly, without
#' Python. On JAX, the operator uses `jax.pure_callback()`, on PyTorch it is a
#' `torch.autograd.Function`.
#'
#' # Inputs
#'
#' The function is called with one R value for each tensor, by position. Scalars and tensors with
#' one axis are vectors, other tensors arrays whose `dim()` is the shape. A tensor of shape `(1)`
#' has a `dim()`, too, so that it differs from a scalar. Floating-point numbers of any size become
#' doubles, integers become integers (doubles or `integer64` if they do not fit), and
#' strings are character. Large tensors of `"float64"`, `"int32"` or `"complex128"` with only one
#' axis longer than 1 are not copied.
#'
#' # Outputs
#'
#' With one output, `f` returns its value; with several, a list. Each value must have the type and
#' the shape that `Tout` and `shape` say, otherwise the error names the output, what was expected
#' and what it is. Whole doubles may become integers; nothing is rounded. A vector without `dim()`
#' has one axis, and one of length 1 is a scalar, unless `shape` says otherwise.
#'
#' # Gradients
#'
#' `gradient` is called with all inputs, then all outputs, then the gradient of the loss with
#' respect to each output. It returns a list with one gradient for each input, of the input's shape;
#' `NULL` is zero. For a single input it may return the gradient itself. If `gradient` is itself an
#' `r_operator()` with a gradient, there are second derivatives.
#'
#' # Threads
#'
#' R has one thread. Kernels that TensorFlow runs at the same time wait for it in turn, so an
#' operator in a parallel pipeline does not make R code parallel. Inside the R function, call
#' TensorFlow's operations directly rather than functions of `tf_function()`: these need
#' TensorFlow's threads, which may all be waiting for R.
#'
#' XLA cannot compile R functions: use `jit_compile = FALSE` in [compile()] and in `tf_function()`.
#' On a machine with a GPU, TensorFlow copies the tensors to the CPU.
#'
#' @param f R function of as many arrays as the operator has inputs.
#' @param Tout Character vector, or list of strings or dtypes. Dtype of each output. A list, or a
#'   vector of another length than 1, means that `f` returns a list and the operator a list of
#'   tensors.
#' @param shape R function of the shapes of the inputs, integer vectors with `NA` for an unknown
#'   length and `NULL` for an unknown number of axes. It returns the shape of the output, or a list
#'   of shapes. `NULL`, the default, means that shapes are unknown until the values are computed.
#' @param gradient R function of the inputs, outputs and incoming gradients, an `r_operator()`, or
#'   `"numeric"` for central differences, which call `f` twice for each element of each input.
#'   `NULL`, the default, means that there is no gradient: requesting one is an error.
#' @param name String. Name of the operator in graphs and messages. `NULL`, the default, means the
#'   name of the variable `f`.
#' @param stateful Logical. `FALSE` allows TensorFlow to compute the operator in advance, to share
#'   the result of equal calls, and to leave out calls whose results are not used: only for
#'   functions whose value depends on nothing but the inputs. Default: `TRUE`.
#' @return Function of class `rkeras_operator` that takes tensors or R values and returns a tensor
#'   or, with several outputs, a list of tensors.
#' @family operators
#' @seealso [load_operators()] for SavedModels, `rkeras_guide("operators")`.
#' @concept custom operator
#' @concept custom gradient
#' @concept R function in a graph
#' @concept py_function
#' @concept numpy_function
#' @concept pure_callback
#' @export
#' @examplesIf py_available() && py_module_available("tensorflow")
#' # The quantile function of the gamma distribution, with its derivative
#' quantile <- r_operator(
#'   function(p) qgamma(p, shape = 2),
#'   gradient = function(p, q, dq) dq / dgamma(q, shape = 2)
#' )
#' quantile(c(0.1, 0.5, 0.9))
#'
#' p <- as_tensor(0.5)
#' with(tf$GradientTape() %as% tape, {
#'   tape$watch(p)
#'   q <- quantile(p)
#' })
#' tape$gradient(q, p)
r_operator <- function(f, Tout = "float64", shape = NULL, gradient = NULL, name = NULL, # nolint
                       stateful = TRUE) {
  check_flags()
  default <- substitute(f)
  check_function(f, "f")
  if (!is.null(shape)) check_function(shape, "shape")
  if (is.null(name)) name <- if (is.symbol(default)) as.character(default) else "r_operator"
  check_string(name, "name")
  definition <- list(
    f = f, dtypes = operator_dtypes(Tout), several = returns_several(Tout),
    shape = shape, gradient = gradient, name = name, stateful = stateful
  )
  must_be(gradient, "a function, \"numeric\" or NULL",
          is.null(gradient) || is.function(gradient) || identical(gradient, "numeric"))
  operator_of(definition)
}

operator_of <- function(definition) {
  # The Python object of each backend, made when it is first needed.
  made <- new.env(parent = emptyenv())
  operator <- function(..., name = NULL) {
    inputs <- lapply(dots_list(...), as_operator_input)
    if (any(vapply(inputs, inherits, NA, keras_tensor))) {
      return(run_in_layer(operator, inputs, name))
    }
    python <- python_operator(definition, made, inputs)
    call_python(python, c(unname(inputs), list(name = name)), TRUE)
  }
  structure(operator, class = c("rkeras_operator", "function"))
}

definition_of <- function(operator) environment(operator)$definition

returns_several <- function(Tout) !is_py_object(Tout) && (is.list(Tout) || length(Tout) != 1L) # nolint

operator_dtypes <- function(x) {
  if (is_py_object(x)) x <- list(x)
  is_dtype <- function(dtype) is_string(dtype) || is_py_object(dtype)
  are_dtypes <- (is.character(x) || is.list(x)) && length(x) && all(vapply(x, is_dtype, NA))
  must_be(x, "the dtype of each output, as in c(\"float64\", \"int32\")", are_dtypes, "Tout")
  names <- vapply(x, function(dtype) if (is_py_object(dtype)) py_to_r(dtype$name) else dtype, "")
  unname(names)
}

# The definition of the gradient: an operator whose outputs have the shapes of its first inputs.
gradient_definition <- function(definition) {
  gradient <- definition$gradient
  if (is.null(gradient)) {
    return(NULL)
  }
  of <- if (inherits(gradient, "rkeras_operator")) definition_of(gradient)
  f <- if (is.null(of)) gradient else of$f
  if (identical(gradient, "numeric")) f <- numeric_gradient(definition$f, length(definition$dtypes))
  list(
    f = f, dtypes = character(), several = TRUE, shape = NULL, gradient = of$gradient,
    name = definition$name, stateful = definition$stateful, of_inputs = TRUE
  )
}

#' @export
print.rkeras_operator <- function(x, ...) {
  definition <- definition_of(x)
  gradient <- definition$gradient %||% "none"
  if (is.function(gradient)) gradient <- "R function"
  cat(sprintf(
    "<R function `%s` as an operator: output %s, gradient %s>\n",
    definition$name, toString(definition$dtypes), gradient
  ))
  invisible(x)
}
