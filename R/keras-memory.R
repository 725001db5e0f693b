# R data about a model, stored in an attribute of the model. They are not saved with it.
remember <- function(model, name, value) {
  memory <- memory_of(model)
  if (is.null(memory)) {
    memory <- new.env(parent = emptyenv())
    unwrap(rs_set_attr(model, memory_attribute, memory))
  }
  assign(name, value, envir = memory)
}

recall <- function(model, name) {
  memory_of(model)[[name]]
}

memory_attribute <- "_rkeras_memory"

memory_of <- function(model) attr_or_null(model, memory_attribute, TRUE)
