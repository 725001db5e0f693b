# Layer(): layer classes with methods in R.

#' Define a custom layer
#'
#' `Layer()` defines a class of layers from R functions (methods) and returns a function that
#' creates such layers, to be used with the pipe like `layer_dense()`. Use it for computations that
#' no layer of Keras provides and that have weights, different behavior in training and inference,
#' or arguments to be saved. For a computation without weights, [layer_lambda()] is shorter.
#'
#' The methods run while Keras builds the graph of a model, not for each batch, so models with
#' custom layers train as fast as others. Use operations on tensors in `call`: arithmetic, R's
#' mathematical functions, `op_*()`. Tensors have no values while the graph is built: `if` and loops
#' on tensors become operations of the graph, as [autograph()] describes.
#'
#' @section Methods:
#' Methods can use `self`, `super` and `private`, like methods of [PyClass()].
#'
#' * `initialize` stores its arguments: `self$units <- units`. With `...` among its arguments,
#'   `super$initialize(...)` passes `name`, `dtype` and others to Keras. If `initialize` does not
#'   call `super`, this is done before it.
#' * `build(input_shape)` creates the weights with `self$add_weight(shape, initializer, name = )`.
#'   `input_shape` is an integer vector whose first element is the batch size; `NA` is an axis of
#'   any length. A layer with several inputs receives a list of such vectors.
#' * `call(inputs)` computes the output with tensors. It may also have the arguments `mask` and
#'   `training`; `training` is `TRUE` in [fit()].
#' * `get_config()` returns the list of arguments of `initialize` that creates the same layer. By
#'   default, these are the arguments that `initialize` was called with.
#' * `from_config(config)`, rarely needed, creates the layer from such a list. It is a class method:
#'   `cls` is the class, and `do.call(cls, config)` calls it. `cls` may be its first argument.
#' * `compute_output_shape(input_shape)`, rarely needed, returns an integer vector, possibly with
#'   `NA`.
#' * `active = list(name = function(value) )` creates active bindings, as in R6 classes. Reading the
#'   attribute calls the function without arguments; assigning to it calls the function with the
#'   value, if it has an argument (use [missing()] to distinguish the two).
#'
#' Weights, and layers within the layer, are tracked if they are attributes or in lists that are
#' attributes. Whole numbers can be written as `32` in shapes and in `super$initialize()`; elsewhere
#' they are doubles, and methods of Keras that expect an integer need `32L`.
#'
#' @section Saving:
#' A model with custom layers can be saved and loaded: see [save_model()]. Packages register their
#' layers with [register_keras_serializable()].
#'
#' @param classname String. Name of the class.
#' @param initialize,call,build,get_config Methods: see the section Methods.
#' @param ...,public Further methods and fields by name. Those in `public` replace arguments of the
#'   same name.
#' @param private Named list of private methods and fields, which Python does not see.
#' @param inherit Class to inherit from, instead of Keras's `Layer`: a function such as
#'   `layer_dense`, a class such as `keras$layers$Dense`, or a result of `Layer()`.
#' @param parent_env Environment in which methods look up variables that are not in scope, instead
#'   of the environment in which each method was defined.
#' @return A function with the argument `object` (a model, tensor or list of tensors) and those of
#'   `initialize`. Like the layers of Keras, it returns the model, the resulting tensor or, without
#'   `object`, the layer.
#' @concept custom layer
#' @concept layer subclassing
#' @concept add_weight
#' @concept trainable weights
#' @seealso [layer_lambda()] for a single function, [Model()] for models, [Loss()] and [Metric()],
#'   [register_keras_serializable()], `rkeras_guide("own-layers-loops")`.
#' @examplesIf is_keras_available()
#' # Scales its inputs by a constant and adds a trainable shift
#' layer_scale <- Layer(
#'   "Scale",
#'   initialize = function(factor = 1, ...) {
#'     super$initialize(...)
#'     self$factor <- factor
#'   },
#'   build = function(input_shape) {
#'     self$shift <- self$add_weight(
#'       shape = tail(input_shape, 1), initializer = "zeros"
#'     )
#'   },
#'   call = function(inputs) inputs * self$factor + self$shift
#' )
#' layer <- layer_scale(factor = 2)
#' as.array(layer(matrix(1:4, nrow = 1)))
#'
#' model <- keras_model_sequential(input_shape = 4) |>
#'   layer_scale(factor = 2, name = "twice") |>
#'   layer_dense(units = 1)
#' model
#'
#' # Noise in training only
#' layer_noise <- Layer(
#'   "Noise",
#'   call = function(inputs, training = FALSE) {
#'     if (isTRUE(training)) {
#'       inputs + random_normal(op_shape(inputs))
#'     } else {
#'       inputs
#'     }
#'   }
#' )
#' as.array(layer_noise()(matrix(0, 1, 2)))
#' @export
Layer <- function(classname, initialize = NULL, call = NULL, build = NULL, get_config = NULL, ...,
                  public = list(), private = list(), inherit = NULL,
                  parent_env = parent.frame()) {
  keras_class("Layer", pipe = TRUE)
}

#' @rdname Layer
#' @export
new_layer_class <- Layer
