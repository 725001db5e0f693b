# Functions that verbs of datasets pass to TensorFlow: R functions, formulas and Python functions.

# A function that tf.data traces, with R's control flow on tensors (autograph()). `f` is an R
# function, a formula such as `~ .x + 1`, or a Python function; a Python function is passed on
# unchanged. `result` converts its result.
as_graph_function <- function(f, argument, result = as_element) {
  if (is_py_object(f)) {
    return(f)
  }
  f <- convert_function(as_r_function(f, argument))
  r_to_py(function(...) {
    check_takes(f, ...length(), argument)
    result(graph_result(f(...)), argument)
  }, convert = TRUE)
}

as_r_function <- function(f, argument) {
  if (inherits(f, "formula")) {
    return(formula_function(f, argument))
  }
  must_be(f, "a function, or a formula such as `~ .x + 1`", is.function(f), argument)
  f
}

formula_function <- function(f, argument) {
  if (length(f) != 2L) {
    abort("`%s` must be a formula with one side, such as `~ .x + 1`.", argument)
  }
  lambda_of_formula(f)
}

# The elements of a dataset of tuples are passed as several arguments.
check_takes <- function(f, n, argument) {
  formals <- formals(args(f))
  if (is.null(formals) && is.primitive(f) || "..." %in% names(formals)) {
    return(invisible())
  }
  needed <- vapply(formals, function(x) is.symbol(x) && !nzchar(x), NA)
  if (n < sum(needed) || n > length(formals)) {
    abort("`%s` takes %s, but is called with %s: the parts of each element.", argument,
          count_of(length(formals), "argument", "arguments"), n)
  }
}

# The rule of an argument that is a function with such results.
function_of <- function(result) function(f, argument) as_graph_function(f, argument, result)

# Results that must have a dtype: keys and lengths, which R code often computes as doubles or as
# ints of another size.
as_type <- function(dtype) {
  function(x, argument) call_python(tf$cast, list(as_element(x, argument), dtype), TRUE)
}
