# Random calls of op_*() functions: values and dtypes are those of the same function in Python,
# whose call is written in Python. Positions count from 1 in R and from 0 in Python.

unary <- c("abs", "arctan", "arcsinh", "cbrt", "ceil", "cos", "cosh", "deg2rad", "elu", "erf",
           "exp", "exp2", "expm1", "fabs", "fliplr", "flipud", "floor", "gelu", "hard_sigmoid",
           "hard_silu", "isfinite", "isinf", "isnan", "isneginf", "log_sigmoid", "logical_not",
           "negative", "rad2deg", "ravel", "relu", "relu6", "round", "selu", "sigmoid", "sign",
           "signbit", "silu", "sin", "sinc", "sinh", "softplus", "softsign", "square", "tan",
           "tanh", "trunc", "zeros_like", "ones_like", "nan_to_num", "stop_gradient", "size",
           "ndim")
binary <- c("add", "subtract", "multiply", "divide", "maximum", "minimum", "mod", "floor_divide",
            "equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "arctan2",
            "logaddexp", "logical_and", "logical_or", "logical_xor", "hypot", "fmax", "fmin",
            "divide_no_nan", "isclose", "heaviside", "outer")
reduced <- c("sum", "mean", "max", "min", "prod", "std", "var", "amax", "amin", "all", "any",
             "logsumexp", "median", "ptp", "nansum", "nanmax", "nanmin", "nanmean", "nanstd")
along <- c("softmax", "log_softmax", "sort", "cumsum", "cumprod", "diff", "normalize", "nancumsum")
positions <- c("argmax", "argmin")

random_array <- function(dims) {
  values <- switch(
    sample(c("double", "whole", "integer", "logical", "missing"), 1L, prob = c(4, 2, 2, 1, 1)),
    double = round(stats::rnorm(prod(dims)), 2), whole = as.double(sample(-3:3, prod(dims), TRUE)),
    integer = sample(-3:3, prod(dims), TRUE), logical = sample(c(TRUE, FALSE), prod(dims), TRUE),
    missing = sample(c(NaN, 1.5, -2, 0), prod(dims), TRUE)
  )
  array(values, dims)
}
random_dims <- function(most = 4L) sample(1:4, sample(most, 1L), replace = TRUE)

# A call is list(r, py, given), whose `given` are the arrays by name.
call_of <- function(name, r, py, given, result = "%s") {
  list(r = sprintf("op_%s(%s)", name, r),
       py = sprintf(result, sprintf("keras.ops.%s(%s)", name, py)), given = given)
}
# The text of positions in R and in Python.
at <- function(n) {
  in_python <- ifelse(n > 0L, n - 1L, n)
  if (length(n) == 1L) return(list(r = sprintf("%d", n), py = sprintf("%d", in_python)))
  list(r = sprintf("c(%s)", toString(n)), py = sprintf("(%s)", toString(in_python)))
}
random_axis <- function(rank) {
  if (chance(0.3)) -sample(rank, 1L) else sample(rank, 1L)
}
no_axis <- list(r = "NULL", py = "None")
some_axis <- function(rank) if (chance(0.3)) no_axis else at(random_axis(rank))
logical_text <- function(x) list(r = as.character(x), py = if (x) "True" else "False")
numbers_text <- function(x) {
  list(r = sprintf("c(%s)", toString(x)), py = sprintf("(%s,)", toString(x)))
}

