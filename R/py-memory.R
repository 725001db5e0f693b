# What either side keeps of the other.

#' Memory management and garbage collection
#'
#' `py_protected()` lists the R objects that Python references, and `py_refs()` counts the Python
#' objects that R references: use them to find out why memory is not released. `py_gc()` runs
#' Python's garbage collector and frees cycles of references that involve both languages.
#'
#' R releases a Python object when R's garbage collector ([gc()]) finds its reference unused. Python
#' releases an R object when the last Python reference to it ends, or in `gc.collect()`.
#'
#' # Cycles
#' An R function that a Python object references, and whose environment references that object, form
#' a cycle that neither collector can free alone. rkeras looks for such cycles at the end of the
#' call from R in which Python's collector has run on all generations, and when the number of R
#' objects that Python references has doubled, from 1000 on. R's collector then runs once and takes
#' Python's references into account, and Python's collector frees unused objects, `__del__()`
#' methods first.
#'
#' With `options(rkeras.collect_cycles = FALSE)`, cycles are looked for only when `py_gc()` is
#' called.
#'
#' Objects whose references a collector cannot see count as used: objects of compiled libraries that
#' do not support traversal, and arrays of dtype object. So do modules, and classes that are not
#' defined in R. Forked processes and R finalizers do not look for cycles. The search takes about as
#' long as a call of `gc()`, and at most a twentieth of the time if it follows Python's own,
#' automatic collections.
#'
#' @return `py_protected()`: a data frame with one row for each R object: `rid`, its address as a
#'   string; `count`, the number of Python objects that reference it; and its `class`. `py_refs()`:
#'   a data frame with one row for each class of Python objects, the most frequent first: `class`
#'   and `count`. `py_gc()`: `NULL`, invisibly.
#' @concept memory leak
#' @concept garbage collection
#' @concept reference counting
#' @concept reference cycle
#' @seealso [clear_session()] releases the memory of Keras models, [gc()] for R's garbage collector,
#'   [rkeras-options].
#' @examplesIf py_available()
#' f <- r_to_py(function(x) x)
#' tail(py_protected(), 1)
#' head(py_refs(), 3)
#'
#' before <- nrow(py_protected())
#' rm(f)
#' py_gc()
#' nrow(py_protected()) - before
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

#' @rdname py_protected
#' @export
py_gc <- function() {
  # References that R no longer uses are released before Python's garbage collector runs.
  gc()
  invisible(unwrap(rs_collect()))
}

# Called by Rust before it searches for reference cycles automatically.
collects_cycles <- function() !isFALSE(getOption("rkeras.collect_cycles"))
