# R's variables for Python: the functions that `r` of Python's main module calls
# (inst/python/rkeras/session/variables.py).

add_r_to_python <- function() {
  in_python("rkeras.session.variables.add_r")
}

# The value in a list, because NULL means that there is no such variable.
get_r_variable <- function(name) {
  env <- calling_env()
  if (exists(name, envir = env)) list(get(name, envir = env))
}

set_r_variable <- function(name, value) {
  assign(name, value, envir = calling_env())
  NULL
}

remove_r_variable <- function(name) {
  env <- calling_env()
  has_it <- exists(name, envir = env, inherits = FALSE)
  if (has_it) rm(list = name, envir = env)
  has_it
}

r_variables <- function() as.list(ls(calling_env()))

# The environment of the code that runs Python: that of the knitr document, or of the function that
# called rkeras; the global environment if Python called R from another thread.
calling_env <- function() {
  if (isTRUE(getOption("knitr.in.progress"))) {
    return(knitr::knit_global())
  }
  frames <- seq_len(sys.nframe())
  homes <- lapply(frames, function(i) home_of(sys.function(i)))
  own <- vapply(homes, identical, NA, topenv())
  users <- !own & !vapply(homes, identical, NA, .BaseNamespaceEnv)
  # The last frames are those of this callback. The first of rkeras above the user's is the call.
  call <- which(own & frames > max(0L, which(users)))
  parent <- if (length(call)) sys.parents()[[call[[1]]]] else 0L
  if (parent == 0L) globalenv() else sys.frame(parent)
}
