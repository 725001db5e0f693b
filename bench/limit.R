# How near values come to the limit: beside a copy of the same bytes by NumPy, into memory that is
# fresh too, or the quickest that Python itself makes such objects, in the same process.
source("bench/measure.R", encoding = "UTF-8")

library(rkeras)
py_run_string("
import numpy as np, time
double = np.random.rand(10_000_000)
rows = np.random.rand(3000, 3000)
single = double.astype('float32')
whole = np.arange(10_000_000)
def take(x): pass
def copy(x):
    x.copy()
def as_list(x):
    x.tolist()
strings = '\\n'.join('key %d' % i for i in range(100_000))
items = strings.split('\\n')
def strings_of(): return items
def split():
    strings.split('\\n')
")
main <- import_main()
unconverted <- import("__main__", convert = FALSE)
seconds <- function(f, clock = "elapsed") seconds_of(question(f, n = 1, clock = clock, times = 21))
beside <- function(what, f, limit, g, clock = "elapsed") {
  times <- c(seconds(f, clock), seconds(g, clock))
  data.frame(value = what, time = shown(times[1]), limit = limit, `its time` = shown(times[2]),
             ratio = sprintf("%.2f", times[1] / times[2]), check.names = FALSE)
}
copied <- function(name) {
  array <- unconverted[[name]]
  copy <- main$copy
  function() copy(array)
}
doubles <- runif(1e7)
strings <- paste("key", 0:99999)
take <- main$take
double <- unconverted$double
joined <- paste(strings, collapse = "\n")
as_list <- main$as_list
cat("\n## Beside the limit, ", format(Sys.Date()), "\n\n", sep = "")
print_table(rbind(
  beside("float64 1e7 → R", function() main$double, "NumPy's copy", copied("double")),
  beside("float32 1e7 → R", function() main$single, "copy of as many float64", copied("double")),
  beside("int64 1e7 → R", function() main$whole, "NumPy's copy", copied("whole")),
  beside("float64 3000×3000, row-major → R", function() main$rows, "NumPy's copy",
         copied("rows")),
  beside("double 1e7 → list", function() take(doubles), "NumPy's tolist()",
         function() as_list(double), "cpu"),
  beside("character 1e5 → list", function() take(strings), "str.split() into as many",
         function() main$split(), "cpu"),
  beside("list of 1e5 str → character", function() main$strings_of(),
         "R's strsplit() into as many",
         function() strsplit(joined, "\n", fixed = TRUE), "cpu")
))
