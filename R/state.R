# What a session remembers for all rooms: hooks, results, and what holds while code runs. The other
# stores are in ARCHITECTURE.md, each with its owner.

# ---- Hooks ---------------------------------------------------------------------------------------

# A lower room names a place and a higher one registers functions for it; R/zzz.R lists those of the
# package. If a function depends on the class of an object, it is a method of an S3 generic instead.
hooks <- new.env(parent = emptyenv())

register_hook <- function(place, ...) hooks[[place]] <- c(hooks[[place]], ...)

# Calls the functions registered for a place in the order of their registration.
run_hooks <- function(place, ...) {
  for (hook in hooks[[place]]) hook(...)
}

# Returns `x` after each function registered for a place has been applied to it.
through_hooks <- function(place, x) {
  for (hook in hooks[[place]]) x <- hook(x)
  x
}

# ---- Results -------------------------------------------------------------------------------------

caches <- new.env(parent = emptyenv())

# The result of `code`, which is evaluated once for each key of a topic; NULL is not kept.
cached <- function(topic, key, code) {
  results <- caches[[topic]]
  if (is.null(results)) caches[[topic]] <- results <- new.env(parent = emptyenv())
  known <- results[[key]]
  if (is.null(known)) results[[key]] <- known <- code
  known
}

forget <- function(topic) caches[[topic]] <- NULL

# ---- What holds while code runs ------------------------------------------------------------------

context <- new.env(parent = emptyenv())

# Evaluates `code` with these values in `context`, which has those of before afterwards.
with_context <- function(values, code) {
  outer <- mget(names(values), context, ifnotfound = list(NULL))
  on.exit(list2env(outer, context))
  list2env(values, context)
  code
}
