# What containers of scalars cost on their way, beside reticulate.
source("bench/measure.R", encoding = "UTF-8")

if (side %in% packages) {
  library(side, character.only = TRUE)
  py_run_string("
strings = ['key %d' % i for i in range(100000)]
ints = list(range(100000))
floats = [i / 7 for i in range(100000)]
table = {'key %d' % i: i for i in range(10000)}
def strings_of(): return strings
def ints_of(): return ints
def floats_of(): return floats
def table_of(): return table
def take(x): pass
")
  main <- import_main()
  take <- main$take
  strings_of <- main$strings_of
  ints_of <- main$ints_of
  floats_of <- main$floats_of
  table_of <- main$table_of
  ints <- as.list(1:10000)
  named <- setNames(ints, paste("key", 1:10000))
  doubles <- seq_len(1e7) / 7
  strings <- paste("key", 1:100000)
  repeated <- rep(letters, length.out = 100000)
  answer(list(
    "list of 1e5 str to character" = question(function() strings_of(), n = 10),
    "list of 1e5 int to integer" = question(function() ints_of(), n = 50),
    "list of 1e5 float to double" = question(function() floats_of(), n = 50),
    "dict of 1e4 to named list" = question(function() table_of(), n = 50),
    "list of 1e4 int to list" = question(function() take(ints), n = 200),
    "named list of 1e4 to dict" = question(function() take(named), n = 50),
    "1e7 double to list" = question(function() take(doubles), n = 1),
    "1e5 character to list" = question(function() take(strings), n = 20),
    "1e5 character, 26 distinct, to list" = question(function() take(repeated), n = 20),
    "a scalar to Python" = question(function() take(1.5), n = 2000)
  ))
} else {
  use_peer_python()
  report("Lists and dicts", ask_in_turns("bench/list.R", rounds = 3))
}
