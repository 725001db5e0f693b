# Converts the signature of an R function to a Python signature.

# The formals for the Python signature. Defaults that are not constants have no Python counterpart.
# Arguments that the body passes to missing() are optional.
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

# R has no formals for some primitives, such as `[`.
known_formals <- function(f) formals(if (is.null(args(f))) function(...) NULL else args(f))

asked_missing <- function(code) {
  if (!is.call(code)) return(NULL)
  if (identical(code[[1]], quote(missing))) return(as.character(code[[2]]))
  unlist(lapply(as.list(code), asked_missing))
}

# The string at the start of a body, unless it is the only expression, which is the value.
docstring <- function(body) {
  if (is.call(body) && identical(body[[1]], quote(`{`)) && length(body) > 2L) {
    if (is.character(body[[2]])) body[[2]]
  }
}
