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

ag_ifelse <- function(test, yes, no, .info) {
  if (!is_tensor(test)) return(ifelse(test, yes, no))
  call_keras("keras.ops.where", test, yes, no)
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

# ---- Ranges in the head of a loop ----------------------------------------------------------------

ag_colon <- function(from, to) {
  if (!is_tensor(known_value(from)) && !is_tensor(known_value(to))) {
    return(known_value(from):known_value(to))
  }
  in_python("colon", from, to)
}

ag_seq_len <- function(length.out) { # nolint: object_name_linter.
  n <- known_value(length.out)
  if (!is_tensor(n)) return(seq_len(n))
  in_python("seq_len", n)
}

ag_seq_along <- function(along.with) { # nolint: object_name_linter.
  if (!is_tensor(along.with)) return(seq_along(along.with))
  shape <- static_shape(along.with)
  if (length(shape) && !anyNA(shape)) return(seq_len(prod(shape)))
  ag_seq_len(tf$size(along.with))
}