makers <- list(
  unary = function() {
    rank <- if (chance(0.5)) 2:3 else 2L
    name <- sample(unary, 1L)
    call_of(name, "x", "x", list(x = random_array(sample(1:4, sample(rank, 1L), TRUE))))
  },
  binary = function() {
    dims <- random_dims(3L)
    other <- switch(sample(4L, 1L), dims, ifelse(stats::runif(length(dims)) < 0.5, 1L, dims),
                    utils::tail(dims, 1L), 1L)
    given <- list(x1 = random_array(dims), x2 = random_array(other))
    if (chance(0.5)) names(given) <- rev(names(given))
    call_of(sample(binary, 1L), "x1, x2", "x1, x2", given[c("x1", "x2")])
  },
  reduced = function() {
    dims <- random_dims()
    rank <- length(dims)
    keep <- logical_text(chance(0.5))
    axes <- if (chance(0.7)) some_axis(rank) else at(sort(sample(rank, sample(rank, 1L))))
    call_of(sample(reduced, 1L), sprintf("x, axis = %s, keepdims = %s", axes$r, keep$r),
            sprintf("x, axis=%s, keepdims=%s", axes$py, keep$py), list(x = random_array(dims)))
  },
  along = function() {
    dims <- random_dims()
    axis <- at(random_axis(length(dims)))
    call_of(sample(along, 1L), sprintf("x, axis = %s", axis$r), sprintf("x, axis=%s", axis$py),
            list(x = random_array(dims)))
  },
  positions = function() {
    dims <- random_dims()
    axis <- some_axis(length(dims))
    call_of(sample(positions, 1L), sprintf("x, axis = %s", axis$r), sprintf("x, axis=%s", axis$py),
            list(x = random_array(dims)), "%s + 1")
  },
  argsort = function() {
    dims <- random_dims(3L)
    axis <- at(random_axis(length(dims)))
    x <- array(sample(prod(dims)) + 0.5, dims)
    call_of("argsort", sprintf("x, axis = %s", axis$r), sprintf("x, axis=%s", axis$py), list(x = x),
            "%s + 1")
  },
  top_k = function() {
    dims <- random_dims(3L)
    k <- sample(utils::tail(dims, 1L), 1L)
    x <- array(sample(prod(dims)) + 0.5, dims)
    call_of("top_k", sprintf("x, k = %d", k), sprintf("x, k=%d", k), list(x = x),
            "(lambda found: (found[0], found[1] + 1))(%s)")
  },
  take = function() {
    dims <- random_dims(3L)
    axis <- random_axis(length(dims))
    n <- if (axis > 0L) dims[[axis]] else rev(dims)[[-axis]]
    i <- sample(n, sample(3L, 1L), replace = TRUE)
    call_of("take", sprintf("x, c(%s), axis = %s", toString(i), at(axis)$r),
            sprintf("x, [%s], axis=%s", toString(i - 1L), at(axis)$py),
            list(x = random_array(dims)))
  },
  moved = function() {
    dims <- random_dims()
    rank <- length(dims)
    from <- sample(rank, sample(rank, 1L))
    to <- sample(rank, length(from))
    call_of("moveaxis", sprintf("x, %s, %s", at(from)$r, at(to)$r),
            sprintf("x, %s, %s", at(from)$py, at(to)$py), list(x = random_array(dims)))
  },
  swapped = function() {
    dims <- random_dims()
    axes <- replicate(2L, random_axis(length(dims)))
    call_of("swapaxes", sprintf("x, %d, %d", axes[[1]], axes[[2]]),
            sprintf("x, %s, %s", at(axes[[1]])$py, at(axes[[2]])$py), list(x = random_array(dims)))
  },
  transposed = function() {
    dims <- random_dims()
    axes <- sample(length(dims))
    all <- list(r = sprintf("c(%s)", toString(axes)), py = sprintf("(%s,)", toString(axes - 1L)))
    axes <- if (chance(0.3)) no_axis else all
    call_of("transpose", paste("x, axes =", axes$r), paste0("x, axes=", axes$py),
            list(x = random_array(dims)))
  },
  expanded = function() {
    dims <- random_dims(3L)
    rank <- length(dims) + 1L
    axis <- at(if (chance(0.3)) -sample(rank, 1L) else sample(rank, 1L))
    call_of("expand_dims", paste("x,", axis$r), paste("x,", axis$py), list(x = random_array(dims)))
  },
  squeezed = function() {
    dims <- c(random_dims(2L), 1L)[sample(3L, 3L)]
    dims <- dims[!is.na(dims)]
    ones <- which(dims == 1L)
    axis <- if (chance(0.3)) no_axis else at(ones[[sample(length(ones), 1L)]])
    call_of("squeeze", paste("x, axis =", axis$r), paste0("x, axis=", axis$py),
            list(x = random_array(dims)))
  },
  joined = function() {
    dims <- random_dims(3L)
    axis <- at(random_axis(length(dims)))
    given <- list(x1 = random_array(dims), x2 = random_array(dims))
    name <- sample(c("concatenate", "stack"), 1L)
    call_of(name, sprintf("list(x1, x2), axis = %s", axis$r), sprintf("[x1, x2], axis=%s", axis$py),
            given)
  },
  split = function() {
    dims <- random_dims(3L)
    axis <- sample(length(dims), 1L)
    dims[[axis]] <- 4L
    where <- if (chance(0.5)) list(r = "2", py = "2") else list(r = "c(2, 4)", py = "(1, 3)")
    call_of("split", sprintf("x, %s, axis = %d", where$r, axis),
            sprintf("x, %s, axis=%d", where$py, axis - 1L), list(x = random_array(dims)))
  },
  unstacked = function() {
    dims <- random_dims(3L)
    axis <- at(random_axis(length(dims)))
    call_of("unstack", sprintf("x, axis = %s", axis$r), sprintf("x, axis=%s", axis$py),
            list(x = random_array(dims)))
  },
  repeated = function() {
    dims <- random_dims(3L)
    axis <- at(random_axis(length(dims)))
    n <- sample(1:3, 1L)
    call_of("repeat", sprintf("x, %d, axis = %s", n, axis$r), sprintf("x, %d, axis=%s", n, axis$py),
            list(x = random_array(dims)))
  },
  tiled = function() {
    dims <- random_dims(3L)
    n <- numbers_text(sample(1:2, length(dims), TRUE))
    call_of("tile", paste("x,", n$r), paste("x,", n$py), list(x = random_array(dims)))
  },
  rolled = function() {
    dims <- random_dims(3L)
    axis <- some_axis(length(dims))
    n <- sample(-2:2, 1L)
    call_of("roll", sprintf("x, %d, axis = %s", n, axis$r), sprintf("x, %d, axis=%s", n, axis$py),
            list(x = random_array(dims)))
  },
  flipped = function() {
    dims <- random_dims(3L)
    axis <- some_axis(length(dims))
    call_of("flip", paste("x, axis =", axis$r), paste0("x, axis=", axis$py),
            list(x = random_array(dims)))
  },
  reshaped = function() {
    dims <- random_dims(3L)
    new <- numbers_text(sample(c(-1L, sample(dims))))
    name <- sample(c("reshape", "broadcast_to"), 1L)
    if (name == "broadcast_to") new <- numbers_text(c(2L, dims))
    call_of(name, paste("x,", new$r), paste("x,", new$py), list(x = random_array(dims)))
  },
  padded = function() {
    dims <- random_dims(3L)
    width <- matrix(sample(0:2, 2L * length(dims), TRUE), ncol = 2L)
    pairs <- function(format) toString(sprintf(format, width[, 1], width[, 2]))
    call_of("pad", sprintf("x, list(%s)", pairs("c(%d, %d)")),
            sprintf("x, (%s,)", pairs("(%d, %d)")), list(x = random_array(dims)))
  },
  diagonals = function() {
    dims <- sample(2:4, sample(2:3, 1L), TRUE)
    axes <- sample(length(dims), 2L)
    k <- sample(-1:1, 1L)
    name <- sample(c("trace", "diagonal"), 1L)
    call_of(name, sprintf("x, offset = %d, axis1 = %d, axis2 = %d", k, axes[[1]], axes[[2]]),
            sprintf("x, offset=%d, axis1=%d, axis2=%d", k, axes[[1]] - 1L, axes[[2]] - 1L),
            list(x = random_array(dims)))
  },
  triangles = function() {
    k <- sample(-1:1, 1L)
    call_of(sample(c("tril", "triu", "diag"), 1L), sprintf("x, k = %d", k), sprintf("x, k=%d", k),
            list(x = random_array(sample(2:4, 2L, TRUE))))
  },
  multiplied = function() {
    n <- sample(1:3, 3L, TRUE)
    name <- sample(c("matmul", "dot", "tensordot", "inner", "kron"), 1L)
    second <- if (name == "inner") n[3:2] else n[2:3]
    given <- list(x1 = random_array(n[1:2]), x2 = random_array(second))
    more <- if (name == "tensordot") list(", axes = 1", ", axes=1") else list("", "")
    call_of(name, paste0("x1, x2", more[[1]]), paste0("x1, x2", more[[2]]), given)
  },
  quantiles = function() {
    dims <- random_dims(3L)
    axis <- some_axis(length(dims))
    call_of("quantile", sprintf("x, c(0.25, 0.5), axis = %s", axis$r),
            sprintf("x, [0.25, 0.5], axis=%s", axis$py),
            list(x = array(stats::rnorm(prod(dims)), dims)))
  },
  encoded = function() {
    x <- sample(4L, sample(3L, 1L), TRUE)
    axis <- if (chance(0.5)) list(r = "-1", py = "-1") else list(r = "1", py = "0")
    call_of("one_hot", sprintf("c(%s), 4, axis = %s", toString(x), axis$r),
            sprintf("[%s], 4, axis=%s", toString(x - 1L), axis$py), list())
  },
  clipped = function() {
    call_of("clip", "x, -1, 1.5", "x, -1, 1.5", list(x = random_array(random_dims())))
  },
  chosen = function() {
    dims <- random_dims(3L)
    is_first <- array(sample(c(TRUE, FALSE), prod(dims), TRUE), dims)
    given <- list(is_first = is_first, x1 = random_array(dims), x2 = random_array(dims))
    call_of("where", "is_first, x1, x2", "is_first, x1, x2", given)
  },
  found = function() {
    sorted <- sort(round(stats::rnorm(4), 2))
    values <- round(stats::rnorm(3), 2)
    name <- sample(c("digitize", "searchsorted"), 1L)
    text <- c(toString(sorted), toString(values))
    if (name == "digitize") text <- rev(text)
    call_of(name, toString(sprintf("c(%s)", text)), toString(sprintf("[%s]", text)), list(),
            "%s + 1")
  },
  spaced = function() {
    n <- sample(2:5, 1L)
    end <- logical_text(chance(0.5))
    call_of("linspace", sprintf("0, 2, num = %d, endpoint = %s", n, end$r),
            sprintf("0.0, 2.0, num=%d, endpoint=%s", n, end$py), list())
  }
)

