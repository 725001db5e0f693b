# How much memory a conversion takes at its peak, beyond what was there, per byte of the value: 1 is
# the result alone, 0 none at all. Each in a process of its own. Linux only.
source("bench/measure.R", encoding = "UTF-8")

# In kB, from the kernel.
status <- function(field) {
  line <- grep(field, readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line))
}

conversions <- list(
  "float64 1e7, fresh result → R" = list(code = "lambda: np.zeros(10**7) + 1", bytes = 8e7),
  "float64 1e7, shared → R" = list(code = "lambda x = np.ones(10**7): x", bytes = 8e7),
  "float64 3000×3000, row-major → R" =
    list(code = "lambda x = np.ones((3000, 3000)): x", bytes = 72e6),
  "float32 1e7 → R" = list(code = "lambda x = np.ones(10**7, 'float32'): x", bytes = 8e7),
  "int64 1e7 → R" = list(code = "lambda x = np.ones(10**7, int): x", bytes = 4e7),
  "list of 1e7 float → double" = list(code = "lambda x = [.5] * 10**7: x", bytes = 8e7),
  "double matrix 1e7 → NumPy" = list(value = function() matrix(runif(1e7), 1e4), bytes = 8e7),
  "double 1e7 → list (32 bytes each)" = list(value = function() runif(1e7), bytes = 3.2e8)
)

if (side %in% names(conversions)) {
  library(rkeras)
  py_run_string("import numpy as np\ndef take(x): pass")
  asked <- conversions[[side]]
  value <- if (!is.null(asked$value)) asked$value()
  f <- if (is.null(value)) py_eval(asked$code) else import_main()$take
  gc()
  writeLines("5", "/proc/self/clear_refs")
  before <- status("VmRSS")
  result <- if (is.null(value)) f() else f(value)
  cat((status("VmHWM") - before) * 1024 / asked$bytes, "\n")
} else {
  ratio <- vapply(names(conversions), function(name) {
    lines <- system2(rscript(), c("--vanilla", "bench/memory.R", shQuote(name)), stdout = TRUE)
    as.numeric(tail(lines, 1))
  }, numeric(1))
  cat("\n## Memory at the peak, ", format(Sys.Date()), "\n\n", sep = "")
  print_table(data.frame(conversion = names(ratio), `bytes per byte` = sprintf("%.2f", ratio),
                         check.names = FALSE))
}
