# Replaces jumps by variables, because a graph has no jumps: return() sets `.ag_returned` and
# `.ag_done`, break and next set a variable of their loop, and the statements after them run only if
# these are FALSE. Where a branch always jumps, the statements after the `if` become its other
# branch, which needs no variables.
#
# The result is used while a graph is traced (R/graph-rewrite.R). A statement is a list of its code
# and its source reference.

lower_function <- function(body, line) {
  lower <- new.env(parent = emptyenv())
  lower$loops <- 0L
  lower$returns_early <- FALSE
  code <- lower_tail(statements(body, line), lower)
  if (lower$returns_early) code <- call("{", quote(.ag_done <- FALSE), code)
  code
}

# ---- Statements and blocks -----------------------------------------------------------------------

statements <- function(code, source = NULL) {
  if (head_name(code) == "(") code <- code[[2]]
  if (head_name(code) != "{") {
    return(list(list(code = code, source = source)))
  }
  sources <- attr(code, "srcref")
  lapply(seq_along(code)[-1], function(i) {
    list(code = code[[i]], source = if (is.null(sources)) source else sources[[i]])
  })
}

statement <- function(code, like) list(code = code, source = like$source)

as_block <- function(statements) {
  code <- as.call(c(quote(`{`), lapply(statements, `[[`, "code")))
  sources <- lapply(statements, `[[`, "source")
  if (length(sources) && !any(vapply(sources, is.null, NA))) {
    attr(code, "srcref") <- c(sources[1], sources)
  }
  code
}

# ---- The end of a function: return() is its argument ---------------------------------------------

lower_tail <- function(statements, lower) {
  up_to_jump(statements, lower, "return", function(s, rest, left) {
    if (head_name(s$code) == "return") {
      list(statement(returned_value(s$code), s))
    } else if (length(rest) && !has_exit(s$code)) {
      c(flow_of(s, lower), list(unless_done(rest, s, lower)))
    } else {
      lowered_within(s, rest, function(statements) lower_tail(statements, lower)) %||%
        c(flow_of(s, lower), list(unless_done(NULL, s, lower)))
    }
  })
}

# The statements as a block. `end()` returns those for the first that such a jump leaves, and the
# rest.
up_to_jump <- function(statements, lower, kinds, end) {
  done <- list()
  for (i in seq_along(statements)) {
    s <- as_branch_statement(statements[[i]])
    left <- escapes(s$code, kinds)
    if (length(left)) return(as_block(c(done, end(s, statements[-seq_len(i)], left))))
    # Loops within it can have jumps of their own.
    done <- c(done, if (has_loop_jumps(s$code)) flow_of(s, lower) else list(s))
  }
  as_block(done)
}

returned_value <- function(code) if (length(code) > 1L) code[[2]]

# A branch or block with its statements lowered by `lower_all()`; NULL for another statement.
lowered_within <- function(s, rest, lower_all) {
  code <- switch(
    head_name(s$code),
    `if` = branches_with(s, rest, lower_all),
    switch = arms_with(s, lower_all),
    `{` = lower_all(statements(s$code, s$source))
  )
  if (!is.null(code)) list(statement(code, s))
}

unless_done <- function(rest, s, lower) {
  lower$returns_early <- TRUE
  if (ends_by_return(s$code)) return(statement(quote(.ag_returned_value()), s))
  rest <- if (length(rest)) lower_tail(rest, lower) else quote(invisible(NULL))
  statement(call("if", quote(.ag_done), quote(.ag_returned_value()), rest), s)
}

# The statements after an `if` go to the end of the branches that do not always jump.
branches_with <- function(s, rest, lower_all) {
  code <- s$code
  other <- if (length(code) > 3L) statements(code[[4]], s$source) else list()
  both <- list(statements(code[[3]], s$source), other)
  both <- lapply(both, function(branch) {
    ends <- any(vapply(branch, function(b) always_jumps(b$code), NA))
    lower_all(if (ends) branch else c(branch, rest))
  })
  if (length(both[[2]]) == 1L && length(code) == 3L && !length(rest)) both[[2]] <- NULL
  made <- as.call(c(list(quote(`if`), code[[2]]), both))
  attr(made, "ag_moved") <- assigned_names(as_block(rest))
  left <- lapply(as.list(code)[-(1:2)], all_escapes, c("break", "next"))
  attr(made, "ag_jumps") <- max(lengths(left))
  made
}

arms_with <- function(s, lower_all) {
  code <- s$code
  for (i in seq_along(code)[-(1:2)]) {
    if (!is_missing_arg(code[[i]])) code[[i]] <- lower_all(statements(code[[i]], s$source))
  }
  code
}

