# Rewrites R code so that control flow on tensors can be traced. `if`, `while` and the like become
# calls of dispatchers (R/graph-dispatch.R), which decide when they run whether a condition is a
# tensor. If it is not, R's own statements run: `if (a) b` becomes `switch(.ag_if(a), b, ...)`, and
# loops remain R loops.
#
# `scope` describes the function: `frame` is the environment in which it was defined, `locals` are
# its own variables, `head()` makes the head of a dispatcher call, `line` is the current line.

new_scope <- function(frame, head, line = NULL, locals = character()) {
  scope <- new.env(parent = emptyenv())
  scope$frame <- frame
  scope$head <- head
  scope$line <- line
  scope$locals <- locals
  scope$loops <- 0L
  scope
}

# `used` says whether the value of the expression is used: "at end" if it is that of a function.
rewrite <- function(code, scope, used = TRUE) {
  if (!is.call(code) || is.function(code[[1]])) {
    return(code)
  }
  head <- code[[1]]
  if (is.name(head)) {
    rewriter <- rewriters[[as.character(head)]]
    if (!is.null(rewriter)) return(rewriter(code, scope, used))
  }
  rewrite_call(code, scope)
}

dispatch <- function(scope, name, ...) as.call(list(scope$head(name), ...))

# ---- Statements ----------------------------------------------------------------------------------

rewrite_block <- function(code, scope, used) {
  sources <- attr(code, "srcref")
  line <- scope$line
  for (i in seq_along(code)[-1]) {
    if (!is.null(sources)) scope$line <- sources[[i]]
    if (is.call(code[[i]])) {
      code[[i]] <- rewrite(code[[i]], scope, if (i == length(code)) used else FALSE)
    }
  }
  scope$line <- line
  code
}

rewrite_parenthesis <- function(code, scope, used) {
  if (is.call(code[[2]])) code[[2]] <- rewrite(code[[2]], scope, used)
  code
}

rewrite_assignment <- function(code, scope, used) {
  if (is.call(code[[3]])) code[[3]] <- rewrite(code[[3]], scope)
  if (is_element(code[[2]])) {
    code[[3]] <- dispatch(scope, "element", code[[3]], as.character(code[[2]][[2]]))
  }
  code
}

# `x[i]` of a variable.
is_element <- function(target) {
  is.call(target) && identical(target[[1]], quote(`[`)) && is.name(target[[2]])
}

# R's own stop() is called by the user's function, which its error shows.
rewrite_stop <- function(code, scope, used) {
  plain <- rewrite_base(code, scope, used)
  if (!identical(plain[[1]], scope$head("stop"))) return(plain)
  stopped <- plain
  plain[[1]] <- code[[1]]
  call("if", dispatch(scope, "in_branch"), stopped, plain)
}

rewrite_quoted <- function(code, scope, used) code

rewrite_member <- function(code, scope, used) {
  if (is.call(code[[2]])) code[[2]] <- rewrite(code[[2]], scope)
  code
}

rewrite_if <- function(code, scope, used) {
  if (length(code) == 3L && ends_with_statement(code[[3]])) used <- FALSE
  info <- statement_info(code, scope, used)
  info$arms <- list(
    rewrite(code[[3]], scope, used),
    if (length(code) > 3L) rewrite(code[[4]], scope, used) else quote(invisible(NULL))
  )
  info$assigned <- assigned_names(code[-2])
  info$moved <- attr(code, "ag_moved")
  info$jumps <- attr(code, "ag_jumps")
  test <- dispatch(scope, "if", rewrite(code[[2]], scope), info)
  as.call(c(quote(switch), test, info$arms, dispatch(scope, "value")))
}

# The value of an assignment is not meant to be the value of an `if` without `else`.
ends_with_statement <- function(code) {
  if (head_name(code) %in% c("{", "(")) return(ends_with_statement(code[[length(code)]]))
  head_name(code) %in% c(loops, "<-", "=", "<<-", "%<>%", "%<-%")
}

