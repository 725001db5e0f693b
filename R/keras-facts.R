# Cached properties of a model for the checks.

# The value of `compute()`, which must depend only on the model's graph and loss. It is cached until
# one of these changes, because Keras computes such properties anew each time, which is noticeable
# for small batches.
model_fact <- function(model, name, compute) {
  facts <- facts_of(model)
  if (is.null(facts)) {
    return(compute())
  }
  if (is.null(facts[[name]])) assign(name, list(compute()), envir = facts)
  facts[[name]][[1]]
}

# The cache, an environment, or NULL for models whose changes cannot be detected.
facts_of <- function(model) {
  facts <- call_python(python_function("rkeras.keras.facts", "recall"), list(model), TRUE)
  if (is.environment(facts)) {
    return(facts)
  }
  if (is.null(facts)) {
    facts <- new.env(parent = emptyenv())
    call_python(python_function("rkeras.keras.facts", "keep"), list(model, facts))
    facts
  }
}
