# Layer(): layer classes with methods in R.

#' Define a layer
#'
#' `Layer()` makes a function that makes layers, for use in a pipe like those of Keras. What the
#' layer does are R functions: they run while Keras builds the graph of a model, not for each batch,
#' so that such a model trains as fast as any.
#'
#' Methods see `self`, `super` and `private` as methods of [PyClass()] do.
#'
#' * `initialize` keeps the arguments: `self$units <- units`. With `...` among its arguments,
#'   `super$initialize(...)` hands `name`, `dtype` and the like to Keras. That is done first where
#'   `initialize` does not speak of `super`.
#' * `build(input_shape)` makes the weights, by `self$add_weight(shape, initializer, name = )`.
#'   `input_shape` is an integer vector with the batch as its first number; `NA` is an axis of any
#'   length. A layer with several inputs gets a list of such vectors.
#' * `call(inputs)` computes with tensors. It may have the arguments `mask` and `training` too.
#' * `get_config()` returns a list of what `initialize` needs to make the same layer. Without it,
#'   those are the arguments that `initialize` was called with.
#' * `from_config(config)`, seldom needed, makes the layer from such a list. It is a method of the
#'   class: `cls` is the class, and `do.call(cls, config)` calls it. `cls` may be its first
#'   argument.
#' * `active = list(name = function(value) )` makes active bindings, as R6 classes have them.
#'   Reading the attribute calls the function without arguments; assigning to it calls the function
#'   with the value, if it has an argument (use `missing()` to tell the two apart).
#' * `compute_output_shape(input_shape)`, seldom needed, may return an integer vector with `NA`.
#'
#' Weights, and layers within the layer, are found when they are attributes, and in lists that are.
#' Whole numbers may be written as `32` in shapes and in `super$initialize()`; elsewhere they stay
#' doubles, and methods of Keras that want an int want `32L`.
#'
#' A model with such layers can be saved and loaded: see [save_model()].
#'
#' @param classname The name of the class, one string.
#' @param initialize,call,build,get_config Methods, see below.
#' @param ...,public Further methods and fields by name. Those in `public` replace arguments of the
#'   same name.
#' @param private Private methods and fields by name, which Python does not see.
#' @param inherit Class to inherit from, in place of Keras's `Layer`: a wrapper as `layer_dense`, a
#'   class as `keras$layers$Dense`, or what `Layer()` returned.
#' @param parent_env Where methods look for what is not in scope, in place of where each was
#'   defined.
#' @return A function with the arguments `object`, a model, tensor or list of tensors, and those of
#'   `initialize`. It returns what wrappers of Keras's layers return: the model, the resulting
#'   tensor, or, without `object`, the layer.
#' @family classes
#' @examplesIf is_keras_available()
#' layer_scale <- Layer(
#'   "Scale",
#'   initialize = function(factor = 1, ...) {
#'     super$initialize(...)
#'     self$factor <- factor
#'   },
#'   build = function(input_shape) {
#'     self$shift <- self$add_weight(shape = tail(input_shape, 1), initializer = "zeros")
#'   },
#'   call = function(inputs) inputs * self$factor + self$shift
#' )
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_scale(factor = 2, name = "twice") |>
#'   layer_dense(units = 1)
#' model
#' @export
Layer <- function(classname, initialize = NULL, call = NULL, build = NULL, get_config = NULL, ...,
                  public = list(), private = list(), inherit = NULL,
                  parent_env = parent.frame()) {
  methods <- list(initialize = initialize, call = call, build = build, get_config = get_config)
  keras_class("Layer", classname, methods, c(dots_list(...), public), private, inherit,
              if (!missing(parent_env)) parent_env, pipe = TRUE)
}

#' @rdname Layer
#' @export
new_layer_class <- Layer
