# The values of flags: from a YAML file, from the command line, and converted to their types.

# Converts a value to the type of its flag. Values from the command line are strings.
flag_value <- function(value, flag, where) {
  wrong <- function() {
    abort(sprintf(
      "%s of the flag `%s` must be %s, not %s.", where, flag$name,
      c(numeric = "a number", integer = "a whole number", boolean = "TRUE or FALSE",
        string = "a string")[[flag$type]], describe(value)
    ))
  }
  if (length(value) != 1L || is.list(value) || is.na(value)) wrong()
  switch(flag$type,
    string = as.character(value),
    boolean = as_boolean(value) %||% wrong(),
    numeric = as_number(value) %||% wrong(),
    integer = {
      number <- as_number(value)
      if (is.null(number) || !are_whole(number)) wrong()
      as.integer(number)
    }
  )
}

as_boolean <- function(value) {
  value <- if (is.character(value)) tolower(value) else as.character(value)
  if (value %in% c("true", "TRUE", "yes", "on", "1")) {
    TRUE
  } else if (value %in% c("false", "FALSE", "no", "off", "0")) {
    FALSE
  }
}

as_number <- function(value) {
  number <- if (is.logical(value)) NA else suppressWarnings(as.numeric(value))
  if (!is.na(number)) number
}

# ---- Files ---------------------------------------------------------------------------------------

# Flags in a YAML file, which may have sections.

read_flags <- function(file, config, definitions) {
  values <- pick_section(read_yaml(file), config, file)
  unknown <- setdiff(names(values), names(definitions))
  if (length(unknown)) {
    warn("`file`: '%s' has entries that are not flags of this script: %s", file, toString(unknown))
  }
  known <- intersect(names(values), names(definitions))
  sapply(known, simplify = FALSE, function(name) {
    flag_value(values[[name]], definitions[[name]], sprintf("'%s': the value", file))
  })
}

read_yaml <- function(file) {
  need_package("yaml", sprintf("To read '%s' needs", file))
  found <- yaml::read_yaml(file, handlers = plain_letters) %||% list()
  if (!is.list(found) || length(found) && is.null(names(found))) {
    abort("`file`: '%s' must have names and values.", file)
  }
  found
}

# In YAML 1.1 the letters `n` and `y` are FALSE and TRUE, here they are names and strings.
plain_letters <- list(
  `bool#no` = function(x) if (tolower(x) == "n") x else FALSE,
  `bool#yes` = function(x) if (tolower(x) == "y") x else TRUE
)

# The values of the file, or of one of its sections and the sections from which it inherits.
pick_section <- function(found, config, file, seen = character()) {
  if (!any(vapply(found, is.list, NA))) {
    return(found)
  }
  if (is.null(found[[config]]) && config == "default") {
    return(list())
  }
  if (is.null(found[[config]]) && is.null(found$default)) {
    abort("'%s' has no section `%s` and none `default`.", file, config)
  }
  section <- found[[config]] %||% list()
  base <- section$inherits %||% "default"
  section$inherits <- NULL
  if (config == "default" || base %in% c(config, seen)) {
    return(section)
  }
  below <- pick_section(found, base, file, c(seen, config))
  utils::modifyList(below, section, keep.null = TRUE)
}

# ---- The command line ----------------------------------------------------------------------------

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
