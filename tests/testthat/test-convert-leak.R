# Conversions do not leak: Python's blocks and objects, R's cells, and other memory.
# RKERAS_TEST_ROUNDS = 100 runs 1e5 rounds of each kind.

# One row for each kind: the increase during `rounds` round trips after the same number of earlier
# ones. A leak increases each time, by more than `slack`; what is made once, such as the compiled
# code of a function, may be made late.
cross_repeatedly <- function(rounds, slack) {
  library(rkeras)
  py_run_string("
import datetime as dt, decimal, enum, fractions, gc, pathlib, sys, types, uuid
import numpy as np, pandas as pd
class Thing: pass
Colour = enum.Enum('Colour', 'RED GREEN')
thing = Thing()
array = np.arange(6.).reshape(2, 3)
series = pd.Series(['a', None])
gc.freeze()
def counts():
  gc.collect()
  return [sys.getallocatedblocks(), len(gc.get_objects())]
", convert = FALSE)
  identity <- py_eval("lambda x: x")
  call <- py_eval("lambda f, *args, **named: f(*args, **named)")
  counts <- py_eval("counts")
  here <- function(value) {
    force(value)
    function() identity(value)
  }
  there <- function(code) {
    f <- py_eval(paste("lambda:", code))
    function() f()
  }
  refused <- function(f) function() tryCatch(f(), error = function(e) NULL)
  kinds <- list(
    null = here(NULL), logical = here(c(TRUE, NA)), integer = here(1:5), double = here(c(1, NA)),
    complex = here(c(1i, 2)), character = here(c("a", NA, strrep("long", 20))),
    named = here(c(a = 1)), raw = here(as.raw(1:9)), empty = here(character()),
    list = here(list(1L, "a", list(2))),
    int64 = here(bit64::as.integer64("9007199254740993")), dict = here(list(a = 1, b = list("x"))),
    matrix = here(matrix(1:4 / 2, 2)), texts = here(matrix(c("a", NA), 1)),
    factor = here(factor(c("a", NA))), date = here(as.Date("2024-01-31")),
    moment = here(as.POSIXct("2024-01-31", tz = "Asia/Tokyo")),
    moments = here(as.POSIXct(c(0, 1), origin = "1970-01-01")),
    duration = here(as.difftime(c(1, 2), units = "mins")),
    frame = here(data.frame(a = 1, b = "x")),
    closure = function() identity(function(x) x),
    builtin = here(sum), environment = here(new.env()),
    formula = here(y ~ x), handle = here(py_eval("thing", convert = FALSE)),
    new_handle = there("Thing()"), python_function = there("lambda x: x"),
    method = there("thing.__str__"), ints = there("[1, None, 2**40]"), large = there("2**53 + 1"),
    strs = there("['a' * 50, 'b', None]"), tuple = there("(1, 'a', (2,))"),
    mixed = there("{'a': 1, 2: [1, 'x'], (3,): None}"), bytes = there("b'abc' * 20"),
    set = there("{1, 2, 3}"), range = there("range(9)"), enum = there("[Colour.RED, Colour.GREEN]"),
    exact = there("[decimal.Decimal('1.5'), fractions.Fraction(1, 3)]"),
    ids = there("[uuid.UUID(int=7), pathlib.PurePath('a')]"), times = there("dt.timedelta(1)"),
    array = there("array"), copied = there("np.arange(9, dtype='f4')"),
    adopted = there("np.arange(5000.)"), objects = there("np.array([1, 'a'], object)"),
    series = there("series"),
    frame_of_python = there("pd.DataFrame({'a': [1, 2], 'b': ['x', None]})"),
    callback = function() call(function(x, y) list(x, y), 1L, y = "a"),
    exception = refused(there("[].x")), not_text = refused(there("'a\\0'")),
    no_number = refused(there("[1, 2**64 - 1]")),
    no_key = refused(function() identity(list(a = structure(list(1), names = NA)))),
    error_in_callback = refused(function() call(function() stop("no"))),
    error_in_method = refused(function() identity(list(structure(1, class = "rkeras_leak")))),
    way_out = function() callCC(function(k) call(k, 1))
  )
  assign("r_to_py.rkeras_leak", function(x, ...) stop("no"), envir = globalenv())
  in_use <- function() {
    # Each collector frees what the other has let go: a condition, its exception, that one's frames.
    for (i in 1:3) {
      cells <- gc()[["Ncells", "used"]]
      python <- counts()
    }
    line <- grep("^VmRSS", readLines("/proc/self/status"), value = TRUE)
    c(blocks = python[[1]], objects = python[[2]], cells = cells,
      kilobytes = as.numeric(gsub("[^0-9]", "", line)))
  }
  slow <- c("factor", "frame", "frame_of_python", "moments", "series")
  grown <- function(kind) {
    n <- if (kind %in% slow) rounds %/% 10L else rounds
    again <- function() for (i in seq_len(n)) kinds[[kind]]()
    again()
    for (attempt in 1:3) {
      before <- in_use()
      again()
      increase <- in_use() - before
      if (all(increase[c("blocks", "objects", "cells")] < slack)) break
    }
    increase
  }
  t(vapply(names(kinds), grown, numeric(4)))
}

test_that("values of every kind cross again and again without a trace", {
  skip_if_not(file.exists("/proc/self/status"), "the memory in use is read from /proc")
  rounds <- 1000L * as.integer(Sys.getenv("RKERAS_TEST_ROUNDS", "1"))
  # Python and pandas keep a few blocks of their own for what they meet often.
  slack <- 400 + rounds / 20
  seen <- in_new_session(cross_repeatedly, rounds, slack, max_time = 3600)$value
  for (kind in rownames(seen)) {
    grown <- seen[kind, ]
    expect_lt(grown[["blocks"]], slack, label = paste("blocks of Python's after", kind))
    expect_lt(grown[["objects"]], slack, label = paste("objects of Python's after", kind))
    expect_lt(grown[["cells"]], slack, label = paste("cells of R's after", kind))
  }
  # R takes memory for its heap in steps of some megabytes.
  expect_lt(sum(seen[, "kilobytes"]), 32 * 1024, label = "kilobytes of memory")
})