rewrite_while <- function(code, scope, used) {
  info <- loop_info(code, scope, code[[3]])
  info$test <- rewrite(code[[2]], scope)
  info$body <- rewrite(code[[3]], scope, FALSE)
  call("while", dispatch(scope, "while", info$test, info), info$body)
}

rewrite_repeat <- function(code, scope, used) {
  loop <- rewrite_while(call("while", TRUE, code[[2]]), scope, used)
  loop[[2]][[3]]$call <- code
  loop
}

# The sequence is assigned element by element to a variable of its own: R sets the loop variable
# itself to NULL if there are no elements, as after a traced loop.
rewrite_for <- function(code, scope, used) {
  info <- loop_info(code, scope, code[-3])
  info$variable <- as.character(code[[2]])
  body <- rewrite(code[[4]], scope, FALSE)
  item <- as.name(info$item)
  info$body <- call("{", call("<-", code[[2]], item), body)
  iterator <- as.name(info$iterator)
  ended <- dispatch(scope, "step", iterator, info$item)
  step <- bquote(if (!is.null(.(iterator)) && .(ended)) break)
  sequence <- dispatch(scope, "for", rewrite(code[[3]], scope), info)
  call("for", item, sequence, as.call(c(quote(`{`), step, body_until_stopped(info, code, scope))))
}

# A loop over R values whose end depends on a tensor runs to the end of the sequence: what it does
# in each iteration then depends on that tensor.
body_until_stopped <- function(info, code, scope) {
  if (is.null(info$stops)) {
    return(as.list(info$body)[-1])
  }
  stops <- lapply(info$stops, as.name)
  guard <- statement_info(code, scope, FALSE)
  guard$arms <- list(info$body, NULL)
  guard$assigned <- info$assigned
  test <- dispatch(scope, "if", as.call(c(scope$head("none"), stops)), guard)
  list(
    call("if", as.call(c(scope$head("stopped"), stops)), quote(break)),
    as.call(c(quote(switch), test, guard$arms, dispatch(scope, "value")))
  )
}

rewrite_switch <- function(code, scope, used) {
  if (length(code) < 3L || "..." %in% vapply(as.list(code)[-1], argument_name, "")) {
    return(rewrite_call(code, scope))
  }
  info <- statement_info(code, scope, used)
  arms <- as.list(code)[-(1:2)]
  for (i in seq_along(arms)) {
    if (!is_missing_arg(arms[[i]])) arms[[i]] <- rewrite(arms[[i]], scope, used)
  }
  info$arms <- arms
  info$assigned <- assigned_names(as.call(c(quote(`{`), arms)))
  selector <- dispatch(scope, "switch", rewrite(code[[2]], scope), info)
  as.call(c(quote(switch), selector, arms, list(.ag_traced = dispatch(scope, "value"))))
}

argument_name <- function(x) if (is.name(x)) as.character(x) else ""

# A logical operator or function whose base version does not take tensors.
rewrite_to <- function(name) {
  force(name)
  function(code, scope, used) {
    if (as.character(code[[1]]) %in% scope$locals) return(rewrite_call(code, scope))
    info <- statement_info(code, scope, used)
    code <- rewrite_arguments(code, scope)
    as.call(c(scope$head(name), as.list(code)[-1], list(.info = info)))
  }
}

# A function of base R that R/graph-base.R replaces, unless the user has another one of that name.
rewrite_base <- function(code, scope, used) {
  name <- as.character(code[[1]])
  found <- get0(name, scope$frame, mode = "function")
  if (name %in% scope$locals || !identical(found, own_function(name))) {
    return(rewrite_call(code, scope))
  }
  code <- rewrite_arguments(code, scope)
  code[[1]] <- scope$head(name)
  code
}

