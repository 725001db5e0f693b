# The plan of a traced branch or loop: its variables, their types, and what tracing has found out.
# If another branch or iteration shows that a variable needs another type, tracing starts again.

new_plan <- function(info, places, start, backend, hints = list()) {
  plan <- new.env(parent = emptyenv())
  plan$info <- info
  plan$places <- places
  plan$start <- start
  plan$backend <- backend
  plan$dtypes <- list()
  plan$fillers <- list()
  plan$hints <- hints
  plan
}

# The node of the variable `i` in the first branch, or before a loop.
plan_node <- function(plan, i, x) {
  node_of(x, plan$backend, plan$dtypes[key(i)][[1]], i %in% plan$reads)
}

# The one in another branch, or after an iteration.
node_beside <- function(plan, i, x) {
  node_of(x, plan$backend, reads = plan$model[[i]]$kind == "leaf" || i %in% plan$reads)
}

# Where a variable of TensorFlow meets another value, tracing begins again with the tensor it holds.
read_variable <- function(plan, i, model, node) {
  if (i %in% plan$reads || !is_variable_node(model)) return()
  if (node$kind != "leaf" && !is_variable_node(node)) return()
  plan$reads <- c(plan$reads, i)
  retry(plan)
}

key <- function(i) as.character(i)

# Calls Python, which calls the functions that trace. The leaves of the first branch decide which
# tensors all return. If another branch shows that they need another type, tracing starts again.
# Nested branches nest these calls, and each R function takes 12 KB of the C stack: a condition
# handler would take five of them, so the signal to start again is a value here.
traced_call <- function(plan, call) {
  on.exit(restore(plan$places, plan$start))
  for (attempt in seq_len(most_retries)) {
    plan$model <- NULL
    plan$clashes <- list()
    made <- call()
    result <- try_python(made[[1]], made[[2]], TRUE)
    if (!is_retry(result, plan)) return(unwrap(result))
  }
  abort(located("The types of the variables change in each iteration.", plan$info), kind = "graph",
        call = plan$info$call)
}

most_retries <- 8L

# Stops the tracing of the statement with this plan, which may be around the current one.
retry <- function(plan) {
  stop(structure(
    class = c("rkeras_retry", "error", "condition"),
    list(message = "Tracing starts again.", call = NULL, plan = plan)
  ))
}

is_retry <- function(x, plan) {
  inherits(x, "extendr_error") && inherits(x$value, "rkeras_retry") &&
    identical(x$value$plan, plan)
}

retry_with_dtype <- function(plan, i, at, dtype) {
  known <- plan$dtypes[[key(i)]] %||% list()
  if (length(known) < at) known[at] <- list(NULL)
  known[[at]] <- dtype
  plan$dtypes[[key(i)]] <- known
  retry(plan)
}

# A loop variable that was an R number before the loop takes another type, also if this turns out in
# a statement within the loop. The tensor has the attribute "ag_origin": it is an environment, so
# the attribute is that of all references.
retry_origin <- function(node, dtype) {
  origin <- attr(node$value, "ag_origin")
  if (!is.null(origin) && can_become(origin$value, dtype)) {
    retry_with_dtype(origin$loop, origin$i, origin$at, dtype)
  }
}

# Evaluates the code of a branch or of a loop, one level deeper. The level of before comes back in
# any case, also if this one is too deep: `stop()` has another meaning at each level but 0.
one_deeper <- function(code) {
  outer <- graph_state$depth
  on.exit(graph_state$depth <- outer)
  if (outer == deepest) {
    abort(c("Branches on tensors are nested more than %d deep. A function that calls itself in a",
            "branch on a tensor never ends while it is traced: write a loop instead."), deepest,
          kind = "graph", call = NULL)
  }
  graph_state$depth <- outer + 1L
  code
}

deepest <- 32L
