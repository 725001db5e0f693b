# Functional and sequential models, those whose forward pass is an R function, and models made of
# other models.

#' Create a functional model
#'
#' Creates a model from a graph of layers between inputs and outputs (the functional API). The graph
#' can have several inputs or outputs, branches, residual connections and shared layers. Create
#' inputs with [keras_input()], apply layers to them, and pass both ends to `keras_model()`. Layers
#' are shared, not copied: several models can use the same layers and weights, for example to
#' extract the output of a hidden layer.
#'
#' Use [keras_model_sequential()] for a plain stack of layers, and [Model()] if the forward pass
#' needs control flow of its own.
#'
#' @param inputs A tensor from [keras_input()], or a list of them. Data for a list with names are
#'   matched by name; an element without a name has the name of its tensor.
#' @param outputs The output tensor of the last layer, or a list of such tensors. With names,
#'   predictions are a list with these names; an element without a name has the name of its layer.
#' @param ... Further arguments of Keras's `Model` class, such as `name`.
#' @return A Keras model, to be compiled with [compile()] and trained with [fit()].
#' @concept multi-output model
#' @concept functional API
#' @concept multiple inputs
#' @concept multiple outputs
#' @concept shared layers
#' @concept residual connection
#' @seealso [keras_input()] for inputs, [keras_model_sequential()] for a stack of layers, [Model()]
#'   for a class of models, [plot()][plot.keras.src.models.model.Model] draws the graph.
#' @examplesIf is_keras_available()
#' # Two inputs, a residual connection and two outputs
#' size <- keras_input(shape = 2, name = "size")
#' color <- keras_input(shape = 3, name = "color")
#' merged <- layer_concatenate(size, color)
#' hidden <- layer_dense(merged, units = 5, activation = "relu")
#' hidden <- layer_add(merged, hidden)
#' model <- keras_model(
#'   inputs = list(size, color),
#'   outputs = list(
#'     price = layer_dense(hidden, units = 1),
#'     kind = layer_dense(hidden, units = 4, activation = "softmax")
#'   )
#' )
#' data <- list(size = matrix(1, 6, 2), color = matrix(0, 6, 3))
#' str(predict(model, data))
#' @export
keras_model <- function(inputs = NULL, outputs = NULL, ...) {
  if (is.null(inputs) != is.null(outputs)) {
    abort("`%s` is missing: a model leads from `inputs` to `outputs`.",
          if (is.null(inputs)) "inputs" else "outputs")
  }
  inputs <- complete_names(inputs, function(input) input$name)
  outputs <- complete_names(outputs, function(output) layer_of(output)$name)
  more <- dots_list(...)
  # Keras ignores others.
  if (!is.null(outputs)) check_extra(names(more), c("inputs", "outputs"), c("name", "trainable"))
  args <- c(drop_null(list(inputs = inputs, outputs = outputs)), more)
  call_python(keras_endpoint("keras.Model"), args, convert = TRUE)
}

# Adds names to the unnamed elements of a list with `name_of()`, a function of the element.
complete_names <- function(x, name_of) {
  if (is.list(x) && !is.null(names(x))) {
    unnamed <- !nzchar(names(x))
    names(x)[unnamed] <- vapply(x[unnamed], name_of, "")
  }
  x
}

# The layer whose output is a symbolic tensor.
layer_of <- function(tensor) {
  history <- attr_or_null(tensor, borrowed_names("history"))
  if (is.null(history)) {
    abort(paste("`outputs`: Keras does not record which layer created an output without a name.",
                "Name all outputs."))
  }
  history$operation
}

