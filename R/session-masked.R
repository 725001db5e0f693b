# Functions of other packages that attaching rkeras has masked: caret's train(), recipes's
# all_numeric(). What is not meant for rkeras goes on to them.

# Calls the function of this name that rkeras has masked, as the caller was called. `otherwise`, an
# error, is for sessions without one.
call_masked <- function(name, otherwise) {
  attached <- search()
  behind <- attached[seq_along(attached) > match("package:rkeras", attached, length(attached))]
  masked <- Find(function(entry) exists(name, entry, mode = "function", inherits = FALSE), behind)
  if (is.null(masked)) return(otherwise)
  call <- sys.call(-1)
  # By name, as models keep their calls.
  call[[1]] <- call("::", as.name(sub("package:", "", masked, fixed = TRUE)), as.name(name))
  eval(call, parent.frame(2))
}
