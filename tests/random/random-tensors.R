# Random subsets, assignments, operators and base functions: of tensors with values, and of symbolic
# tensors in a graph, against base R's result for the array. What tensors do differently on purpose
# (?op_subset, ?"tensor-functions") is not drawn: negative positions, fewer subscripts than axes,
# recycling, and functions of order of matrices.

dtypes <- c("float32", "float64", "int32", "int64", "uint8", "bool")

numbers_of <- function(n, dtype) {
  switch(
    dtype,
    float32 = , float64 = sample(c(-2.5, -1, 0, 0.5, 1, 3, NaN), n, TRUE, c(1, 1, 1, 1, 1, 1, 0.3)),
    int32 = , int64 = sample(-3:4, n, TRUE), uint8 = sample(0:5, n, TRUE),
    bool = sample(c(TRUE, FALSE), n, TRUE)
  )
}

# A scalar, a vector or an array; axes of length 0 are rare.
random_array <- function(dtype, dim = random_dim()) {
  x <- numbers_of(prod(dim), dtype)
  if (length(dim) > 1L) array(x, dim) else x
}

random_dim <- function(rank = sample(0:4, 1L, prob = c(1, 3, 3, 2, 1))) {
  if (rank == 0L) integer() else sample(0:3, rank, TRUE, c(0.2, 1, 2, 2))
}

dims_of <- function(x, rank = NULL) dim(x) %||% if (identical(rank, 0L)) integer() else length(x)

# ---- What is computed: a call of `x`, `y` and `i`, and their values ------------------------------

random_case <- function() {
  dtype <- sample(dtypes, 1L)
  dim <- random_dim()
  kind <- sample(c("subset", "assign", "operator", "math", "summary", "shape", "question"), 1L)
  made <- switch(
    kind,
    subset = subset_case(dtype, dim), assign = assign_case(dtype, dim),
    operator = operator_case(dtype, dim), math = math_case(dtype, dim),
    summary = summary_case(dtype, dim), shape = shape_case(dtype),
    question = question_case(dtype, dim)
  )
  if (is.logical(made$x)) dtype <- "bool"
  c(made, dtype = dtype)
}

random_subscript <- function(n) {
  choices <- list(substitute())
  if (n > 0L) {
    some <- sort(sample(n, 2L, TRUE))
    mask <- sample(c(TRUE, FALSE), n, TRUE)
    choices <- c(choices, sample(n, 1L), list(call(":", some[[1]], some[[2]])),
                 list(as.call(c(quote(c), sample(n, sample(1:3, 1L), TRUE)))),
                 list(as.call(c(quote(c), mask))))
  }
  choices[[sample.int(length(choices), 1L)]]
}

subset_call <- function(dim) {
  n <- prod(dim)
  if (chance(0.25) && length(dim) > 1L) {
    mask <- array(sample(c(TRUE, FALSE), n, TRUE), dim)
    return(list(call = quote(x[m]), m = mask))
  }
  if (chance(0.15)) return(list(call = quote(x[!is.na(x) & x > 0])))
  drop <- if (chance(0.3)) list(drop = FALSE)
  list(call = as.call(c(quote(`[`), quote(x), lapply(dim, random_subscript), drop)))
}

subset_case <- function(dtype, dim) {
  if (length(dim) == 0L) dim <- 3L
  c(subset_call(dim), list(x = random_array(dtype, dim)))
}

assign_case <- function(dtype, dim) {
  if (length(dim) == 0L) dim <- 3L
  made <- subset_call(dim)
  made$call$drop <- NULL
  x <- random_array(dtype, dim)
  part <- tryCatch(length(eval(made$call, list(x = x, m = made$m))), error = function(e) 0L)
  value <- if (identical(made$call, quote(x[m])) && part > 0L && chance(0.6)) {
    numbers_of(part, dtype)
  } else {
    numbers_of(1L, dtype)
  }
  if (is.integer(x) || is.logical(x)) value[is.na(value)] <- 0L
  list(call = bquote({
    .(made$call) <- .(value)
    x
  }), m = made$m, x = x)
}

operator_case <- function(dtype, dim) {
  operator <- sample(c("+", "-", "*", "/", "^", "%%", "%/%", "==", "!=", "<", "<=", ">", ">=", "&",
                       "|"), 1L)
  x <- random_array(dtype, dim)
  other <- if (chance(0.5)) numbers_of(prod(dim), dtype) else numbers_of(1L, sample(dtypes, 1L))
  if (dtype == "uint8" && operator == "-") operator <- "+"
  if (length(other) == length(x)) dim(other) <- dim(x)
  list(call = call(operator, quote(x), quote(y)), x = x, y = other, is_tensor = chance(0.5))
}

