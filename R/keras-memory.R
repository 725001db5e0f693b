# What R knows of a model: an environment that the model holds. Of its values, `facts` end when the
# model's graph or loss change; the others are as old as the model, and saveRDS() keeps them.

remember <- function(model, name, value) assign(name, value, envir = memory_of(model))

recall <- function(model, name) memory_of(model)[[name]]

# The value of `compute()`, which must depend only on the model's graph and loss. Keras computes
# such properties anew each time, which is noticeable for small batches.
model_fact <- function(model, name, compute) {
  facts <- facts_of(model)
  if (is.null(facts)) {
    return(compute())
  }
  if (is.null(facts[[name]])) assign(name, list(compute()), envir = facts)
  facts[[name]][[1]]
}

# An environment, or NULL for models whose changes cannot be seen.
facts_of <- function(model) memory_of(model)$facts

memory_of <- function(model) in_python("rkeras.keras.memory.recall", model)

# Called by Python.
new_memory <- function() new.env(parent = emptyenv())

renew_facts <- function(memory) memory$facts <- new_memory()

# The values that saveRDS() writes.
lasting_memory <- function(model) {
  values <- as.list(memory_of(model))
  values[setdiff(names(values), "facts")]
}
