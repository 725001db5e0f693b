# What either side keeps of the other.

#' What R and Python keep of each other
#'
#' `py_protected()` lists the R objects that Python keeps alive, `py_refs()` counts the Python
#' objects that R keeps alive. Both let go when their own collector finds that an object is used no
#' more: R's `gc()`, and in Python the last reference or `gc.collect()`.
#'
#' A cycle across the border is not found: an R function that Python holds, and in whose environment
#' is the Python object that holds it, keeps both alive. Remove the one from the other to end it.
#'
#' @return A data frame. `py_protected()` has a row for each R object: `rid`, its address as text;
#'   `count`, how many Python objects stand for it; its `class`. `py_refs()` has a row for each
#'   class of Python objects, the most frequent first: `class` and `count`.
#' @examplesIf py_available()
#' f <- r_to_py(function(x) x)
#' py_protected()
#' py_refs()
#' @family objects
#' @export
py_protected <- function() {
  all <- unwrap(rs_protected())
  classes <- vapply(all[[3]], function(x) class(x)[[1]], "")
  data.frame(rid = all[[1]], count = all[[2]], class = classes)
}

#' @rdname py_protected
#' @export
py_refs <- function() {
  all <- unwrap(rs_refs())
  refs <- data.frame(class = all[[1]], count = all[[2]])
  refs <- refs[order(-refs$count, refs$class), ]
  rownames(refs) <- NULL
  refs
}
