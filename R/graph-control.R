# TensorFlow's functions for control flow, with R's functions and formulas as branches.

tf_assert <- function(condition, ..., expr = substitute(condition), summarize = NULL, name = NULL) {
  force(expr)
  assert_true(condition, ..., expr = expr, frame = parent.frame(), summarize = summarize,
              name = name)
}

assert_true <- function(condition, ..., expr, frame, summarize = NULL, name = NULL) {
  data <- c(list(assert_message(expr)), dots_list(...), values_in(expr, frame))
  tf$Assert(condition, unname(data), summarize = summarize, name = name)
}

assert_message <- function(expr) {
  sprintf("R expression is not TRUE: %s", paste(deparse(expr), collapse = " "))
}

# The names and values of the tensors and numbers in an expression.
values_in <- function(expr, frame) {
  values <- lapply(all.vars(expr), function(name) {
    value <- tryCatch(get0(name, frame), error = function(e) NULL)
    if (is_tensor(value) || is.atomic(value) && length(value)) list(paste0(name, ":"), value)
  })
  unlist(values, recursive = FALSE)
}
