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

# An error if Python cannot have these formals. The remedy differs from that of a plain R function,
# whose other arguments Python can pass by `**`.
check_signature <- function(formals) {
  names <- setdiff(as.character(formals$names), "...")
  odd <- in_python("rkeras.bridge.classes.no_names", as.list(names))
  if (length(odd)) {
    abort("`f` has the argument `%s`, which is not a name in Python. Rename it.", odd[[1]])
  }
  # Arguments after `...` are keyword-only, in any order.
  by_position <- names[seq_len(match("...", as.character(formals$names), length(names) + 1L) - 1L)]
  required <- by_position %in% as.character(formals$required)
  late <- which(required & cumsum(!required) > 0L)
  if (length(late)) {
    abort(
      "`f` has the argument `%s` without a default after `%s`, which has one. Python %s",
      by_position[[late[[1]]]], by_position[[which(!required)[[1]]]],
      "does not allow this: change their order, or give both a default."
    )
  }
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
