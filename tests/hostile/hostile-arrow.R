# Arrays of Arrow whose parts do not fit each other: lengths, offsets, indices and views that point
# nowhere. Each converts to its right value, or is an error of rkeras or Python. None ends the
# session, and a table says which column it is.

# Python code of an array, and its value; without one it must be refused.
arrays <- list(
  "array(pa.int64(), 4, [None, int64(1)])",
  "array(pa.int64(), 10**9, [None, int64(1)])",
  "array(pa.int64(), 10**17, [None, int64(1)])",
  "array(pa.int32(), -1, [None, int32(1)])",
  "array(pa.int32(), 2, [None, int32(1, 2)], offset=-2)",
  "array(pa.int32(), 2, [None, int32(1, 2)], offset=1)",
  "array(pa.int32(), 1, [None, int32(1, 2)], offset=2**62)",
  "array(pa.int64(), 3, [None, None])",
  "array(pa.int32(), 100, [bytes_of(255), int32(*range(100))])",
  "array(pa.int32(), 2, [None, int32(1, 2)], null_count=5)",
  "array(pa.bool_(), 10**6, [None, bytes_of(1)])",
  "array(pa.bool_(), 8, [None, bytes_of(1)], offset=10**9)",
  "array(pa.float64(), 2, [None, bytes_of(0)])",
  "array(pa.date32(), 5, [None, int32(1)])",
  "array(pa.date64(), 10**6, [None, int64(1)])",
  "array(pa.timestamp('us'), 10**6, [None, int64(1)])",
  "array(pa.duration('s'), 10**6, [None, int64(1)])",
  "array(pa.time32('s'), 10**6, [None, int32(1)])",
  "array(pa.time64('us'), 10**6, [None, int64(1)])",
  "array(pa.decimal128(10, 2), 10**6, [None, int64(1, 0)])",
  "array(pa.float16(), 10**6, [None, bytes_of(0, 0)])",
  "array(pa.string(), 2, [None, int32(0, 5, 1), text])",
  "array(pa.string(), 2, [None, int32(0, 2, 99), text])",
  "array(pa.string(), 2, [None, int32(-5, 2, 3), text])",
  "array(pa.string(), 2, [None, int32(0), text])",
  "array(pa.string(), 2, [None, int32(0, 1, 2), None])",
  "array(pa.string(), 2, [None, None, text])",
  "array(pa.string(), 1, [None, int32(0, 2), bytes_of(255, 254)])",
  "array(pa.large_string(), 2, [None, int64(0, 2**40, 2**41), text])",
  "array(pa.large_string(), 1, [None, int64(-2**63, 2**63 - 1), text])",
  "view(pa.string_view(), 20, 7, 0)",
  "view(pa.string_view(), 20, 0, 2**30)",
  "view(pa.string_view(), 2**31 - 1, 0, 0)",
  "view(pa.string_view(), -5, 0, 0)",
  "view(pa.string_view(), 20, -3, -9)",
  "view(pa.binary_view(), 20, 7, 0)",
  "view(pa.binary_view(), 2**31 - 1, 0, 0)",
  "array(pa.string_view(), 9, [None, bytes_of(*range(16))])",
  "array(pa.binary(), 2, [None, int32(0, 2**30, 2**31 - 1), text])",
  "array(pa.binary(), 2, [None, int32(0, 9999999, 3), text])",
  "array(pa.large_binary(), 1, [None, int64(2**50, 2**51), text])",
  "array(pa.binary(16), 10**6, [None, text])",
  "array(pa.list_(pa.int32()), 2, [None, int32(0, 9999999, 2)], children=[two])",
  "array(pa.list_(pa.int32()), 2, [None, int32(0, 1, 2**31 - 1)], children=[two])",
  "array(pa.list_(pa.int32()), 2, [None, int32(-7, 1, 2)], children=[two])",
  "array(pa.large_list(pa.int32()), 1, [None, int64(0, 2**60)], children=[two])",
  "array(pa.list_(pa.int32(), 3), 10**6, [None], children=[two])",
  "array(pa.list_view(pa.int32()), 1, [None, int32(9999999), int32(9)], children=[two])",
  "array(pa.list_view(pa.int32()), 1, [None, int32(0), int32(-9)], children=[two])",
  paste("array(pa.list_(pa.string()), 1, [None, int32(0, 1)],",
        "children=[array(pa.string(), 1, [None, int32(0, 9**9), text])])"),
  "array(pa.struct([('a', pa.int32())]), 9, [None], children=[two])",
  paste("array(pa.struct([('a', pa.string_view())]), 1, [None],",
        "children=[view(pa.string_view(), 20, 7, 0)])"),
  "array(pa.map_(pa.string(), pa.int32()), 1, [None, int32(0, 99999)], children=[pairs])",
  "array(pa.map_(pa.string(), pa.int32()), 2, [None, int32(0, 99999, 1)], children=[pairs])",
  "pa.DictionaryArray.from_arrays(int32_array(-2**31), ['a', 'b'], safe=False)",
  "pa.DictionaryArray.from_arrays(int32_array(7), ['a', 'b'], safe=False)",
  "pa.DictionaryArray.from_arrays(int32_array(-1), ['a', 'b'], safe=False)",
  "pa.DictionaryArray.from_arrays(int32_array(-2**31), [1, 2], safe=False)",
  "pa.DictionaryArray.from_arrays(int32_array(9999999), [1, 2], safe=False)",
  "pa.DictionaryArray.from_arrays(int32_array(9999999), ['a', 'a'], safe=False)",
  "pa.DictionaryArray.from_arrays(pa.array([2**62]), ['a', 'b'], safe=False)",
  paste("pa.DictionaryArray.from_arrays(pa.array([0]), array(pa.string(), 1, [None,",
        "int32(0, 99), text]), safe=False)"),
  "run_ends(5, 2)",
  "run_ends(-5, 9)",
  "run_ends(1, 2)",
  # pyarrow itself looks for the child of a type that is too large.
  "union(-1, 0, True)",
  "union(0, 9999999, True)",
  "union(0, -5, True)",
  "union(-1, 0, False)",
  "pa.chunked_array([pa.array([1]), array(pa.int64(), 4, [None, int64(1)])])",
  "pa.chunked_array([pa.array(['a']), array(pa.string(), 1, [None, int32(0, 99), text])])",
  "imported(length=-3)",
  "imported(length=2**62)",
  "imported(offset=-1)",
  "imported(null_count=99)",
  "imported(buffer=False)",
  # Sound, if odd.
  list("array(pa.int64(), 1, [None, bytes_of(*([0] * 9))])", 0L),
  list("array(pa.int64(), 0, [None, None])", integer()),
  list("array(pa.string(), 0, [None, int32(0), bytes_of()])", character()),
  list("array(pa.string(), 2, [None, int32(3, 3, 3), text])", c("", "")),
  list("array(pa.int32(), 2, [None, int32(1, 2, 3)], offset=1)", 2:3),
  list("array(pa.string(), 2, [bytes_of(2), int32(0, 1, 2), text])", c(NA, "b")),
  list("view(pa.string_view(), 3, 0, 0)", "\001\001\001"),
  list("pa.DictionaryArray.from_arrays(int32_array(1, 0), ['a', 'b'])", factor(c("b", "a"))),
  list("imported()", 1:2)
)