math_case <- function(dtype, dim) {
  name <- sample(c("abs", "sign", "sqrt", "exp", "log", "log1p", "expm1", "floor", "ceiling",
                   "trunc", "round", "cos", "sin", "tan", "tanh", "cosh", "sinh", "atan", "sinpi",
                   "cospi", "tanpi", "-", "+", "!", "log2", "log10", "lgamma", "gamma"), 1L)
  x <- random_array(dtype, dim)
  if (dtype == "uint8" && name == "-") name <- "+"
  list(call = call(name, quote(x)), x = x)
}

summary_case <- function(dtype, dim) {
  name <- sample(c("sum", "prod", "max", "min", "mean", "range", "any", "all"), 1L)
  if (name %in% c("any", "all")) dtype <- "bool"
  x <- random_array(dtype, pmax(dim, 1L))
  na.rm <- if (name %in% c("sum", "prod", "max", "min", "mean") && chance(0.4)) list(na.rm = TRUE)
  more <- if (name %in% c("sum", "prod", "max", "min") && chance(0.3)) list(2L)
  list(call = as.call(c(as.name(name), quote(x), more, na.rm)), x = x)
}

shape_case <- function(dtype) {
  vector <- random_array(dtype, sample(0:4, 1L))
  matrix <- random_array(dtype, random_dim(2L))
  end <- sample(c("head", "tail"), 1L)
  cumulated <- sample(c("cumsum", "cumprod", "cummax", "cummin"), 1L)
  pick(
    function() list(call = call(sample(c("rev", "sort", "t", "c"), 1L), quote(x)), x = vector),
    function() list(call = quote(sort(x, decreasing = TRUE)), x = vector),
    function() list(call = call(end, quote(x), sample(-3:3, 1L)), x = vector),
    function() list(call = call(end, quote(x), sample(-2:2, 1L)), x = matrix),
    function() list(call = call(cumulated, quote(x)), x = vector[!is.na(vector)]),
    function() list(call = call("rep", quote(x), sample(1:3, 1L)), x = vector),
    function() list(call = call("rep", quote(x), each = 2), x = vector),
    function() list(call = quote(t(x)), x = matrix),
    function() list(call = quote(x %*% t(x)), x = random_array(dtype, sample(1:3, 2L, TRUE))),
    function() list(call = call(sample(c("rbind", "cbind"), 1L), quote(x), quote(x)), x = vector),
    function() list(call = quote(aperm(x, c(3, 1, 2))), x = random_array(dtype, random_dim(3L))),
    function() list(call = call("c", quote(x), numbers_of(1L, dtype)), x = vector),
    function() list(call = quote(na.omit(x)), x = vector),
    function() list(call = call("[[", quote(x), 1), x = random_array(dtype, 3L)),
    function() list(call = quote(x[[2, 1]]), x = random_array(dtype, c(2L, 3L)))
  )
}

question_case <- function(dtype, dim) {
  name <- sample(c("is.na", "anyNA", "is.nan", "is.finite", "is.infinite", "is.numeric", "length",
                   "nrow", "NCOL", "is.matrix", "names"), 1L)
  x <- random_array(dtype, pmax(dim, 1L))
  if (name %in% c("nrow", "NCOL", "is.matrix") && length(dim(x)) < 2L) {
    x <- random_array(dtype, c(2L, 3L))
  }
  list(call = call(name, quote(x)), x = x)
}

# ---- The check -----------------------------------------------------------------------------------

wrong_in <- function(case) {
  own <- list2env(case[names(case) %in% c("x", "y", "m")], parent = globalenv())
  expected <- outcome(eval(case$call, list2env(as.list(own), parent = comparisons())))
  if (inherits(expected, "error")) return("refused")
  found <- list(eager = outcome(in_r(eager(case))), graph = outcome(in_r(in_graph(case))))
  refused <- vapply(found, inherits, NA, "error")
  wrong <- Filter(function(name) !same_value(found[[name]], in_r(expected)), names(found)[!refused])
  if (length(wrong)) {
    return(sprintf("%s: %s instead of %s", wrong[[1]], shown(found[[wrong[[1]]]]), shown(expected)))
  }
  if (any(refused)) "refused"
}

eager <- function(case) {
  y <- if (isTRUE(case$is_tensor)) as_tensor(case$y) else case$y
  eval(case$call, list2env(list(x = as_tensor(case$x, case$dtype), y = y, m = case$m),
                           parent = globalenv()))
}

in_graph <- function(case) {
  y <- if (isTRUE(case$is_tensor)) as_tensor(case$y) else case$y
  frame <- list2env(list(y = y, m = case$m), parent = globalenv())
  tf_function(as.function(c(required("x"), case$call), frame))(as_tensor(case$x, case$dtype))
}

function(seed) {
  list(case = random_case(), wrong = wrong_in, smaller = function(case) list(), shown = shown)
}
