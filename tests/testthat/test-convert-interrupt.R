# An interrupt stops a long conversion, in either direction, and the session stays usable.

# Returns which conversions were completed. The first element of each makes another process send the
# signal soon after; the last one records that it was reached.
interrupt_conversions <- function(interrupt_in) {
  library(rkeras)
  py_run_string("
import threading, time
import numpy as np
class Signal: pass
class End: pass
class Thing: pass
signal, end, ticks = Signal(), End(), [0]
def tick():
  while True: ticks[0] += 1; time.sleep(0.001)
threading.Thread(target=tick, daemon=True).start()
made = {
  'lists': lambda: [signal] + [[i, 'a'] for i in range(2000000)] + [end],
  'tuples': lambda: (signal,) + tuple((i, 'a') for i in range(2000000)) + (end,),
  'dicts': lambda: {'signal': signal} | {str(i): {'a': 1} for i in range(1500000)} | {'end': end},
  'objects': lambda: np.array([signal] + [None, 'a', 1.5] * 2000000 + [end], dtype=object),
  'handles': lambda: [signal] + [Thing() for i in range(400000)] + [end],
}
", convert = FALSE)
  reached_end <- FALSE
  methods <- list(
    "py_to_r.__main__.Signal" = function(x) send_signal(),
    "py_to_r.__main__.End" = function(x) reached_end <<- TRUE,
    r_to_py.rkeras_signal = function(x, ...) send_signal(),
    r_to_py.rkeras_end = function(x, ...) reached_end <<- TRUE,
    r_to_py.rkeras_one = function(x, ...) 1L
  )
  send_signal <- function() {
    interrupt_in(0.05)
    1L
  }
  list2env(methods, globalenv())
  signal <- list(structure(list(), class = "rkeras_signal"))
  end <- list(structure(list(), class = "rkeras_end"))
  one <- structure(1, class = "rkeras_one")
  outcome <- function(conversion) {
    reached_end <<- FALSE
    tryCatch(
      {
        conversion()
        Sys.sleep(10)
      },
      interrupt = function(e) NULL
    )
    before <- py_eval("ticks[0]")
    Sys.sleep(0.3)
    list(finished = reached_end, ticks = py_eval("ticks[0]") - before)
  }
  from_python <- lapply(py_eval("{name: name for name in made}"), function(name) {
    py_run_string(sprintf("value = made['%s']()", name))
    outcome(function() py_eval("value"))
  })
  py_run_string("del value")
  from_r <- lapply(list(
    "R lists" = function() c(signal, rep(list(list(1L, "a")), 3e6), end),
    "R dicts" = function() c(signal, rep(list(list(a = 1L)), 2e6), end),
    "R names" = function() stats::setNames(c(signal, as.list(1:3e6), end), 1:(3e6 + 2)),
    "R methods" = function() c(signal, rep(list(one), 3e5), end),
    "R array" = function() array(c(signal, rep(list(1L, "a"), 3e6), end), 6e6 + 2)
  ), function(make) {
    value <- make()
    outcome(function() r_to_py(value))
  })
  c(from_python, from_r)
}

test_that("an interrupt ends a long conversion and leaves a session that works", {
  seen <- in_new_session(interrupt_conversions, interrupt_in, max_time = 300)$value
  for (what in names(seen)) {
    expect_false(seen[[what]]$finished, label = paste("that", what, "were all converted"))
    # While R does nothing, Python's threads run: nothing holds Python.
    expect_gt(seen[[what]]$ticks, 20, label = paste("ticks of a thread after", what))
  }
})
