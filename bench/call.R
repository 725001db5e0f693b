# What a load, a start, arguments and a callback cost, beside reticulate.
source("bench/measure.R", encoding = "UTF-8")

if (side %in% packages) {
  library(side, character.only = TRUE)
  py_run_string("
def first(a, b = 1): return a
def call_many(f):
    for i in range(1000): f(1.0)
")
  main <- import_main()
  first <- main$first
  call_many <- main$call_many
  answer(list(
    "f(1)" = question(function() first(1)),
    "f(1, b = 2)" = question(function() first(1, b = 2)),
    "an R callback" = question(function() call_many(function(x) x), n = 5, per = 1000)
  ))
} else {
  use_peer()
  report("Calls", rbind(
    ask_in_turns("bench/call.R"),
    time_processes("library()", "library(PACKAGE)"),
    time_processes("the first py_eval()", "PACKAGE::py_eval('1')")
  ))
}
