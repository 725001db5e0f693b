# Traces branches: `if` on a tensor, and the arms of `switch`. Each branch is run once, in a graph
# of its own, and all return the same tensors: the value of the statement and the variables that it
# assigns. The first branch is the model for the others.

trace_if <- function(test, info, frame, hints) {
  check_jumps(info, hints)
  backend <- backend_of(test)
  trace_branches(info, frame, hints, backend, function(branches) {
    graph_cond(backend, test, branches[[1]], branches[[2]], hints$name)
  })
}

# `call()` makes the call of Python of the functions of the branches.
trace_branches <- function(info, frame, hints, backend, call) {
  names <- c(info$assigned, hints$modified, hints$undefs)
  rules <- list(meet = meet_in_branch, clash = clash_in_branch, unset = left_out_by_hint)
  plan <- new_plan(info, names, frame, backend, hints, rules)
  branches <- lapply(info$arms, function(arm) function() branch_leaves(plan, arm))
  plan_result(plan, traced_call(plan, function() call(branches)))
}

# The argument `control_flow` of ag_if_vars().
check_jumps <- function(info, hints) {
  jumps <- info$jumps %||% 0L
  if (jumps > (hints$control_flow %||% Inf)) {
    abort(located(sprintf(
      "A branch has %d `break` or `next`, but `control_flow` of ag_if_vars() is %d.", jumps,
      as.integer(hints$control_flow)
    ), info), kind = "graph", call = info$call)
  }
}

branch_leaves <- function(plan, arm) {
  restore(plan$places, plan$start)
  value <- one_deeper({
    value <- eval(arm, plan$frame)
    if (has_value(plan)) branch_value(value)
  })
  outcome <- c(list(.value = value), values_of_places(plan$places))
  restore(plan$places, plan$start)
  outcome_leaves(plan, outcome)
}

has_value <- function(plan) {
  if (is.null(plan$hints$modified)) !isFALSE(plan$info$used) else isTRUE(plan$hints$return)
}

# Operations that return no value, such as assertions, have the value NULL.
branch_value <- function(value) {
  if (inherits(value, "tensorflow.python.framework.ops.Operation")) return(NULL)
  if (is_variable(value) && is_tf_tensor(value)) tf$convert_to_tensor(value) else value
}

# The tensor of `node` in the type of the model's.
meet_in_branch <- function(plan, model, node) {
  if (!identical(model$value, node$value)) plan$same <- setdiff(plan$same, model$key)
  alike <- tensor_of_dtype(plan, model, node)
  is_own <- identical(alike, node$tensor)
  if (if (is_own) can_differ(model$tensor, alike, plan$backend) else !is.null(alike)) return(alike)
  clash_in_branch(plan, model, node)[[1]]
}

# Branches of TensorFlow may return tensors of different shapes.
can_differ <- function(x, y, backend) {
  backend == "tensorflow" || identical(static_shape(x), static_shape(y))
}

# A value that differs between branches is an error when it is used: it may be a local variable.
clash_in_branch <- function(plan, model, node) {
  is_filled <- node$type == "undefined" && is_hidden(node)
  if (!is_filled && is.null(plan$clashes[[model$variable]])) {
    plan$clashes[[model$variable]] <- clash_message(plan, name_of(model), model, node)
  }
  leaves <- leaf_nodes(model)
  plan$same <- setdiff(plan$same, names(leaves))
  lapply(leaves, function(leaf) filler_like(leaf$tensor, plan$backend))
}

clash_message <- function(plan, name, model, node) {
  if (is.null(name)) {
    return(located(sprintf(
      "The branches have different values: %s in one, %s in another. Return the same type in each.",
      described_node(model), described_node(node)
    ), plan$info))
  }
  if (model$type == "undefined" || node$type == "undefined") {
    return(located(sprintf(
      paste("`%s` is undefined: only some branches assign it. Assign a value before the statement",
            "or in each branch."), name
    ), plan$info))
  }
  located(sprintf(
    "`%s` is undefined: it is %s in one branch, %s in another. Assign the same type in each.",
    name, described_node(model), described_node(node)
  ), plan$info)
}

# With ag_if_vars() other variables are local to the branches.
left_out_by_hint <- function(plan, node) {
  name <- name_of(node)
  modified <- plan$hints$modified
  own <- c(modified, plan$info$moved)
  if (is.null(name) || is.null(modified) || name %in% own || startsWith(name, ".ag_")) return()
  located(sprintf(
    "`%s` is undefined: ag_if_vars() does not name it. Add it there.", name
  ), plan$info)
}

# ---- switch --------------------------------------------------------------------------------------

# Traces `switch` on a tensor. The arms are branches.

# A tensor of integers selects an arm by its position, a tensor of strings by its name.
trace_switch <- function(selector, info, frame) {
  arms <- switch_arms(info$arms)
  backend <- backend_of(selector)
  by_name <- is_string_tensor(selector)
  index <- if (by_name) in_tracing("index_of_name", selector, as.list(arms$names))
    else in_backend(backend, "cast", selector, "int32") - 1L
  traced <- list2env(as.list(info))
  traced$arms <- if (by_name) arms$named else arms$all
  default <- (if (by_name) arms$default) %||% default_arm(traced, info)
  traced$arms <- c(traced$arms, list(default))
  index <- in_tracing("in_range", index, length(traced$arms))
  trace_branches(traced, frame, list(), backend, function(branches) {
    graph_switch(backend, index, branches)
  })
}

# R's value of a switch() without a matching arm is NULL, which a graph cannot return where the
# other arms return tensors: there, it is an error when the graph runs.
default_arm <- function(traced, info) {
  if (isFALSE(info$used)) return(quote(NULL))
  last <- traced$arms[[length(traced$arms)]]
  as.call(list(quote(`{`), as.call(list(assert_no_arm, paste(deparse(info$call), collapse = " "))),
               last))
}

assert_no_arm <- function(code) {
  message <- sprintf("No arm of `%s` matches. Add one without a name, the default.", code)
  tf$debugging$Assert(FALSE, list(message))
}

# An arm without code is the next one that has code, as in R.
switch_arms <- function(arms) {
  names <- names(arms) %||% rep("", length(arms))
  for (i in rev(seq_along(arms))) {
    if (is_missing_arg(arms[[i]])) arms[i] <- if (i < length(arms)) arms[i + 1L] else list(NULL)
  }
  list(
    all = unname(arms), named = unname(arms[nzchar(names)]), names = names[nzchar(names)],
    default = if (any(!nzchar(names))) arms[!nzchar(names)][[1]]
  )
}