#' Create a sequential model
#'
#' Creates a model that is a stack of layers: each layer's output is the input of the next. Add
#' layers with the pipe. The model is modified in place, so `model |> layer_dense(...)` also changes
#' `model`; the pipe returns the same model. With `input_shape`, the weights are created at once and
#' `summary()` shows all shapes; without it, when the model first receives data.
#'
#' Use [keras_model()] for models with several inputs or outputs, branches or shared layers.
#'
#' @param input_shape Shape of one sample, without the batch axis: `784`, or `c(28, 28, 1)`; `NA`
#'   for an axis of any length. `NULL` means that the shape is taken from the first data.
#' @param name String. Name of the model.
#' @param ... Arguments of [keras_input()] under their own names: `batch_size`, `dtype`, `sparse`,
#'   `ragged`, `batch_shape`, `tensor` and `optional`.
#' @param input_dtype,input_batch_size,input_sparse,input_ragged,input_batch_shape,input_name The
#'   arguments of [keras_input()] with these names.
#' @param input_tensor,input_optional The arguments of [keras_input()] with these names.
#' @param trainable Logical. Whether training changes the model's weights.
#' @param layers List of layers to start with.
#' @return A Keras model, to be compiled with [compile()] and trained with [fit()].
#' @concept Sequential
#' @concept feedforward network
#' @concept stack of layers
#' @concept neural network
#' @seealso [layer_dense()] and other layers, [keras_model()] for other graphs, [compile()] and
#'   [fit()] train the model, [summary()][summary.keras.src.models.model.Model], [pop_layer()].
#' @examplesIf is_keras_available()
#' # A small convolutional network for images of digits
#' model <- keras_model_sequential(input_shape = c(28, 28, 1)) |>
#'   layer_conv_2d(filters = 8, kernel_size = 3, activation = "relu") |>
#'   layer_max_pooling_2d(pool_size = 2) |>
#'   layer_flatten() |>
#'   layer_dense(units = 10, activation = "softmax")
#' model
#'
#' # Probabilities of the 10 classes for two images
#' dim(predict(model, array(0, c(2, 28, 28, 1))))
#' @export
keras_model_sequential <- function(input_shape = NULL, name = NULL, ..., input_dtype = NULL,
                                   input_batch_size = NULL, input_sparse = NULL,
                                   input_ragged = NULL, input_batch_shape = NULL,
                                   input_name = NULL, input_tensor = NULL, input_optional = FALSE,
                                   trainable = TRUE, layers = list()) {
  check_flags()
  if (is_list_of_layers(input_shape)) {
    layers <- input_shape
    input_shape <- NULL
  }
  if (is_layer(input_shape)) {
    abort(paste(
      "`input_shape` is a layer. A pipe begins with the model:",
      "keras_model_sequential() |> layer_dense(units = 1)."
    ))
  }
  input <- sequential_input(drop_null(list(
    shape = input_shape, batch_size = input_batch_size, dtype = input_dtype,
    sparse = input_sparse, ragged = input_ragged, batch_shape = input_batch_shape,
    name = input_name, tensor = input_tensor, optional = if (input_optional) TRUE
  )), dots_list(...))
  model <- call_python(
    keras_endpoint("keras.Sequential"), drop_null(list(trainable = trainable, name = name)),
    convert = TRUE
  )
  if (!is.null(input)) model$add(input)
  for (layer in if (is.list(layers)) layers else list(layers)) {
    model$add(layer)
  }
  model
}

# The input of a sequential model, or NULL without a shape. `args` are the arguments named
# `input_*`, `dots` the same arguments under their names in keras_input().
sequential_input <- function(args, dots) {
  check_sequential_dots(args, dots)
  args <- c(args, drop_null(dots))
  if (any(c("shape", "batch_shape", "tensor") %in% names(args))) {
    if (!is.null(args$shape)) args$shape <- as_shape(args$shape, "input_shape")
    return(do.call(keras_input, args))
  }
  if (length(args) > 0L) {
    warn("`%s` has no effect: without `input_shape`, the model has no input until it sees data.",
         names(args)[[1]])
  }
  NULL
}

check_sequential_dots <- function(args, dots) {
  given <- names(dots) %||% character(length(dots))
  of_input <- setdiff(names(formals(keras_input)), c("shape", "name"))
  if (!all(nzchar(given))) {
    abort("Too many arguments without a name for `keras_model_sequential()`: name them.")
  }
  check_extra(given, setdiff(names(formals(keras_model_sequential)), "..."), of_input)
  twice <- intersect(given, names(args))
  if (length(twice) > 0L) {
    abort("`%s` and `input_%1$s` are the same argument: give one of them.", twice[[1]])
  }
}

# In earlier versions the layers were the first argument.
is_list_of_layers <- function(x) is.list(x) && length(x) > 0L && all(vapply(x, is_layer, NA))

model_class <- "keras.src.models.model.Model"

is_model <- function(x) inherits(x, model_class)

