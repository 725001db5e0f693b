# The jumps in R code: `return()`, `break` and `next`, and which code they leave.

jumps <- c("return", "break", "next")

loops <- c("while", "for", "repeat")

has_jumps <- function(code) length(escapes(code, "return")) > 0L || has_loop_jumps(code)

has_loop_jumps <- function(code) {
  is.call(code) && !is_quoting(code) &&
    (head_name(code) %in% c("break", "next") || any(vapply(as.list(code), has_loop_jumps, NA)))
}

# The kinds of jumps that leave the code.
escapes <- function(code, kinds = jumps) unique(all_escapes(code, kinds))

# All of them: a loop catches its own `break` and `next`.
all_escapes <- function(code, kinds) {
  if (!is.call(code) || is_quoting(code)) {
    return(NULL)
  }
  head <- head_name(code)
  if (head %in% loops) kinds <- intersect(kinds, "return")
  inner <- lapply(as.list(code), function(x) if (!is_missing_arg(x)) all_escapes(x, kinds))
  c(intersect(head, kinds), unlist(inner))
}

# Whether every path through the code ends in a jump.
always_jumps <- function(code) {
  head <- head_name(code)
  switch(
    head,
    return = , `break` = , `next` = TRUE,
    `{` = any(vapply(as.list(code)[-1], always_jumps, NA)),
    `(` = always_jumps(code[[2]]),
    `if` = length(code) > 3L && always_jumps(code[[3]]) && always_jumps(code[[4]]),
    FALSE
  )
}

# An `if` of which one branch always jumps.
has_exit <- function(code) {
  head_name(code) == "if" &&
    (always_jumps(code[[3]]) || length(code) > 3L && always_jumps(code[[4]]))
}

# A loop without an end and without `break`.
ends_by_return <- function(code) {
  endless <- head_name(code) == "repeat" || head_name(code) == "while" && isTRUE(code[[2]])
  endless && !"break" %in% escapes(code[[length(code)]])
}

# A jump within other code, such as an argument of a function, works where no graph is traced.
mark_jumps <- function(code) {
  if (!is.call(code) || is_quoting(code)) {
    return(code)
  }
  if (head_name(code) %in% jumps) return(call(".ag_jump", code))
  for (i in seq_along(code)) {
    if (is.call(code[[i]])) code[[i]] <- mark_jumps(code[[i]])
  }
  code
}
