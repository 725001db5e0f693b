# Models in R's serialization: what saveRDS(), save() and packages that send objects to other R
# processes write of a model, and how the model is recreated.

# Called when R serializes the model of the pointer (src/saved.c). Returns a raw vector, or NULL
# with a warning if the model cannot be saved, so that the rest of a workspace is saved.
saved_bytes <- function(pointer) {
  tryCatch(
    {
      model <- r_to_py.default(pointer, TRUE)
      once_under_way(py_id(model), serialize(
        list(model = save_model(model), memory = movable_memory(model)), NULL, xdr = FALSE
      ))
    },
    error = function(e) {
      warn("A model is saved without its layers and weights: %s", conditionMessage(e),
           kind = "saved", call = NULL)
      NULL
    }
  )
}

# The value of `expr`; NULL within it: what R knows of a model may contain the model, as the
# environment of a function of conformal().
once_under_way <- function(id, expr) {
  models <- context$serialized
  if (!id %in% models) with_context(list(serialized = c(models, id)), expr)
}

# The R data of a model. The environment of the formula is replaced, because it may be large and may
# contain the model.
movable_memory <- function(model) {
  memory <- as.list(memory_of(model))
  if (!is.null(memory$trained$formula)) {
    memory$trained$formula <- without_environment(memory$trained$formula)
  }
  memory
}

without_environment <- function(formula) {
  attr(formula$terms, ".Environment") <- globalenv()
  for (i in seq_along(formula$responses)) {
    attr(formula$responses[[i]], ".Environment") <- globalenv()
  }
  formula
}

# Called by Rust when a model that was read from a file is first used; `env` then refers to the
# model. R code in the model runs, as functions in R's own files do when they are used.
make_of_saved <- function(env) {
  saved <- unserialize(env$.saved)
  model <- load_model(saved$model, safe_mode = FALSE)
  list2env(saved$memory, memory_of(model))
  made <- attr(model, "py_object", exact = TRUE)
  refer_to(env, made)
  env$.saved <- made$.saved
}
