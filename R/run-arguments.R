# Arguments of scripts and values of flags that have not been declared.

#' Read arguments and flags of a script
#'
#' `parse_arguments()` reads the arguments of the command line that have the form `--name=value` or
#' `--name value`. `parse_flags()` combines them with the values of a file of flags. In contrast to
#' [flags()], no declarations are needed, so the types of the values are guessed from their text.
#'
#' A name without a value is `TRUE`. Dashes in names become underscores. Values that look like
#' numbers or logicals become these, `[1, 2]` and `{a: 1}` are vectors and lists as in YAML, all
#' others are strings. Arguments that do not begin with `--` are ignored, and so is R's `--args`.
#'
#' @param arguments Character vector. Arguments of the command line; `NULL` means those of the
#'   running script, `commandArgs(TRUE)`.
#' @param config String. Section of the file to read. Sections inherit from the section `default`,
#'   or from the one that their entry `inherits` names.
#' @param file String. Path of a YAML file. The default, `"flags.yml"`, may be missing.
#' @return Named list of values. Those of the command line replace those of the file.
#' @family helpers for scripts
#' @seealso [flags()] declares the flags of a script, with types, defaults and help.
#' @concept command line
#' @concept hyperparameters
#' @concept configuration file
#' @export
#' @examples
#' parse_arguments(c("--learning-rate=0.01", "--epochs", "5", "--verbose"))
#'
#' file <- tempfile(fileext = ".yml")
#' writeLines(c("default:", "  units: 32", "  dropout: 0.5", "large:", "  units: 256"), file)
#' parse_flags("large", file, arguments = "--dropout=0.1")
parse_arguments <- function(arguments = NULL) {
  arguments <- as.character(arguments %||% commandArgs(trailingOnly = TRUE))
  values <- list()
  while (length(arguments)) {
    first <- named_argument(arguments)
    if (!is.null(first$name)) values[[first$name]] <- first$value
    arguments <- arguments[-seq_len(first$taken)]
  }
  values
}

# The name and value of the first argument, and the number of arguments that they took.
named_argument <- function(arguments) {
  argument <- arguments[[1]]
  # `--args` separates R's own arguments: it ends a name without a value.
  if (!grepl("^--[^-=]", argument) || argument == "--args") {
    return(list(taken = 1L))
  }
  found <- argument_text(arguments)
  list(name = name_of_argument(argument), value = guessed(found$text %||% "TRUE"),
       taken = found$taken)
}

name_of_argument <- function(argument) same_name(sub("=.*", "", sub("^--", "", argument)))

# The text of the value that the first argument names, NULL if there is none, and the number of
# arguments that both took.
argument_text <- function(arguments) {
  if (grepl("=", arguments[[1]], fixed = TRUE)) {
    return(list(text = sub("^[^=]*=", "", arguments[[1]]), taken = 1L))
  }
  has_text <- length(arguments) > 1L && !startsWith(arguments[[2]], "--")
  list(text = if (has_text) arguments[[2]], taken = 1L + has_text)
}

# "yes", "no", "on" and "off" are logicals in YAML, and so are they here.
guessed <- function(text) {
  text <- sub("^(['\"])(.*)\\1$", "\\2", text)
  if (!nzchar(text) || text == "NA") {
    return(text)
  }
  if (grepl("^(\\[.*\\]|\\{.*\\})$", text)) return(collection_of(text))
  (if (!grepl("^[0-9]", text)) as_boolean(text)) %||% utils::type.convert(text, as.is = TRUE)
}

# "[1, 2]" and "{a: 1}" are YAML's vectors and lists. What is not YAML is text.
collection_of <- function(text) {
  need_package("yaml", sprintf("To read the value \"%s\" needs", text))
  tryCatch(yaml::yaml.load(text, handlers = plain_letters), error = function(cnd) text)
}

#' @rdname parse_arguments
#' @export
parse_flags <- function(config = Sys.getenv("R_CONFIG_ACTIVE", unset = "default"),
                        file = "flags.yml", arguments = commandArgs(TRUE)) {
  check_string(config, "config")
  if (!missing(file)) check_path(file, "file", kind = "argument")
  from_file <- if (file.exists(file)) pick_section(read_yaml(file), config, file)
  utils::modifyList(from_file %||% list(), parse_arguments(arguments), keep.null = TRUE)
}
