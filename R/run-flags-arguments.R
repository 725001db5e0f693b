# Flags on the command line of a script.

flags_in_arguments <- function(arguments, definitions) {
  values <- list()
  while (length(arguments)) {
    # A script may have other arguments, such as files. `--args` is R's: it ends a flag without a
    # value.
    if (!startsWith(arguments[[1]], "-") || is_mark(arguments[[1]], definitions)) {
      arguments <- arguments[-1]
      next
    }
    flag <- find_flag(arguments[[1]], definitions)
    text <- flag_text(arguments, flag)
    values[[flag$name]] <- flag_value(text$value, flag, "The value")
    arguments <- arguments[-seq_len(text$taken)]
  }
  values
}

is_mark <- function(argument, definitions) {
  argument == "--args" && !"args" %in% names(definitions)
}

find_flag <- function(argument, definitions) {
  name <- sub("=.*", "", sub("^--", "", argument))
  at <- match(same_name(name), same_name(names(definitions)))
  if (!startsWith(argument, "--") || is.na(at)) {
    abort("`%s` is not a flag of this script; it has %s.", argument,
          toString(sprintf("--%s", names(definitions))))
  }
  definitions[[at]]
}

# The value as a string, and the number of arguments that the flag and its value took.
flag_text <- function(arguments, flag) {
  if (grepl("=", arguments[[1]], fixed = TRUE)) {
    return(list(value = sub("^[^=]*=", "", arguments[[1]]), taken = 1L))
  }
  if (length(arguments) > 1L && !startsWith(arguments[[2]], "--")) {
    return(list(value = arguments[[2]], taken = 2L))
  }
  if (flag$type != "boolean") {
    abort("The flag `%s` needs a value.", arguments[[1]])
  }
  list(value = TRUE, taken = 1L)
}

# The arguments that set flags of this script; the others belong to the script that runs it.
known_of <- function(arguments, definitions) {
  named <- same_name(sub("=.*", "", sub("^--", "", arguments)))
  starts <- which(startsWith(arguments, "--"))
  known <- starts[named[starts] %in% same_name(names(definitions))]
  # The value of a flag is in the next argument unless that is a flag, too.
  with_value <- !grepl("=", arguments[known], fixed = TRUE)
  next_ones <- setdiff(known[with_value] + 1L, starts)
  arguments[sort(c(known, next_ones[next_ones <= length(arguments)]))]
}