# ---- Loops and branches before the end: jumps set variables --------------------------------------

lower_flow <- function(statements, lower) {
  kinds <- if (is.null(lower$loop)) "return" else jumps
  up_to_jump(statements, lower, kinds, function(s, rest, left) {
    if (head_name(s$code) %in% left) {
      jump_as_variable(s, lower)
    } else if (has_exit(s$code)) {
      flow_of(s, lower, rest)
    } else {
      c(flow_of(s, lower), if (length(rest)) list(unless_jumped(left, rest, s, lower)))
    }
  })
}

flow_of <- function(s, lower, rest = NULL) {
  lowered_within(s, rest, function(statements) lower_flow(statements, lower)) %||% switch(
    head_name(s$code),
    `while` = , `for` = , `repeat` = lower_loop(s, lower),
    list(statement(mark_jumps(s$code), s))
  )
}

jump_as_variable <- function(s, lower) {
  kind <- head_name(s$code)
  if (kind != "return") {
    return(list(statement(call("<-", as.name(jump_name(kind, lower)), TRUE), s)))
  }
  lower$returns_early <- TRUE
  list(
    statement(call("<-", quote(.ag_returned), returned_value(s$code)), s),
    statement(quote(.ag_done <- TRUE), s)
  )
}

jump_name <- function(kind, lower) {
  if (kind == "return") ".ag_done" else sprintf(".ag_%s%d", kind, lower$loop)
}

unless_jumped <- function(left, rest, s, lower) {
  names <- lapply(vapply(left, jump_name, "", lower = lower), as.name)
  test <- as.call(c(quote(.ag_none), unname(names)))
  statement(call("if", test, lower_flow(rest, lower)), s)
}

lower_loop <- function(s, lower) {
  outer <- lower$loop
  lower$loops <- lower$loop <- lower$loops + 1L
  code <- s$code
  body <- code[[length(code)]]
  left <- unique(c(escapes(body), character()))
  lowered <- lower_flow(statements(body, s$source), lower)
  stops <- vapply(setdiff(left, "next"), jump_name, "", lower = lower)
  if ("next" %in% left) lowered <- reset(jump_name("next", lower), lowered)
  code[[length(code)]] <- lowered
  flags <- lapply(setdiff(stops, ".ag_done"), function(name) {
    statement(call("<-", as.name(name), FALSE), s)
  })
  lower$loop <- outer
  if ("return" %in% left) lower$returns_early <- TRUE
  c(flags, list(statement(stopping(code, unname(stops)), s)))
}

reset <- function(name, body) call("{", call("<-", as.name(name), FALSE), body)

# The loop ends when one of the variables is TRUE. R evaluates the condition only if none is.
stopping <- function(code, stops) {
  if (length(stops) == 0L) {
    return(code)
  }
  none <- as.call(c(quote(.ag_none), lapply(stops, as.name)))
  if (head_name(code) == "repeat") return(call("while", none, code[[2]]))
  if (head_name(code) == "while") code[[2]] <- call("&&", none, code[[2]])
  if (head_name(code) == "for") attr(code, "ag_stops") <- stops
  code
}

# ---- Other forms of branches ---------------------------------------------------------------------

# `x <- if (a) return(1) else 2`, `a || return(1)` and `a && return(1)` as `if` statements.
as_branch_statement <- function(s) {
  code <- s$code
  if (length(escapes(code)) == 0L) {
    return(s)
  }
  if (head_name(code) == "(") return(as_branch_statement(statement(code[[2]], s)))
  if (head_name(code) == "||") return(statement(call("if", code[[2]], NULL, code[[3]]), s))
  if (head_name(code) == "&&") return(statement(call("if", code[[2]], code[[3]]), s))
  if (head_name(code) %in% c("<-", "=", "<<-") && head_name(code[[3]]) %in% c("if", "{", "(")) {
    return(as_branch_statement(statement(assign_within(code, code[[3]]), s)))
  }
  s
}

assign_within <- function(assignment, value) {
  last <- length(value)
  switch(
    head_name(value),
    return = , `break` = , `next` = value,
    `{` = , `(` = {
      value[[last]] <- assign_within(assignment, value[[last]])
      value
    },
    `if` = {
      value[[3]] <- assign_within(assignment, value[[3]])
      value[4] <- list(assign_within(assignment, if (last > 3L) value[[4]]))
      value
    },
    {
      assignment[3] <- list(value)
      assignment
    }
  )
}
