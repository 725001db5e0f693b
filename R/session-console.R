# Whether somebody sees the console now, or it is kept: a document, a log.

# Whether output goes to an interactive console. Documents, notebooks and sinks keep all output, so
# a bar could not be erased.
is_at_prompt <- function(is_interactive = is_session_interactive()) {
  is_interactive && sink.number() == 0L && !is_kept()
}

is_kept <- function() {
  keepers <- c("knitr.in.progress", "jupyter.in_kernel", "rstudio.notebook.executing")
  any(vapply(keepers, function(name) isTRUE(getOption(name)), NA))
}
