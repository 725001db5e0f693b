# Behaviour when memory runs out: each conversion returns its value or raises an error of rkeras or
# Python, and the session stays usable. For each conversion, one process limits its own address
# space to the current size plus some MB. `RKERAS_TEST_LIMITS` sets other limits, as in
# "1,4,16,64,256".

limits <- function() as.numeric(strsplit(Sys.getenv("RKERAS_TEST_LIMITS", "12,40"), ",")[[1]])

# R values, by what they are. Each takes some MB more in Python.
sent <- function(n) {
  day <- as.Date("2026-01-01")
  latin1 <- strrep("\xe9", 60 * n)
  Encoding(latin1) <- "latin1"
  list_column <- data.frame(a = seq_len(n))
  list_column$b <- as.list(seq_len(n))
  list(
    string = strrep("a", 1e3 * n), latin1 = latin1, strings = as.character(seq_len(4 * n)),
    repeated = rep("x", 40 * n), named = stats::setNames(rep("x", 4 * n), rep("y", 4 * n)),
    integers = seq_len(8 * n), missing = c(NA, seq_len(8 * n)),
    doubles = as.numeric(seq_len(8 * n)), logicals = rep(c(TRUE, NA), 32 * n),
    complexes = complex(real = seq_len(8 * n)), raws = raw(1e3 * n),
    noted = structure(raw(1e3 * n), note = 1), integer64 = bit64::as.integer64(seq_len(8 * n)),
    list = as.list(seq_len(8 * n)), nested = lapply(seq_len(n), function(i) list(i, "a")),
    dict = stats::setNames(as.list(seq_len(2 * n)), seq_len(2 * n)), matrix = matrix(0, 40 * n, 2),
    matrix_missing = matrix(c(NA, 1L), 40 * n, 4), matrix_logical = matrix(TRUE, 100 * n, 8),
    matrix_flags = matrix(NA, 8 * n, 2), matrix_strings = matrix("a", 32 * n, 2),
    matrix_list = matrix(as.list(seq_len(8 * n)), 2),
    array_dates = structure(rep(0, 40 * n), class = "Date", dim = 40L * n),
    factor = factor(rep(c("a", "b"), 40 * n)), factor_levels = factor(seq_len(4 * n)),
    factor_matrix = structure(rep(1:2, 20 * n), levels = c("a", "b"), class = "factor",
      dim = c(20 * n, 2)),
    dates = day + seq_len(4 * n), times = as.POSIXct(day) + seq_len(2 * n),
    parts = as.POSIXlt(as.POSIXct(day) + seq_len(n / 2)),
    durations = as.difftime(seq_len(2 * n), units = "hours"),
    versions = numeric_version(rep("1.2", n / 8)), frame = data.frame(a = seq_len(80 * n), b = 1.5),
    frame_strings = data.frame(a = rep("x", 40 * n)),
    frame_texts = data.frame(a = as.character(seq_len(4 * n))),
    frame_missing = data.frame(a = rep(c(NA, 1L), 40 * n), b = rep(c(NA, TRUE), 40 * n)),
    frame_factor = data.frame(a = factor(rep(c("a", NA), 40 * n))), frame_list = list_column,
    frame_times = data.frame(a = day + seq_len(20 * n), b = as.POSIXct(day) + seq_len(20 * n)),
    frame_names = data.frame(a = seq_len(n), row.names = paste0("r", seq_len(n))),
    sparse = Matrix::sparseMatrix(i = seq_len(40 * n), j = rep(1L, 40 * n), x = NA),
    diagonal = Matrix::Diagonal(40 * n),
    sparse_vector = Matrix::sparseVector(rep(1, 40 * n), seq_len(40 * n), 80 * n)
  )
}

