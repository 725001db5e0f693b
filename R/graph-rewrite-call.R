# Rewrites calls (R/graph-rewrite.R): functions of the user are converted when they are called, so
# that control flow in them can be traced.

rewrite_call <- function(code, scope) {
  code <- rewrite_arguments(code, scope)
  head <- code[[1]]
  if (is_of_tensor_package(head)) {
    code[[1]] <- dispatch(scope, "member", head)
  } else if (is.call(head)) {
    code[[1]] <- rewrite_head(head, scope)
  } else if (is.name(head) && needs_conversion(as.character(head), scope)) {
    code[[1]] <- dispatch(scope, "fn", as.character(head))
  }
  code
}

# do.call("f", ...) and match.fun("f") name a function.
rewrite_named <- function(code, scope, used) {
  code <- rewrite_call(code, scope)
  if (length(code) > 1L) code[[2]] <- dispatch(scope, "named", code[[2]])
  code
}

rewrite_arguments <- function(code, scope) {
  for (i in seq_along(code)[-1]) {
    if (is.call(code[[i]])) code[[i]] <- rewrite(code[[i]], scope)
  }
  code
}

# `self$f(x)`: a member can be an R function. Members of Python modules are not.
rewrite_head <- function(head, scope) {
  is_member <- is.name(head[[1]]) && as.character(head[[1]]) %in% c("$", "@", "[[")
  head <- rewrite(head, scope)
  if (!is_member || is_python_name(root_name(head), scope)) return(head)
  dispatch(scope, "member", head)
}

# `package::f` of a package whose functions are converted.
is_of_tensor_package <- function(head) {
  if (!head_name(head) %in% c("::", ":::")) return(FALSE)
  package <- as.character(head[[2]])
  package != "rkeras" && isNamespaceLoaded(package) && imports_this(asNamespace(package))
}

is_python_name <- function(name, scope) {
  nzchar(name) && !name %in% scope$locals && is_py_object(get0(name, scope$frame))
}

# Functions of packages are called as they are. The value of a variable that does not exist yet, or
# that the function itself creates, is looked at when it is called.
needs_conversion <- function(name, scope) {
  if (name %in% scope$locals) return(!name %in% ls(baseenv(), all.names = TRUE))
  found <- get0(name, scope$frame, mode = "function")
  is.null(found) || isTRUE(scope$inline) && is_user_function(found)
}
