# What either side keeps of the other.

#' What R and Python keep of each other
#'
#' `py_protected()` lists the R objects that Python keeps alive, `py_refs()` counts the Python
#' objects that R keeps alive. Both let go when their own collector finds that an object is used no
#' more: R's `gc()`, and in Python the last reference or `gc.collect()`.
#'
#' # Cycles
#' An R function that Python holds, and in whose environment is the Python object that holds it,
#' keep each other alive. Such cycles through both languages are found too: at the end of the call
#' from R in which Python has collected all its generations (`gc.collect()`, which one may call as
#' `import("gc")$collect()`, or by itself), and when the number of R objects that Python keeps has
#' doubled, from 1000 on. Then R's collector runs once with Python's objects in view, and R's
#' finalizers as ever; Python's collector frees what is unused, methods `__del__()` first.
#'
#' What either collector cannot look into counts as used: objects of compiled libraries that do not
#' tell what they hold, arrays of objects among them. Modules and classes last, save classes made by
#' R code. In forked processes no cycles are looked for, and none in R's finalizers. What R's
#' collector needs for this takes about as long as a `gc()` of its own; where Python collects by
#' itself it takes a twentieth of the time at most.
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
