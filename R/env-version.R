# Constraints on Python's version, such as ">=3.10,<3.13".

oldest_python <- "3.10"

# Does a version meet every comma-separated condition? Only as many parts as the condition has
# count.
version_satisfies <- function(version, spec) {
  conditions <- trimws(strsplit(spec, ",", fixed = TRUE)[[1]])
  meets <- function(condition) {
    pattern <- "^(>=|<=|==|!=|>|<)?\\s*([0-9]+([.][0-9]+)*)([.][*]|:latest)?$"
    if (!grepl(pattern, condition)) {
      abort("`version` must look like \"3.12\" or \">=3.10,<3.13\", not \"%s\".", spec, call = NULL)
    }
    op <- sub(pattern, "\\1", condition)
    wanted <- numeric_version(sub(pattern, "\\2", condition))
    parts <- seq_len(min(length(unlist(wanted)), length(unlist(numeric_version(version)))))
    compare <- match.fun(if (nzchar(op)) op else "==")
    compare(numeric_version(version)[, parts], wanted)
  }
  all(vapply(conditions, meets, logical(1)))
}

# An error if the Python has another version than `spec` asks for, which may be NULL.
check_version <- function(python, spec) {
  version <- if (!is.null(spec)) probe_python(python)$version
  if (!is.null(version) && !version_satisfies(version, spec)) {
    abort("'%s' is Python %s, and %s is asked for.", python, version, spec, kind = "python")
  }
}
