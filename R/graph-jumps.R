# The jumps in R code: `return()`, `break` and `next`, and which code they leave.

jumps <- c("return", "break", "next")

loops <- c("while", "for", "repeat")

has_jumps <- function(code) length(escapes(code, "return")) > 0L || has_loop_jumps(code)

has_loop_jumps <- function(code) {
  is.call(code) && !is_quoting(code) &&
    (head_name(code) %in% c("break", "next") || any(vapply(as.list(code), has_loop_jumps, NA)))
}

# The jumps that leave the code: a loop catches its own `break` and `next`.
escapes <- function(code, kinds = jumps) {
  if (!is.call(code) || is_quoting(code)) {
    return(NULL)
  }
  head <- head_name(code)
  if (head %in% loops) kinds <- intersect(kinds, "return")
  inner <- unlist(lapply(as.list(code), function(x) if (!is_missing_arg(x)) escapes(x, kinds)))
  unique(c(intersect(head, kinds), inner))
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

# The `break` and `next` that leave the code.
count_jumps <- function(code) {
  head <- head_name(code)
  if (head %in% c("break", "next")) return(1L)
  if (!is.call(code) || is_quoting(code) || head %in% loops) return(0L)
  sum(vapply(as.list(code), function(x) if (is_missing_arg(x)) 0L else count_jumps(x), 0L))
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
