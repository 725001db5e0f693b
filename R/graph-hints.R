# Hints for the next traced statement.

# The hints, which hold for one statement.
take_hints <- function(kind) {
  hints <- graph_state$hints
  graph_state$hints <- list()
  if (kind == "if") hints[c("name", "modified", "undefs")] else hints[c("name", "options", "list", "include", "exclude")]
}

set_hints <- function(...) graph_state$hints <- utils::modifyList(graph_state$hints, list(...))

ag_name <- function(x) {
  set_hints(name = as_string(x, "x"))
  invisible(x)
}
