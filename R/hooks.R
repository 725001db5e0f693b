# Hooks, by which a room calls functions of higher rooms. The lower room names a place and the
# higher one registers functions for it; R/zzz.R lists all of them. If the function depends on the
# class of an object, it is a method of an S3 generic instead.

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
