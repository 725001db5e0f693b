# Traces `switch` on a tensor. The arms are branches (R/graph-branch.R).

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
