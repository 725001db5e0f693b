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
    found <- argument_text(arguments)
    if (is.null(found$text) && flag$type != "boolean") {
      abort("The flag `%s` needs a value.", arguments[[1]])
    }
    values[[flag$name]] <- flag_value(found$text %||% TRUE, flag, "The value")
    arguments <- arguments[-seq_len(found$taken)]
  }
  values
}

is_mark <- function(argument, definitions) {
  argument == "--args" && !"args" %in% names(definitions)
}

find_flag <- function(argument, definitions) {
  at <- match(name_of_argument(argument), same_name(names(definitions)))
  if (!startsWith(argument, "--") || is.na(at)) {
    abort("`%s` is not a flag of this script; it has %s.", argument,
          toString(sprintf("--%s", names(definitions))))
  }
  definitions[[at]]
}

# The arguments that set flags of this script; the others belong to the script that runs it.
known_of <- function(arguments, definitions) {
  named <- name_of_argument(arguments)
  starts <- which(startsWith(arguments, "--"))
  known <- starts[named[starts] %in% same_name(names(definitions))]
  # The value of a flag is in the next argument unless that is a flag, too.
  with_value <- !grepl("=", arguments[known], fixed = TRUE)
  next_ones <- setdiff(known[with_value] + 1L, starts)
  arguments[sort(c(known, next_ones[next_ones <= length(arguments)]))]
}
