# Logical operators and functions of base R whose own versions do not take tensors.

ag_and <- function(x, y, .info) {
  x <- known_value(x)
  if (!is_tensor(x)) {
    if (!isTRUE(x)) return(in_users_words(x && known_value(y), .info))
    return(second_operand(known_value(y), TRUE, .info))
  }
  backend <- backend_of(x)
  lazily(x, .info, backend, yes = function() y, no = function() FALSE)
}

ag_or <- function(x, y, .info) {
  x <- known_value(x)
  if (!is_tensor(x)) {
    if (!isFALSE(x)) return(in_users_words(x || known_value(y), .info))
    return(second_operand(known_value(y), FALSE, .info))
  }
  backend <- backend_of(x)
  lazily(x, .info, backend, yes = function() TRUE, no = function() y)
}

# R's own operators, with errors that show the user's code.
second_operand <- function(y, neutral, info) {
  if (is_tensor(y)) return(scalar_condition(y, info))
  in_users_words(if (neutral) TRUE && y else FALSE || y, info)
}

in_users_words <- function(value, info) {
  tryCatch(value, error = function(cnd) {
    own <- is.call(conditionCall(cnd)) && head_name(conditionCall(cnd)) %in% c("&&", "||")
    if (own) cnd$call <- info$call
    stop(cnd)
  })
}

# The second operand is computed only if the first one does not decide, as in R.
lazily <- function(x, info, backend, yes, no) {
  branch <- function(f) {
    force(f)
    function() {
      value <- known_value(f())
      if (is_tensor(value)) return(scalar_condition(value, info))
      backend$tensor(isTRUE(as.logical(value)))
    }
  }
  call <- backend$cond(scalar_condition(x, info), branch(yes), branch(no), NULL)
  call_python(call[[1]], call[[2]], TRUE)
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
    if (is_tensor(value)) {
      message <- names(expressions)[i]
      assert_tensor(value, if (length(message) && nzchar(message)) message, expressions[[i]], frame)
    } else {
      args <- stats::setNames(list(value), names(expressions)[i])
      assert_plain(args, expressions[[i]], frame)
    }
  }
  invisible()
}

assert_plain <- function(args, expression, frame) {
  if (is.logical(args[[1]]) && !anyNA(args[[1]]) && all(args[[1]])) return()
  names <- names(args) %||% ""
  call <- as.call(stats::setNames(list(quote(stopifnot), expression), c("", names)))
  caller <- sys.call(-2)
  tryCatch(eval(call, frame), error = function(cnd) {
    cnd$call <- caller
    stop(cnd)
  })
}

assert_tensor <- function(value, message, expression, frame) {
  args <- c(list(value), message, list(expr = expression, frame = frame))
  do.call(assert_true, args, quote = TRUE)
}