problem_in <- function(case) {
  main <- python()
  env <- list2env(case$given, parent = asNamespace("rkeras"))
  ours <- outcome(eval(str2lang(case$r), env))
  theirs <- outcome(do.call(main$evaluated, c(case$py, lapply(case$given, in_numpy))))
  if (has_failed(ours) && has_failed(theirs)) return("refused")
  if (has_failed(ours)) return(failure_of("R", ours))
  if (has_failed(theirs)) return(failure_of("Python", theirs))
  theirs <- if (is.list(ours)) as.list(py_to_r(theirs)) else theirs
  if (!same_value(in_r(ours), in_r(theirs))) {
    return(sprintf("%s, not %s", shown_value(ours), shown_value(theirs)))
  }
  types <- lapply(list(ours, theirs), dtypes)
  if (!identical(types[[1]], types[[2]])) {
    return(sprintf("dtype %s, not %s", toString(types[[1]]), toString(types[[2]])))
  }
}

in_numpy <- function(x) {
  np_array(x, switch(typeof(x), double = "float64", integer = "int32", logical = "bool"))
}

dtypes <- function(x) {
  if (is.list(x)) return(unlist(lapply(unname(x), dtypes)))
  is_array <- inherits(x, "python.builtin.object") && py_has_attr(x, "dtype")
  if (is_array) as.character(x$dtype) else typeof(py_to_r(x))
}

shown_value <- function(x) {
  values <- unlist(lapply(if (is.list(x)) x else list(x), function(x) as.vector(in_r(x))))
  shapes <- lapply(if (is.list(x)) x else list(x), function(x) dim(in_r(x)) %||% length(in_r(x)))
  sprintf("%s of %s", toString(format(utils::head(values, 6L))), toString(shapes))
}

python <- function() {
  main <- import_main(convert = FALSE)
  if (!py_has_attr(main, "evaluated")) {
    py_run_string("
import keras
def evaluated(text, **given):
  return eval(text, {'keras': keras, **given})
")
  }
  main
}

shown <- function(case) {
  given <- vapply(names(case$given), function(name) {
    sprintf("%s <- %s", name, paste(deparse(case$given[[name]]), collapse = ""))
  }, "")
  paste(c(given, case$r, case$py), collapse = "; ")
}

# Without NaN, as doubles.
smaller <- function(case) {
  simpler <- lapply(names(case$given), function(name) {
    case$given[[name]][] <- 1.5
    case
  })
  Filter(function(other) !identical(other, case), simpler)
}

function(seed) {
  list(case = makers[[sample(length(makers), 1L)]](), wrong = problem_in, smaller = smaller,
       shown = shown)
}
