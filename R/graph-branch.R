# Traces branches: `if` on a tensor, and the arms of `switch`. Each branch is run once, in a graph
# of its own, and all return the same tensors: the value of the statement and the variables that it
# assigns. The first branch is the model for the others.

trace_if <- function(test, info, frame, hints) {
  check_jumps(info, hints)
  plan <- branch_plan(info, frame, hints, backend_of(test))
  branches <- branch_functions(plan, frame)
  call <- function() plan$backend$cond(test, branches[[1]], branches[[2]], hints$name)
  leaves <- traced_call(plan, call)
  plan_result(plan, leaves)
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

branch_plan <- function(info, frame, hints, backend) {
  places <- places_of(unique(c(info$assigned, hints$modified, hints$undefs)), frame)
  new_plan(info, places, values_of_places(places), backend, hints)
}

branch_functions <- function(plan, frame) {
  lapply(plan$info$arms, function(arm) function() branch_leaves(plan, arm, frame))
}

plan_result <- function(plan, leaves) {
  values <- plan_values(plan, leaves)
  restore(plan$places, values[-1])
  values[[1]]
}

branch_leaves <- function(plan, arm, frame) {
  restore(plan$places, plan$start)
  value <- one_deeper({
    value <- eval(arm, frame)
    if (has_value(plan)) branch_value(value)
  })
  outcome <- c(list(value), values_of_places(plan$places))
  restore(plan$places, plan$start)
  if (is.null(plan$model)) first_leaves(plan, outcome) else other_leaves(plan, outcome)
}

has_value <- function(plan) {
  if (is.null(plan$hints$modified)) !isFALSE(plan$info$used) else isTRUE(plan$hints$return)
}

# Operations that return no value, such as assertions, have the value NULL.
branch_value <- function(value) {
  if (inherits(value, "tensorflow.python.framework.ops.Operation")) return(NULL)
  if (is_variable(value) && is_tf_tensor(value)) tf$convert_to_tensor(value) else value
}

first_leaves <- function(plan, outcome) {
  outcome <- Map(filled, outcome, seq_along(outcome), MoreArgs = list(plan = plan))
  plan$model <- lapply(seq_along(outcome), function(i) plan_node(plan, i, outcome[[i]]))
  plan$same <- lapply(plan$model, function(node) rep(TRUE, count_leaves(node)))
  unlist(lapply(plan$model, leaves_of), recursive = FALSE) %||% list()
}

other_leaves <- function(plan, outcome) {
  leaves <- lapply(seq_along(outcome), function(i) {
    conform_outcome(plan, i, node_beside(plan, i, outcome[[i]]))
  })
  unlist(leaves, recursive = FALSE) %||% list()
}

conform_outcome <- function(plan, i, node) {
  at <- 0L
  conform(
    plan$model[[i]], node,
    meet = function(model, node) {
      at <<- at + 1L
      if (!identical(model$value, node$value)) plan$same[[i]][[at]] <- FALSE
      leaf_alike(plan, i, at, model, node)
    },
    clash = function(model, node) {
      read_variable(plan, i, model, node)
      at <<- at + count_leaves(model)
      plan$same[[i]][seq_len(count_leaves(model)) + at - count_leaves(model)] <- FALSE
      note_clash(plan, i, model, node)
      lapply(leaves_of(model), filler_like, backend = plan$backend)
    }
  )
}

# The tensor of `node` in the type of the model's.
leaf_alike <- function(plan, i, at, model, node) {
  if (!is_tensor(model$tensor) || !is_tensor(node$tensor)) {
    return(node$tensor)
  }
  alike <- tensor_of_dtype(plan, i, at, model, node)
  is_own <- identical(alike, node$tensor)
  if (if (is_own) can_differ(model$tensor, alike, plan$backend) else !is.null(alike)) return(alike)
  note_clash(plan, i, model, node)
  plan$same[[i]][[at]] <- FALSE
  filler_like(model$tensor, plan$backend)
}

# Branches of TensorFlow may return tensors of different shapes.
can_differ <- function(x, y, backend) {
  backend$name == "TensorFlow" || identical(static_shape(x), static_shape(y))
}

# A value that differs between branches is an error when it is used: it may be a local variable.
note_clash <- function(plan, i, model, node) {
  name <- if (i > 1L) plan$places[[i - 1L]]$name
  undefined <- Find(function(node) node$kind == "undefined", list(model, node))
  hidden <- startsWith(name %||% undefined$value$name %||% "", ".ag_")
  if (hidden && node$kind == "undefined") return()
  if (hidden && model$kind == "undefined") {
    plan$fillers[[key(i)]] <- filler_of(node)
    retry(plan)
  }
  if (is.null(plan$clashes[[key(i)]])) {
    plan$clashes[[key(i)]] <- clash_message(plan, name, model, node)
  }
}

clash_message <- function(plan, name, model, node) {
  if (is.null(name)) {
    return(located(sprintf(
      "The branches have different values: %s in one, %s in another. Return the same type in each.",
      described_node(model), described_node(node)
    ), plan$info))
  }
  if (model$kind == "undefined" || node$kind == "undefined") {
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

# The value of the statement, and those of the variables.
plan_values <- function(plan, leaves) {
  leaves <- as.list(leaves)
  used <- 0L
  lapply(seq_along(plan$model), function(i) {
    node <- plan$model[[i]]
    n <- count_leaves(node)
    mine <- leaves[used + seq_len(n)]
    used <<- used + n
    name <- if (i > 1L) plan$places[[i - 1L]]$name
    clash <- plan$clashes[[key(i)]] %||% left_out_by_hint(name, plan)
    if (!is.null(clash)) {
      at_end <- identical(plan$info$used, "at end")
      return(new_undefined(name, clash, call = plan$info$call, at_end = at_end))
    }
    at <- 0L
    rebuilt(node, function(leaf) {
      at <<- at + 1L
      if (plan$same[[i]][[at]]) leaf$value else mine[[at]]
    })
  })
}

# With ag_if_vars() other variables are local to the branches.
left_out_by_hint <- function(name, plan) {
  modified <- plan$hints$modified
  own <- c(modified, plan$info$moved)
  if (is.null(name) || is.null(modified) || name %in% own || startsWith(name, ".ag_")) return()
  located(sprintf(
    "`%s` is undefined: ag_if_vars() does not name it. Add it there.", name
  ), plan$info)
}