# Python values; `n` stands for a number there, too. Those of 1e11 elements take no memory in
# Python.
got <- c(
  "'a' * (1000 * n)", "'\\xe9' * (600 * n)", "b'a' * (1000 * n)", "bytearray(1000 * n)",
  "memoryview(b'a' * (1000 * n))", "list(range(8 * n))", "list(range(2**40, 2**40 + 8 * n))",
  "[1.5] * (40 * n)", "[True] * (40 * n)", "[1j] * (20 * n)", "['x'] * (40 * n)",
  "[None] * (40 * n)", "[str(i) for i in range(4 * n)]", "[decimal.Decimal(1)] * (4 * n)",
  "[uuid.UUID(int=1)] * n", "[pathlib.Path('a')] * n", "[b'ab'] * (8 * n)", "[1, 'a'] * (8 * n)",
  "[[1, 'a']] * (2 * n)", "[(1,)] * (4 * n)", "(1,) * (40 * n)", "('a', 'b') * (8 * n)",
  "set(range(8 * n))", "frozenset(range(4 * n))", "collections.deque(range(8 * n))",
  "{i: i for i in range(4 * n)}", "{str(i): 'a' for i in range(4 * n)}", "range(0, 200 * n, 2)",
  "range(2**62, 2**62 + 40 * n)", "range(10**12)", "range(2**60)", "[range(10**12)]",
  "range(0, 10**13, 2)", "range(0, -10**13, -1)", "range(2**70, 2**70 + 10**12)",
  "range(10**14, 10**15)", "[Colour.RED] * (8 * n)", "[datetime.date(2026, 1, 1)] * (4 * n)",
  "[datetime.datetime(2026, 1, 1)] * n", "[datetime.timedelta(1)] * (4 * n)",
  "[datetime.time(1)] * (2 * n)", "np.zeros((40 * n, 2))", "np.zeros((40 * n, 2), 'float32')",
  "np.zeros((40 * n, 2), 'float16')", "np.zeros((40 * n, 2), 'longdouble')",
  "np.zeros((40 * n, 2), 'int64')", "np.full((40 * n, 2), 2**60)", "np.zeros((40 * n, 2), 'uint8')",
  "np.zeros((40 * n, 2), bool)", "np.zeros((20 * n, 2), complex)", "np.full((8 * n, 2), 'abc')",
  "np.full((8 * n, 2), b'abc')", "np.full((8 * n, 2), 'abc', object)",
  "np.full((8 * n, 2), 1, object)", "np.full(8 * n, None, object)",
  "np.zeros((20 * n, 2), 'datetime64[s]')", "np.zeros((20 * n, 2), 'datetime64[D]')",
  "np.zeros((20 * n, 2), 'timedelta64[s]')", "np.zeros((20 * n, 2), '>f8')",
  sprintf("np.broadcast_to(%s, 10**11)", c(
    "np.datetime64(0, 's')", "np.datetime64(0, 'D')", "np.timedelta64(1, 'D')", "1.5", "1",
    "np.int32(1)", "True", "'a'", "b'a'", "np.float16(1)"
  )),
  "np.ma.masked_array(np.zeros(40 * n), np.arange(40 * n) % 2)", "np.zeros(20 * n, 'i4,f8')",
  "pd.DataFrame({'a': np.zeros(40 * n)})", "pd.DataFrame({'a': ['x'] * (20 * n)})",
  "pd.Series(pd.Categorical(['a', 'b'] * (20 * n)))",
  "pd.Series([1, None] * (10 * n), dtype='Int64')",
  "pd.Series([True, None] * (10 * n), dtype='boolean')",
  "pd.date_range('2026-01-01', periods=20 * n, freq='s')",
  "pd.Series([str(i) for i in range(4 * n)])", "pd.Series([1, 'a'] * (4 * n))",
  "pd.DataFrame({'a': range(2 * n)}, index=[str(i) for i in range(2 * n)])",
  "pd.MultiIndex.from_product([range(150), range(150)])",
  "sp.csc_matrix(np.ones((1000, 2 * n // 100)))",
  "sp.coo_matrix(np.ones((1000, 2 * n // 100), bool))",
  "sp.csr_matrix(np.ones((1000, 2 * n // 100), 'int32'))",
  "sp.coo_array((np.ones(20 * n), (np.arange(20 * n),)), shape=(40 * n,))"
)

