# R functions and Python's threads that call one another, in every way, on an idle machine and on a
# busy one: none of them ever waits for ever.
once <- function(round) nested_calls(1L, max_time = 60)

list(
  idle = list(run = once),
  loaded = list(run = once, loaded = TRUE),
  # What was seen in earlier calls must not count.
  `on and on` = list(run = function(round) nested_calls(10L, max_time = 200))
)