# A colon in brackets is a range of positions, which the method of `[` reads itself.
rewrite_subset <- function(code, scope, used) {
  for (i in seq_along(code)[-1]) {
    if (!is.call(code[[i]])) next
    rewriter <- if (is_slice(code[[i]])) rewrite_arguments else rewrite
    code[[i]] <- rewriter(code[[i]], scope)
  }
  code[[1]] <- scope$head("subset")
  code
}

# What R/graph-lower.R put into the code.
rewrite_own <- function(code, scope, used) {
  code[[1]] <- scope$head(sub(".ag_", "", as.character(code[[1]]), fixed = TRUE))
  rewrite_arguments(code, scope)
}

# ---- Functions within the function ---------------------------------------------------------------

rewrite_function <- function(code, scope, used) {
  source <- if (length(code) > 3L) code[[4]]
  inner <- new_scope(scope$frame, scope$head, source %||% scope$line, scope$locals)
  inner$inline <- scope$inline
  made <- rewrite_closure(code[[2]], code[[3]], inner)
  code[2] <- list(made$formals)
  code[[3]] <- made$body
  code
}

# The rewritten defaults and body of a function.
rewrite_closure <- function(formals, body, scope) {
  scope$locals <- unique(c(scope$locals, names(formals), assigned_names(body, own = TRUE)))
  for (name in names(formals)) {
    if (is.call(formals[[name]])) formals[[name]] <- rewrite(formals[[name]], scope)
  }
  list(formals = formals, body = rewrite_body(body, scope))
}

# While a graph is traced, a jump out of a branch is a variable: R/graph-lower.R.
rewrite_body <- function(body, scope) {
  plain <- rewrite(body, scope, "at end")
  if (!has_jumps(body)) {
    return(plain)
  }
  lowered <- rewrite(lower_function(body, scope$line), scope, "at end")
  call("if", dispatch(scope, "tracing"), lowered, plain)
}

# ---- What the dispatchers know of a statement ----------------------------------------------------

# An environment, because it is passed in the code itself and filled afterwards.
statement_info <- function(code, scope, used = TRUE) {
  info <- new.env(parent = emptyenv())
  info$call <- code
  info$line <- scope$line
  info$used <- used
  info
}

loop_info <- function(code, scope, body) {
  info <- statement_info(code, scope, FALSE)
  scope$loops <- scope$loops + 1L
  info$iterator <- sprintf(".ag_iterator%d", scope$loops)
  info$item <- sprintf(".ag_item%d", scope$loops)
  info$assigned <- assigned_names(body)
  info$stops <- attr(code, "ag_stops")
  info
}

rewriters <- list(
  `{` = rewrite_block, `(` = rewrite_parenthesis, `if` = rewrite_if, `while` = rewrite_while,
  `repeat` = rewrite_repeat, `for` = rewrite_for, `switch` = rewrite_switch,
  `&&` = rewrite_to("and"), `||` = rewrite_to("or"), ifelse = rewrite_to("ifelse"),
  stopifnot = rewrite_to("stopifnot"), stop = rewrite_stop,
  .ag_none = rewrite_own, .ag_jump = rewrite_own,
  .ag_returned_value = rewrite_own,
  do.call = rewrite_named, match.fun = rewrite_named,
  `function` = rewrite_function,
  `<-` = rewrite_assignment, `=` = rewrite_assignment, `<<-` = rewrite_assignment,
  `$` = rewrite_member, `@` = rewrite_member, `::` = rewrite_quoted, `:::` = rewrite_quoted,
  quote = rewrite_quoted, bquote = rewrite_quoted, substitute = rewrite_quoted,
  autograph = rewrite_quoted, expression = rewrite_quoted, `~` = rewrite_quoted,
  `[` = rewrite_subset, `%<-%` = rewrite_assignment, ag_loop_vars = rewrite_quoted,
  ag_if_vars = rewrite_quoted
)
# Made once, when the package is built.
rewritten_base <- base_functions()

rewriters <- utils::modifyList(
  rewriters, sapply(names(rewritten_base), function(name) rewrite_base, simplify = FALSE)
)