of_arrow <- c(
  "pa.array(range(20 * n))", "pa.array(['a', None] * (10 * n))",
  "pa.array([str(i) for i in range(4 * n)])", "pa.array([[1, 2]] * (4 * n))",
  "pa.array([{'a': 1}] * (2 * n))", "pa.array([b'a'] * (4 * n))",
  "pa.array(['a', 'b'] * (10 * n)).dictionary_encode()", "pa.table({'a': [1.5] * (20 * n)})",
  "pa.array([True, None] * (10 * n))", "pa.nulls(40 * n)",
  "pa.array([datetime.date(2026, 1, 1)] * (4 * n))"
)

# Runs in a process of its own. Notes each conversion in `log` before it begins: that is what is
# left of a process that ends.
sweep <- function(make, codes, limits, n, python, log) {
  Sys.setenv(RKERAS_PYTHON = python)
  library(rkeras)
  py_run_string(paste0("
import collections, datetime, decimal, enum, pathlib, resource, uuid
import numpy as np, pandas as pd, scipy.sparse as sp
try:
  import pyarrow as pa
except ImportError:
  pass
n = ", n, "
class Colour(enum.Enum):
  RED = 1
def limit(mb):
  with open('/proc/self/statm') as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
  resource.setrlimit(resource.RLIMIT_AS, (used + int(mb * 2**20), resource.RLIM_INFINITY))
def unlimit():
  resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
"))
  main <- import_main()
  outcome <- function(f, mb) {
    main$limit(mb)
    on.exit(main$unlimit())
    tryCatch(
      {
        f()
        "value"
      },
      error = function(e) paste(c(class(e), conditionMessage(e)), collapse = " ")
    )
  }
  # What is loaded at first use does not count.
  warm <- list(1, "a", as.Date("2026-01-01"), Sys.time(), factor("a"), data.frame(a = 1, b = "c"))
  for (x in warm) py_to_r(r_to_py(x))
  found <- list()
  try_all <- function(name, f) {
    for (mb in limits) {
      cat(name, mb, "\n", file = log)
      found[[paste(name, mb)]] <<- outcome(f, mb)
      stopifnot(identical(py_eval("1 + 1"), 2L))
    }
  }
  values <- make(n)
  for (name in names(values)) {
    x <- values[[name]]
    try_all(name, function() r_to_py(x))
    x <- values[[name]] <- NULL
  }
  for (code in codes) {
    x <- py_eval(code, convert = FALSE)
    try_all(code, function() py_to_r(x))
  }
  found
}

test_that("each conversion under each limit of memory gives a value or an error, and R goes on", {
  log <- withr::local_tempfile()
  codes <- c(got, if (py_module_available("pyarrow")) of_arrow)
  found <- tryCatch(
    callr::r(
      sweep, list(sent, codes, limits(), 2e4, py_exe(), log),
      timeout = 600, stdout = NULL, stderr = NULL, supervise = TRUE
    ),
    error = function(e) c(ended = paste("The process ended at:", readLines(log)))
  )
  refused <- "^rkeras_error_(memory|convert) |(^| )python[.]builtin[.]MemoryError |cannot allocate "
  fine <- found == "value" | grepl(refused, found)
  expect_identical(unlist(found)[!fine], stats::setNames(character(), character()))
  # Not all are values: so the limits limit.
  expect_gt(sum(found != "value"), length(codes) / 2)
  expect_match(found[[paste("range(10**12)", limits()[[1]])]], "^value$")
  expect_match(found[[paste("range(0, 10**13, 2)", limits()[[1]])]], "^rkeras_error_memory ")
})
