# What either side keeps of the other.

#' References between R and Python
#'
#' `py_protected()` lists the R objects that Python references, `py_refs()` counts the Python
#' objects that R references. A reference ends when the garbage collector of the language that
#' holds it finds it unused: R's `gc()`, and in Python the last reference or `gc.collect()`.
#' `py_gc()` runs Python's collector and looks for cycles through both languages.
#'
#' # Cycles
#' An R function that a Python object references, and whose environment references that object,
#' form a cycle that neither collector can free alone. rkeras looks for such cycles at the end of
#' the call from R in which Python's collector has run on all generations, and when the number of
#' R objects that Python references has doubled, from 1000 on. R's collector then runs once with
#' Python's references in view, and Python's collector frees what is unused, `__del__()` methods
#' first.
#'
#' With `options(rkeras.collect_cycles = FALSE)`, cycles are looked for only when `py_gc()` is
#' called.
#'
#' Objects whose references a collector cannot see count as used: objects of compiled libraries
#' without traversal, arrays of dtype object. So do modules, and classes that are not made of R
#' code. Forked processes and R finalizers do not look for cycles. The search takes about as long as
#' a call of `gc()`, and at most a twentieth of the time when Python's collector runs by itself.
#'
#' @return `py_protected()`: a data frame with one row for each R object: `rid`, its address as
#'   text; `count`, the number of Python objects that reference it; its `class`. `py_refs()`: a data
#'   frame with one row for each class of Python objects, the most frequent first: `class` and
#'   `count`. `py_gc()`: `NULL`, invisibly.
#' @examplesIf py_available()
#' f <- r_to_py(function(x) x)
#' py_protected()
#' py_refs()
#'
#' rm(f)
#' py_gc()
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

#' @rdname py_protected
#' @export
py_gc <- function() {
  # References that R no longer uses are released before Python's garbage collector runs.
  gc()
  invisible(unwrap(rs_collect()))
}

# Called by Rust before it searches for reference cycles automatically.
collects_cycles <- function() !isFALSE(getOption("rkeras.collect_cycles"))
