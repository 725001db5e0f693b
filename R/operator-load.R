# load_op(): compiled operators as R functions.

#' Load a compiled operator
#'
#' `load_op()` loads the library of an operator and returns it as an R function of tensors or R
#' arrays, which are converted to the types of the signature. `load_op_and_grad()` also tells
#' TensorFlow the operator's gradient, the function `backward()` of its code, so that models with it
#' can be trained. The function works eagerly, in `tf$function()` and in layers.
#'
#' A process can load an operator of one name once, because TensorFlow keeps it. After a change of
#' the code, restart R.
#'
#' @param library String. Path of the library that [compile_op()] returned, of its directory, or
#'   the result of [custom_op()].
#' @return An R function with the inputs of the signature as arguments, in its order. It returns a
#'   tensor, or a list of tensors with the names of the outputs.
#' @concept custom operator
#' @concept load_op_library
#' @concept gradient
#' @seealso [custom_op()] writes the code, [compile_op()] compiles it, [op_test_gradient()]
#' @family operators
#' @examples
#' \dontrun{
#' op <- custom_op("Twice", "double x(?)", "double y(?) -> output")
#' twice <- load_op_and_grad(compile_op(op))
#' twice(c(1, 2, 3))
#' }
#' @export
load_op <- function(library) load_compiled(library, FALSE)

#' @rdname load_op
#' @export
load_op_and_grad <- function(library) load_compiled(library, TRUE)

load_compiled <- function(library, with_gradient) {
  op <- op_of_library(library)
  if (with_gradient && is.null(gradient_ports(op$signature))) {
    abort(
      c("The operator %s has no gradient, because it has no input and output of real numbers. Use",
        "load_op()."), op$name
    )
  }
  check_loaded(op)
  kernel <- in_python(
    "rkeras.tensorflow.custom_op.load", op_library(op), op$name, with_gradient,
    as.list(is_real(op$signature$outputs)), as.list(is_real(op$signature$inputs)), .convert = FALSE
  )
  cached("operators", op$name, tools::md5sum(op_library(op)))
  op_function(kernel, op$signature)
}

op_of_library <- function(library) {
  if (is_string(library) && file.exists(library) && !dir.exists(library)) {
    library <- dirname(library)
  }
  op <- as_custom_op(library, "library")
  if (!file.exists(op_library(op))) {
    abort("`library`: \"%s\" has not been compiled. Call compile_op().", op$path)
  }
  op
}

check_loaded <- function(op) {
  known <- caches$operators[[op$name]]
  if (!is.null(known) && !identical(unname(known), unname(tools::md5sum(op_library(op))))) {
    abort(
      c("Another operator with the name %s is loaded, perhaps an earlier version, and TensorFlow",
        "keeps it. Restart R to load this one."), op$name
    )
  }
}

op_function <- function(kernel, signature) {
  outputs <- names_of_ports(signature$outputs)
  names <- names_of_ports(signature$inputs)
  run <- function(values) {
    values <- Map(port_tensor, values, signature$inputs)
    result <- call_blocking(kernel, unname(values), convert = TRUE)
    if (length(outputs) == 1L) result else stats::setNames(as.list(result), outputs)
  }
  f <- function() NULL
  formals(f) <- stats::setNames(rep(as.list(formals(function(x) NULL)), length(names)), names)
  body(f) <- bquote(run(.(as.call(c(list(as.name("list")), lapply(names, as.name))))))
  f
}

# R values as tensors of the signature's type: a vector has one axis also if it has one element.
port_tensor <- function(x, port) {
  if (is_py_object(x)) {
    return(x)
  }
  if (!length(port$dims) && length(x) == 1L) x <- as.vector(x) else x <- as.array(x)
  check_port_value(x, port)
  # Not from R's double directly, which would be a float32 on its way.
  exact <- tf$constant(x, if (is.double(x)) "float64")
  tf$cast(exact, type_of(port, "dtype"))
}

check_port_value <- function(x, port) {
  valid <- switch(port$type, bool = is.logical(x), double = , float = is.numeric(x),
                  only_whole(x))
  if (!isTRUE(valid)) {
    kind <- switch(port$type, bool = "logical", double = , float = "numeric", "whole numbers")
    abort("`%s` must be %s, not %s.", port$name, kind, describe(x), call = NULL)
  }
}
