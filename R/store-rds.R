# Models in R's own files: what saveRDS(), save() and whatever sends objects to other R processes
# write of a model, and how it is made again.

# Classes whose objects have something to write.

# Called by R (src/saved.c) when it writes the model that the pointer leads to: a raw vector, or
# NULL. A workspace is saved all the same if a model in it cannot be.
saved_bytes <- function(pointer) {
  tryCatch(
    {
      model <- r_to_py.default(pointer, TRUE)
      serialize(list(model = save_model(model), memory = movable_memory(model)), NULL, xdr = FALSE)
    },
    error = function(e) {
      warn(sprintf("A model is written without what it is made of: %s", conditionMessage(e)),
           "saved", call = NULL)
      NULL
    }
  )
}

# What R knows of a model, without the environment that a formula was written in: that may be large,
# and hold the model.
movable_memory <- function(model) {
  memory <- as.list(memory_of(model))
  if (!is.null(memory$trained$formula)) {
    attr(memory$trained$formula$terms, ".Environment") <- globalenv()
  }
  memory
}

# Called by Rust when a model from a file is first used: `env` leads to it from now on. R code in it
# runs, as that of any function in such a file does.
make_of_saved <- function(env) {
  saved <- unserialize(env$.saved)
  model <- load_model(saved$model, safe_mode = FALSE)
  for (name in names(saved$memory)) remember(model, name, saved$memory[[name]])
  made <- attr(model, "py_object", exact = TRUE)
  env$.pyobj <- made$.pyobj
  env$.saved <- made$.saved
}
