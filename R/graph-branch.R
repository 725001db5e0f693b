# Traces branches: `if` and `switch` on a tensor. Each branch is run once, in a graph of its own,
# and all return the same tensors: the value of the statement and the variables that it assigns. The
# first branch is the model for the others.

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
    ), info), "graph", call = info$call)
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
    result <- rs_call(made[[1]], made[[2]], TRUE)
    if (!is_retry(result, plan)) return(unwrap(result))
  }
  abort(located("The types of the variables change again and again.", plan$info), "graph",
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

branch_leaves <- function(plan, arm, frame) {
  restore(plan$places, plan$start)
  enter_trace()
  on.exit(leave_trace())
  value <- eval(arm, frame)
  value <- if (has_value(plan)) branch_value(value)
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

enter_trace <- function() {
  graph_state$depth <- graph_state$depth + 1L
  if (graph_state$depth > deepest) abort_depth()
}

leave_trace <- function() graph_state$depth <- graph_state$depth - 1L

deepest <- 32L

abort_depth <- function() {
  abort(sprintf(
    paste("Branches on tensors are nested more than %d deep. A function that calls itself in a",
          "branch on a tensor never ends while it is traced: write a loop instead."), deepest
  ), "graph", call = NULL)
}

first_leaves <- function(plan, outcome) {
  outcome <- Map(filled, outcome, seq_along(outcome), MoreArgs = list(plan = plan))
  plan$model <- Map(function(x, dtypes) node_of(x, plan$backend, dtypes), outcome,
                    lapply(seq_along(outcome), function(i) plan$dtypes[key(i)][[1]]))
  plan$same <- lapply(plan$model, function(node) rep(TRUE, count_leaves(node)))
  unlist(lapply(plan$model, leaves_of), recursive = FALSE) %||% list()
}

key <- function(i) as.character(i)

# A variable of R/graph-lower.R that the first branch does not set is filled up.
filled <- function(x, i, plan) {
  filler <- plan$fillers[[key(i)]]
  if (is_undefined(x) && !is.null(filler)) filler(plan$backend) else x
}

other_leaves <- function(plan, outcome) {
  leaves <- lapply(seq_along(outcome), function(i) {
    conform_outcome(plan, i, node_of(outcome[[i]], plan$backend))
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

# The tensor of `node` in the dtype of the model's; NULL if it cannot have it. If the model can have
# the dtype of the node, tracing begins again. `plan` is that of a branch or a loop.
tensor_of_dtype <- function(plan, i, at, model, node) {
  want <- dtype_name(model$tensor)
  has <- dtype_name(node$tensor)
  if (want == has) {
    return(node$tensor)
  }
  if (node$weak && can_become(node$value, want)) {
    return(as_weak_tensor(node$value, want, plan$backend))
  }
  if (model$weak && can_become(model$value, has)) retry_with_dtype(plan, i, at, has)
  retry_origin(model, has)
  retry_origin(node, want)
  NULL
}

# Whether an R vector keeps its values in a tensor of that type.
can_become <- function(x, dtype) {
  switch(
    sub("[0-9]+.*$", "", dtype),
    float = , bfloat = , complex = is.numeric(x),
    int = , uint = is.numeric(x) && all(x == trunc(x)),
    bool = is.logical(x),
    string = is.character(x),
    FALSE
  )
}

# Branches of TensorFlow may return tensors of different shapes.
can_differ <- function(x, y, backend) {
  backend$name == "TensorFlow" || identical(static_shape(x), static_shape(y))
}

as_weak_tensor <- function(x, dtype, backend) {
  if (!is.null(dtype) && grepl("^u?int", dtype)) storage.mode(x) <- "integer"
  backend$tensor(x, dtype)
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

filler_like <- function(tensor, backend) {
  if (is_composite(tensor)) return(tensor)
  shape <- static_shape(tensor) %||% integer()
  backend$zeros(as.list(ifelse(is.na(shape), 0L, shape)), dtype_name(tensor))
}

# A value that differs between branches is an error when it is used: it may be a local variable.
note_clash <- function(plan, i, model, node) {
  name <- if (i > 1L) plan$places[[i - 1L]]$name
  hidden <- !is.null(name) && startsWith(name, ".ag_")
  if (hidden && node$kind == "undefined") return()
  if (hidden && model$kind == "undefined") {
    plan$fillers[[key(i)]] <- filler_of(node)
    retry(plan)
  }
  if (is.null(plan$clashes[[key(i)]])) {
    plan$clashes[[key(i)]] <- clash_message(plan, name, model, node)
  }
}

# A function that creates values like those of a node.
filler_of <- function(node) {
  specs <- lapply(leaves_of(node), function(tensor) {
    list(shape = static_shape(tensor) %||% integer(), dtype = dtype_name(tensor))
  })
  function(backend) {
    fill <- function(spec) {
      backend$zeros(as.list(ifelse(is.na(spec$shape), 0L, spec$shape)), spec$dtype)
    }
    rebuilt(node, leaf_queue(lapply(specs, fill)))
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
      return(structure(class = "undef", list(
        name = name, why = clash, call = plan$info$call,
        at_end = identical(plan$info$used, "at end")
      )))
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

# ---- switch --------------------------------------------------------------------------------------

# A tensor of integers selects an arm by its position, a tensor of strings by its name.
trace_switch <- function(selector, info, frame) {
  arms <- switch_arms(info$arms)
  backend <- backend_of(selector)
  index <- if (is_string_tensor(selector)) {
    index_of_name(selector, arms$names)
  } else {
    backend$cast(selector, "int32") - 1L
  }
  traced <- list2env(as.list(info))
  traced$arms <- if (is_string_tensor(selector)) arms$named else arms$all
  default <- if (is_string_tensor(selector)) arms$default
  if (is.null(default)) default <- default_arm(traced, info)
  traced$arms <- c(traced$arms, list(default))
  plan <- branch_plan(traced, frame, list(), backend)
  branches <- branch_functions(plan, frame)
  index <- in_range(index, length(branches))
  plan_result(plan, traced_call(plan, function() backend$switch(index, branches)))
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

in_range <- function(index, n) {
  in_python("in_range", index, n)
}

index_of_name <- function(selector, names) {
  in_python("index_of_name", selector, as.list(names))
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
