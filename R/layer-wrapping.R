# Layers that wrap a function, another layer, or a module of another library.

#' @eval rd_keras("keras.layers.Lambda")
#' @export
layer_lambda <- function(object, f, output_shape = NULL, mask = NULL, arguments = NULL, ...) {
  args <- capture_args(f = as_layer_function, output_shape = as_output_shape,
                       arguments = as_named_list)
  names(args)[names(args) == "f"] <- "function"
  create_layer("keras.layers.Lambda", object, args)
}

as_layer_function <- function(x, argument) {
  must_be(x, "a function of the inputs", is.function(x) || is_py_object(x), argument)
  x
}

as_output_shape <- function(x, argument) {
  if (is.function(x)) x else shape_tuple(x, argument)
}

as_named_list <- function(x, argument) {
  if (is.null(x) || is_py_object(x)) {
    return(x)
  }
  if (is.null(names(x)) || !all(nzchar(names(x)))) {
    abort("`%s` must be a list in which each value has a name.", argument)
  }
  as.list(x)
}

#' @rdname layer_bidirectional
#' @export
bidirectional <- layer_bidirectional

#' @rdname layer_time_distributed
#' @export
time_distributed <- layer_time_distributed

#' @eval rd_keras("keras.layers.JaxLayer")
#' @export
layer_jax_model_wrapper <- function(object, call_fn, init_fn = NULL, params = NULL, state = NULL,
                                    seed = NULL, native_serialization_platforms = NULL, ...,
                                    dtype = NULL) {
  args <- capture_args(seed = as_integer, native_serialization_platforms = as_sequence)
  check_module("jax")
  create_layer("keras.layers.JaxLayer", object, args)
}

#' @eval rd_keras("keras.layers.FlaxLayer")
#' @export
layer_flax_module_wrapper <- function(object, module, method = NULL, variables = NULL, ...) {
  args <- capture_args()
  check_module("flax")
  create_layer("keras.layers.FlaxLayer", object, args)
}

#' @eval rd_keras("keras.layers.TorchModuleWrapper")
#' @export
layer_torch_module_wrapper <- function(object, module, output_shape = NULL, name = NULL, ...) {
  args <- capture_args(output_shape = shape_tuple)
  check_module("torch")
  create_layer("keras.layers.TorchModuleWrapper", object, args)
}
