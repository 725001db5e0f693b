# How a room gets what only a higher one knows. The lower room names a place, the higher one registers
# functions for it, and R/zzz.R lists all of them. What depends on the class of an object is a
# method of an S3 generic instead.

hooks <- new.env(parent = emptyenv())

register_hook <- function(place, ...) hooks[[place]] <- c(hooks[[place]], ...)

# Calls what is registered for a place, in this order, for what it does.
run_hooks <- function(place, ...) {
  for (hook in hooks[[place]]) hook(...)
}

# `x`, passed through what is registered for a place.
through_hooks <- function(place, x) {
  for (hook in hooks[[place]]) x <- hook(x)
  x
}
