# What single operations on a small tensor cost from R, beside the same in a process of pure Python.
# The computation itself takes about a microsecond.

source("bench/measure.R", encoding = "UTF-8")

if (side %in% "rkeras") {
  library(rkeras)
  options(tensorflow.extract.style = "R")
  x <- tf$constant(matrix(as.numeric(0:99), 10, byrow = TRUE), "float32")
  v <- tf$Variable(x)
  mask <- x > 50
  one <- function(name, f, n = 500) tell(name, function() for (i in seq_len(n)) f(), n)
  one("x + 1", function() x + 1)
  one("x + x", function() x + x)
  one("x > 5", function() x > 5)
  one("sqrt(x)", function() sqrt(x))
  one("sum(x)", function() sum(x))
  one("matrix product", function() op_matmul(x, x))
  one("x[2, 3]", function() x[2, 3])
  one("x[2, ]", function() x[2, ])
  one("x[2:5, 1:9:2]", function() x[2:5, 1:9:2])
  one("x[c(3, 1), ]", function() x[c(3, 1), ])
  one("x[mask]", function() x[mask])
  one("v[2, 3] <- 0", function() v[2, 3] <<- 0)
  one("as_tensor(1)", function() as_tensor(1))
  one("as.array(x)", function() as.array(x))
} else {
  commands <- list(
    Python = c(Sys.getenv("RKERAS_PYTHON", "python"), "bench/tensors.py"),
    rkeras = c(rscript(), "--vanilla", "bench/tensor.R", "rkeras")
  )
  questions <- c("x + 1", "x + x", "x > 5", "sqrt(x)", "sum(x)", "matrix product", "x[2, 3]",
                 "x[2, ]", "x[2:5, 1:9:2]", "x[c(3, 1), ]", "x[mask]", "v[2, 3] <- 0",
                 "as_tensor(1)", "as.array(x)")
  least <- least_in_turns(commands, questions)
  cat("\n## Tensors, ", format(Sys.Date()), "\n\n", sep = "")
  print_table(data.frame(
    question = questions, Python = shown(least[questions, "Python"]),
    rkeras = shown(least[questions, "rkeras"]),
    ratio = sprintf("%.1f\u00d7", least[questions, "rkeras"] / least[questions, "Python"])
  ))
}
