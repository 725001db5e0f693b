# From a generated wrapper to Keras: collects the arguments, makes the layer, composes it.

create_layer <- function(endpoint, object, args) {
  force(args) # a wrong argument is an error before Python has to start
  object <- if (!missing(object)) object # in a pipe, the layers before this one come first
  layer <- call_python(keras_endpoint(endpoint), with_input_shape(args), convert = TRUE)
  if (is.null(object)) layer else compose_layer(object, layer, args)
}

# Put `layer` onto a sequential model, or call it on tensors.
compose_layer <- function(object, layer, args) {
  if (inherits(object, "keras.src.models.sequential.Sequential")) {
    add_input(object, args$input_shape)
    object$add(layer)
    return(invisible(object))
  }
  if (is_layer_input(object)) {
    return(call_python(layer, list(as_layer_input(object))))
  }
  abort(paste0(
    "`object` must be a sequential model, a Keras tensor, a list of them or an array, not ",
    describe(object), ". To leave it out, name the other arguments."
  ), call = attr(args, "call"))
}

# Keras warns about a layer's own `input_shape`; a model that is still empty takes an input instead.
add_input <- function(model, input_shape) {
  if (!is.null(input_shape) && length(model$layers) == 0L) {
    model$add(keras_input(shape = input_shape))
  }
}

# A model that the layer joins gets its input from `add_input()`; a layer by itself remembers it.
with_input_shape <- function(args) {
  if (!is.null(args$input_shape)) {
    args$input_shape <- shape_tuple(args$input_shape, "input_shape", attr(args, "call"))
  }
  args
}

is_layer_input <- function(x) {
  if (is.list(x)) {
    return(length(x) > 0L && all(vapply(x, is_layer_input, NA)))
  }
  if (is_py_object(x)) {
    return(!inherits(x, "keras.src.layers.layer.Layer"))
  }
  # A single value is meant for another argument: layer_dense(10) for layer_dense(units = 10).
  is.atomic(x) && (is.array(x) || length(x) > 1L)
}

as_layer_input <- function(x) {
  if (is.list(x)) {
    return(lapply(x, as_layer_input))
  }
  if (is_py_object(x)) x else as_keras_array(x, "object")
}

# The arguments given to the calling wrapper, without `object`: each passed through the rule named
# after it. What was not given is left to Keras, whose defaults the wrapper's formals show.
capture_args <- function(..., frame = parent.frame(), wrapper = sys.function(sys.parent()),
                         call = sys.call(sys.parent())) {
  rules <- list(...)
  extra <- eval(quote(list(...)), frame)
  arguments <- setdiff(names(formals(wrapper)), c("object", "..."))
  check_extra(names(extra), length(extra), arguments, call)
  given <- Filter(function(name) !eval(call("missing", as.name(name)), frame), arguments)
  check_required(wrapper, setdiff(arguments, given), call)
  args <- c(mget(given, envir = frame), extra)
  for (name in intersect(names(rules), names(args))) {
    args[name] <- list(rules[[name]](args[[name]], name, call))
  }
  structure(args, call = call)
}

# What Keras's Layer class, and the recurrent layers, take beyond the arguments of the signature.
layer_extra <- c(
  "name", "trainable", "dtype", "autocast", "activity_regularizer", "input_shape",
  "implementation", "zero_output_for_mask"
)

check_extra <- function(names, count, arguments, call) {
  unknown <- setdiff(names, layer_extra)
  if (count > 0L && (is.null(names) || any(names == ""))) {
    abort("Too many arguments without a name: name them.", call = call)
  }
  if (length(unknown) > 0L) {
    abort_unknown_argument(unknown[[1]], c(arguments, layer_extra), call)
  }
}

check_required <- function(wrapper, absent, call) {
  defaults <- formals(wrapper)[absent]
  required <- absent[vapply(defaults, function(x) identical(x, substitute()), NA)]
  if (length(required) > 0L) {
    abort(paste0(
      sprintf("`%s` is missing: `%s()` needs it.", required[[1]], call_name(call)),
      if (length(call) > 1L && is.atomic(call[[2]])) " Name it: `object` is the first argument."
    ), call = call)
  }
}

abort_unknown_argument <- function(argument, known, call) {
  guess <- closest(argument, known)
  abort(paste0(
    sprintf("`%s()` has no argument `%s`.", call_name(call), argument),
    if (length(guess)) sprintf(" Did you mean `%s`?", guess)
  ), call = call)
}

# The known word that `word` is a likely misspelling of, or nothing.
closest <- function(word, known) {
  distance <- drop(utils::adist(word, known, ignore.case = TRUE))
  near <- known[order(distance)][sort(distance) <= max(2, nchar(word) %/% 3)]
  utils::head(near, 1L)
}

call_name <- function(call) {
  name <- call[[1]]
  if (is.name(name)) return(as.character(name))
  if (is.call(name) && length(name) == 3L) return(as.character(name[[3]]))
  "this function"
}

# How an error names a value that is of the wrong kind.
describe <- function(x) {
  if (is.null(x)) return("NULL")
  if (is.data.frame(x)) return("a data frame")
  if (is.array(x)) return(sprintf("an array of shape (%s)", toString(dim(x))))
  if (is.character(x) && length(x) == 1L) return(encodeString(x, quote = "\""))
  if (is.atomic(x) && length(x) == 1L) return(format(x))
  sprintf("an object of class `%s`", class(x)[[1]])
}

# The Keras class or function with this name, as a Python object.
keras_endpoint <- function(endpoint) {
  path <- strsplit(endpoint, ".", fixed = TRUE)[[1]]
  require_keras()
  value <- unwrap(rs_import(path[[1]], TRUE))
  for (name in path[-1]) {
    value <- unwrap(rs_get_attr(value, name, NULL))
  }
  value
}
