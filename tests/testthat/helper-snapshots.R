# Errors and warnings as text. How testthat writes them in a snapshot depends on its version.

# Prints the kind, class and message of the first error or warning of `expr`.
raised <- function(expr) {
  cnd <- tryCatch(expr, error = identity, warning = identity)
  if (!inherits(cnd, "condition")) stop("nothing raised: ", deparse(substitute(expr))[[1]])
  kind <- if (inherits(cnd, "error")) "Error" else "Warning"
  cat(kind, " <", class(cnd)[[1]], ">: ", conditionMessage(cnd), "\n", sep = "")
}

# A snapshot of what each expression in braces raises. `...`: arguments of expect_snapshot().
expect_raised_snapshot <- function(exprs, ...) {
  calls <- lapply(as.list(substitute(exprs))[-1], function(expr) call("raised", expr))
  eval(as.call(list(quote(expect_snapshot), as.call(c(quote(`{`), calls)), ...)), parent.frame())
}
