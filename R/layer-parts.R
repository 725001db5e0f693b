# Inputs of a layer call of which only some have names: `model(list(a, b = c))`.

# ---- Methods of py-call.R ------------------------------------------------------------------------

# A functional model matches the unnamed inputs by position, as fit() does.
parts_of_call.keras.src.models.functional.Functional <- function(callable, x) { # nolint
  facts <- facts_of(callable)
  inputs <- facts$named_inputs %||% facts$input_names
  name_by_position(x, inputs, "inputs")
}

# Merging layers take their inputs by position (inst/classes.tsv).
parts_of_call.keras.src.layers.merging.base_merge.Merge <- function(callable, x) { # nolint
  unname(x)
}
