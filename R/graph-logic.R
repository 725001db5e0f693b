# Logical operators and functions of base R whose own versions do not take tensors.

ag_and <- function(x, y, .info) {
  x <- known_value(x)
  if (is_tensor(x)) return(lazily(x, .info, yes = y, no = FALSE))
  if (isTRUE(x) && is_tensor(known_value(y))) return(scalar_condition(known_value(y), .info))
  in_users_words(x && known_value(y), .info)
}

ag_or <- function(x, y, .info) {
  x <- known_value(x)
  if (is_tensor(x)) return(lazily(x, .info, yes = TRUE, no = y))
  if (isFALSE(x) && is_tensor(known_value(y))) return(scalar_condition(known_value(y), .info))
  in_users_words(x || known_value(y), .info)
}

# The value of R's own operator or test, with errors that show the user's code.
in_users_words <- function(value, info) {
  tryCatch(value, error = function(cnd) {
    operators <- c("&&", "||")
    own <- if (head_name(info$call) %in% operators) operators else "if"
    if (head_name(conditionCall(cnd)) %in% own) cnd$call <- info$call
    stop(cnd)
  })
}

# The second operand is computed only if the first one does not decide, as in R.
lazily <- function(x, info, yes, no) {
  backend <- backend_of(x)
  branch <- function(operand) {
    function() {
      value <- known_value(operand)
      if (is_tensor(value)) return(scalar_condition(value, info))
      graph_tensor(backend, isTRUE(as.logical(value)))
    }
  }
  call <- graph_cond(backend, scalar_condition(x, info), branch(yes), branch(no))
  call_python(python_function(call[[1]]), call[[2]], TRUE)
}

# ---- ifelse() and stopifnot() --------------------------------------------------------------------

# The result has the shape of the test, to which `yes` and `no` are cut or recycled.
ag_ifelse <- function(test, yes, no, .info) {
  if (!any_tensor(list(test, yes, no))) return(ifelse(test, yes, no))
  backend <- backend_of(Find(is_tensor, list(test, yes, no)))
  if (!is_tensor(test)) test <- as_weak_tensor(test, NULL, backend)
  values <- list(yes, no)
  if (!any_tensor(values)) {
    storage.mode(values[[1]]) <- storage.mode(values[[2]]) <- typeof(c(yes, no))
    values <- lapply(values, as_weak_tensor, NULL, backend)
  }
  values <- lapply(alike(values), recycled_to, test)
  chosen <- op_where(op_cast(test, "bool"), values[[1]], values[[2]])
  if (is_floating(test)) op_where(op_isnan(test), NaN, chosen) else chosen
}

recycled_to <- function(x, test) {
  shapes <- list(static_shape(x), static_shape(test))
  if (identical(shapes[[1]], shapes[[2]]) && !anyNA(shapes[[1]]) || length(x) %in% 1L) {
    return(if (length(x) %in% 1L) op_reshape(x, list()) else x)
  }
  places <- (op_arange(op_size(test)) - 1L) %% op_size(x) + 1L
  filled <- op_take(by_columns(x), places)
  if (length(shapes[[2]]) < 2L) op_reshape(filled, op_shape(test))
  else op_transpose(op_reshape(filled, rev(op_shape(test))))
}

# Assertions on tensors that have no values yet run with the graph.
ag_stopifnot <- function(..., .info) {
  expressions <- as.list(.info$call)[-1]
  frame <- parent.frame()
  for (i in seq_len(...length())) {
    value <- known_value(...elt(i))
    assert <- if (is_tensor(value)) assert_tensor else assert_plain
    assert(value, names(expressions)[i] %||% "", expressions[[i]], frame)
  }
  invisible()
}

assert_plain <- function(value, message, expression, frame) {
  if (is.logical(value) && !anyNA(value) && all(value)) return()
  call <- as.call(stats::setNames(list(quote(stopifnot), expression), c("", message)))
  caller <- sys.call(-2)
  tryCatch(eval(call, frame), error = function(cnd) {
    cnd$call <- caller
    stop(cnd)
  })
}

assert_tensor <- function(value, message, expression, frame) {
  args <- c(list(value), if (nzchar(message)) message, list(expr = expression, frame = frame))
  do.call(assert_true, args, quote = TRUE)
}
