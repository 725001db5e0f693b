# A caught Python exception: an R condition that is also the Python object.
#
# It is a list, as R's own conditions are: code for conditions copies and changes it, and its
# message outlives the Python object, which is its element `exception`. Other names are attributes
# of that object. A name that neither has gives NULL, because R code asks conditions for names that
# they may not have (rlang: `header`, `body`).

#' @export
`$.python.builtin.BaseException` <- function(x, name) {
  if (is.list(x)) {
    return(part_of_condition(x, name))
  }
  if (name %in% c("message", "call") && !py_has_attr(x, name)) {
    return(if (name == "message") conditionMessage(x) else conditionCall(x))
  }
  `$.python.builtin.object`(x, name)
}

#' @export
`[[.python.builtin.BaseException` <- function(x, name) {
  if (!is.list(x)) {
    return(`[[.python.builtin.object`(x, name))
  }
  if (is_name(name)) part_of_condition(x, name) else .subset2(x, name)
}

#' @export
`$<-.python.builtin.BaseException` <- function(x, name, value) {
  if (!is.list(x)) {
    return(`$<-.python.builtin.object`(x, name, value))
  }
  if (is_of_condition(x, name) || is_lost(x) || was_raised(x) && !py_has_attr(x, name)) {
    return(as_condition(`[[<-`(unclass(x), name, value), x))
  }
  unwrap(rs_set_attr(x, name, value))
  x
}

#' @export
`[[<-.python.builtin.BaseException` <- `$<-.python.builtin.BaseException`

#' @export
`[.python.builtin.BaseException` <- function(x, ...) {
  if (is.list(x)) unclass(x)[...] else NextMethod()
}

#' @export
`[<-.python.builtin.BaseException` <- function(x, ..., value) {
  if (is.list(x)) as_condition(`[<-`(unclass(x), ..., value = value), x) else NextMethod()
}

#' @export
names.python.builtin.BaseException <- function(x) {
  if (is.list(x)) attr(x, "names") else NextMethod()
}

#' @export
length.python.builtin.BaseException <- function(x) {
  if (is.list(x)) length(unclass(x)) else NextMethod()
}

#' @export
conditionMessage.python.builtin.BaseException <- function(c) {
  if (is.list(c)) .subset2(c, "message") else exception_line(c)
}

#' @export
conditionCall.python.builtin.BaseException <- function(c) {
  if (is.list(c)) .subset2(c, "call")
}

#' @export
print.python.builtin.BaseException <- function(x, ...) {
  if (is.list(x) && was_raised(x)) print.condition(x, ...) else NextMethod()
}

# knitr shows errors in documents with as.character().
#' @export
as.character.python.builtin.BaseException <- function(x, ...) { # nolint: object_length_linter.
  if (is.list(x) && was_raised(x)) as.character(plain_condition(x), ...) else NextMethod()
}

# A raised exception as a condition without Python's classes.
plain_condition <- function(x) {
  kinds <- intersect(class(x), c("error", "interrupt", "condition"))
  structure(class = kinds, list(message = conditionMessage(x), call = conditionCall(x)))
}

#' @exportS3Method utils::.DollarNames python.builtin.BaseException
.DollarNames.python.builtin.BaseException <- function(x, pattern = "") {
  complete_from(function(x) c(py_list_attributes(x), if (is.list(x)) names(x)), x, pattern)
}

# An exception that has not reached R as an error is a value: Python sees what is assigned to it.
was_raised <- function(x) !is.null(.subset2(x, "r_frames")) || is_lost(x)

# What R code reads from any condition. An exception may have attributes of these names, too.
condition_parts <- c("message", "call", "parent", "trace")

is_of_condition <- function(x, name) name %in% condition_parts || name %in% attr(x, "names")

part_of_condition <- function(x, name) {
  if (!is_of_condition(x, name)) {
    return(if (!is_lost(x)) attr_or_null(.subset2(x, "exception"), name))
  }
  if (name == "trace") trace_of(x) else .subset2(x, name)
}

# The list `parts` with the class of the condition `x`.
as_condition <- function(parts, x) {
  oldClass(parts) <- oldClass(x)
  parts
}

# rlang's trace of the R calls that led to the exception, those of callbacks included. It is built
# when it is asked for: rlang::trace_back() takes 80 times as long as sys.calls()
# (bench/RESULTS.md).
trace_of <- function(x) {
  trace <- .subset2(x, "trace")
  frames <- .subset2(x, "r_frames")
  if (!is.null(trace) || is.null(frames) || !isNamespaceLoaded("rlang")) {
    return(trace)
  }
  # The last frame is raise() itself.
  n <- length(frames$calls) - 1L
  shown <- if (is.null(frames$shown)) seq_len(n) else which(frames$shown[seq_len(n)])
  structure(
    list(
      call = as.list(frames$calls)[shown], parent = shown_parents(shown, frames$parents),
      visible = rep(TRUE, length(shown)), namespace = rep(NA_character_, length(shown)),
      scope = rep(NA_character_, length(shown))
    ),
    row.names = seq_along(shown), version = 2L,
    class = c("rlang_trace", "rlib_trace", "tbl", "data.frame")
  )
}

# The parent of each frame that is shown, by its place among these. eval() may make a frame its own
# parent, which rlang would follow without end.
shown_parents <- function(shown, parents) {
  vapply(shown, FUN.VALUE = 0L, function(i) {
    parent <- parents[[i]]
    while (parent > 0L && parent < i && !parent %in% shown) parent <- parents[[parent]]
    if (parent < i) match(parent, shown, nomatch = 0L) else 0L
  })
}

# The Python exception of a condition. Those of the package reticulate have it as an attribute.
exception_of <- function(cnd) {
  own <- .subset2(cnd, "exception")
  if (is.null(own)) attr(cnd, "py_object", exact = TRUE) else own
}
