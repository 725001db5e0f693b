# Models that are made of other models.

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
is_scaled <- function(model) {
  "temperature" %in% vapply(as.list(model$layers), function(layer) layer$name, "")
}

temperature_of <- function(model) 1 / model$get_layer("temperature")$scale

# The models that ensemble() trained.
members_of <- function(model) {
  is_member <- function(layer) is_model(layer) && grepl("^member_[0-9]+$", layer$name)
  Filter(is_member, as.list(attr_or_null(model, "layers")))
}
