# Requests that arrive while R waits for Python, as in fit(). Servers hand requests to R through the
# event loop of the package later, which runs by itself at the prompt only.

# src/rust/src/threads/service.rs calls this while R waits, if a server runs. An interrupt is for
# the call that R waits for.
serve_requests <- function() suspendInterrupts(serve_due())

serve_due <- function() {
  # A batch may be due within `max_delay`.
  if (isTRUE(context$is_serving) || later::next_op_secs(later::global_loop()) > 0.02 || !can_serve()) {
    return(invisible())
  }
  # Runs callbacks, and those that they add, for a short time: R may be free again.
  end <- now() + 0.05
  tryCatch(
    with_context(list(is_serving = TRUE), {
      while (isTRUE(answer_requests(0.005)) && now() < end) NULL
    }),
    error = function(e) message("A callback of the package later failed: ", conditionMessage(e))
  )
  invisible()
}

# An interrupt waits until the callbacks have ended: requests that were taken get an answer.
answer_requests <- function(seconds) {
  suspendInterrupts(later::run_now(seconds, loop = later::global_loop()))
}

# Not where a callback of later waits, as in a Shiny app: its event handlers do not expect another
# one in between. Nor where predictions would become a part of a graph or be recorded by a tape.
can_serve <- function() {
  is_handler <- vapply(sys.frames(), function(frame) {
    identical(topenv(frame), asNamespace("later"))
  }, NA)
  !any(is_handler) &&
    in_python("rkeras.tensorflow.serving.is_possible")
}

# Whether the servers of this session are called while R waits.
watch_requests <- function() {
  unwrap(rs_set_serving(length(ls(servers)) > 0L))
}