check_model <- function(x, argument = "object") must_be(x, "a Keras model", is_model(x), argument)

# ---- A forward pass in R -------------------------------------------------------------------------

#' Define a model by a function
#'
#' Creates a model from an R function that defines its layers and its forward pass. `model_fn`
#' receives the model as `self`, assigns layers to its attributes, and returns a function that
#' applies them. The model is compiled, trained and saved like any other. The forward pass is R code
#' that runs while Keras builds the graph of the model, not for each batch, so it does not slow down
#' training.
#'
#' Use [keras_model()] for graphs of layers, and [Model()] for a reusable class with arguments and
#' methods such as `train_step()`.
#'
#' @param model_fn Function of the model (`self`). It returns a function of `inputs`, which may also
#'   have the arguments `mask` and `training`.
#' @param name String. Name of the model.
#' @return A Keras model.
#' @concept custom model
#' @concept model subclassing
#' @concept forward pass
#' @seealso [Model()] defines a class of models, [keras_model()] and [keras_model_sequential()] need
#'   no function, [Layer()] for a custom layer.
#' @examplesIf is_keras_available()
#' model <- keras_model_custom(name = "mymodel", function(self) {
#'   self$dense1 <- layer_dense(units = 8, activation = "relu")
#'   self$dense2 <- layer_dense(units = 3, activation = "softmax")
#'
#'   function(inputs, mask = NULL) {
#'     self$dense1(inputs) |>
#'       self$dense2()
#'   }
#' })
#' model |> compile(
#'   loss = "sparse_categorical_crossentropy", metrics = "accuracy"
#' )
#' model |> fit(iris[1:4], iris$Species, epochs = 2, verbose = 0)
#' dim(predict(model, iris[1:4]))
#' @export
keras_model_custom <- function(model_fn, name = NULL) {
  if (!is.function(model_fn)) abort("`model_fn` must be a function of the model.")
  call_python(custom_model_class(), list(model_fn = model_fn, name = name), convert = TRUE)
}

custom_model_class <- function() {
  cached("classes", "CustomModel", {
    definition <- class_definition("CustomModel", list(
      initialize = initialize_custom_model, call = call_custom_model
    ), parent = topenv())
    new_python_class(definition, list(keras_endpoint("keras.Model")))
  })
}

# These variables are in the scope of methods.
utils::globalVariables(c("self", "super", "private"))

initialize_custom_model <- function(model_fn, name = NULL) {
  super$initialize(name = name)
  call <- model_fn(self)
  if (!is.function(call)) {
    abort("`model_fn` must return a function of `inputs`.", call = quote(keras_model_custom()))
  }
  private$call <- function_for_keras(call)
}

call_custom_model <- function(inputs, ..., mask = NULL, training = NULL) {
  call <- private$call
  own <- list(mask = mask, training = training)
  if (!"..." %in% names(formals(call))) own <- own[names(own) %in% names(formals(call))]
  do.call(call, c(list(inputs, ...), own), quote = TRUE)
}

# ---- Models of other models ----------------------------------------------------------------------

# The inputs as keras_model() takes them: one tensor, or a list, whose names data are matched by.
inputs_in_structure <- function(model) {
  if (is_sequential(model)) return(model$inputs[[1]])
  py_to_r(model$input)
}

# Compiles a model as another one is compiled, with an optimizer of its own.
compile_alike <- function(model, other) {
  if (!has_flag(other, "compiled")) return(invisible(model))
  config <- call_python(get_attr(other, "get_compile_config", FALSE), list(), FALSE)
  call_python(get_attr(model, "compile_from_config", FALSE), list(config))
  invisible(model)
}

# Of temperature_scaling().
is_scaled <- function(model) has_layer(model, "temperature")

temperature_of <- function(model) 1 / model$get_layer("temperature")$scale

# The models that ensemble() trained.
members_of <- function(model) {
  is_member <- function(layer) is_model(layer) && grepl("^member_[0-9]+$", layer$name)
  Filter(is_member, as.list(attr_or_null(model, "layers")))
}

# The layer of a model of tabular() with the predictions of its members for an output, of the shape
# (rows, members, columns).
members_layer <- function(output) paste0(output, "_members")

has_layer <- function(model, name) {
  name %in% vapply(as.list(attr_or_null(model, "layers")), function(layer) layer$name, "")
}
