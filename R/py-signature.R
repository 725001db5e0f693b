# The signature of an R function, as Python is to see it.

# What the signature is made of. A default that is not a constant is known to R only. An argument
# that the body asks missing() of may be missing.
python_formals <- function(f) {
  formals <- as.list(known_formals(f))
  required <- vapply(formals, identical, NA, substitute()) &
    !names(formals) %in% asked_missing(body(f))
  constant <- vapply(formals, function(x) is.null(x) || (is.atomic(x) && length(x) == 1L), NA)
  list(
    names = as.list(names(formals)),
    required = as.list(names(formals)[required]),
    constants = unwrap(rs_dict(
      as.list(names(formals)[constant]), unname(formals[constant]), FALSE
    ))
  )
}

# R does not say what some primitives take, such as `[`.
known_formals <- function(f) formals(if (is.null(args(f))) function(...) NULL else args(f))

asked_missing <- function(code) {
  if (!is.call(code)) return(NULL)
  if (identical(code[[1]], quote(missing))) return(as.character(code[[2]]))
  unlist(lapply(as.list(code), asked_missing))
}

# The string that begins a body, unless it is all there is: then it is the value.
docstring <- function(body) {
  if (is.call(body) && identical(body[[1]], quote(`{`)) && length(body) > 2L) {
    if (is.character(body[[2]])) body[[2]]
  }
}
