# The variables that a function uses from enclosing environments, for code that recreates the
# function (R/class-source.R).

# Adds the variables of the enclosing frames and of the global environment. Variables of packages
# need not be added, because a new session has the packages.
add_used <- function(names, frame, used) {
  package <- package_around(frame)
  if (!is.null(package) && package != "rkeras") used$package <- package
  for (name in setdiff(names, c(names(used$code), used$left_out))) {
    found <- variable_around(name, frame)
    if (is.null(found)) next
    used$code[name] <- list(NULL) # ends the recursion of a function that uses itself
    code <- source_code(get(name, found, inherits = FALSE), used)
    used$code[[name]] <- NULL
    if (is.null(code)) {
      used$left_out <- c(used$left_out, name)
    } else {
      used$code[[name]] <- code
    }
  }
}

variable_around <- function(name, frame) {
  while (!isNamespace(frame) && !identical(frame, emptyenv()) && !identical(frame, baseenv())) {
    if (exists(name, frame, inherits = FALSE)) {
      return(frame)
    }
    if (identical(frame, globalenv())) {
      return(NULL)
    }
    frame <- parent.env(frame)
  }
  NULL
}

package_around <- function(frame) {
  top <- topenv(frame, NULL)
  if (isNamespace(top)) unname(getNamespaceName(top))
}

# Names of variables that the function does not define itself.
free_names <- function(f) {
  own <- names(formals(f))
  defaults <- unlist(lapply(as.list(formals(f)), names_in))
  used <- setdiff(c(defaults, names_in(body(f))), own)
  used <- setdiff(used, created_names(body(f)))
  used[nzchar(used)] # an argument without a default has the empty name as its default
}

names_in <- function(code) {
  if (is.name(code)) {
    return(as.character(code))
  }
  if (!is.call(code)) {
    return(NULL)
  }
  head <- head_name(code)
  if (head %in% c("::", ":::")) {
    return(NULL)
  }
  if (head %in% c("$", "@")) {
    return(names_in(code[[2]]))
  }
  if (head == "function") {
    inner <- as.function(c(as.list(code[[2]]), list(code[[3]])), baseenv())
    return(free_names(inner))
  }
  unlist(lapply(as.list(code), names_in))
}
