# Inputs of which only some have names, in a call of a layer: `model(list(a, b = c))`.

# ---- Methods of py-call.R ------------------------------------------------------------------------

# A functional model matches the others by position, as fit() does.
parts_of_call.keras.src.models.functional.Functional <- function(callable, x) { # nolint
  inputs <- structure_names(callable, "input") %||% input_names(callable)
  name_by_position(x, inputs, "inputs", NULL)
}

# Sums, products and the like take their inputs by position.
parts_of_call.keras.src.layers.merging.base_merge.Merge <- function(callable, x) { # nolint
  unname(x)
}
