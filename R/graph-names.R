# The variables that code assigns.

# Names of assigned variables in the order of the code. Those assigned with `<<-` have the prefix
# "<<", or are left out with `own`. Functions within the code have variables of their own.
assigned_names <- function(code, own = FALSE) {
  names <- as.character(unique(unlist(assignments(code))))
  if (own) names[!startsWith(names, "<<")] else names
}

assignments <- function(code) {
  if (!is.call(code) || is_quoting(code)) {
    return(NULL)
  }
  within <- lapply(as.list(code), function(part) if (!is_missing_arg(part)) assignments(part))
  c(within, assigned_here(code))
}

is_quoting <- function(code) {
  is.name(code[[1]]) &&
    as.character(code[[1]]) %in% c("function", "quote", "bquote", "substitute", "expression", "~")
}

# What the statement itself assigns.
assigned_here <- function(code) {
  head <- if (is.name(code[[1]])) as.character(code[[1]]) else ""
  switch(
    head,
    `<-` = , `=` = , `%<>%` = targets(code[[2]]),
    `<<-` = paste0("<<", targets(code[[2]])),
    `for` = as.character(code[[2]]),
    `%<-%` = all.vars(code[[2]]),
    `%->%` = , `%as%` = all.vars(code[[3]]),
    assign = if (is.character(code[[2]]) && length(code) == 3L) code[[2]]
  )
}

# `names(x)[i] <- y` assigns `x`.
targets <- function(target) {
  if (is.character(target)) return(target)
  if (is.call(target) && identical(target[[1]], quote(`[`)) && identical(target[[2]], quote(.))) {
    return(all.vars(target[-(1:2)]))
  }
  root <- root_name(target)
  if (nzchar(root)) root
}
