# What R knows of a model: its facts, and an environment that the model holds and saveRDS() keeps.

# The facts that checks need, as they are now. Each verb asks for them once, in one call, and hands
# them down: Keras computes most of them anew each time. `trains`: with those for training alone.
facts_of <- function(model, trains = FALSE) {
  facts <- in_python("rkeras.keras.facts.of", model, trains)
  shapes <- c("input_shape", "output_shape")
  facts[shapes] <- lapply(facts[shapes], open_lengths)
  facts$is_plain <- is_plain_model(model)
  facts$model <- model
  facts
}

# Integers, NA for any length.
open_lengths <- function(shape) if (!is.null(shape)) replace(shape, shape == -1L, NA)

# `call()` of these models has a single argument, `inputs`, which may be a structure.
graph_classes <- paste0("keras.src.models.", c("functional.Functional", "sequential.Sequential"))

is_plain_model <- function(model) class(model)[[1]] %in% graph_classes

memory_of <- function(model) in_python("rkeras.keras.memory.values", model)

# Called by Python.
new_memory <- function() new.env(parent = emptyenv())
