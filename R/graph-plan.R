# The plan of a traced branch or loop: its variables, their types, and what tracing has found out.
# If another branch or iteration shows that a variable needs another type, tracing starts again.

# `rules` are functions: `meet()` and `clash()` of R/graph-structure.R, and `unset()`, the reason
# why a variable has no value after the statement.
new_plan <- function(info, names, frame, backend, hints, rules) {
  places <- places_of(unique(names), frame)
  known <- list(
    info = info, frame = frame, places = places, start = values_of_places(places),
    backend = backend, hints = hints, dtypes = list(), fillers = list()
  )
  list2env(c(known, rules), parent = emptyenv())
}

# ---- Outcomes ------------------------------------------------------------------------------------

# The leaves of the values of all variables. Those of the first branch, or from before a loop, are
# the model of the others.
outcome_leaves <- function(plan, outcome) {
  if (is.null(plan$model)) return(first_leaves(plan, outcome))
  unname(conform(plan$model, structure_of(outcome, plan), plan))
}

# `same` are the keys of the leaves that are equal in all branches.
first_leaves <- function(plan, outcome) {
  outcome <- Map(filled, outcome, names(outcome), MoreArgs = list(plan = plan))
  plan$model <- structure_of(outcome, plan)
  plan$leaves <- leaf_nodes(plan$model)
  plan$same <- names(plan$leaves)
  unname(lapply(plan$leaves, `[[`, "tensor"))
}

# Assigns the results of the graph to the variables, and returns the value of the statement.
plan_result <- function(plan, leaves) {
  leaves <- as.list(leaves)
  names(leaves) <- names(plan$leaves)
  leaves[plan$same] <- lapply(plan$leaves[plan$same], `[[`, "value")
  values <- lapply(plan$model$items, result_of, leaves, plan)
  restore(plan$places, values[names(plan$places)])
  values[[".value"]]
}

result_of <- function(node, leaves, plan) {
  why <- plan$clashes[[node$variable]] %||% plan$unset(plan, node)
  if (is.null(why)) return(rebuilt(node, function(leaf) leaves[[leaf$key]]))
  at_end <- identical(plan$info$used, "at end")
  new_undefined(name_of(node), why, call = plan$info$call, at_end = at_end)
}

# NULL for the value of the statement itself.
name_of <- function(node) if (node$variable != ".value") sub("^<<", "", node$variable)

# Where a variable of TensorFlow meets another value, tracing begins again with the tensor it holds.
read_variable <- function(plan, model, node) {
  if (model$variable %in% plan$reads || !is_variable_node(model)) return()
  if (node$type != "leaf" && !is_variable_node(node)) return()
  plan$reads <- c(plan$reads, model$variable)
  retry(plan)
}

# So it does where a variable of R/graph-lower.R has had no value yet.
fill_hidden <- function(plan, model, node) {
  if (model$type == "undefined" && node$type != "undefined" && is_hidden(model)) {
    plan$fillers[[model$variable]] <- filler_of(node)
    retry(plan)
  }
}

# Whether it is a variable of R/graph-lower.R, or its value that of the statement.
is_hidden <- function(undefined) {
  startsWith(name_of(undefined) %||% undefined$value$name %||% "", ".ag_")
}

# ---- Tracing -------------------------------------------------------------------------------------

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
    result <- try_python(python_function(made[[1]]), made[[2]], TRUE)
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

retry_with_dtype <- function(plan, key, dtype) {
  plan$dtypes[[key]] <- dtype
  retry(plan)
}

# A loop variable that was an R number before the loop takes another type, also if this turns out in
# a statement within the loop. The tensor has the attribute "ag_origin": it is an environment, so
# the attribute is that of all references.
retry_origin <- function(node, dtype) {
  origin <- attr(node$value, "ag_origin")
  if (!is.null(origin) && can_become(origin$value, dtype)) {
    retry_with_dtype(origin$loop, origin$key, dtype)
  }
}

# Evaluates the code of a branch or of a loop, one level deeper: `stop()` has another meaning at
# each level but 0.
one_deeper <- function(code) {
  depth <- branch_depth()
  if (depth == deepest) {
    abort(c("Branches on tensors are nested more than %d deep. A function that calls itself in a",
            "branch on a tensor never ends while it is traced: write a loop instead."), deepest,
          kind = "graph", call = NULL)
  }
  with_context(list(branch_depth = depth + 1L), code)
}

# How many branches and loops are being traced.
branch_depth <- function() context$branch_depth %||% 0L

deepest <- 32L
