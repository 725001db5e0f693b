# What the checks ask of a model, asked once.

# The value of `compute()`, which depends on the model's graph and loss only. It is kept until one
# of these changes: Keras computes such properties anew each time, which counts for small batches.
model_fact <- function(model, name, compute) {
  facts <- facts_of(model)
  if (is.null(facts)) {
    return(compute())
  }
  if (is.null(facts[[name]])) assign(name, list(compute()), envir = facts)
  facts[[name]][[1]]
}

# An environment; NULL for models that may change unseen.
facts_of <- function(model) {
  facts <- call_python(python_function("rkeras.facts", "recall"), list(model), TRUE)
  if (is.environment(facts)) {
    return(facts)
  }
  if (is.null(facts)) {
    facts <- new.env(parent = emptyenv())
    call_python(python_function("rkeras.facts", "keep"), list(model, facts))
    facts
  }
}
