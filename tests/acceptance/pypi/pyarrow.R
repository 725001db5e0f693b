# https://arrow.apache.org/docs/python/getstarted.html
pa <- import("pyarrow", convert = FALSE)
pc <- import("pyarrow.compute", convert = FALSE)
pq <- import("pyarrow.parquet", convert = FALSE)

days <- pa$array(list(1L, 12L, 17L, 23L, 28L), type = pa$int8())
months <- pa$array(list(1L, 3L, 5L, 7L, 1L), type = pa$int8())
birthdays <- pa$table(list(days, months), names = c("days", "months"))
file <- tempfile(fileext = ".parquet")
pq$write_table(birthdays, file)
again <- pq$read_table(file)
stopifnot(identical(as.integer(py_to_r(again)$months), c(1L, 3L, 5L, 7L, 1L)))
counts <- py_to_r(pc$value_counts(again["months"])$to_pylist())
stopifnot(length(counts) == 4)

# Nested types, dictionaries, decimals, times
rows <- pa$table(dict(
  list = pa$array(list(list(1L, 2L), list(), NULL)),
  struct = pa$array(list(dict(x = 1L, y = "a"), dict(x = 2L, y = "b"), dict(x = 3L, y = NULL))),
  word = pa$array(list("a", "b", NULL))$dictionary_encode(),
  time = pa$array(list(0L, 1L, NULL), type = pa$timestamp("s", tz = "UTC"))
))
table <- py_to_r(rows)
stopifnot(is.list(table$list), identical(as.integer(table$list[[1]]), 1:2))
stopifnot(is.factor(table$word), inherits(table$time, "POSIXct"), is.na(table$time[3]))