python <- paste(readLines("tests/hostile/arrow.py"), collapse = "\n")

# In a process of its own: what is wrong with the value of the array. `in_table`: as the second
# column of a table.
outcome <- function(code, has_value, expected, in_table, python) {
  suppressPackageStartupMessages(library(rkeras))
  py_run_string(python)
  table <- py_eval("lambda x: pa.Table.from_arrays([pa.nulls(len(x)), x], ['first', 'second'])",
                   convert = FALSE)
  value <- tryCatch(
    {
      made <- py_eval(code, convert = FALSE)
      if (in_table) table(made) else made
    },
    error = function(e) NULL
  )
  # pyarrow has refused it.
  if (is.null(value)) return(if (has_value) "pyarrow refuses it")
  said_of_error <- function(error) {
    is_classed <- inherits(error, c("rkeras_error", "python.builtin.BaseException"))
    if (has_value || !is_classed) paste(class(error)[[1]], conditionMessage(error))
    else if (in_table && !grepl("second", conditionMessage(error))) {
      paste("names no column:", conditionMessage(error))
    }
  }
  said_of_value <- function(found) {
    if (in_table) found <- found$second
    if (!has_value) paste("is a value of length", length(found))
    else if (!identical(found, expected)) paste("is", deparse1(found))
  }
  tryCatch(said_of_value(py_to_r(value)), error = said_of_error)
}

# One after the other in a process of its own, so that a crash is that of one array.
attack <- function(in_table) {
  session <- callr::r_session$new(wait_timeout = 60000)
  on.exit(session$close())
  wrong <- character()
  for (one in arrays) {
    arguments <- list(one[[1]], is.list(one), if (is.list(one)) one[[2]], in_table, python)
    said <- tryCatch(run_within(session, outcome, arguments, 20), error = conditionMessage)
    if (length(said)) wrong <- c(wrong, paste(one[[1]], said))
    if (session$get_state() != "idle") {
      session$close()
      session <- callr::r_session$new(wait_timeout = 60000)
    }
  }
  wrong
}

run_within <- function(session, code, arguments, seconds) {
  session$call(code, arguments)
  if (session$poll_process(seconds * 1000) != "ready") stop("takes too long")
  result <- session$read()
  if (!is.null(result$error)) stop(conditionMessage(result$error))
  result$result
}

list(
  `an array` = list(run = function(round) attack(FALSE)),
  `a column` = list(run = function(round) attack(TRUE))
)
