# The variables that code assigns.

# Names of assigned variables in the order of the code. Those assigned with `<<-` have the prefix
# "<<", or are left out with `own`. Functions within the code have variables of their own.
assigned_names <- function(code, own = FALSE) {
  names <- as.character(unique(unlist(assignments(code, assigned_here))))
  if (own) names[!startsWith(names, "<<")] else names
}

# Those that get their value here. `x[1] <- 2` changes an `x` that may be another function's.
created_names <- function(code) unlist(assignments(code, created_here))

assignments <- function(code, here) {
  if (!is.call(code) || is_quoting(code)) {
    return(NULL)
  }
  within <- lapply(as.list(code), function(part) if (!is_missing_arg(part)) assignments(part, here))
  c(within, here(code))
}

is_missing_arg <- function(x) identical(x, substitute())

is_quoting <- function(code) {
  head_name(code) %in% c("function", "quote", "bquote", "substitute", "expression", "~")
}

# What the statement itself assigns.
assigned_here <- function(code) {
  switch(
    head_name(code),
    `<-` = , `=` = , `%<>%` = targets(code[[2]]),
    `<<-` = paste0("<<", targets(code[[2]])),
    created_here(code)
  )
}

created_here <- function(code) {
  switch(
    head_name(code),
    `<-` = , `=` = if (!is.call(code[[2]]) || takes_apart(code[[2]])) targets(code[[2]]),
    `for` = as.character(code[[2]]),
    `%<-%` = all.vars(code[[2]]),
    `%->%` = , `%as%` = all.vars(code[[3]]),
    assign = if (is.character(code[[2]]) && length(code) == 3L) code[[2]]
  )
}

# `names(x)[i] <- y` assigns `x`.
targets <- function(target) {
  if (is.character(target)) return(target)
  if (takes_apart(target)) return(unlist(lapply(as.list(target)[-(1:2)], all.vars)))
  root <- root_name(target)
  if (nzchar(root)) root
}

# `.[a, b] <- x` assigns `a` and `b`.
takes_apart <- function(target) {
  is.call(target) && identical(target[[1]], quote(`[`)) && identical(target[[2]], quote(.))
}

# `x` of `names(x)[i]`; "" if there is none.
root_name <- function(code) {
  while (is.call(code) && length(code) > 1L) code <- code[[2]]
  if (is.name(code)) as.character(code) else ""
}

# The function that code calls by its name.
head_name <- function(code) {
  if (is.call(code) && is.name(code[[1]])) as.character(code[[1]]) else ""
}
