# What lists of numbers and of few different strings cost on their way, beside reticulate.
source("bench/measure.R", encoding = "UTF-8")

if (side %in% packages) {
  library(side, character.only = TRUE)
  py_run_string("
ints = list(range(100000))
floats = [i / 7 for i in range(100000)]
def ints_of(): return ints
def floats_of(): return floats
def take(x): pass
")
  main <- import_main()
  take <- main$take
  ints_of <- main$ints_of
  floats_of <- main$floats_of
  repeated <- rep(letters, length.out = 100000)
  answer(list(
    "list of 1e5 int → integer" = question(function() ints_of(), n = 50),
    "list of 1e5 float → double" = question(function() floats_of(), n = 50),
    "character 1e5, 26 distinct → list" = question(function() take(repeated), n = 20)
  ))
} else {
  use_peer()
  report("Lists", ask_in_turns("bench/list.R", rounds = 3))
}
